// The result of a turn for its reader: which team scores, and how it stands; the reader's team first.

import { someone } from "../people.js";
import { lastFact, type Told } from "../props.js";
import { t } from "./strings.js";

export function readResult({ details, event, viewer, words }: Told): string | null {
  const scored = lastFact([event], "hero_of_the_arena.turn_scored");
  if (!scored) return null;
  const teamOf = (id: string) => details.seats.find((seat) => seat.id === id)?.team ?? id;
  const isMine = (fighter: string) => teamOf(fighter) === teamOf(viewer);
  const fighters = Object.keys(scored.points).sort((one, two) => Number(isMine(two)) - Number(isMine(one)));
  const points = fighters.map((fighter) => scored.points[fighter]).join(" : ");
  return t.scoresTurn({ ...someone(scored.seat, viewer, words), isMe: isMine(scored.seat) }, scored.scored, points);
}
