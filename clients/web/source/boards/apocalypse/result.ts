// The result of a round for its reader: how many points, and what the round has changed.

import { lastFact, type Told } from "../props.js";
import { tell } from "./strings.js";

export function readResult({ event, before }: Told): string | null {
  const told = lastFact([event], "apocalypse.points");
  return told ? tell.pointsNow(told.total, told.total - (lastFact(before, "apocalypse.points")?.total ?? 0), told.round) : null;
}
