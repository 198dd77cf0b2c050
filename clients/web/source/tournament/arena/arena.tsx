// An arena: how much time is left, my table or that I am free, and the standings of now with everybody's series.

import type { RoundReply, TableReply } from "moirai-client";
import { Failure, useAttempt } from "../../parts/attempt.js";
import { Icon } from "../../parts/icons.js";
import { follow } from "../../router.js";
import { useSession } from "../../session.js";
import { halves } from "../../strings/numbers.js";
import { clockText, leftText, momentText, useSeconds } from "../../time.js";
import type { Following } from "../following.js";
import { Mine } from "../mine.js";
import { leftIn, namesAt, playersOf, unreadyAt } from "../names.js";
import { Rounds } from "../rounds.js";
import { tell } from "../strings.js";
import { Series, Streak } from "./series.js";
import { arena } from "./strings.js";
import { ArenaStandings } from "./standings.js";

interface ArenaProps {
  tournament: Following;
  nameOf: (entrant: string) => string;
}

export default function Arena({ tournament, nameOf }: ArenaProps) {
  const { player } = useSession();
  const { view, standings } = tournament;
  const round = view.rounds[0];
  const own = view.entrants.find((one) => playersOf(one).some(({ player_id }) => player_id === player?.player_id));
  const runs = round?.status === "started" && view.status !== "cancelled";
  return (
    <>
      {runs && <Time round={round} />}
      {runs && own && !own.waiting ? <MyArena tournament={tournament} nameOf={nameOf} round={round} me={own.entrant} /> : <Mine tournament={tournament} nameOf={nameOf} />}
      {standings && <ArenaStandings standings={standings} nameOf={nameOf} leftOf={leftIn(view)} me={view.viewer} />}
      {round && <Rounds tournament={tournament} nameOf={nameOf} />}
    </>
  );
}

/** How much time is left, and until when that is. */
function Time({ round }: { round: RoundReply }) {
  const { client } = useSession();
  useSeconds();
  const left = round.left_seconds ?? (round.ends_at === undefined ? 0 : Math.max(0, client.clock.secondsUntil(round.ends_at) ?? 0));
  const text = round.left_seconds !== undefined ? arena.isPaused : left > 0 ? arena.until(clockText(client.clock.toLocal(round.ends_at!))) : arena.isOver;
  return (
    <p class="arena-time">
      {left > 0 && <b role="timer" aria-label={arena.timeLeft}>{leftText(left)}</b>}
      <span>{text}</span>
    </p>
  );
}

interface MineProps extends ArenaProps {
  round: RoundReply;
  me: string;
}

/** My open table, or that I am free; my points, and the way out and back. */
function MyArena({ tournament, nameOf, round, me }: MineProps) {
  const { client } = useSession();
  const { view, standings, refresh } = tournament;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const own = view.entrants.find(({ entrant }) => entrant === me)!;
  const open = round.tables.find(({ entrants, result }) => result === null && entrants.includes(me));
  const row = standings?.rows.find(({ entrant }) => entrant === me);
  const ends = round.ends_at !== undefined && (client.clock.secondsUntil(round.ends_at) ?? 1) <= 0;
  const here = { tournament_id: view.settings.tournament_id, player_id: "me" };
  const isAside = own.left_because === "own_wish" || own.left_because === "missed_rounds" || own.left_because === "no_check_in";
  const said = own.left_because === "missed_rounds" ? arena.wasAbsent : isAside ? arena.aside : own.left_because !== null ? tell.youLeft[own.left_because] : open === undefined && !ends ? (freeOthers(tournament, round, me) ? arena.free : arena.othersMeet) : "";
  return (
    <section class="panel mine-panel" aria-label={tell.myResults}>
      {open && <MyTable {...{ tournament, nameOf, me, table: open, attempt, isBusy }} />}
      {said !== "" && <p class={open ? "small" : "do"} role="status">{said} {open && isAside && arena.afterTable}</p>}
      {row && <p class="arena-mine"><b>{arena.points(halves(row.points), row.rank)}</b> <Streak row={row} told /> <Series row={row} most={MY_TABLES} /></p>}
      <p class="tiny dim">{arena.rules}</p>
      {!ends && (isAside ? (
        <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("enterTournament", { ...here, body: {} }))}><Icon name="check" /> {arena.back}</button>
      ) : own.left_because === null && (
        <button class="btn" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("withdrawEntrant", here))}><Icon name="pause" /> {arena.sitOut}</button>
      ))}
      <Failure error={failure} />
    </section>
  );
}

/** How many of my last tables are shown. */
const MY_TABLES = 20;

/** Whether somebody else is at no table. */
function freeOthers({ view }: Following, round: RoundReply, me: string): boolean {
  const busy = new Set(round.tables.flatMap(({ entrants, result }) => (result === null ? entrants : [])));
  return view.entrants.some(({ entrant, waiting, withdrawn }) => entrant !== me && !waiting && !withdrawn && !busy.has(entrant));
}

interface TableProps extends ArenaProps {
  me: string;
  table: TableReply;
  attempt: (call: () => Promise<unknown>) => Promise<boolean>;
  isBusy: boolean;
}

function MyTable({ tournament: { view }, nameOf, me, table, attempt, isBusy }: TableProps) {
  const { client } = useSession();
  const until = table.ready_until ?? null;
  const isReady = table.ready.includes(me);
  const waits = until !== null && !isReady && (client.clock.secondsUntil(until) ?? 1) > 0;
  const other = table.entrants.find((one) => one !== me)!;
  return (
    <div class="my-table">
      <p class="do">{tell.myTable(table.table)}, {tell.against(namesAt(view, table, nameOf)(other))}</p>
      {waits && (
        <>
          <p class="small">{tell.readyUntil(momentText(client.clock.toLocal(until)))}</p>
          <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("sayReady", { tournament_id: view.settings.tournament_id, number: table.table }))}><Icon name="check" /> {tell.ready}</button>
        </>
      )}
      {until !== null && isReady && unreadyAt(view, table).length > 0 && <p class="small dim">{tell.readyDone}</p>}
      {table.match_id !== null && <a class={`btn ${waits ? "" : "primary"}`} {...follow({ page: "table", id: table.match_id })}>{tell.toMatch}</a>}
    </div>
  );
}
