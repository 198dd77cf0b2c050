// The tables of a round: who plays whom, how it stands, and for directors every action beside its table.

import type { RoundReply, TableReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Chunks, ROWS } from "../parts/chunks.js";
import { Icon, type IconName } from "../parts/icons.js";
import { useModule } from "../parts/loaded.js";
import { More } from "../parts/more.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { listed } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { halves } from "../strings/numbers.js";
import { clockText, leftText, useSeconds } from "../time.js";
import { Act } from "./act.js";
import type { Following } from "./following.js";
import { missingAt, namesAt, notReadyAt, readyUntil, resultText, scoresBefore, silentAt } from "./names.js";
import { tell } from "./strings.js";

const hostTexts = await textsOf("host");

/** From so many tables on, one can be looked for. */
const MANY = 20;

const ROW_PIXELS = 60;

const SOON_SECONDS = 60;
const EXTENDED_SECONDS = 300;

interface RoundsProps {
  tournament: Following;
  nameOf: (entrant: string) => string;
}

/** Whether a table of the open round waits for a director, as far as the viewer is one. */
export function needsDirector(tournament: Following, round: RoundReply, table: TableReply): boolean {
  const { view, matches } = tournament;
  if (view.viewer !== "host" || table.status === "done" || view.status === "paused" || round.status !== "started") return false;
  if (notReadyAt(view, table, round).length > 0) {
    const seconds = Math.min(SOON_SECONDS, view.settings.absence.ready_seconds / 2);
    return Date.parse(readyUntil(round, table)!) - Date.now() < 1000 * seconds;
  }
  const match = table.match_id === null ? undefined : matches.get(table.match_id);
  if (match === undefined) return false;
  if (match.status === "paused" || match.status === "suspended") return true;
  const left = match.closesAt === null ? null : Date.parse(match.closesAt) - Date.now();
  return left !== null && left < 1000 * Math.min(SOON_SECONDS, match.seconds / 2) && missingAt(table, match).length > 0;
}

export function Rounds({ tournament, nameOf }: RoundsProps) {
  const { view } = tournament;
  const [chosen, setChosen] = useState<number | null>(null);
  const [wanted, setWanted] = useState("");
  const round = view.rounds.find((one) => one.round === chosen) ?? view.rounds.at(-1)!;
  useNeeds(tournament, round);
  const notes = useModule(() => import("../parts/note.js"), view.viewer === "host");
  const scores = scoresBefore(view, round.round);
  const isArena = view.settings.system === "arena";
  const tables = isArena ? [...round.tables].reverse() : round.tables;
  const found = tables.filter((table) => isFound(table, wanted, namesAt(view, table, nameOf)));
  const groupOf = (table: TableReply) => {
    if (table.status === "done") return tell.done;
    if (needsDirector(tournament, round, table)) return tell.needsYou;
    return round.status === "started" && notReadyAt(view, table, round).length === 0 ? tell.playing : tell.waiting;
  };
  const groups = [tell.needsYou, tell.waiting, tell.playing, tell.done].map((title) => {
    return { title, need: title === tell.needsYou, tables: found.filter((table) => groupOf(table) === title) };
  });
  return (
    <section id="rounds" tabIndex={-1} aria-label={tell.rounds}>
      {!isArena && <div class="row tabs">
        {view.rounds.map((one) => (
          <button key={one.round} type="button" class="btn chip-btn" data-on={one === round} aria-pressed={one === round} onClick={() => setChosen(one === view.rounds.at(-1) ? null : one.round)}>
            {tell.round(one.round)}
          </button>
        ))}
      </div>}
      {round.tables.length > MANY && <input class="field find" type="search" dir="auto" autoComplete="off" aria-label={tell.find} placeholder={tell.find} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />}
      {groups.map(({ title, need, tables }) => tables.length > 0 && (
        <div key={title} class={need ? "group-of need" : "group-of"}>
          <h3>{title} <span>{tables.length}</span></h3>
          <Chunks items={tables} key={round.round} chunkOf={({ table }) => Math.floor((table - 1) / ROWS)} rowHeight={ROW_PIXELS} draw={(some, ref, height) => (
            <ul class="tables" ref={ref} style={height === null ? undefined : { height: `${height}px` }}>
              {some.map((table) => <TableRow key={table.table} {...{ tournament, round, table, scores, need, notes }} nameOf={namesAt(view, table, nameOf)} />)}
            </ul>
          )} />
        </div>
      ))}
      {found.length === 0 && <p class="dim" role="status">{tell.noneFound}</p>}
    </section>
  );
}

/** Whether a table has this number, or somebody at it a name with this in it. */
function isFound({ table, entrants }: TableReply, wanted: string, nameOf: (entrant: string) => string): boolean {
  const text = wanted.trim().toLocaleLowerCase();
  return text === "" || String(table) === text || entrants.some((entrant) => nameOf(entrant).toLocaleLowerCase().includes(text));
}

/** Draw again when time alone has made other tables need a director: not every second. */
function useNeeds(tournament: Following, round: RoundReply): void {
  const [, setNeeds] = useState("");
  useEffect(() => {
    const look = () => setNeeds(round.tables.filter((table) => needsDirector(tournament, round, table)).map(({ table }) => table).join());
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [tournament, round]);
}

interface RowProps extends RoundsProps {
  round: RoundReply;
  table: TableReply;
  scores: ReadonlyMap<string, number>;
  need: boolean;
  /** How notes are shown and written, for directors. */
  notes: typeof import("../parts/note.js") | null | undefined;
}

function TableRow({ tournament, nameOf, round, table, scores, need, notes }: RowProps) {
  const { view, matches } = tournament;
  const match = table.match_id === null ? undefined : matches.get(table.match_id);
  const best = Math.max(...(table.result?.points ?? [0]));
  const isShared = table.result?.points.every((points) => points === best) ?? true;
  const directs = view.viewer === "host";
  const silent = silentAt(table, match);
  const missing = missingAt(table, match).filter((entrant) => !silent.includes(entrant));
  const notReady = notReadyAt(view, table, round);
  const closesAt = notReady.length > 0 ? readyUntil(round, table) : (match?.closesAt ?? null);
  const [icon, state] = stateOf(tournament, table, match?.status, round, notReady.length > 0);
  return (
    <li class={`tb ${need ? "need" : ""} ${table.status} ${table.entrants.includes(view.viewer) ? "mine" : ""}`}>
      <span class="no"><span class="vh">{tell.table(table.table)}</span><span aria-hidden="true">{table.table}</span></span>
      <span class="pl">
        {table.entrants.map((entrant, at) => (
          <span key={entrant}>
            {at > 0 && <span class="vs">–</span>}
            <bdi class={table.result && !isShared ? (table.result.points[at] === best ? "w" : "l") : ""}>{nameOf(entrant)}</bdi>
            {round.round > 1 && <span class="pt"> {halves(scores.get(entrant) ?? 0)}</span>}
          </span>
        ))}
      </span>
      <span class="st">
        <Icon name={icon} />
        <span>
          <b>{state}</b>
          {silent.length > 0 && <span>{tell.silent(listed(silent.map(nameOf)))}</span>}
          {notReady.length > 0 ? <span>{tell.notReady(listed(notReady.map(nameOf)))}</span> : directs && match && table.status !== "done" && match.seats.length > 0 && <span>{missing.length > 0 ? tell.missing(listed(missing.map(nameOf))) : silent.length === 0 && tell.nobodyMissing}</span>}
        </span>
      </span>
      <span class="dl">{closesAt !== null && <Left until={closesAt} />}</span>
      <span class="ac">
        {table.match_id !== null && !table.entrants.includes(view.viewer) && <a class="btn quiet" {...follow({ page: "table", id: table.match_id })} aria-label={tell.toMatchOf(table.table)}>{table.status === "done" ? tell.match : tell.watch}</a>}
        {directs && view.status !== "cancelled" && view.status !== "over" && <TableActions {...{ tournament, nameOf, round, table, notes }} />}
      </span>
      {table.note !== "" && notes && <notes.NoteLine note={table.note} />}
    </li>
  );
}

/** How long it is until then, and when that is. */
function Left({ until }: { until: string }) {
  const { client } = useSession();
  useSeconds();
  const left = client.clock.secondsUntil(until);
  return left !== null && left > 0 ? <><b>{leftText(left)}</b><span>{clockText(client.clock.toLocal(until))}</span></> : null;
}

function stateOf({ view }: Following, table: TableReply, status: string | undefined, round: RoundReply, isNotReady: boolean): [IconName, string] {
  if (table.status === "done") return ["check", resultText(table, view.settings.scores)];
  if (isNotReady && view.status !== "paused") return ["users", tell.waitsForReady];
  if (status === "paused") return ["clock", tell.pausedMatch];
  if (status === "suspended") return ["cross", tell.suspendedMatch];
  if (view.status === "paused") return ["clock", tell.status.paused];
  return ["clock", round.status === "started" ? tell.playing : tell.waiting];
}

function TableActions({ tournament, nameOf, round, table, notes }: Omit<RowProps, "scores" | "need">) {
  const { client, player } = useSession();
  const { view, matches, refresh } = tournament;
  const act = { id: view.settings.tournament_id, onDone: refresh };
  const here = { round: round.round, table: table.table };
  const match = table.match_id === null ? undefined : matches.get(table.match_id);
  const hosts = match !== undefined && match.host === player?.player_id;
  const of = (what: string) => `${what}: ${tell.table(table.table)}`;
  const write = (text: string) => client.call("actAsDirector", { tournament_id: act.id, body: { type: "note_table", ...here, text } });
  const note = () => notes && <notes.WriteNote key={table.note} about="table" note={table.note} write={write} onDone={refresh} />;
  const more = { label: "…", title: tell.moreFor(tell.table(table.table)) };
  if (round.status !== "started" && round.status !== "done") return <More {...more}>{note}</More>;
  const isLast = view.status === "running" && view.settings.system !== "arena" && view.rounds.every((other) => other.round <= round.round || other.status === "paired");
  const again = isLast && table.entrants.length > 1 && <Act {...act} label={tell.act.replay_table} title={of(tell.act.replay_table)} action={{ type: "replay_table", ...here }} sure />;
  if (table.status === "done") {
    return table.entrants.length > 1 ? (
      <More key={JSON.stringify(table.result)} label={tell.act.correct} title={of(tell.act.correct)}>
        {() => <>{again}<Decide {...{ tournament, nameOf, round, table }} />{note()}</>}
      </More>
    ) : <More {...more}>{note}</More>;
  }
  return (
    <>
      {match?.status === "running" && match.closesAt !== null && (
        <Act {...act} label={tell.act.extend} title={of(tell.act.extend)} action={{ type: "extend", ...here, seconds: EXTENDED_SECONDS }} />
      )}
      {hosts && match?.status === "paused" && <Act {...act} label={hostTexts.action.resume} title={of(hostTexts.action.resume)} run={() => client.match(table.match_id!).act({ type: "resume" })} look="primary" />}
      <More {...more}>{() => (
        <>
          <div class="row">
            {table.entrants.length === 2 && table.entrants.map((entrant) => <Act key={entrant} {...act} label={tell.act.forfeit(nameOf(entrant))} action={{ type: "forfeit", ...here, entrants: [entrant] }} look="bad" sure />)}
            {match?.status === "running" && match.closesAt !== null && <Act {...act} label={tell.act.close_phase} title={of(tell.act.close_phase)} action={{ type: "close_phase", ...here, phase: match.phase }} sure />}
            <Act {...act} label={tell.act.void_table} title={of(tell.act.void_table)} action={{ type: "void_table", ...here }} look="bad" sure />
            {again}
          </div>
          <Decide {...{ tournament, nameOf, round, table }} />
          {note()}
        </>
      )}</More>
    </>
  );
}

/** A result by a director's word, with a reason for everybody. */
function Decide({ tournament, nameOf, round, table }: Omit<RowProps, "scores" | "need" | "notes">) {
  const { client } = useSession();
  const { isBusy, failure, attempt } = useAttempt(tournament.refresh);
  const [points, setPoints] = useState<readonly string[]>(table.entrants.map((_, at) => String((table.result?.points[at] ?? 0) / 2)));
  const [reason, setReason] = useState("");
  const decide = () => {
    const halfPoints = points.map((each) => Math.round(Number(each) * 2));
    return client.call("actAsDirector", {
      tournament_id: tournament.view.settings.tournament_id,
      body: { type: "correct_result", round: round.round, table: table.table, points: halfPoints, reason },
    });
  };
  return (
    <form class="deciding" onSubmit={(event) => { event.preventDefault(); if (!isBusy) void attempt(decide); }}>
      {table.entrants.map((entrant, at) => (
        <label key={entrant} class="row">
          <bdi>{nameOf(entrant)}</bdi>
          <input class="field short push" type="number" min="0" max="20" step="0.5" required aria-label={tell.pointsOf(nameOf(entrant))} value={points[at]} onInput={(event) => setPoints(points.map((each, other) => (other === at ? event.currentTarget.value : each)))} />
        </label>
      ))}
      <input class="field" aria-label={hostTexts.reason} placeholder={hostTexts.reason} maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      <button class="btn" aria-disabled={isBusy}>{tell.save}</button>
      <Failure error={failure} />
    </form>
  );
}
