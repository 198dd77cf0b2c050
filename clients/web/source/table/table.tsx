// A match: seats, what happened, the board, my move, talk, history and rules, in one frame for every game.

import { RefusedError, StreamClosedError, UnreachableError, Words, type GameReply, type GameTexts, type JsonValue } from "moirai-client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useMomentSounds } from "../alerts/moments.js";
import { useTurnSound } from "../alerts/sound.js";
import { useTitle } from "../alerts/title.js";
import { useBoard } from "../boards/index.js";
import type { BoardMove } from "../boards/props.js";
import { HaveKey, SignUp, Welcome } from "../home/welcome.js";
import { failureText } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useDrawn, useLoaded, useWhole } from "../parts/loaded.js";
import { Notice } from "../parts/notice.js";
import { follow, type Place } from "../router.js";
import { useSession } from "../session.js";
import { recall, UNNAMED } from "../storage.js";
import { language, say } from "../strings/index.js";
import { loadTexts } from "../words.js";
import { awaitsViewer } from "./awaited.js";
import { connectionWarning, TableBar } from "./bar.js";
import { useTable, type Following } from "./following.js";
import { Everything, Happened, lastResult } from "./happened.js";
import { HistorySlider, ToldTo, usePast } from "./history.js";
import { MovePanel } from "./move.js";
import { outcomeLine } from "./outcome.js";
import { phaseName, seatName, withTitles } from "./people.js";
import { HostReason } from "./reason.js";
import { useSealing, type Sealing } from "./sealing.js";
import { Invite, Seats } from "./seats.js";
import { TalkPanel, Unread, useTalking } from "./talk.js";

export default function TablePage({ place }: { place: Place }) {
  const { player, enter } = useSession();
  const table = useTable(place.page === "table" ? place.id : "");
  if (table.state === "loading") return <Notice text={say.loading} />;
  if (table.state === "refused") {
    // Without a name, whoever may not watch is asked for one.
    return player === null && !(table.error instanceof UnreachableError) ? <Welcome reason={say.signInFirst} onToken={enter} /> : <Notice text={refusalText(table.error)} />;
  }
  return <TableFrame table={table} />;
}

function refusalText(error: Error): string {
  const unknown = (error instanceof RefusedError && error.status === 404) || (error instanceof StreamClosedError && error.code === 4404);
  return unknown ? say.noSuchMatch : failureText(error);
}

/** The game's title, rules and words. */
function useGame(game: string) {
  const { client } = useSession();
  const [reply, setReply] = useState<GameReply | null>(null);
  const [texts, setTexts] = useState<GameTexts | null>(null);
  const [isNamed, setNamed] = useState(false);
  useEffect(() => {
    void client.game(game, language).then(setReply, () => undefined);
    void loadTexts(client, game).then((texts) => {
      setTexts(texts);
      setNamed(true);
    });
  }, [client, game]);
  return { reply, texts, isNamed };
}

function TableFrame({ table: given }: { table: Following }) {
  const { client, player } = useSession();
  const { view, events, connection } = given;
  const { reply, texts, isNamed } = useGame(given.details.game);
  const theme = given.details.options["theme"];
  const details = useMemo(() => withTitles(given.details, new Words(texts)), [given.details, texts]);
  const table = { ...given, details };
  const words = useMemo(
    () => new Words(texts, { theme: typeof theme === "string" ? theme : null, nameOf: (seat) => seatName(details, seat, view.viewer) }),
    [texts, theme, details, view.viewer],
  );
  const role = details.roles.find((holder) => holder.player.player_id === player?.player_id)?.role;
  const isHost = player !== null && (player.administrator || (role !== undefined && role !== "observer"));
  const directs = isHost && role !== "arbiter";
  const past = usePast(table, words);
  // Who looks from another seat is not "you" there.
  const boardWords = useMemo(
    () => (past.as === null ? words : new Words(texts, { theme: typeof theme === "string" ? theme : null, nameOf: (seat) => seatName(details, seat, "") })),
    [words, past.as === null],
  );
  const talking = useTalking(table);
  const HostPanel = useLoaded(() => import("./host.js"), isHost);
  const isOpen = view.status === "open";
  const OpenTable = useLoaded(() => import("./open_table.js"), isOpen);
  const invites = directs && isOpen;
  const Invitations = useLoaded(() => import("../parts/invitations.js"), invites);
  const canGiveUp = (view.status === "running" || view.status === "paused") && past.isNow && details.tournament === null && details.series === null && details.seats.some(({ id }) => id === view.viewer);
  const GiveUp = useLoaded(() => import("./give_up.js"), canGiveUp);
  const isOver = view.status === "over" || view.status === "void";
  const End = useLoaded(() => import("../moments/end.js"), isOver);
  const PlayAgain = useLoaded(() => import("./again.js"), isOver);
  const hasNewerRules = Boolean(details.proposed_rules ?? details.coming_rules);
  const NewerRules = useLoaded(() => import("./newer_rules.js"), hasNewerRules);
  // Earlier servers do not have them.
  const rests = !isOver && Boolean(details.rest ?? (details.leave_days || details.leaves?.length));
  const Resting = useLoaded(() => import("./resting.js"), rests);
  const canLeave = canGiveUp && details.leave_days > 0;
  const OwnLeave = useLoaded(() => import("./own_leave.js"), canLeave);
  const Fairness = useLoaded(() => import("../fairness/panel.js"), isOver && player !== null);
  const Season = useLoaded(() => import("../series/standing.js"), details.series !== null);
  // Who began without a name gives one with the first move, or to people who may sit down.
  const isAsked = player !== null && recall<boolean>(UNNAMED) === true && (events.some(({ facts }) => facts.some(({ type }) => type === "submitted")) || (isOpen && details.free_seats > 0));
  const Naming = useLoaded(() => import("../home/naming.js"), isAsked);
  const isQueued = player !== null && details.queue && (view.status === "void" || (isOpen && details.seats.some(({ id }) => id === view.viewer)));
  const Waiting = useLoaded(() => import("../home/waiting.js"), isQueued);
  const game = useBoard(details.game);
  const Opening = useLoaded(() => import("../moments/opening.js"), game?.opening !== undefined);
  const [since] = useState(view.cursor);
  const sealing = useSealing(table);
  useMomentSounds(view, Boolean(sealing?.sealed));
  const [part, setPart] = useState<Part>(PLAY);

  const title = texts === null && reply ? reply.title : words.thing("game", details.game);
  const toLocal = (moment: string) => client.clock.toLocal(moment);
  const status = view.status === "running" ? (view.phase ? phaseName(words, view.phase) : say.betweenPhases) : say[view.status];
  const shown = past.view;
  // What another seat was told is known only as what it knew then.
  const told = past.as !== null ? [] : past.at === null ? events : events.filter(({ cursor }) => cursor <= past.moments[past.at!]!.cursor);
  const headline = !past.isNow ? undefined : view.outcome ? outcomeLine(view.outcome, details, view.viewer) : view.status === "void" ? say.voided : undefined;

  const opened = lastResult(events);
  const scene = useMemo(
    () => (opened && game?.opening ? game.opening({ event: opened, before: events.filter(({ cursor }) => cursor < opened.cursor), view, details, words }) : null),
    [opened?.cursor, game, words],
  );

  const boardTitle = past.isNow ? say.board : past.as === null ? say.boardPast : say.boardOf(seatName(details, past.as, view.viewer) ?? past.as);

  // Nothing is shown before what is above it or beside it: a slow phone would push it away under the finger.
  const isWhole = useWhole(
    connectionWarning(connection) !== "" ||
      (isNamed &&
        game !== null &&
        (events.length > 0 || view.cursor === 0) &&
        (!isOver || (PlayAgain !== null && End !== null && reply !== null)) &&
        (!isOpen || OpenTable !== null) &&
        (!invites || Invitations !== null) &&
        (!isQueued || Waiting !== null) &&
        (!hasNewerRules || NewerRules !== null) &&
        (!rests || Resting !== null) &&
        (details.series === null || Season !== null)),
  );
  // The move is drawn first, then the board, then what is beside them; before the start phones have that above.
  const hasBoard = useDrawn(isWhole);
  const hasRest = useDrawn(hasBoard) || isOpen;
  const isMyTurn = awaitsViewer(view);
  useTitle(say.title(isMyTurn ? say.yourTurn(title) : `${title}, ${status}`));
  useTurnSound(isMyTurn ? [`${details.match_id}/${view.phase!.number}`] : []);

  if (!isWhole) return <Notice text={say.loading} />;
  return (
    <div class={past.isNow ? "" : "past"}>
      <TableBar title={title} subtitle={status} details={details} view={view} connection={connection} />
      <Warnings table={table} />
      <main class={isOpen ? "frame unbegun" : view.status === "running" && past.isNow ? "frame playing" : "frame"} data-part={part.of}>
        <div class="seats">
          {hasRest && (
            <>
              <Seats table={table} words={words} isHost={directs} />
              {!isOver && <HistorySlider past={past} table={table} />}
              {canLeave && OwnLeave && <OwnLeave table={table} />}
              {canGiveUp && GiveUp && <GiveUp table={table} isHost={directs} />}
              {isHost && HostPanel && <HostPanel table={table} />}
            </>
          )}
        </div>
        <div class="centre" data-title={title}>
          {!past.isNow && (
            <p class="past-note" role="status">
              <Icon name={past.as === null ? "history" : "eye"} /> {past.title}. {past.as === null ? say.pastNote : say.asNote(seatName(details, past.as, view.viewer) ?? past.as)}
              <button class="btn" onClick={() => past.look(null)}>{say.backToNow}</button>
            </p>
          )}
          {Season && details.series && <Season place={details.series} />}
          <HostReason view={view} />
          {hasNewerRules && past.isNow && NewerRules && <NewerRules table={table} />}
          {rests && past.isNow && Resting && <Resting table={table} />}
          {isQueued && Waiting && <Waiting table={table} />}
          {isOpen && OpenTable && <OpenTable table={table} words={words} canSit={details.door_open || directs} />}
          {player === null && isOpen && <Newcomer />}
          {isOpen && player && <Invite details={details} />}
          {invites && Invitations && <Invitations to={table.match} seats={details.seats} joined={details.seats.filter((one) => one.player).length} />}
          {Opening && past.isNow && <Opening event={opened} scene={scene} since={since} />}
          {!isOpen && past.as === null && <Happened events={told} headline={headline} details={details} view={view} game={game} words={words} isAsked={sealing?.isOpen ?? false} onBring={() => setPart(PLAY)} />}
          {past.as !== null && shown && <ToldTo view={shown} />}
          {isOver && past.isNow && PlayAgain && <PlayAgain table={table} />}
          {End && reply && view.outcome && past.isNow && <End table={table} outcome={view.outcome} game={game} ranksOver={reply.ranks_over} words={words} title={title} headline={headline ?? ""} onLook={(cursor) => past.look(null, cursor)} />}
          {isOver && <HistorySlider past={past} table={table} />}
          {past.isNow && <MovePanel table={table} sealing={sealing} game={game} words={words} toLocal={toLocal} />}
          {Naming && <Naming isFirst />}
          {!isOpen && hasBoard && (
            <section class="board" id="board" aria-label={boardTitle} tabIndex={-1}>
              <h2>{boardTitle}</h2>
              {shown && game ? (
                <game.default details={details} view={shown} events={told} words={boardWords} move={past.isNow && sealing ? boardMove(sealing) : null} />
              ) : (
                <p class="dim">{say.loading}</p>
              )}
            </section>
          )}
          {hasBoard && past.as === null && <Everything events={told} toLocal={toLocal} />}
        </div>
        <div class="side">
          {hasRest && (
            <>
              {player === null && !isOpen && <Newcomer />}
              {Fairness && <Fairness table={table} game={title} isHost={isHost} />}
              <TalkPanel table={table} talking={talking} toLocal={toLocal} />
              <Rules game={reply} words={words} details={details} />
              {!isOver && !isOpen && directs && <Invite details={details} />}
            </>
          )}
        </div>
      </main>
      <Strip
        unread={talking.total}
        part={part}
        onPart={setPart}
        shown={{
          move: past.isNow && view.status === "running" && view.phase !== null,
          board: !isOpen,
          talk: talking.channels.length > 0,
          history: past.moments.length > 1,
        }}
      />
    </div>
  );
}

/** The move, as far as it concerns the board. */
function boardMove(sealing: Sealing): BoardMove {
  const { schema, definitions, draft, isOpen, setDraft } = sealing;
  return { schema, definitions, draft, isOpen, setDraft, shown: isOpen ? sealing.move : (sealing.sealed?.move as JsonValue | undefined) };
}

/** Whoever watches without a name can get one. */
function Newcomer() {
  const { enter } = useSession();
  return (
    <div class="newcomer">
      <SignUp label={say.comeIn} onToken={enter} />
      <HaveKey onToken={enter} />
    </div>
  );
}

function Warnings({ table }: { table: Following }) {
  const { connection, tampering } = table;
  const text = tampering ? say.tampering(tampering) : connectionWarning(connection);
  return (
    <p class={`warning ${tampering ? "bad" : ""}`} role="alert" hidden={text === ""}>
      {text}
    </p>
  );
}

function Rules({ game, words, details }: { game: GameReply | null; words: Words; details: Following["details"] }) {
  const [isOpen, setOpen] = useState(false);
  const Book = useLoaded(() => import("../rules/book.js"), isOpen);
  if (!game) return null;
  return (
    <details class="panel rules" id="rules" tabIndex={-1} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.rules}</summary>
      {Book ? (
        <Book game={game} words={words} options={details.options} match={details}>
          <a class="btn" {...follow({ page: "match_rules", id: details.match_id })}>{say.rulesPage}</a>
        </Book>
      ) : (
        <p class="dim">{say.loading}</p>
      )}
    </details>
  );
}

/** What a phone shows during a match: the column of the page, and where in it. */
interface Part {
  of: "play" | "board" | "side" | "seats";
  id: string;
}

const PLAY: Part = { of: "play", id: "move" };

interface StripProps {
  unread: number;
  part: Part;
  onPart: (part: Part) => void;
  /** Which parts the page has now. */
  shown: { move: boolean; board: boolean; talk: boolean; history: boolean };
}

/** On a phone: the ways to the parts of the page. */
function Strip({ unread, part, onPart, shown }: StripProps) {
  // What was chosen here has to be there before it is scrolled to; a result is brought into view by itself.
  useEffect(() => {
    if (part === PLAY) return;
    const chosen = [part.id, PLAY.id].map((id) => document.getElementById(id)).find((one) => one?.checkVisibility());
    chosen?.scrollIntoView({ block: "start" });
    chosen?.focus({ preventScroll: true });
  }, [part]);
  const go = (of: Part["of"], id: string) => () => onPart({ of, id });
  return (
    <nav class="strip" aria-label={say.tableNav}>
      {shown.move && <button onClick={go("play", "move")}><Icon name="seal" />{say.tabMove}</button>}
      {shown.board && <button onClick={go("board", "board")}><Icon name="grid" />{say.tabBoard}</button>}
      <button onClick={go("seats", "seats")}><Icon name="users" />{say.seats}</button>
      {shown.talk && (
        <button onClick={go("side", "talk")}>
          <Icon name="talk" />{say.tabTalk}
          {unread > 0 && <Unread count={unread} />}
        </button>
      )}
      {shown.history && <button onClick={go("seats", "history")}><Icon name="history" />{say.tabHistory}</button>}
      {shown.board && <button onClick={go("side", "rules")}><Icon name="book" />{say.rules}</button>}
    </nav>
  );
}
