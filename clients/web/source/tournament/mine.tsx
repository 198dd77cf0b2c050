// What concerns an entrant: my table with the way to the match, ready, my results; enter, check in, withdraw.

import { useState } from "preact/hooks";
import { HaveKey, SignUp } from "../home/welcome.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { listed, say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { momentText } from "../time.js";
import type { Following } from "./following.js";
import { groupsOf, roundsInGroups } from "./groups.js";
import { namesAt, OPEN_FIELD, playersOf, resultText, unreadyAt } from "./names.js";
import { tell } from "./strings.js";

const hostTexts = await textsOf("host");

/** Why entrants left who can come back by themselves. */
const OWN_WAY_BACK = ["own_wish", "no_check_in", "missed_rounds"];

interface MineProps {
  tournament: Following;
  nameOf: (entrant: string) => string;
}

export function Mine({ tournament, nameOf }: MineProps) {
  const { client, player, enter } = useSession();
  const { view, refresh } = tournament;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const [isSure, setSure] = useState(false);
  const days = view.settings.leave_days ?? 0;
  const Leave = useLoaded(() => import("../parts/leave.js"), days > 0 && player !== null);
  const isTeams = view.settings.teams !== null;
  const EnterTeam = useLoaded(() => import("./enter_team.js"), isTeams && player !== null);
  const id = view.settings.tournament_id;
  const mine = view.entrants.filter((one) => playersOf(one).some(({ player_id }) => player_id === player?.player_id));
  const own = mine.find(({ withdrawn }) => !withdrawn) ?? mine[0];
  const isOver = view.status === "over" || view.status === "cancelled";
  const takes = view.status === "open" || view.status === "check_in" || (!isOver && view.status !== "draft" && OPEN_FIELD.includes(view.settings.system));
  if (player === null) {
    return takes ? (
      <div class="newcomer">
        <p class="small">{tell.signIn}</p>
        <SignUp label={say.comeIn} onToken={enter} />
        <HaveKey onToken={enter} />
      </div>
    ) : null;
  }
  const me = { tournament_id: id, player_id: "me" };
  if (own === undefined) {
    if (!takes || view.viewer === "host") return null;
    if (isTeams) return EnterTeam && <EnterTeam tournament={tournament} me={player.player_id} />;
    return (
      <section class="panel mine-panel">
        <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("enterTournament", { ...me, body: {} }))}><Icon name="plus" /> {tell.enter}</button>
        <Failure error={failure} />
      </section>
    );
  }
  const said = own.left_because !== null ? tell.youLeft[own.left_because] : own.waiting ? tell.inQueue : own.checked_in && view.status === "check_in" ? tell.checkedIn : tell.entered;
  const comesBack = takes && own.left_because !== null && OWN_WAY_BACK.includes(own.left_because);
  return (
    <section class="panel mine-panel" aria-label={tell.myResults}>
      {!isOver && !own.withdrawn && <MyTable {...{ tournament, nameOf, me: own.entrant, attempt, isBusy }} />}
      {(view.rounds.length === 0 || own.withdrawn) && <p>{said}</p>}
      {comesBack && <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("enterTournament", { ...me, body: {} }))}><Icon name="plus" /> {tell.comeBack}</button>}
      {view.status === "check_in" && view.rounds.length === 0 && !own.checked_in && !own.withdrawn && (
        <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("checkIn", { tournament_id: id }))}><Icon name="check" /> {tell.checkIn}</button>
      )}
      <MyResults {...{ tournament, nameOf, me: own.entrant }} />
      {!isOver && !own.withdrawn && days > 0 && Leave && (
        <Leave days={days} taken={own.leave_days_taken} until={own.on_leave_until} take={(count) => client.tournament(id).takeLeave(count)} onDone={refresh} />
      )}
      {!isOver && !own.withdrawn && (isSure ? (
        <div class="row">
          <span class="small">{tell.withdrawSure}</span>
          <button class="btn bad" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("withdrawEntrant", me)).then(() => setSure(false))}>{hostTexts.yes(tell.withdraw)}</button>
          <button class="btn quiet" onClick={() => setSure(false)}>{say.cancel}</button>
        </div>
      ) : (
        <button class="btn quiet" onClick={() => setSure(true)}>{tell.withdraw}</button>
      ))}
      <Failure error={failure} />
    </section>
  );
}

interface OwnProps extends MineProps {
  me: string;
}

function MyTable({ tournament, nameOf, me, attempt, isBusy }: OwnProps & { attempt: (call: () => Promise<unknown>) => Promise<boolean>; isBusy: boolean }) {
  const { client } = useSession();
  const { view } = tournament;
  const round = view.rounds.at(-1);
  if (round === undefined || round.status === "done") return null;
  const readyUntil = round.ready_until;
  const table = round.tables.find(({ entrants }) => entrants.includes(me));
  if (table === undefined) return <p>{tell.noTable}</p>;
  const others = table.entrants.filter((one) => one !== me).map(namesAt(view, table, nameOf));
  const waits = round.status === "started" && table.status !== "done" && readyUntil !== null;
  const isReady = table.ready.includes(me);
  const group = round.round <= roundsInGroups(view) ? groupsOf(view, null).find(({ members }) => members.includes(me)) : undefined;
  return (
    <div class="my-table">
      <p class="do">{tell.myTable(table.table)}{group && <span class="dim">, {tell.group(group.name)}</span>}</p>
      <p>{others.length > 0 && tell.against(listed(others))} {resultText(table, view.settings.scores)}</p>
      {round.status === "published" && table.result === null && <p class="dim">{tell.startsSoon}</p>}
      {waits && readyUntil !== null && !isReady && (client.clock.secondsUntil(readyUntil) ?? 1) > 0 && (
        <>
          <p class="small">{tell.readyUntil(momentText(client.clock.toLocal(readyUntil)))}</p>
          <button class="btn primary" aria-disabled={isBusy} onClick={() => void attempt(() => client.call("sayReady", { tournament_id: view.settings.tournament_id, number: table.table }))}><Icon name="check" /> {tell.ready}</button>
        </>
      )}
      {waits && isReady && unreadyAt(view, table).length > 0 && <p class="small dim">{tell.readyDone}</p>}
      {table.match_id !== null && <a class={`btn ${table.status === "playing" && (!waits || isReady) ? "primary" : ""}`} {...follow({ page: "table", id: table.match_id })}>{tell.toMatch}</a>}
    </div>
  );
}

function MyResults({ tournament, nameOf, me }: OwnProps) {
  const done = tournament.view.rounds.flatMap(({ round, tables }) => {
    const table = tables.find(({ entrants, result }) => result !== null && entrants.includes(me));
    return table ? [{ round, table, at: table.entrants.indexOf(me) }] : [];
  });
  if (done.length === 0) return null;
  return (
    <div class="value">
      <h3>{tell.myResults}</h3>
      <ul>
        {done.map(({ round, table, at }) => (
          <li key={round}>
            <span>{tell.round(round)}{table.entrants.length > 1 && <>: <bdi>{listed(table.entrants.filter((one) => one !== me).map(namesAt(tournament.view, table, nameOf)))}</bdi></>} <span class="dim small">{tell.how[table.result!.how]}</span></span>
            <b>{tell.points(table.result!.points[at]! / 2)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
