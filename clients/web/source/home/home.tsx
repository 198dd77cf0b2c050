// The home of a player: what waits, what is open, what can be watched, what is over, and how to make a match.

import { useEffect, useState } from "preact/hooks";
import { Icon, Logo } from "../parts/icons.js";
import { useSession } from "../session.js";
import { isKept } from "../storage.js";
import { say } from "../strings/index.js";
import { useSeconds } from "../time.js";
import { Account } from "./account.js";
import { useGames, useLobby, type Row } from "./lobby.js";
import { Make } from "./make.js";
import { Line, Waiting } from "./rows.js";

const FINISHED_SHOWN = 5;

export default function HomePage() {
  const { player } = useSession();
  const { lobby, isSilent, clock, refresh } = useLobby();
  const games = useGames();
  const [showsAll, setShowsAll] = useState(false);
  useSeconds();
  const waiting = lobby?.waiting ?? [];
  const count = waiting.length > 0 ? say.waiting(waiting.length) : say.nothingWaits;
  useEffect(() => {
    document.title = waiting.length > 0 ? `(${waiting.length}) Moirai` : "Moirai";
  }, [waiting.length]);
  const line = (row: Row) => <Line key={row.match.match_id} row={row} games={games} me={player.player_id} />;
  const finished = showsAll ? lobby?.finished : lobby?.finished.slice(0, FINISHED_SHOWN);
  return (
    <>
      <header class="bar">
        <Logo />
        <div class="title">
          <h1>Moirai</h1>
          <p class="who">{lobby && count}</p>
        </div>
        <Account />
        <div class="conn" role="status">
          <span class={`dot ${isSilent ? "off" : ""}`} />
          <span class={isSilent ? "words shown" : "words"}>{isSilent ? (navigator.onLine ? say.connecting : say.offline) : say.connected}</span>
        </div>
      </header>
      <p class="warning" role="alert" hidden={!isSilent}>{isSilent && say.noReply}</p>
      {!isKept && <p class="warning">{say.notKept}</p>}
      <main class="frame home-frame">
        <div class="centre">
          <section id="mine" tabIndex={-1} aria-labelledby="mine-title">
            <h2 id="mine-title">{say.secWaiting}</h2>
            {lobby === null ? <p class="dim">{say.loading}</p> : waiting.length === 0 ? <p class="dim empty">{say.noneWaiting}</p> : (
              <ul class="waits">{waiting.map((row, at) => <Waiting key={row.match.match_id} row={row} games={games} me={player.player_id} first={at === 0} clock={clock} />)}</ul>
            )}
          </section>
          {lobby && lobby.mine.length > 0 && (
            <section>
              <h2>{say.secMine}</h2>
              <ul class="lines">{lobby.mine.map(line)}</ul>
            </section>
          )}
          <section id="open" tabIndex={-1} aria-labelledby="open-title">
            <h2 id="open-title">{say.secOpen}</h2>
            {lobby && lobby.open.length === 0 ? <p class="dim empty">{say.noneOpen}</p> : <ul class="lines">{lobby?.open.map(line)}</ul>}
          </section>
          <section id="watch" tabIndex={-1} aria-labelledby="watch-title">
            <h2 id="watch-title">{say.secWatch}</h2>
            {lobby && lobby.running.length === 0 ? <p class="dim empty">{say.noneWatch}</p> : <ul class="lines">{lobby?.running.map(line)}</ul>}
          </section>
          {finished && finished.length > 0 && (
            <section>
              <h2>{say.secFinished}</h2>
              <ul class="lines">{finished.map(line)}</ul>
              {finished.length < (lobby?.finished.length ?? 0) && <button class="btn quiet" onClick={() => setShowsAll(true)}>{say.moreFinished}</button>}
            </section>
          )}
        </div>
        <div class="side">
          <Make games={[...games.values()]} onMade={refresh} />
        </div>
      </main>
      <nav class="strip" aria-label={say.home}>
        {([["mine", "clock", say.tabMine], ["open", "users", say.tabOpen], ["make", "plus", say.tabMake], ["watch", "eye", say.tabWatch]] as const).map(([id, icon, text]) => (
          <button key={id} onClick={() => { const part = document.getElementById(id); part?.scrollIntoView(); part?.focus({ preventScroll: true }); }}>
            <Icon name={icon} />{text}
          </button>
        ))}
      </nav>
    </>
  );
}
