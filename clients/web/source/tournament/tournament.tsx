// A tournament: what happened, my table, the tables of each round, standings; for directors what they do.

import { RefusedError, UnreachableError, type Client } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { Welcome } from "../home/welcome.js";
import { useGames, useTitles } from "../home/games.js";
import { failureText } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useLoaded, useWhole } from "../parts/loaded.js";
import { Notice } from "../parts/notice.js";
import { SettingsPanel } from "../parts/settings.js";
import { loadStyles } from "../parts/styles.js";
import { follow, type Place } from "../router.js";
import { useSession } from "../session.js";
import { listed, say } from "../strings/index.js";
import { Connection, connectionWarning } from "../table/bar.js";
import { clockText, momentText } from "../time.js";
import { Entrants } from "./entrants.js";
import { Exports } from "./exports.js";
import { useTournament, type Following } from "./following.js";
import { roundsInGroups } from "./groups.js";
import { Mine } from "./mine.js";
import { leftIn, namesIn, notReadyAt, statusText } from "./names.js";
import { Rounds, needsDirector } from "./rounds.js";
import { Standings } from "./standings.js";
import { tell } from "./strings.js";

/** What needs the styles of halls. */
const styled = <T,>(load: () => Promise<T>): Promise<T> => loadStyles("hall").then(load);

export default function TournamentPages({ place }: { place: Place }) {
  const [isStyled, setStyled] = useState(false);
  useEffect(() => void loadStyles("tournaments").then(() => setStyled(true)), []);
  const MakeTournament = useLoaded(() => import("./make.js"), place.page === "make_tournament");
  const Screen = useLoaded(() => styled(() => import("./screen/screen.js")), place.page === "screen");
  const Embedded = useLoaded(() => import("./embedded.js"), place.page === "embed");
  if (!isStyled) return <Notice text={say.loading} />;
  if (place.page === "tournament") return <TournamentPage key={place.id} id={place.id} />;
  if (place.page === "screen") return Screen ? <Screen key={place.id} id={place.id} /> : <Notice text={say.loading} />;
  if (place.page === "embed") return Embedded ? <Embedded key={place.id} id={place.id} /> : <Notice text={say.loading} />;
  return MakeTournament ? <MakeTournament /> : <Notice text={say.loading} />;
}

function TournamentPage({ id }: { id: string }) {
  const { client, player, enter } = useSession();
  const tournament = useTournament(client, id);
  if (tournament.state === "loading") return <Notice text={say.loading} />;
  if (tournament.state === "refused") {
    const { error } = tournament;
    if (player === null && !(error instanceof UnreachableError)) return <Welcome reason={tell.signIn} onToken={enter} />;
    return <Notice text={error instanceof RefusedError && error.status === 404 ? tell.noSuch : failureText(error)} />;
  }
  return <Page tournament={tournament} />;
}

function Page({ tournament }: { tournament: Following }) {
  const { client } = useSession();
  const { view, connection } = tournament;
  const games = useGames();
  const titleOf = useTitles(games);
  const nameOf = namesIn(view);
  const { settings } = view;
  const id = settings.tournament_id;
  const players = view.entrants.filter(({ waiting, withdrawn }) => !waiting && !withdrawn).length;
  const last = view.rounds.at(-1);
  const directs = view.viewer === "host";
  const isArena = settings.system === "arena";
  const rests = Boolean(settings.match.rest);
  const isRobin = last !== undefined && settings.system === "round_robin";
  const isGrouped = last !== undefined && settings.system === "groups";
  const isBracket = last !== undefined && (isGrouped ? last.round > roundsInGroups(view) : settings.system.endsWith("_elimination"));
  const Brackets = useLoaded(() => styled(() => import("./brackets/brackets.js")), isBracket);
  const RestNote = useLoaded(() => import("../parts/rest.js"), rests);
  const CrossTable = useLoaded(() => styled(() => import("./cross_table.js")), isRobin);
  const NextStep = useLoaded(() => import("./steps.js"), directs);
  const Groups = useLoaded(() => styled(() => import("./group_tables.js")), isGrouped);
  const Arena = useLoaded(() => styled(() => import("./arena/arena.js")), isArena);
  const shown = { rounds: last, bracket: Brackets, "cross-table": CrossTable, groups: Groups, standings: true };
  useTitle(say.title(`${settings.label}, ${last && !isArena ? tell.roundOf(last.round, settings.rounds) : tell.status[view.status]}`));
  const warning = connectionWarning(connection);
  // Nothing is shown before what is above it: what came late would push it away under the finger.
  const isWhole = useWhole(
    warning !== "" ||
      view.cursor > MOST_AWAITED ||
      (isToldAll(tournament) &&
        games.size > 0 &&
        (!isBracket || Brackets !== null) &&
        (!rests || RestNote !== null) &&
        (!isRobin || CrossTable !== null) &&
        (!directs || NextStep !== null) &&
        (!isGrouped || Groups !== null) &&
        (!isArena || Arena !== null)),
  );
  if (!isWhole) return <Notice text={say.loading} />;
  return (
    <>
      <header class="bar">
        <a class="home" {...follow({ page: "home" })} aria-label={say.home}><Icon name="arrow_left" /></a>
        <div class="title">
          <h1><bdi>{settings.label}</bdi></h1>
          <p class="who">{[last && !isArena && tell.roundOf(last.round, settings.rounds), (!last || view.status === "paused" || view.status === "provisional") && statusText(view, client), tell.about(tell.system[settings.system], players, titleOf(settings.match.game)), directs ? tell.youDirect : ""].filter(Boolean).join(" · ")}</p>
        </div>
        <Connection state={connection} />
      </header>
      <p class="warning" role="alert" hidden={warning === ""}>{warning}</p>
      <main class="frame tour-frame">
        <div class="centre">
          {settings.description && <p class="about" dir="auto">{settings.description}</p>}
          {view.announcement !== "" && <p class="announcement panel" role="status" dir="auto">{view.announcement}</p>}
          <section class="happened" aria-live="polite">
            <h2 class="say">{headline(tournament, nameOf, client)}</h2>
            <Lately tournament={tournament} />
          </section>
          {last && <Ways parts={PARTS.filter((part) => shown[part])} />}
          {!isArena && <Mine tournament={tournament} nameOf={nameOf} />}
          {NextStep && <NextStep tournament={tournament} nameOf={nameOf} />}
          {isArena && Arena && <Arena tournament={tournament} nameOf={nameOf} />}
          {!isArena && view.rounds.length > 0 && <Rounds tournament={tournament} nameOf={nameOf} />}
          {Brackets && <Brackets view={view} nameOf={nameOf} />}
          {CrossTable && <CrossTable view={view} standings={tournament.standings} nameOf={nameOf} />}
          {Groups && <Groups view={view} standings={tournament.standings} nameOf={nameOf} />}
          {!isArena && <Standings id={id} scores={settings.scores} standings={tournament.standings} rounds={view.rounds} nameOf={nameOf} leftOf={leftIn(view)} me={view.viewer} />}
        </div>
        <div class="side">
          <Entrants tournament={tournament} nameOf={nameOf} />
          {directs && view.status !== "over" && view.status !== "cancelled" && <SettingsPanel title={tell.changeSettings} load={() => import("./settings.js")}>{(Settings) => <Settings tournament={tournament} />}</SettingsPanel>}
          {RestNote && settings.match.rest && <RestNote rest={settings.match.rest} />}
          <Exports tournament={tournament} nameOf={nameOf} />
          {directs && <p class="ledge"><Icon name="eye_closed" /> <span>{tell.sealedNote}</span></p>}
        </div>
      </main>
    </>
  );
}

const PARTS = ["rounds", "bracket", "cross-table", "groups", "standings"] as const;

/** The way to each part of a long page. */
function Ways({ parts }: { parts: readonly (typeof PARTS)[number][] }) {
  const titles = { rounds: tell.tables, bracket: tell.bracket, "cross-table": tell.crossTable, groups: tell.groups, standings: tell.standings };
  return <nav class="row skips" aria-label={tell.ways}>{parts.map((part) => <a key={part} class="btn quiet" href={`#${part}`}>{titles[part]}</a>)}</nav>;
}

/** How it stands, in a sentence or two. */
function headline(tournament: Following, nameOf: (entrant: string) => string, client: Client): string {
  const { view } = tournament;
  const last = view.rounds.at(-1);
  if (view.status === "over") {
    const first = view.places.filter(([place]) => place === 1).map(([, entrant]) => nameOf(entrant));
    return first.length === 0 ? tell.status.over : tell.said.won(listed(first), first.length > 1);
  }
  if (view.status === "provisional") return tell.provisionalUntil(momentText(client.clock.toLocal(view.provisional_until!)));
  if (view.status === "paused" || view.status === "cancelled") return tell.said[view.status];
  // A round that has a time is paired as soon as the one before is done.
  const round = last?.round ?? 1;
  const time = view.settings.schedule.times[round - 1];
  const starts = time && (client.clock.secondsUntil(time) ?? 1) > 0 ? tell.said.startsAt(round, momentText(client.clock.toLocal(time))) : "";
  if (last === undefined) return `${view.status === "running" ? tell.said.between : tell.said[view.status]} ${starts}`;
  if (last.status === "paired") return `${view.viewer === "host" ? tell.said.paired(last.round) : tell.said.between} ${starts}`;
  if (last.status === "published") return starts || tell.said.published(last.round);
  if (last.status === "done") return tell.said.nextRound(last.round);
  const done = last.tables.filter(({ status }) => status === "done").length;
  const needs = last.tables.filter((table) => needsDirector(tournament, last, table)).length;
  const waiting = last.tables.filter((table) => notReadyAt(view, table, last).length > 0).length;
  const playing = waiting + done < last.tables.length || waiting === 0 ? tell.said.playing(last.tables.length - waiting - done, done) : "";
  return [needs > 0 && tell.said.need(needs), waiting > 0 && tell.said.waiting(waiting), playing].filter(Boolean).join(" ");
}

/** Whether what is told of a view has come. */
const isToldAll = ({ told, view }: Following): boolean => (told.at(-1)?.cursor ?? 0) >= view.cursor;

/** In a hall the rows come first: with more events than these, the page waits for nothing else. */
const MOST_AWAITED = 100;

/** What happened last, in the sentences of the server; the newest first. As long as it comes, it has its place. */
function Lately({ tournament }: { tournament: Following }) {
  const { client } = useSession();
  const news = tournament.told.filter(({ facts, lines }) => lines && lines.length > 0 && !facts.every(({ type }) => QUIET.includes(type)) && !facts.some(({ type }) => type === "table_noted"));
  if (news.length === 0 && !isToldAll(tournament)) return <>{Array.from({ length: LATELY }, (_, at) => <p key={at} class="then">&nbsp;</p>)}</>;
  return news.slice(-LATELY).reverse().map(({ cursor, at, lines }) => (
    <p key={cursor} class="then"><span class="dim">{clockText(client.clock.toLocal(at))}</span> {lines!.slice(0, LINES).join(" ")}</p>
  ));
}

const LATELY = 3;

/** A pairing has a sentence for each table, which the page shows anyway. */
const LINES = 2;

const QUIET = ["tables_set", "ready_said", "checked_in", "drawn"];
