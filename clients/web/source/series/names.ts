// Who the entrants are, in words.

import type { SeriesEntrantReply, SeriesMatchReply, SeriesView } from "moirai-client";
import { say } from "../strings/index.js";
import { isolated } from "../table/people.js";
import { tell } from "./strings.js";

type Held = SeriesMatchReply["players"];

type Named = Pick<SeriesEntrantReply, "entrant" | "player">;

/** What an entrant is called; bots by the number of their place. */
export function entrantName({ entrant, player }: Named): string {
  return player === null ? tell.bot(entrant.slice(1)) : isolated(player.name);
}

/** The names of those who had these places then, one after another; of all others, as now. */
export function namesThen(view: SeriesView, players: Held): (entrant: string) => string {
  const now = namesIn(view);
  return (entrant) => {
    const held = players[entrant];
    const player = view.entrants.find((one) => one.entrant === entrant)?.player ?? null;
    if (held === undefined || (held.length === 1 && held[0]?.player_id === player?.player_id)) return now(entrant);
    return tell.oneAfterAnother(held.map((one) => entrantName({ entrant, player: one })));
  };
}

/** Who had a place before, why no more, and until when: "before: Ada (replaced, until episode 2)". */
export function earlierText({ entrant, earlier }: SeriesEntrantReply): string {
  const who = earlier.map(({ player, because, episodes }) => tell.hadUntil(entrantName({ entrant, player }), tell.handedOver[because], episodes));
  return who.length === 0 ? "" : tell.before(who.join("; "));
}

/** The names of all entrants by id; of the viewer's own with "you". */
export function namesIn(view: SeriesView): (entrant: string) => string {
  const names = new Map(view.entrants.map((one) => [one.entrant, entrantName(one)]));
  return (entrant) => `${names.get(entrant) ?? entrant}${entrant === view.viewer ? ` (${say.you})` : ""}`;
}
