// The places of a bracket and who comes to them, worked out from what everyone is told: as the server pairs.

import type { RoundReply, TableReply, TournamentView } from "moirai-client";
import { roundsInGroups } from "../groups.js";

/** Who comes to a place: an entrant by id, somebody who is not known yet, or nobody. */
export type Side = { entrant: string } | "open" | "nobody";

export interface Place {
  /** Two, in the order of the places that they come from. */
  sides: readonly Side[];
  /** Null before it is paired, and where nobody has an opponent. */
  table: TableReply | null;
}

/** The places of one round, from top to bottom: as many as in the column before, or half of them. */
export interface Column {
  /** The round of the tournament; null for one that is left out, because nobody has an opponent. */
  round: number | null;
  places: readonly Place[];
  isFinal: boolean;
}

export interface Bracket {
  /** The upper bracket ends with the final, and the second one where it is played. */
  upper: readonly Column[];
  /** Empty in single elimination. */
  lower: readonly Column[];
}

interface Source {
  index: number;
  slot: number;
  won: boolean;
}

interface Slot {
  part: "upper" | "lower" | "final" | "second_final";
  /** Two; none in the first round. */
  sources: readonly Source[];
}

const SYSTEMS: readonly TournamentView["settings"]["system"][] = ["single_elimination", "double_elimination", "groups"];

/** The bracket of a tournament; null before its first round, and in other systems. */
export function bracketOf(view: Pick<TournamentView, "rounds" | "settings">): Bracket | null {
  const { system } = view.settings;
  const rounds = view.rounds.slice(roundsInGroups(view));
  const [first] = rounds;
  if (first === undefined || !SYSTEMS.includes(system)) return null;
  const depth = bitsOf(first.tables.length - 1) + 1;
  return filled(system === "double_elimination" ? double(depth) : single(depth), rounds);
}

const bitsOf = (count: number): number => (count === 0 ? 0 : Math.floor(Math.log2(count)) + 1);

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const winner = (index: number, slot: number): Source => ({ index, slot, won: true });
const loser = (index: number, slot: number): Source => ({ index, slot, won: false });

/** The slots of each round of a field that halves so many times. */
function single(depth: number): Slot[][] {
  return times(depth, (index) =>
    times(1 << (depth - 1 - index), (slot) => ({
      part: index === depth - 1 ? "final" : "upper",
      sources: index === 0 ? [] : [winner(index - 1, 2 * slot), winner(index - 1, 2 * slot + 1)],
    })),
  );
}

/** As `server/organising/tournaments/pairing/double_elimination.py` plans it. */
function double(depth: number): Slot[][] {
  const plan: Slot[][] = [times(1 << (depth - 1), () => ({ part: "upper", sources: [] }))];
  let upper = times(1 << (depth - 1), (slot) => winner(0, slot));
  let lower = upper.map(({ slot }) => loser(0, slot));
  for (let round = 2; round <= depth; round++) {
    const index = plan.length;
    const count = upper.length / 2;
    const above: Slot[] = times(count, (slot) => ({ part: "upper", sources: [upper[2 * slot]!, upper[2 * slot + 1]!] }));
    const below: Slot[] = times(count, (slot) => ({ part: "lower", sources: [lower[2 * slot]!, lower[2 * slot + 1]!] }));
    const crossing = crossingOf(round, count);
    plan.push([...above, ...below]);
    plan.push(times(count, (slot) => ({ part: "lower", sources: [winner(index, count + slot), loser(index, slot ^ crossing)] })));
    upper = times(count, (slot) => winner(index, slot));
    lower = times(count, (slot) => winner(index + 1, slot));
  }
  const final = plan.length;
  plan.push([{ part: "final", sources: [upper[0]!, lower[0]!] }]);
  plan.push([{ part: "second_final", sources: [winner(final, 0), loser(final, 0)] }]);
  return plan;
}

/** With what to exclusive-or the slots of the losers of an upper round: two who have met are as far apart as possible. */
function crossingOf(round: number, losers: number): number {
  const bits = bitsOf(losers - 1);
  const reversed = [...(round - 1).toString(2)].reverse().join("");
  return parseInt(reversed.padEnd(bits, "0").slice(0, bits) || "0", 2);
}

const NOBODY: readonly [Side, Side] = ["nobody", "nobody"];
const OPEN: readonly [Side, Side] = ["open", "open"];

/** The winner and the loser of a table; both open while it has none, or is to be played again. */
function outcomeOf({ entrants: [first, second], result }: TableReply): readonly [Side, Side] {
  if (second === undefined) return [{ entrant: first! }, "nobody"];
  if (result?.how === "double_forfeit") return NOBODY;
  const [one = 0, other = 0] = result?.points ?? [];
  if (one === other) return OPEN;
  return one > other ? [{ entrant: first! }, { entrant: second }] : [{ entrant: second }, { entrant: first! }];
}

function filled(plan: readonly Slot[][], rounds: readonly RoundReply[]): Bracket {
  const upper: Column[] = [];
  const lower: Column[] = [];
  const came: (readonly [Side, Side])[][] = [];
  const left = [...rounds];
  let number = rounds[0]!.round - 1;
  plan.forEach((slots, index) => {
    const coming = slots.map(({ sources }) => sources.map(({ index, slot, won }) => came[index]![slot]![won ? 0 : 1]));
    // After double forfeits: a round in which nobody would have an opponent is left out.
    const isOmitted = index > 0 && coming.every((sides) => sides.includes("nobody"));
    const isSecond = slots[0]!.part === "second_final";
    if (isSecond && left.length === 0 && !isAgain(upper.at(-1)!.places[0]!)) return;
    const round = isOmitted ? undefined : left.shift();
    if (!isOmitted) number = round?.round ?? number + 1;
    const tables = [...(round?.tables ?? [])].sort((one, other) => one.table - other.table);
    const places = coming.map((sides): Place => {
      const table = index === 0 || sides.some((side) => side !== "nobody") ? (tables.shift() ?? null) : null;
      return { sides: sidesAt(table, sides), table };
    });
    came.push(places.map(({ sides, table }) => (table === null ? walkover(sides) : outcomeOf(table))));
    const isFinal = isSecond || slots[0]!.part === "final";
    const of = (part: "upper" | "lower") => places.filter((_, slot) => (slots[slot]!.part === "lower") === (part === "lower"));
    for (const [columns, found] of [[upper, of("upper")], [lower, of("lower")]] as const) if (found.length > 0) columns.push({ round: isOmitted ? null : number, places: found, isFinal });
  });
  return { upper, lower };
}

/** Who is at a place; at a table perhaps others than came there, if a director has paired. */
function sidesAt(table: TableReply | null, coming: readonly Side[]): readonly Side[] {
  const arrived = coming.filter((side) => typeof side === "object").map(({ entrant }) => entrant);
  if (table === null) return coming.length > 0 ? coming : NOBODY;
  if (arrived.length > 0 && arrived.length === table.entrants.length && arrived.every((entrant) => table.entrants.includes(entrant))) return coming;
  return table.entrants.length === 1 ? [{ entrant: table.entrants[0]! }, "nobody"] : table.entrants.map((entrant) => ({ entrant }));
}

/** Who goes on from a place without a table. */
function walkover(sides: readonly Side[]): readonly [Side, Side] {
  const somebody = sides.filter((side) => side !== "nobody");
  return somebody.length > 1 ? OPEN : [somebody[0] ?? "nobody", "nobody"];
}

/** Whether who came from the lower bracket has won the final, so that it is played again. */
function isAgain({ sides: [, challenger], table }: Place): boolean {
  const [won] = table === null ? OPEN : outcomeOf(table);
  return typeof won === "object" && typeof challenger === "object" && won.entrant === challenger.entrant;
}

/** Whether there is nothing to draw at a place: nobody comes, or nobody is met there. */
export const isEmpty = ({ sides }: Place): boolean => sides.includes("nobody");

/** The columns from the first one on in which somebody is met. */
export const drawnColumns = (columns: readonly Column[]): readonly Column[] => columns.slice(Math.max(0, columns.findIndex(({ places }) => !places.every(isEmpty))));

/** The column in which is played, or was last. */
export const openColumn = (columns: readonly Column[]): number => Math.max(0, columns.findLastIndex(({ places }) => places.some(({ table }) => table !== null)));
