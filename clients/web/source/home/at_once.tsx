// Play at once: one touch from here to the first move, against bots.

import { Client, type GameSummary, type Options } from "moirai-client";
import { SERVER } from "../base.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { GameIcon } from "../parts/icons.js";
import { goTo } from "../router.js";
import { usePlayerSession } from "../session.js";
import { keep, UNNAMED } from "../storage.js";
import { say } from "../strings/index.js";
import { USUAL } from "../table/levels.js";
import { entropy } from "../table/seats.js";
import { playWithPeople } from "./with_people.js";

/** For newcomers: two seats, and one card to choose. */
export const FIRST_GAME = "wizards_duel";

/** Options of casual matches: all secrets are opened at the end, where a game lets people choose. */
export const CASUAL: { [game: string]: Options } = { apocalypse: { reveal_at_end: "full" }, threads_of_fate: { reveal_at_end: "full" } };

/** Time to read, for somebody who has never seen the game: bots do not wait longer for it. */
const OPTIONS: { [game: string]: Options } = { ...CASUAL, [FIRST_GAME]: { cast_seconds: 600 } };

/** Make a match of bots and this player, which only those with the link can watch; return its id. */
export async function playAgainstBots(client: Client, game: string): Promise<string> {
  const match = await client.createMatch({ game, options: OPTIONS[game] ?? {}, pace: "eager", visibility: "unlisted", autostart: true });
  const [first, ...others] = (await match.details()).seats;
  await match.takeSeat(first!.id, { entropy: entropy() });
  for (const seat of others) await match.takeSeat(seat.id, { bot: true, level: USUAL });
  return match.id;
}

/** Somebody who has given no name plays against bots: as a player with a name that stands for none, until they give one. */
export async function playAsGuest(guest: string, game: string, enter: (token: string) => void): Promise<void> {
  const client = await Client.signUp(SERVER, guest, { patienceSeconds: 5 });
  // If the match cannot be made, the home says how to make one.
  const id = await playAgainstBots(client, game).catch(() => null);
  keep(UNNAMED, true);
  enter(client.token!);
  if (id !== null) goTo({ page: "table", id });
}

/** A button for each game. */
export function AtOnce({ games, titleOf }: { games: GameSummary[]; titleOf: (game: string) => string }) {
  const { client } = usePlayerSession();
  const { isBusy, failure, attempt } = useAttempt();
  const play = (game: string) => attempt(async () => goTo({ page: "table", id: await playAgainstBots(client, game) }));
  const join = (game: string) => attempt(async () => goTo({ page: "table", id: await playWithPeople(client, game) }));
  if (games.length === 0) return null;
  return (
    <div class="at-once" role="group" aria-label={say.atOnce}>
      <p class="small">{say.atOnce}:</p>
      <div class="row">
        {games.map(({ game }) => (
          <button key={game} class={game === FIRST_GAME ? "btn primary" : "btn"} disabled={isBusy} onClick={() => void play(game)}>
            <GameIcon game={game} /> {titleOf(game)}
          </button>
        ))}
      </div>
      <p class="small">{say.withPeople}:</p>
      <div class="row">
        {games.map(({ game }) => (
          <button key={game} class="btn" disabled={isBusy} aria-label={`${say.withPeople}: ${titleOf(game)}`} onClick={() => void join(game)}>
            <GameIcon game={game} /> {titleOf(game)}
          </button>
        ))}
      </div>
      <Failure error={failure} />
    </div>
  );
}
