// Play at once: one touch from here to the first move, against bots; where seats have roles, one more.

import { Client, Words, type GameSummary, type Options } from "moirai-client";
import { useState } from "preact/hooks";
import { SERVER } from "../base.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { GameIcon } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { goTo } from "../router.js";
import { usePlayerSession } from "../session.js";
import { keep, UNNAMED } from "../storage.js";
import { say } from "../strings/index.js";
import { USUAL } from "../table/levels.js";
import { entropy } from "../table/seats.js";
import { loadTexts } from "../words.js";
import { rolesOf, seatOf } from "./roles.js";
import { playWithPeople } from "./with_people.js";

/** For newcomers: two seats, and one card to choose. */
export const FIRST_GAME = "wizards_duel";

/** For somebody who has never seen the game: time to read, which bots do not wait for, and no tie for the bot. */
const OPTIONS: { [game: string]: Options } = { [FIRST_GAME]: { cast_seconds: 600, advantage_seat: "a" } };

/** Make a match of bots and this player, which only those with the link can watch; return its id. */
export async function playAgainstBots(client: Client, game: string, role?: string): Promise<string> {
  const { casual } = await client.game(game);
  const match = await client.createMatch({ game, options: { ...casual, ...OPTIONS[game] }, pace: "eager", visibility: "unlisted", autostart: true });
  const { seats } = await match.details();
  const own = seatOf(seats, role ?? rolesOf(game, seats)[0])!;
  await match.takeSeat(own, { entropy: entropy() });
  for (const { id } of seats) if (id !== own) await match.takeSeat(id, { bot: true, level: USUAL });
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

interface Asked {
  game: string;
  roles: string[];
  words: Words;
}

/** A button for each game. */
export function AtOnce({ games, titleOf }: { games: GameSummary[]; titleOf: (game: string) => string }) {
  const { client } = usePlayerSession();
  const { isBusy, failure, attempt } = useAttempt();
  const [asked, ask] = useState<Asked | null>(null);
  const UsualWaits = useLoaded(() => import("./usual_waits.js"), true);
  const play = async (game: string, role?: string) => goTo({ page: "table", id: await playAgainstBots(client, game, role) });
  const choose = async (game: string) => {
    const roles = rolesOf(game, (await client.game(game)).variants[0]?.seats ?? []);
    if (roles.length === 0) return play(game);
    ask({ game, roles, words: new Words(await loadTexts(client, game)) });
  };
  const join = (game: string) => attempt(async () => goTo({ page: "table", id: await playWithPeople(client, game) }));
  if (games.length === 0) return null;
  return (
    <div class="at-once" role="group" aria-label={say.atOnce}>
      <p class="small">{say.atOnce}:</p>
      <div class="row">
        {games.map(({ game }) => (
          <button key={game} class={game === FIRST_GAME ? "btn primary" : "btn"} disabled={isBusy} aria-expanded={asked?.game === game ? true : undefined} onClick={() => void attempt(() => choose(game))}>
            <GameIcon game={game} /> {titleOf(game)}
          </button>
        ))}
      </div>
      {asked && (
        <div class="roles" role="group" aria-label={say.yourRole}>
          <p class="small"><b>{say.yourRole}</b></p>
          {asked.roles.map((role) => (
            <button key={role} class="btn" disabled={isBusy} onClick={() => void attempt(() => play(asked.game, role))}>
              <b>{asked.words.thing("role", role)}</b> <span class="small dim">{asked.words.text("role", role)}</span>
            </button>
          ))}
        </div>
      )}
      <p class="small">{say.withPeople}:</p>
      <div class="row">
        {games.map(({ game }) => (
          <button key={game} class="btn" disabled={isBusy} aria-label={`${say.withPeople}: ${titleOf(game)}`} onClick={() => void join(game)}>
            <GameIcon game={game} /> {titleOf(game)}
          </button>
        ))}
      </div>
      {UsualWaits && <UsualWaits titleOf={titleOf} />}
      <Failure error={failure} />
    </div>
  );
}
