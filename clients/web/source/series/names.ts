// Who the entrants are, in words.

import type { SeriesEntrantReply, SeriesView } from "moirai-client";
import { say } from "../strings/index.js";
import { isolated } from "../table/people.js";
import { tell } from "./strings.js";

type Named = Pick<SeriesEntrantReply, "entrant" | "player">;

/** What an entrant is called; bots by the number of their place. */
export function entrantName({ entrant, player }: Named): string {
  return player === null ? tell.bot(entrant.slice(1)) : isolated(player.name);
}

/** The names of all entrants by id; of the viewer's own with "you". */
export function namesIn(view: SeriesView): (entrant: string) => string {
  const names = new Map(view.entrants.map((one) => [one.entrant, entrantName(one)]));
  return (entrant) => `${names.get(entrant) ?? entrant}${entrant === view.viewer ? ` (${say.you})` : ""}`;
}
