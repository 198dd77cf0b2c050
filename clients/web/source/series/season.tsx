// A season: what happened, the decision that waits for me, heaven and hell over the episodes; for directors what they do.

import { RefusedError, UnreachableError } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { useGames, useTitles } from "../home/games.js";
import { Welcome } from "../home/welcome.js";
import { Failure, failureText, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { LinkBox, saveFile } from "../parts/link.js";
import { useLoaded, useWhole } from "../parts/loaded.js";
import { Notice } from "../parts/notice.js";
import { SettingsPanel } from "../parts/settings.js";
import { loadStyles } from "../parts/styles.js";
import { follow, pathOf, type Place } from "../router.js";
import { useSession } from "../session.js";
import { listed, say } from "../strings/index.js";
import { Connection, connectionWarning } from "../table/bar.js";
import { clockText } from "../time.js";
import { useSeason, type Following } from "./following.js";
import { Mine } from "./mine.js";
import { namesIn, namesThen } from "./names.js";
import { Preview } from "./preview.js";
import { Episodes, Gone, Now, Places } from "./realms.js";
import { NextStep, Players } from "./steps.js";
import { tell } from "./strings.js";

export default function SeasonPages({ place }: { place: Place }) {
  const [isStyled, setStyled] = useState(false);
  useEffect(() => void Promise.all([loadStyles("tournaments"), loadStyles("seasons")]).then(() => setStyled(true)), []);
  const MakeSeason = useLoaded(() => import("./make.js"), place.page !== "series");
  if (!isStyled) return <Notice text={say.loading} />;
  if (place.page === "series") return <SeasonPage key={place.id} id={place.id} />;
  return MakeSeason ? <MakeSeason /> : <Notice text={say.loading} />;
}

function SeasonPage({ id }: { id: string }) {
  const { client, player, enter } = useSession();
  const season = useSeason(client, id);
  if (season.state === "loading") return <Notice text={say.loading} />;
  if (season.state === "refused") {
    const { error } = season;
    if (player === null && !(error instanceof UnreachableError)) return <Welcome reason={tell.signIn} onToken={enter} />;
    return <Notice text={error instanceof RefusedError && error.status === 404 ? tell.noSuch : failureText(error)} />;
  }
  return <Page season={season} />;
}

function Page({ season }: { season: Following }) {
  const { view, connection, told } = season;
  const games = useGames();
  const titleOf = useTitles(games);
  const nameOf = namesIn(view);
  const { settings } = view;
  const last = view.episodes.at(-1);
  const directs = view.viewer === "host";
  const stand = last ? tell.episodeOf(last.episode, settings.episodes.length) : tell.status[view.status];
  const isOver = view.status === "over" || view.status === "cancelled";
  const rests = !isOver && Boolean(settings.matches.rest ?? settings.leave_days);
  const Resting = useLoaded(() => import("../parts/resting.js"), rests);
  useTitle(say.title(`${settings.label}, ${stand}`));
  const warning = connectionWarning(connection);
  const shown = { view, nameOf, titleOf };
  // Nothing is shown before what is above it: what came late would push it away under the finger.
  const isWhole = useWhole(warning !== "" || ((told.at(-1)?.cursor ?? 0) >= view.cursor && games.size > 0 && (!rests || Resting !== null)));
  if (!isWhole) return <Notice text={say.loading} />;
  return (
    <>
      <header class="bar">
        <a class="home" {...follow({ page: "home" })} aria-label={say.home}><Icon name="arrow_left" /></a>
        <div class="title">
          <h1><bdi>{settings.label}</bdi></h1>
          <p class="who">{[stand, last && view.status !== "running" && tell.status[view.status], directs && tell.youDirect].filter(Boolean).join(" · ")}</p>
        </div>
        <Connection state={connection} />
      </header>
      <p class="warning" role="alert" hidden={warning === ""}>{warning}</p>
      <main class="frame tour-frame season">
        <div class="centre">
          <section class="happened" aria-live="polite">
            <h2 class="say">{headline(season, nameOf, titleOf)}</h2>
            <Lately season={season} />
          </section>
          {rests && Resting && <Resting leaves={leavesIn(season, nameOf)} rest={settings.matches.rest} isTimed={view.status === "running"} />}
          <Mine season={season} nameOf={nameOf} />
          {directs && !isOver && <NextStep season={season} nameOf={nameOf} />}
          {directs && !isOver && <SettingsPanel title={tell.settings} load={() => import("./settings.js")}>{(Settings) => <Settings season={season} />}</SettingsPanel>}
          <Episodes season={season} nameOf={nameOf} titleOf={titleOf} />
        </div>
        <div class="side">
          <Places {...shown} />
          <Now {...shown} />
          <Gone {...shown} />
          <Players season={season} nameOf={nameOf} />
          <Preview view={view} titleOf={titleOf} />
          <TakeAway season={season} />
        </div>
      </main>
    </>
  );
}

const leavesIn = ({ view }: Following, nameOf: (entrant: string) => string) =>
  view.entrants.filter(({ left_in: left }) => left === null).map(({ entrant, on_leave_until: until }) => ({ id: entrant, until, name: entrant === view.viewer ? null : nameOf(entrant) }));

/** How it stands, in a sentence. */
function headline({ view }: Following, nameOf: (entrant: string) => string, titleOf: (game: string) => string): string {
  const { settings, stopped } = view;
  const last = view.episodes.at(-1);
  if (view.status === "over") return view.winner === view.viewer ? tell.said.wonYou : tell.said.won(nameOf(view.winner!));
  if (view.status === "paused" || view.status === "cancelled") return tell.said[view.status];
  if (stopped !== null) return tell.said.stopped[stopped.because];
  if (view.status === "open") return tell.said.open(view.entrants.length, settings.episodes[0]!.heaven + settings.episodes[0]!.hell);
  if (last === undefined || last.done) return tell.said.next((last?.episode ?? 0) + 1, settings.start === "by_word");
  if (last.death !== null) return tell.said.death(listed(Object.values(last.death.seats).map(namesThen(view, last.death.players))));
  const asked = last.decisions.find(({ because }) => because === null);
  if (asked !== undefined) return asked.entrant === view.viewer ? tell.said.yourDecision : tell.said.decision(nameOf(asked.entrant));
  const terms = settings.episodes[last.episode - 1]!;
  return (terms.seats === null ? tell.said.main : tell.said.final)(titleOf(terms.match.game));
}

/** What happened last, in the sentences of the server; the newest first. */
function Lately({ season }: { season: Following }) {
  const { client } = useSession();
  const news = season.told.filter(({ facts, lines }) => lines && lines.length > 0 && !facts.every(({ type }) => type === "matches_set") && !facts.some(({ type }) => type === "match_noted"));
  return news.slice(-LATELY).reverse().map(({ cursor, at, lines }) => (
    <p key={cursor} class="then"><span class="dim">{clockText(client.clock.toLocal(at))}</span> {lines!.slice(0, LINES).join(" ")}</p>
  ));
}

const LATELY = 3;

/** A season begins with a sentence for each place, which the page shows anyway. */
const LINES = 4;

function TakeAway({ season }: { season: Following }) {
  const { client, player } = useSession();
  const { view } = season;
  const { isBusy, failure, attempt } = useAttempt();
  const id = view.settings.series_id;
  const isOver = view.status === "over" || view.status === "cancelled";
  const saveLog = async () => saveFile(`${view.settings.label}.ndjson`, await client.series(id).log(), "application/x-ndjson");
  return (
    <details class="panel exports">
      <summary>{tell.takeAway}</summary>
      {player !== null && (isOver || view.viewer === "host") && <div class="row"><button class="btn" aria-disabled={isBusy} onClick={() => void attempt(saveLog)}>{tell.log}</button></div>}
      <Failure error={failure} />
      <LinkBox title={tell.link} link={location.origin + pathOf({ page: "series", id })} />
    </details>
  );
}
