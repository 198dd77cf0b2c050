// The series of an entrant in an arena: what each table was worth, and whether tables count double.

import type { StandingsReply } from "moirai-client";
import { Icon } from "../../parts/icons.js";
import { halves } from "../../strings/numbers.js";
import { arena } from "./strings.js";

type Row = StandingsReply["rows"][number];

/** So many wins in a row make the next table count double, and a table that is worth more than a win was doubled. */
const ROW = 2;
const WIN_HALVES = 4;

/** What the last tables were worth, the last one last. */
export function Series({ row: { worth = [] }, most }: { row: Row; most: number }) {
  if (worth.length === 0) return null;
  const shown = worth.slice(-most);
  return (
    <span class="series">
      <span class="vh">{arena.seriesOf(shown.map(halves).join(", "))}</span>
      {shown.length < worth.length && <span aria-hidden="true">…</span>}
      {shown.map((each, at) => <span key={worth.length - shown.length + at} aria-hidden="true" class={each > WIN_HALVES ? "double" : each > 0 ? "some" : ""}>{halves(each)}</span>)}
    </span>
  );
}

/** A flame for whose tables count double; `told`: with words. */
export function Streak({ row: { wins_in_a_row: wins = 0 }, told = false }: { row: Row; told?: boolean }) {
  if (wins < ROW) return null;
  const text = arena.inARow(wins);
  return <span class="streak" title={text}><Icon name="flame" /><span class={told ? "" : "vh"}>{text}</span></span>;
}
