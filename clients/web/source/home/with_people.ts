// Play now with people: at the table of somebody who waits for the same game, or at a new one.

import { RefusedError, type Client, type MatchListing } from "moirai-client";
import { keep } from "../storage.js";
import { entropy } from "../table/seats.js";

/** The name of the last table that was opened so: nobody has asked for this very one. */
export const OPENED = "opened table";

/** Whoever has opened a table so recently is there, and waits. */
const FRESH_SECONDS = 90;

/** The public tables at which somebody waits now for anybody, to play without pauses; the one that has waited longest first. */
export async function tablesThatWait(client: Client, game: string): Promise<MatchListing[]> {
  const { matches } = await client.matches({ game, status: "open", free: true, limit: 100 });
  return matches.filter((match) => match.autostart && match.pace === "eager" && match.label === null && match.tournament === null && match.series === null && age(client, match) < FRESH_SECONDS).reverse();
}

/** Take a seat at one of these tables; the match, or null if all were taken meanwhile. */
export async function sitAtFirst(client: Client, tables: readonly MatchListing[]): Promise<string | null> {
  for (const { match_id: id, seats } of tables) {
    for (const seat of seats.filter((one) => !one.player && !one.bot && !one.reserved_for)) {
      try {
        await client.match(id).takeSeat(seat.id, { entropy: entropy() });
        return id;
      } catch (error) {
        // Somebody else was faster, or has a name that is too similar.
        if (!(error instanceof RefusedError) || error.status !== 409) throw error;
        if (error.code === "already_seated") return id;
        if (error.code !== "seat_taken") break;
      }
    }
  }
  return null;
}

/** Sit down where somebody waits, or open a table and wait there; the match. */
export async function playWithPeople(client: Client, game: string): Promise<string> {
  const found = await sitAtFirst(client, await tablesThatWait(client, game));
  if (found !== null) return found;
  const match = await client.createMatch({ game, pace: "eager", visibility: "public", autostart: true });
  const [first] = (await match.details()).seats;
  await match.takeSeat(first!.id, { entropy: entropy() });
  keep(OPENED, match.id);
  return match.id;
}

function age(client: Client, { created_at: createdAt }: MatchListing): number {
  return (client.clock.now() ?? Date.now()) / 1000 - Date.parse(createdAt) / 1000;
}
