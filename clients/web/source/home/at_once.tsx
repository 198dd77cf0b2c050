// Play at once: one touch from here to the first move, against bots.

import type { Client, GameSummary, Options } from "moirai-client";
import { Failure, useAttempt } from "../parts/attempt.js";
import { GameIcon } from "../parts/icons.js";
import { goTo } from "../router.js";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";
import { entropy } from "../table/seats.js";

/** For newcomers: two seats, and one card to choose. */
export const FIRST_GAME = "wizards_duel";

/** Time to read, for somebody who has never seen the game: bots do not wait longer for it. */
const OPTIONS: { [game: string]: Options } = { [FIRST_GAME]: { cast_seconds: 600 } };

/** Make a match of bots and this player, which only those with the link can watch; return its id. */
export async function playAgainstBots(client: Client, game: string): Promise<string> {
  const match = await client.createMatch({ game, options: OPTIONS[game] ?? {}, pace: "eager", visibility: "unlisted", autostart: true });
  const [first, ...others] = (await match.details()).seats;
  await match.takeSeat(first!.id, { entropy: entropy() });
  for (const seat of others) await match.takeSeat(seat.id, { bot: true });
  return match.id;
}

/** A button for each game. */
export function AtOnce({ games, titleOf }: { games: GameSummary[]; titleOf: (game: string) => string }) {
  const { client } = usePlayerSession();
  const { isBusy, failure, attempt } = useAttempt();
  const play = (game: string) => attempt(async () => goTo({ page: "table", id: await playAgainstBots(client, game) }));
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
      <Failure error={failure} />
    </div>
  );
}
