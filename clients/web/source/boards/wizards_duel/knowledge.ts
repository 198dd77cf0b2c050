// What a viewer knows of a duel, sorted for the board. Nothing here knows an element of the page, and nothing is deduced
// but plain sets: the rules stay with the server.

import type { DuelRecord, HandView, PendingView, RoundRecord, ViewerEvent, WizardsDuelView } from "moirai-client";

export type Duelist = "a" | "b";

export const WISDOM = "w";
export const HIDDEN = "hidden";

const NO_VIEW = { pool: [], wins: {}, points: {}, items: {}, draft: [], hands: {}, pending: {}, rounds: [], duels: [], options: {} };

/** The view with every list and table that the board reads; those that it lacks are empty. */
export function duelView(view: unknown): WizardsDuelView {
  return { ...NO_VIEW, ...(view as object) } as unknown as WizardsDuelView;
}

/** The near seat and the far one: whoever looks sits near, for all others seat a does. */
export function sides(viewer: string): [Duelist, Duelist] {
  return viewer === "b" ? ["b", "a"] : ["a", "b"];
}

export function opponent(seat: string): Duelist {
  return seat === "a" ? "b" : "a";
}

/** Whether a spell is in a hand: for sure, perhaps, or not. */
export type Holding = "certain" | "possible" | "gone";

export function holding(hand: HandView | undefined, spell: string): Holding {
  if (!hand) return "possible";
  if (!(hand.possible as readonly string[]).includes(spell)) return "gone";
  return hand.size >= hand.possible.length ? "certain" : "possible";
}

/** The last round that counts in which a seat cast a spell; null if there is none that the viewer knows of. */
export function castIn(rounds: readonly RoundRecord[], seat: Duelist, spell: string): number | null {
  return rounds.findLast((record) => !record.undone && record.spells?.[seat] === spell)?.round ?? null;
}

/** The number printed on a spell; null for spells that are compared in another way, and for hidden ones. */
export function printed(spell: string | null | undefined): number | null {
  return /^\d$/.test(spell ?? "") ? Number(spell) : null;
}

/** What the printed numbers alone say of a result. */
export type Comparison = "as printed" | "turned" | "evened" | "equal" | null;

export function compare(record: RoundRecord): Comparison {
  const [a, b] = [printed(record.spells?.a), printed(record.spells?.b)];
  if (a === null || b === null || record.instant || (record.absent?.length ?? 0) > 0) return null;
  if (!record.winner) return a === b ? "equal" : "evened";
  const won = record.winner === "a" ? a - b : b - a;
  return won > 0 ? "as printed" : "turned";
}

/** Who wins a tied duel; or that it is drawn, or played again. */
export function tieRule({ items, options }: WizardsDuelView): Duelist | "draw" | "replay" {
  const owner = items.hestias_hearth;
  if (owner) return owner;
  if (options.tied_duel !== "holder_wins") return options.tied_duel === "draw" ? "draw" : "replay";
  return options.advantage_seat ?? "replay";
}

/** Whether nothing waits for a seat's next spell; null if that is not told. */
export function isQuiet(pending: PendingView | undefined): boolean | null {
  if (!pending || pending.banned) return pending ? false : null;
  if (pending.modifier === null || pending.fogged === null) return null;
  return pending.modifier === 0 && !pending.fogged;
}

/** The record of the duel on the board, if it is finished. */
export function finished(view: WizardsDuelView): DuelRecord | null {
  return view.duels.find(({ duel, replay }) => duel === view.duel && replay === view.replay) ?? null;
}

/** What facts told beside the record of a round. */
export interface Aside {
  /** The seats whose spell only they know. */
  fogged: string[];
  /** For the host: the final strengths, and whose effect was cancelled. */
  explained: { strengths: { [seat: string]: number | null }; cancelled: string[] } | null;
}

export const asideKey = (duel: number, replay: number, record: Pick<RoundRecord, "round" | "attempt">): string =>
  [duel, replay, record.round, record.attempt].join(" ");

/** By `asideKey`: what the viewer was told beside the records. */
export function asidesOf(events: readonly Pick<ViewerEvent, "facts">[]): Map<string, Aside> {
  const asides = new Map<string, Aside>();
  let [duel, replay, key] = [0, 0, ""];
  const aside = () => asides.get(key) ?? asides.set(key, { fogged: [], explained: null }).get(key)!;
  for (const fact of events.flatMap(({ facts }) => facts)) {
    if (fact.type === "wizards_duel.duel_started") [duel, replay] = [fact.duel, fact.replay];
    else if (fact.type === "wizards_duel.round_played") key = asideKey(duel, replay, fact);
    else if (fact.type === "wizards_duel.withheld" && fact.spell) aside().fogged.push(fact.seat);
    else if (fact.type === "wizards_duel.round_explained") aside().explained = fact;
    else if (fact.type === "wizards_duel.hidden_revealed") for (const one of asides.values()) one.fogged = [];
  }
  return asides;
}
