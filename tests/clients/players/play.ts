// Plays whole matches of two players with any client. The first argument is JSON: the server's `url` and the `matches` to
// play. Prints their ids and outcomes as JSON.

import { answer, type Json } from "./prompt.js";

declare const process: { argv: string[] };

/** What to play. */
export interface Terms {
  game: string;
  variant: string;
  options: { [name: string]: Json };
}

/** What a view says that matters in every game. */
export interface View {
  cursor: number;
  status: string;
  phase: { number: number } | null;
  submission: object | null;
  prompt: Record<string, unknown> | null;
  outcome: object | null;
}

/** A player and its connection. */
export interface Player {
  id: string;
  seatsOf(game: string, variant: string): Promise<string[]>;
  create(terms: Terms, seats: Record<string, { player_id?: string; bot?: boolean }>): Promise<string>;
  /** Sit down in a seat that is reserved for the player. */
  takeSeat(matchId: string, seat: string): Promise<void>;
  view(matchId: string): Promise<View>;
  /** The status of the refusal, or 200. */
  submit(matchId: string, phase: number, move: Json): Promise<number>;
  /** Read what was told after a cursor, and wait for it for so many seconds; the cursor to go on from. */
  follow(matchId: string, after: number, wait: number): Promise<number>;
}

/** How often a move is put together anew where the rules forbid what a prompt cannot. */
const TRIES = 500;

export async function main(join: (url: string, name: string) => Promise<Player>): Promise<void> {
  const given = JSON.parse(process.argv[2] ?? "") as { url: string; matches: Terms[] };
  const played = [];
  for (const terms of given.matches) {
    played.push(await play(await join(given.url, "Ada"), await join(given.url, "Bo"), terms));
  }
  console.log(JSON.stringify(played));
}

async function play(ada: Player, bo: Player, terms: Terms) {
  const seats = await ada.seatsOf(terms.game, terms.variant);
  const sitters: Record<string, { player_id?: string; bot?: boolean }> = {};
  for (const seat of seats) sitters[seat] = { bot: true };
  sitters[seats[0] ?? ""] = {};
  sitters[seats[seats.length - 1] ?? ""] = { player_id: bo.id };
  const matchId = await ada.create(terms, sitters);
  await bo.takeSeat(matchId, seats[seats.length - 1] ?? "");
  const cursors = new Map([ada, bo].map((player) => [player, 0]));
  for (;;) {
    let news = false;
    for (const [player, seen] of cursors) {
      const view = await player.view(matchId);
      if (view.status === "over") return { match_id: matchId, outcome: view.outcome };
      const acted = await act(player, matchId, view);
      const cursor = await player.follow(matchId, seen, 0);
      cursors.set(player, cursor);
      news ||= acted || cursor > view.cursor;
    }
    if (!news) cursors.set(ada, await ada.follow(matchId, cursors.get(ada) ?? 0, 1));
  }
}

/** Answer the prompt, if there is one that is not answered yet. */
async function act(player: Player, matchId: string, view: View): Promise<boolean> {
  if (!view.prompt || !view.phase || view.submission) return false;
  for (let tries = 0; tries < TRIES; tries++) {
    const status = await player.submit(matchId, view.phase.number, answer(view.prompt));
    if (status === 200) return true;
    if (status === 409) return false;
    if (status !== 422) throw new Error(`refused with ${status}`);
  }
  throw new Error(`found no move for ${JSON.stringify(view.prompt)}`);
}
