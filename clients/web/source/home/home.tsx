// The home of a player: what waits, what is open, what can be watched, what is over, and how to make a match.

import { useState } from "preact/hooks";
import { useTurnSound } from "../alerts/sound.js";
import { useTitle } from "../alerts/title.js";
import { Icon, Logo } from "../parts/icons.js";
import { useLoaded, useWhole } from "../parts/loaded.js";
import { Notice } from "../parts/notice.js";
import { usePlayerSession } from "../session.js";
import { isKept } from "../storage.js";
import { say } from "../strings/index.js";
import { Connection, connectionWarning } from "../table/bar.js";
import { momentText } from "../time.js";
import { Account } from "./account.js";
import { AtOnce } from "./at_once.js";
import { Lines } from "./listed.js";
import { useGames, useTitles, useWords } from "./games.js";
import { useLobby, type Row } from "./lobby.js";
import { Line, Waiting } from "./rows.js";

const FINISHED_SHOWN = 5;

export default function HomePage() {
  const { client, player, isSilent } = usePlayerSession();
  const { lobby, asOf, connection, refresh } = useLobby();
  const warning = connectionWarning(connection) || (isSilent ? say.noReply : "");
  const games = useGames();
  const Make = useLoaded(() => import("./make.js"), true);
  const Tournaments = useLoaded(() => import("./tournaments.js"), true);
  const Friends = useLoaded(() => import("../friends/friends_section.js"), true);
  const Seasons = useLoaded(() => import("../series/seasons.js"), true);
  const [showsAll, setShowsAll] = useState(false);
  const waiting = lobby?.waiting ?? [];
  const count = waiting.length > 0 ? say.waiting(waiting.length) : say.nothingWaits;
  useTitle(waiting.length > 0 ? `(${waiting.length}) Moirai` : "Moirai");
  useTurnSound(lobby && waiting.map(({ match }) => `${match.match_id}/${match.phase?.number ?? 0}`));
  const rows = [...waiting, ...(lobby?.mine ?? []), ...(lobby?.running ?? [])];
  const words = useWords(rows.map(({ match }) => match.game));
  const titleOf = useTitles(games);
  const given = { titleOf, words, clock: client.clock, me: player.player_id };
  const line = (row: Row) => <Line key={row.match.match_id} row={row} {...given} />;
  const finished = showsAll ? lobby?.finished : lobby?.finished.slice(0, FINISHED_SHOWN);
  const isWhole = useWhole(warning !== "" || (lobby !== null && lobby.open !== null && games.size > 0 && Make !== null && Tournaments !== null && Friends !== null && Seasons !== null));
  if (!isWhole) return <Notice text={say.loading} passes />;
  return (
    <>
      <header class="bar">
        <Logo />
        <div class="title">
          <h1>Moirai</h1>
          <p class="who">{lobby && count}</p>
        </div>
        <Account />
        <Connection state={connection} />
      </header>
      <p class="warning" role="alert" hidden={warning === ""}>{warning} {asOf && say.lastSeen(momentText(asOf))}</p>
      {!isKept && <p class="warning">{say.notKept}</p>}
      <main class="frame home-frame">
        <div class="centre">
          <section id="mine" tabIndex={-1} aria-labelledby="mine-title">
            <h2 id="mine-title">{say.secWaiting}</h2>
            {lobby === null ? <p class="dim">{say.loading}</p> : waiting.length === 0 ? <><p class="dim empty">{say.noneWaiting}</p><AtOnce games={[...games.values()]} titleOf={titleOf} /></> : (
              <ul class="waits">{waiting.map((row, at) => <Waiting key={row.match.match_id} row={row} {...given} first={at === 0} />)}</ul>
            )}
          </section>
          {lobby && lobby.mine.length > 0 && (
            <section>
              <h2>{say.secMine}</h2>
              <ul class="lines">{lobby.mine.map(line)}</ul>
            </section>
          )}
          {Friends && <Friends {...given} />}
          {Tournaments && <Tournaments titleOf={titleOf} />}
          {Seasons && <Seasons />}
          <section id="open" tabIndex={-1} aria-labelledby="open-title">
            <h2 id="open-title">{say.secOpen}</h2>
            <Lines rows={lobby?.open ?? null} none={say.noneOpen} line={line} />
          </section>
          <section id="watch" tabIndex={-1} aria-labelledby="watch-title">
            <h2 id="watch-title">{say.secWatch}</h2>
            <Lines rows={lobby?.running ?? null} none={say.noneWatch} line={line} />
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
          {Make && <Make games={[...games.values()]} titleOf={titleOf} onMade={refresh} />}
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
