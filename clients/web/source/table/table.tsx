// A match: seats, what happened, the board, my move, talk, history and rules, in one frame for every game.

import { RefusedError, StreamClosedError, type GameReply } from "moirai-client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useBoard } from "../boards/index.js";
import { failureText } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { Markdown } from "../parts/markdown.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { loadTexts, Words } from "../words.js";
import { TableBar } from "./bar.js";
import { Fairness } from "./fairness.js";
import { useTable, type Following } from "./following.js";
import { Everything, Happened } from "./happened.js";
import { HistorySlider, usePast } from "./history.js";
import { HostPanel } from "./host.js";
import { MovePanel } from "./move.js";
import { OutcomeTable, outcomeLine } from "./outcome.js";
import { phaseName, seatName } from "./people.js";
import { Invite, Seats } from "./seats.js";
import { TalkPanel, useTalking } from "./talk.js";

export default function TablePage({ id }: { id: string }) {
  const table = useTable(id);
  if (table.state === "loading") return <Notice text={say.loading} />;
  if (table.state === "refused") return <Notice text={refusalText(table.error)} />;
  return <TableFrame table={table} />;
}

function refusalText(error: Error): string {
  const unknown = (error instanceof RefusedError && error.status === 404) || (error instanceof StreamClosedError && error.code === 4404);
  return unknown ? say.noSuchMatch : failureText(error);
}

function Notice({ text }: { text: string }) {
  return (
    <main class="notice">
      <h1>Moirai</h1>
      <p role="status">{text}</p>
      <p><a class="btn" {...follow({ page: "home" })}>{say.home}</a></p>
    </main>
  );
}

/** The game's title, rules and words. */
function useGame(game: string) {
  const { client } = useSession();
  const [reply, setReply] = useState<GameReply | null>(null);
  const [texts, setTexts] = useState<Awaited<ReturnType<typeof loadTexts>>>(null);
  useEffect(() => {
    void client.game(game).then(setReply, () => undefined);
    void loadTexts(game).then(setTexts);
  }, [client, game]);
  return { reply, texts };
}

function TableFrame({ table }: { table: Following }) {
  const { client, player } = useSession();
  const { details, view, events, connection } = table;
  const { reply, texts } = useGame(details.game);
  const theme = details.options["theme"];
  const words = useMemo(
    () => new Words(texts, typeof theme === "string" ? theme : null, (seat) => seatName(details, seat, view.viewer)),
    [texts, theme, details, view.viewer],
  );
  const past = usePast(table, words);
  const talking = useTalking(table);
  const Board = useBoard(details.game);
  const [moveState, setMoveState] = useState("");

  const title = reply?.title ?? words.thing("game", details.game);
  const isHost = details.host.player_id === player.player_id || player.organiser;
  const toLocal = (moment: string) => client.clock.toLocal(moment);
  const teller = { details, viewer: view.viewer, words };
  const status = view.status === "running" ? (view.phase ? phaseName(words, view.phase) : say.betweenPhases) : say[view.status];
  const shown = past.at === null ? view : past.view;
  const told = past.at === null ? events : events.filter(({ cursor }) => cursor <= past.moments[past.at!]!.cursor);
  const isOver = view.status === "over" || view.status === "void";
  const headline = past.at !== null ? undefined : view.outcome ? outcomeLine(view.outcome, details, view.viewer) : view.status === "void" ? say.voided : undefined;

  useEffect(() => {
    document.title = say.title(`${title}, ${status}`);
  }, [title, status]);

  return (
    <div class={past.at === null ? "" : "past"}>
      <TableBar title={title} subtitle={status} view={view} connection={connection} />
      <Warnings table={table} />
      <main class={view.status === "open" ? "frame unbegun" : "frame"}>
        <div class="seats">
          <Seats table={table} words={words} isHost={isHost} />
          <HistorySlider past={past} />
          {isHost && <HostPanel table={table} />}
        </div>
        <div class="centre">
          {past.at !== null && (
            <p class="past-note" role="status">
              <Icon name="history" /> {past.moments[past.at]!.title}. {say.pastNote}
              <button class="btn" onClick={() => past.go(null)}>{say.backToNow}</button>
            </p>
          )}
          {view.status === "open" && <OpenTable details={details} />}
          {view.status !== "open" && <Happened events={told} teller={teller} headline={headline} />}
          {view.outcome && past.at === null && <OutcomeTable outcome={view.outcome} details={details} viewer={view.viewer} />}
          {past.at === null && <MovePanel table={table} words={words} toLocal={toLocal} onState={setMoveState} />}
          {view.status !== "open" && (
            <section class="board" id="board" aria-label={past.at === null ? say.board : say.boardPast} tabIndex={-1}>
              <h2>{past.at === null ? say.board : say.boardPast}</h2>
              {shown ? <Board details={details} view={shown} words={words} /> : <p class="dim">{say.loading}</p>}
            </section>
          )}
          <Everything events={told} teller={teller} toLocal={toLocal} />
        </div>
        <div class="side">
          {isOver && <Fairness table={table} isHost={isHost} />}
          <TalkPanel table={table} talking={talking} toLocal={toLocal} />
          <Rules text={reply?.rules ?? ""} />
          {!isOver && view.status !== "open" && isHost && <Invite />}
        </div>
      </main>
      <Strip
        unread={talking.total}
        moveState={moveState}
        shown={{
          move: past.at === null && view.status === "running" && view.phase !== null,
          board: view.status !== "open",
          talk: talking.channels.length > 0,
          history: past.moments.length > 1,
        }}
      />
    </div>
  );
}

/** Before the start the table is for sitting down. */
function OpenTable({ details }: { details: Following["details"] }) {
  const free = details.seats.filter((seat) => !seat.player && !seat.bot).length;
  return (
    <section class="happened">
      <h2 class="say">{free > 0 ? say.waitsForSeats(free) : say.waitsForStart}</h2>
      <p class="then">{say.hostedBy(details.host.name)}</p>
    </section>
  );
}

function Warnings({ table }: { table: Following }) {
  const { connection, tampering } = table;
  const text = tampering ? say.tampering(tampering) : connection.type === "offline" ? say.offlineNote : connection.type === "reconnecting" ? say.noReply : "";
  return (
    <p class={`warning ${tampering ? "bad" : ""}`} role="alert" hidden={text === ""}>
      {text}
    </p>
  );
}

function Rules({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  if (!text) return null;
  return (
    <details class="panel rules" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.rules}</summary>
      {open && <Markdown text={text} />}
    </details>
  );
}

interface StripProps {
  unread: number;
  moveState: string;
  /** Which parts the page has now. */
  shown: { move: boolean; board: boolean; talk: boolean; history: boolean };
}

/** On a phone: the ways to the parts of the page. */
function Strip({ unread, moveState, shown }: StripProps) {
  const go = (id: string) => () => {
    const part = document.getElementById(id);
    part?.scrollIntoView({ block: "start" });
    part?.focus({ preventScroll: true });
  };
  return (
    <nav class="strip" aria-label={say.tableNav}>
      {shown.move && <button onClick={go("move")}><Icon name="seal" />{moveState ? `${say.tabMove} · ${moveState}` : say.tabMove}</button>}
      {shown.board && <button onClick={go("board")}><Icon name="grid" />{say.tabBoard}</button>}
      <button onClick={go("seats")}><Icon name="users" />{say.seats}</button>
      {shown.talk && (
        <button onClick={go("talk")}>
          <Icon name="talk" />{say.tabTalk}
          {unread > 0 && <span class="unread"><span aria-hidden="true">{unread}</span><span class="vh">{say.unread(unread)}</span></span>}
        </button>
      )}
      {shown.history && <button onClick={go("history")}><Icon name="history" />{say.tabHistory}</button>}
    </nav>
  );
}
