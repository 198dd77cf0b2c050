// Pairing by hand: whom a director seats with whom, and who has a bye. Everything works by touching names.

import { RefusedError, type RoundReply } from "moirai-client";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useSession } from "../session.js";
import { listed, say } from "../strings/index.js";
import { halves } from "../strings/numbers.js";
import type { Following } from "./following.js";
import { scoresBefore } from "./names.js";
import { BYES, firstRows, freeRow, isForbidden, metIn, pairable, seat, seatNext, tablesOf, unseated, type Bye, type Row } from "./pairing.js";
import { tell } from "./strings.js";

interface PairByHandProps {
  tournament: Following;
  nameOf: (entrant: string) => string;
  round: number;
  /** The pairing that this one replaces. */
  paired: RoundReply | undefined;
  onDone: () => void;
}

export default function PairByHand({ tournament, nameOf, round, paired, onDone }: PairByHandProps) {
  const { client } = useSession();
  const { view, told, refresh } = tournament;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const entrants = pairable(view, round, told);
  const [rows, setRows] = useState<readonly Row[]>(() => firstRows(view, entrants, paired));
  const [reason, setReason] = useState("");
  const size = view.settings.table_size;
  const scores = scoresBefore(view, round);
  const left = unseated(rows, entrants);
  const met = rows.map((row) => metIn(view, round, row));
  const barred = rows.map((row) => isForbidden(view, row));
  const repeats = met.some((rounds) => rounds.length > 0) || barred.includes(true);
  const sent = tablesOf(rows);
  const wrong = failure instanceof RefusedError ? sent.rows[Number(/^\/tables\/(\d+)/.exec(failure.pointer ?? "")?.[1])] : undefined;
  const send = () => client.tournament(view.settings.tournament_id).act({ type: "set_pairings", tables: sent.tables, force: repeats, reason: repeats ? reason : "" });
  const change = (at: number, row: Row | null) => setRows(rows.flatMap((one, here) => (here !== at ? [one] : (row ?? []))));
  return (
    <form class="by-hand" onSubmit={(event) => { event.preventDefault(); if (!isBusy) void attempt(send).then((isDone) => isDone && onDone()); }}>
      <h3>{tell.pairingOf(round)}</h3>
      <div class="left-over">
        <p class="small dim">{left.length > 0 ? tell.touchToSeat(left.length) : tell.nobodyLeft}</p>
        <div class="row" role="group" aria-label={tell.notSeated}>
          {left.map((entrant) => (
            <button key={entrant} type="button" class="btn chip-btn" onClick={() => setRows(seatNext(rows, entrant, size))}>
              <bdi>{nameOf(entrant)}</bdi>{round > 1 && <span class="dim small">{halves(scores.get(entrant) ?? 0)}</span>}
            </button>
          ))}
        </div>
      </div>
      <ol class="made">
        {rows.map((row, at) => (
          <li key={at} class={at === wrong ? "need" : ""}>
            <span class="no" aria-hidden="true">{at + 1}</span>
            <span class="places">
              {row.places.map((entrant, place) => (
                <Place key={place} label={row.bye ? tell.byeOf(at + 1) : tell.placeAt(place + 1, at + 1)} {...{ entrant, left, rows, nameOf }} onSeat={(chosen) => setRows(seat(rows, at, place, chosen))} />
              ))}
              {row.bye && (
                <select class="field" aria-label={tell.byeKind(at + 1)} value={row.bye} onChange={(event) => change(at, { ...row, bye: event.currentTarget.value as Bye })}>
                  {BYES.map((kind) => <option key={kind} value={kind}>{tell.byeKinds[kind]}</option>)}
                </select>
              )}
            </span>
            <span class="tools">
              {row.places.length === 2 && <button type="button" class="btn quiet" aria-label={tell.swapSeats(at + 1)} title={tell.swapSeats(at + 1)} onClick={() => change(at, { ...row, places: [...row.places].reverse() })}><Icon name="rematch" /></button>}
              <button type="button" class="btn quiet" aria-label={tell.dropTable(at + 1)} title={tell.dropTable(at + 1)} onClick={() => change(at, null)}><Icon name="cross" /></button>
            </span>
            {met[at]!.length > 0 && <span class="small met">{tell.metBefore(listed(met[at]!.map(tell.round)))}</span>}
            {barred[at] && <span class="small met">{tell.theyMustNotMeet}</span>}
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" class="btn" onClick={() => setRows([...rows, freeRow(null, size)])}><Icon name="plus" /> {tell.oneMoreTable}</button>
        <button type="button" class="btn" onClick={() => setRows([...rows, freeRow("bye", size)])}><Icon name="plus" /> {tell.oneMoreBye}</button>
      </div>
      {repeats && (
        <label>
          <span class="small">{tell.whyRepeat}</span>
          <input class="field" maxLength={200} required value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      <div class="row">
        <button class="btn primary" aria-disabled={isBusy}>{repeats ? tell.setRepeats : tell.setPairing}</button>
        <button type="button" class="btn quiet" onClick={onDone}>{say.cancel}</button>
      </div>
      <Failure error={failure} />
    </form>
  );
}

interface PlaceProps {
  label: string;
  entrant: string | null;
  left: readonly string[];
  rows: readonly Row[];
  nameOf: (entrant: string) => string;
  onSeat: (entrant: string | null) => void;
}

/** A place, and who can be chosen for it. A list of all, at each of hundreds of places, is made when it is opened. */
function Place({ label, entrant, left, rows, nameOf, onSeat }: PlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const seated = rows.flatMap(({ places }) => places).filter((one) => one !== null && one !== entrant);
  const option = (one: string | null) => one !== null && <option key={one} value={one}>{nameOf(one)}</option>;
  return (
    <select class="field" aria-label={label} data-free={entrant === null} value={entrant ?? ""} onFocus={open} onPointerDown={open} onChange={(event) => onSeat(event.currentTarget.value || null)}>
      <option value="">{tell.freePlace}</option>
      {option(entrant)}
      {isOpen && left.length > 0 && <optgroup label={tell.notSeated}>{left.map(option)}</optgroup>}
      {isOpen && seated.length > 0 && <optgroup label={tell.seatedSwap}>{seated.map(option)}</optgroup>}
    </select>
  );
}
