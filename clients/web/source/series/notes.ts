// What an episode meant for an entrant: what the season made of the outcome of its match, not what the game says of it.

import type { EpisodeReply, SeriesView } from "moirai-client";
import { say } from "../strings/index.js";
import { tell } from "./strings.js";

type Settings = Pick<SeriesView["settings"], "mark_episodes">;

export function notesOf(entrant: string, episode: EpisodeReply, settings: Settings): string[] {
  const { main, heaven_next: heaven, hell_next: hell } = episode;
  const met = main.consequences[entrant] ?? [];
  const notes = episode.marked.includes(entrant) ? [tell.wasMarked] : [];
  if (met.includes("winner")) notes.push(say.consequence.winner);
  if (heaven?.includes(entrant) && !episode.heaven.includes(entrant)) notes.push(tell.rises);
  if (hell?.includes(entrant) && !episode.hell.includes(entrant)) notes.push(tell.falls);
  if (met.includes("mark_of_elimination") && settings.mark_episodes > 0) notes.push(say.consequence.mark_of_elimination);
  if (episode.candidate === entrant) notes.push(tell.isCandidate(episode.done));
  if (episode.spared.includes(entrant)) notes.push(tell.spared);
  if (episode.left.includes(entrant)) notes.push(tell.leftHere);
  return notes;
}
