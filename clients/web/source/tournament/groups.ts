// The groups of a tournament, from what everyone is told: as the server deals entrants to them.

import type { StandingsReply, TournamentView } from "moirai-client";

export interface Group {
  name: string;
  /** The best first, once there are standings; by number before. */
  members: readonly string[];
}

type Known = Pick<TournamentView, "rounds" | "settings">;

const fieldOf = ({ rounds: [first] }: Pick<Known, "rounds">) => new Set(first?.tables.flatMap(({ entrants }) => entrants) ?? []);

/** How many rounds are played in groups, before the bracket; 0 without groups, and before the first round is paired. */
export function roundsInGroups({ settings: { groups, cycles }, rounds }: Known): number {
  if (!groups || rounds.length === 0) return 0;
  const size = Math.ceil(fieldOf({ rounds }).size / groups.count);
  return cycles * (size % 2 === 0 ? size - 1 : size);
}

/** The groups; none before the first round is paired. */
export function groupsOf(view: TournamentView, standings: StandingsReply | null): Group[] {
  const { groups } = view.settings;
  if (!groups || view.rounds.length === 0) return [];
  const field = fieldOf(view);
  const dealt: string[][] = Array.from({ length: groups.count }, () => []);
  view.entrants.filter(({ entrant }) => field.has(entrant)).forEach(({ entrant }, at) => {
    const [lap, place] = [Math.floor(at / groups.count), at % groups.count];
    dealt[lap % 2 === 0 ? place : groups.count - 1 - place]!.push(entrant);
  });
  const places = placesIn(standings);
  const placeOf = (entrant: string) => places.get(entrant) ?? Infinity;
  return dealt.map((members, at) => ({
    name: String.fromCharCode(65 + at),
    members: members.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : Number(placeOf(one) > placeOf(other)))),
  }));
}

/** The place of each in the group. */
export function placesIn(standings: StandingsReply | null): ReadonlyMap<string, number> {
  return new Map(standings?.rows.flatMap(({ entrant, place_in_group: place }) => (place === undefined ? [] : [[entrant, place] as const])));
}

/** Who is in the bracket, or would be as the groups stand. */
export function advancingIn(view: TournamentView, standings: StandingsReply | null): ReadonlySet<string> {
  const bracket = view.rounds[roundsInGroups(view)];
  if (bracket !== undefined) return new Set(bracket.tables.flatMap(({ entrants }) => entrants));
  const here = new Set(view.entrants.filter(({ withdrawn }) => !withdrawn).map(({ entrant }) => entrant));
  const places = placesIn(standings);
  const { advance = 0 } = view.settings.groups ?? {};
  return new Set(groupsOf(view, standings).flatMap(({ members }) => members.filter((one) => places.has(one) && here.has(one)).slice(0, advance)));
}
