// What results are worth in standings, by the scores of a tournament.

import type { Result, TournamentView } from "moirai-client";

export type Scores = TournamentView["settings"]["scores"];

const WIN = 2;

/** The half points that a result is worth for the entrant at this seat; without scores, those of the result itself. */
export function worthAt({ how, points }: Result, seat: number, scores: Scores): number {
  const made = points[seat]!;
  if (!scores) return made;
  if (made === WIN) return how === "bye" ? scores.bye : scores.win;
  if (made > 0) return scores.draw;
  return how === "played" || how === "adjudicated" ? scores.loss : 0;
}
