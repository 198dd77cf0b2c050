// The home of somebody who has no name here: what this is, the games, something to watch, and tables to sit at.

import type { Client, MatchListing } from "moirai-client";
import { useRef, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { BASE } from "../base.js";
import { LESSONS } from "../lesson/games/index.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Drawing } from "../parts/drawings.js";
import { Icon, Logo } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { loadStyles } from "../parts/styles.js";
import { follow, goTo } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { FIRST_GAME, playAsGuest } from "./at_once.js";
import { Live } from "./live.js";
import { useGames, useTitles, useWords } from "./games.js";
import { rowOf, usePublicMatches } from "./lobby.js";
import { Line } from "./rows.js";
import { Scene } from "./scene.js";
import { HaveKey, SignUp } from "./welcome.js";
import { playWithPeople } from "./with_people.js";

const [tell] = await Promise.all([textsOf("stranger"), loadStyles("welcome")]);

const MOST_TABLES = 5;

export default function StrangersHome() {
  const { client, enter } = useSession();
  const matches = usePublicMatches();
  const games = useGames();
  const titleOf = useTitles(games);
  const words = useWords((matches ?? []).map(({ game }) => game));
  const entry = useRef<HTMLDialogElement>(null);
  const [isSetting, setSetting] = useState(false);
  const Settings = useLoaded(() => import("./settings.js"), isSetting);
  const UsualWaits = useLoaded(() => import("./usual_waits.js"), true);
  const { isBusy, failure, attempt } = useAttempt();
  useTitle("Moirai");
  // Those that this page has words for are drawn before the server has answered.
  const shown = games.size > 0 ? [...games.keys()] : Object.keys(tell.facts);
  const play = (game: string) => void attempt(() => playAsGuest(tell.guest, game, enter));
  const [wanted, setWanted] = useState<string | null>(null);
  const joined = useRef<string | null>(null);
  /** Ask for a name; with a game, to sit down with people. */
  const askName = (game: string | null) => {
    setWanted(game);
    entry.current?.showModal();
  };
  const join = async (newcomer: Client) => {
    if (wanted !== null) joined.current = await playWithPeople(newcomer, wanted);
  };
  const comeIn = (token: string) => {
    enter(token);
    if (joined.current !== null) goTo({ page: "table", id: joined.current });
  };
  const live = matches?.find(isWatchable);
  const tables = matches?.filter(({ free_seats: free }) => free > 0).slice(0, MOST_TABLES) ?? [];
  const table = (match: MatchListing) => <Line key={match.match_id} row={rowOf(match, false, "")} titleOf={titleOf} words={words} clock={client.clock} me="" />;
  return (
    <>
      <header class="bar">
        <Logo />
        <div class="title">
          <h1>Moirai</h1>
          <p class="who">{tell.about}</p>
        </div>
        <nav class="ways" aria-label={tell.nav}>
          <a class="wide-only" href="#games">{tell.navGames}</a>
          <a class="wide-only" href="#live">{tell.navWatch}</a>
          <a class="wide-only" href="#tables">{tell.navTables}</a>
          <button class="btn quiet" aria-haspopup="dialog" onClick={() => askName(null)}><Icon name="key" /> {tell.playedHere}</button>
          <details class="account" onToggle={(event) => setSetting(event.currentTarget.open)}>
            <summary><Icon name="sliders" /><span class="vh">{tell.settings}</span></summary>
            <div class="panel menu">{Settings && <Settings />}</div>
          </details>
        </nav>
      </header>
      <main class="stranger">
        <section class="hero">
          <div>
            <h2>{tell.title}</h2>
            <p class="lead">{tell.lead}</p>
            <div class="calls">
              <button class="btn primary" disabled={isBusy} onClick={() => play(FIRST_GAME)}>{tell.playNow}</button>
              <a class="btn" {...follow({ page: "lesson", id: FIRST_GAME })}>{tell.learn}</a>
            </div>
            <Failure error={failure} />
            <p class="small dim">{tell.free}</p>
          </div>
          <Scene />
        </section>
        <section id="games" aria-labelledby="games-title">
          <div class="head"><h2 id="games-title">{tell.games}</h2><span>{tell.gamesNote}</span></div>
          <ul class="five">
            {shown.map((game) => (
              <li key={game} class="one-game">
                <Drawing game={game} />
                <div>
                  <h3>{titleOf(game)}</h3>
                  <p class="tiny dim">{tell.facts[game]?.who}</p>
                  <p class="small">{tell.facts[game]?.one ?? games.get(game)?.summary}</p>
                  <p class="row">
                    <button class="btn" aria-label={tell.playTitle(titleOf(game))} disabled={isBusy} onClick={() => play(game)}>{tell.play}</button>
                    <button class="btn quiet" aria-label={tell.peopleTitle(titleOf(game))} aria-haspopup="dialog" onClick={() => askName(game)}>{tell.people}</button>
                    {game in LESSONS && <a class="btn quiet" aria-label={`${tell.learnShort}: ${titleOf(game)}`} {...follow({ page: "lesson", id: game })}>{tell.learnShort}</a>}
                    <a class="btn quiet" aria-label={`${say.rules}: ${titleOf(game)}`} {...follow({ page: "rules", id: game })}>{say.rules}</a>
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <p class="tiny dim">{tell.estimates}</p>
          {UsualWaits && <UsualWaits titleOf={titleOf} />}
        </section>
        <div class="low">
          <section id="live" aria-labelledby="live-title">
            <div class="head"><h2 id="live-title">{tell.live}</h2><span>{tell.liveNote}</span></div>
            {live ? <Live key={live.match_id} id={live.match_id} titleOf={titleOf} words={words(live.game)} /> : <p class="dim empty">{matches === null ? say.loading : tell.noLive}</p>}
          </section>
          <section id="tables" aria-labelledby="tables-title">
            <div class="head"><h2 id="tables-title">{tell.tables}</h2><span>{tell.tablesNote}</span></div>
            {tables.length > 0 ? <ul class="lines">{tables.map(table)}</ul> : <p class="dim empty">{matches === null ? say.loading : tell.noTables}</p>}
            <p class="small">
              {tell.nobody} <button class="as-link" onClick={() => play(FIRST_GAME)}>{tell.firstBot}</button> {tell.or} <button class="as-link" aria-haspopup="dialog" onClick={() => askName(null)}>{tell.ownTable}</button>.
            </p>
          </section>
        </div>
        <footer class="small dim"><span>{tell.fates}</span> <a href={`${BASE}/docs`}>{tell.documents}</a></footer>
      </main>
      <dialog ref={entry} class="entry" aria-label={wanted === null ? tell.playedHere : tell.peopleTitle(titleOf(wanted))}>
        <SignUp label={wanted === null ? say.comeIn : say.sit} first={join} onToken={comeIn} />
        <HaveKey onToken={enter} />
        <form method="dialog"><button class="btn quiet">{say.cancel}</button></form>
      </dialog>
    </>
  );
}

/** Whether there is somebody to watch, and a phase that will open. */
function isWatchable({ status, phase, seats }: MatchListing): boolean {
  return status === "running" && phase !== null && seats.some(({ player }) => player !== null);
}
