// The screen of a venue: pages that turn, in letters for a hall. It shows what everyone may see: it asks without a token,
// and where only some may see the tournament, it leaves out what only directors are told.

import { RefusedError, type Client, type StandingsReply, type TournamentView } from "moirai-client";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTitle } from "../../alerts/title.js";
import { failureText } from "../../parts/attempt.js";
import { Icon } from "../../parts/icons.js";
import { Notice } from "../../parts/notice.js";
import { connect, useSession } from "../../session.js";
import { say } from "../../strings/index.js";
import { Connection } from "../../table/bar.js";
import { useTournament, type Following } from "../following.js";
import { namesIn } from "../names.js";
import { tell } from "../strings.js";
import { Ahead, Clock } from "./ahead.js";
import type { Box } from "./fit.js";
import { pagesOf, type Page } from "./pages.js";
import type { NameOf } from "./rows.js";
import { show } from "./strings.js";
import { useTurning } from "./turning.js";

export default function Screen({ id }: { id: string }) {
  const { client } = useSession();
  const nobody = useMemo(() => connect(null, () => undefined), []);
  useEffect(() => nobody.stop, [nobody]);
  const [asked, setAsked] = useState(nobody.client);
  const tournament = useTournament(asked, id);
  const mustSignIn = tournament.state === "refused" && tournament.error instanceof RefusedError && tournament.error.status === 401;
  useEffect(() => {
    if (mustSignIn && client.token !== null) setAsked(client);
  }, [mustSignIn]);
  if (tournament.state === "there") return <Room client={asked} tournament={tournament} />;
  return <Notice text={tournament.state === "loading" ? say.loading : tournament.error instanceof RefusedError ? tell.noSuch : failureText(tournament.error)} />;
}

function Room({ client, tournament }: { client: Client; tournament: Following }) {
  const { view: known, standings, connection } = tournament;
  // Who directs is told of pairings before everyone is.
  const view = useMemo((): TournamentView => ({ ...known, viewer: "spectator", rounds: known.rounds.filter(({ status }) => status !== "paired") }), [known]);
  const nameOf = useMemo(() => namesIn(view), [view]);
  const { sheet, pages } = usePages(view, standings, nameOf);
  const { at, turns, setTurns, turn } = useTurning(pages.map(({ key }) => key));
  const { settings } = view;
  const round = view.rounds.at(-1);
  const done = round?.tables.filter(({ status }) => status === "done").length ?? 0;
  const page = pages[at];
  useTitle(say.title(settings.label));
  return (
    <main class="room">
      <header>
        <div>
          <h1><bdi>{settings.label}</bdi></h1>
          <p class="dim">{round ? [!settings.arena && tell.roundOf(round.round, settings.rounds), round.status === "started" && tell.tablesDone(done, round.tables.length)].filter(Boolean).join(" · ") : tell.status[view.status]}</p>
        </div>
        {connection.type !== "live" && <Connection state={connection} />}
        <Clock />
      </header>
      <section class="room-page" aria-labelledby="room-title">
        <h2 id="room-title">{page?.title ?? tell.nobody}</h2>
        <div class="room-sheet" ref={sheet}>{page && <div key={page.key}>{page.draw()}</div>}</div>
      </section>
      <footer>
        <Ahead clock={client.clock} view={view} nameOf={nameOf} />
        {pages.length > 1 && (
          <div class="room-turn" role="group" aria-label={show.pages}>
            <button type="button" aria-label={show.back} onClick={() => turn(-1)}><Icon name="arrow_left" /></button>
            <button type="button" aria-pressed={turns} onClick={() => setTurns(!turns)}><Icon name={turns ? "pause" : "play"} /> {show.turns}</button>
            <span class="dim">{show.pageOf(at + 1, pages.length)}</span>
            <button type="button" aria-label={show.on} onClick={() => turn(1)}><Icon name="arrow_right" /></button>
          </div>
        )}
      </footer>
    </main>
  );
}

/** The pages for the room that there is, made anew when it or what they show changes. */
function usePages(view: TournamentView, standings: StandingsReply | null, nameOf: NameOf) {
  const sheet = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
  const [pages, setPages] = useState<readonly Page[]>([]);
  useLayoutEffect(() => {
    const element = sheet.current!;
    const look = () => setBox((was) => (was.width === element.clientWidth && was.height === element.clientHeight ? was : { width: element.clientWidth, height: element.clientHeight }));
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (box.height > 0) setPages(pagesOf(view, standings, nameOf, sheet.current!, box));
  }, [view, standings, box]);
  return { sheet, pages };
}
