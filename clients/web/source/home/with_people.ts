// Play now with people: the queue of the server seats whoever wants the same game, to play without pauses.

import type { Client, Pace } from "moirai-client";
import { entropy } from "../table/seats.js";

export const PACE: Pace = "eager";

/** Wait for people, or wait on: the match at whose table the player sits now. */
export async function playWithPeople(client: Client, game: string, pace: Pace = PACE): Promise<string> {
  return (await client.joinQueue({ game, pace, entropy: entropy() })).id;
}
