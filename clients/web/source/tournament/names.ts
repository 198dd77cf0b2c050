// Who the entrants are, and how their tables stand, in words.

import type { Client, EntrantReply, Person, RoundReply, TableReply, TournamentView } from "moirai-client";
import { say } from "../strings/index.js";
import { halves } from "../strings/numbers.js";
import { isolated } from "../table/people.js";
import { clockText } from "../time.js";
import type { LiveMatch } from "./following.js";
import { tell } from "./strings.js";
import { worthAt, type Scores } from "./worth.js";

/** Systems that players can enter, and leave out a round of, at any time. */
export const OPEN_FIELD = ["swiss", "own", "heats", "arena"];

type Members = Pick<EntrantReply, "player" | "partner">;

/** What an entrant is called, a team by both; bots by the number of their entry. */
export function entrantName(entrant: Members & Pick<EntrantReply, "entrant">): string {
  const names = playersOf(entrant).map(({ name }) => isolated(name));
  return names.length > 0 ? names.join(" & ") : tell.bot(entrant.entrant.slice(1));
}

/** The player of an entrant, or those of a team; bots are none. */
export function playersOf({ player, partner }: Members): Person[] {
  return [player, partner].filter((one) => one !== null);
}

/** The names of all entrants by id; of the viewer's own with "you". */
export function namesIn(view: TournamentView): (entrant: string) => string {
  const names = new Map(view.entrants.map((one) => [one.entrant, entrantName(one)]));
  return (entrant) => `${names.get(entrant) ?? entrant}${entrant === view.viewer ? ` (${say.you})` : ""}`;
}

/** The names of who played at a table then, whoever has the places now: a team by both, others one after another. */
export function namesAt(view: TournamentView, table: TableReply, nameOf: (entrant: string) => string): (entrant: string) => string {
  return (entrant) => {
    const players = table.players[entrant];
    if (players === undefined) return nameOf(entrant);
    const names = [...new Set(players.map((one) => (one === null ? tell.bot(entrant.slice(1)) : isolated(one.name))))];
    return view.settings.teams === null ? tell.oneAfterAnother(names) : names.join(" & ");
  };
}

/** Who had the place of an entrant before, and until when: "before: Ada (until round 2)". */
export function earlierText({ entrant, earlier }: EntrantReply): string {
  const who = earlier.map(({ rounds, ...were }) => tell.until(entrantName({ ...were, entrant }), rounds));
  return who.length === 0 ? "" : tell.before(who.join(", "));
}

/** Why each entrant is not in the tournament any more, in words; nothing for those who are. */
export function leftIn(view: TournamentView): (entrant: string) => string {
  const left = new Map(view.entrants.map((one) => [one.entrant, leftText(one)]));
  return (entrant) => left.get(entrant) ?? "";
}

export function leftText({ left_because: because }: EntrantReply): string {
  return because === null ? "" : tell.left[because];
}

/** The points that each entrant has from the rounds before this one, in halves. */
export function scoresBefore(view: TournamentView, round: number): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const { tables } of view.rounds.slice(0, round - 1)) {
    for (const { entrants, result } of tables) {
      entrants.forEach((entrant, at) => scores.set(entrant, (scores.get(entrant) ?? 0) + (result ? worthAt(result, at, view.settings.scores) : 0)));
    }
  }
  return scores;
}

/** "2 : 0", "bye, 1 point", "1 : 0 by forfeit". */
export function resultText(table: TableReply, scores: Scores): string {
  const { result } = table;
  if (result === null) return "";
  const how = tell.how[result.how];
  const points = result.points.length === 1 ? tell.points(worthAt(result, 0, scores) / 2) : result.points.map(halves).join(" : ");
  return [points, how].filter(Boolean).join(", ");
}

/** Who is missing at a table, as far as the viewer is told. */
export function missingAt(table: TableReply, match: LiveMatch | undefined): string[] {
  return match ? seatedAt(table, match, match.missing) : [];
}

/** Who is missing, and has a grace before somebody else goes on. */
export function silentAt(table: TableReply, match: LiveMatch | undefined): string[] {
  return match ? seatedAt(table, match, match.silent.filter((seat) => match.missing.includes(seat))) : [];
}

/** Seats are in the order of the entrants, those of teams once for each role. */
function seatedAt(table: TableReply, match: LiveMatch, seats: readonly string[]): string[] {
  return [...new Set(seats.map((seat) => table.entrants[match.seats.indexOf(seat) % table.entrants.length]!))];
}

/** How far a tournament is; of a pause, when it ends if it does so by itself. */
export function statusText({ status, paused_until }: TournamentView, client: Client): string {
  return paused_until === null ? tell.status[status] : tell.pausedUntil(clockText(client.clock.toLocal(paused_until)));
}

/** Who has not said to be ready at a table that waits for that, as directors are told; bots always are. */
export function notReadyAt(view: TournamentView, table: TableReply, round: RoundReply): string[] {
  return view.viewer !== "host" || readyUntil(round, table) === null || table.status === "done" ? [] : unreadyAt(view, table);
}

/** Until when the entrants of a table must say that they are ready; each table of an arena has its own time. */
export const readyUntil = (round: RoundReply, table: TableReply): string | null => table.ready_until ?? round.ready_until;

/** The tables of a round that are shown to everyone; of an arena only those that are open, the newest first. */
export const openFirst = (view: TournamentView, { tables }: RoundReply): readonly TableReply[] =>
  view.settings.arena ? tables.filter(({ result }) => result === null).reverse() : tables;

const botsOf = new WeakMap<TournamentView, ReadonlySet<string>>();

/** The entrants that are bots; kept, because it is asked for each of a thousand tables. */
function botsIn(view: TournamentView): ReadonlySet<string> {
  const known = botsOf.get(view);
  if (known !== undefined) return known;
  const bots = new Set(view.entrants.filter((one) => playersOf(one).length === 0).map(({ entrant }) => entrant));
  botsOf.set(view, bots);
  return bots;
}

/** The entrants of a table who have not said that they are ready; bots always are. */
export function unreadyAt(view: TournamentView, table: TableReply): string[] {
  const bots = botsIn(view);
  return table.entrants.filter((entrant) => !bots.has(entrant) && !table.ready.includes(entrant));
}
