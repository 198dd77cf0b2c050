// What a fighter plans for a turn, and what the prompt allows for it. No element of the page is known here.

import type { HeroItemCard, HeroOfTheArenaView, HeroPerk, HeroUnitCard, JsonValue, ShopItemCard, ShopUnitCard } from "moirai-client";
import { choicesOf, HALF, resolve, type Definitions, type Draft, type Schema } from "../../form/schema.js";

export interface Action {
  card: string;
  arena?: number | null;
  to?: number | null;
}

export type Plan =
  | { type: "play"; actions: Action[]; then: "end" | "more" }
  | { type: "discard"; cards: { card: string; arena: number }[] }
  | { type: "shop"; buy: string[]; then: "leave" | "refresh" };

export const NO_PLANS: { [type in Plan["type"]]: Plan } = {
  play: { type: "play", actions: [], then: "end" },
  discard: { type: "discard", cards: [] },
  shop: { type: "shop", buy: [], then: "leave" },
};

/** A plan from a move or a draft of one; null if it is none. */
export function planFrom(value: JsonValue | undefined): Plan | null {
  const type = (value as { type?: string } | null | undefined)?.type;
  if (type !== "play" && type !== "discard" && type !== "shop") return null;
  return { ...NO_PLANS[type], ...(value as object) } as Plan;
}

/** The step whose arena, or way, is still to be chosen; null if there is none. */
export function halfOf(draft: Draft): Action | null {
  return (draft[HALF] as Action | undefined) ?? null;
}

/** Whether a plan does nothing but end the turn. */
export function isNothing(plan: Plan): boolean {
  switch (plan.type) {
    case "play":
      return plan.actions.length === 0;
    case "discard":
      return plan.cards.length === 0;
    case "shop":
      return plan.buy.length === 0 && plan.then === "leave";
  }
}

/** The moves of a prompt, one for each branch. */
export function branchesOf(schema: Schema, definitions: Definitions): Schema[] {
  return (schema.oneOf ?? [schema]).map((branch) => resolve(branch, definitions));
}

const fieldOf = (branch: Schema, field: string, definitions: Definitions): Schema | null => {
  const part = branch.properties?.[field];
  return part ? resolve(part, definitions) : null;
};

/** The kinds of move that a prompt allows. */
export function kindsOf(schema: Schema, definitions: Definitions): string[] {
  const kinds = branchesOf(schema, definitions).map((branch) => fieldOf(branch, "type", definitions)?.const);
  return [...new Set(kinds.filter((kind) => typeof kind === "string"))];
}

/** The values that any branch of this kind allows for a field. */
export function allowed(schema: Schema, definitions: Definitions, kind: string, field: string): JsonValue[] {
  const branches = branchesOf(schema, definitions).filter((branch) => fieldOf(branch, "type", definitions)?.const === kind);
  return [...new Set(branches.flatMap((branch) => valuesOf(branch, field, definitions)))];
}

function valuesOf(schema: Schema, field: string, definitions: Definitions): JsonValue[] {
  const part = fieldOf(schema, field, definitions);
  return ((part && choicesOf(part, definitions)) ?? []).map(({ value }) => value);
}

/** Where some cards can be played. Without arenas they are played as they are. */
export interface Use {
  cards: string[];
  arenas: number[];
  to: number[];
}

/** The uses of cards: exactly those that are legal as the first step, and those that can be as a later one. */
export function usesOf(schema: Schema, definitions: Definitions): { first: Use[]; later: Use[] } {
  const lists = branchesOf(schema, definitions).flatMap((branch) => fieldOf(branch, "actions", definitions) ?? []);
  const uses = (items: Schema | false | undefined): Use[] => {
    const one = items ? resolve(items, definitions) : {};
    return (one.oneOf ?? [one]).flatMap((given) => {
      const action = resolve(given, definitions);
      const numbers = (field: string) => valuesOf(action, field, definitions).filter((value) => typeof value === "number");
      const cards = valuesOf(action, "card", definitions).map(String);
      return cards.length > 0 ? [{ cards, arenas: numbers("arena"), to: numbers("to") }] : [];
    });
  };
  const first = lists.find((list) => list.prefixItems)?.prefixItems?.[0];
  return { first: uses(first), later: uses(lists.find((list) => list.items)?.items) };
}

/** The arenas in which a card can be played. */
export function arenasFor(uses: readonly Use[], card: string): number[] {
  return [...new Set(uses.filter(({ cards }) => cards.includes(card)).flatMap(({ arenas }) => arenas))].sort();
}

/** The arenas to which a card can move the hero of an arena. */
export function destinationsFor(uses: readonly Use[], card: string, arena: number): number[] {
  const own = uses.filter(({ cards, arenas }) => cards.includes(card) && arenas.includes(arena));
  return [...new Set(own.flatMap(({ to }) => to))].filter((to) => to !== arena).sort();
}

export type Card = HeroUnitCard | HeroItemCard | ShopUnitCard | ShopItemCard;
type Entry = Card | HeroPerk;

/** All cards and perks that the viewer was shown, by id. */
export function entriesOf(view: HeroOfTheArenaView): Map<string, Entry> {
  const pack = view.pack;
  const all: Entry[] = pack ? [...pack.draft_units, ...pack.draft_items, ...pack.shop_cards, ...pack.perks] : (view.draft?.cards ?? []);
  return new Map(all.map((entry) => [entry.id, entry]));
}

export const isCard = (entry: Entry | undefined): entry is Card => entry !== undefined && "kind" in entry;

export const priceOf = (entry: Entry | undefined): number => (entry && "price" in entry ? entry.price : 0);

/** What a card gives by itself when it is played or bought, whatever else happens. */
function gain(entry: Entry | undefined, on: string, action: string): number {
  const effects = (entry?.effects ?? []).filter((effect) => effect.on === on && effect.do === action && !effect.if && !effect.per);
  return effects.reduce((sum, effect) => sum + (effect.amount ?? 0), 0);
}

/** What a step costs, less what the card itself gives back. */
export function manaOf(entry: Entry | undefined): number {
  return isCard(entry) ? gain(entry, "on_play", "gain_mana") - entry.cost : 0;
}

/** The coins that are left after these purchases, as the cards say it. */
export function coinsAfter(coins: number, buy: readonly string[], entries: Map<string, Entry>): number {
  return buy.reduce((left, id) => left - priceOf(entries.get(id)) + gain(entries.get(id), "on_buy", "gain_coins"), coins);
}

/** The fighters' seats: the near one first. Drafters sit behind their partners, watchers behind team 1. */
export function fightersFor(viewer: string): [near: string, far: string] {
  return viewer.endsWith("-2") ? ["hell-2", "hell-1"] : ["hell-1", "hell-2"];
}

/** The numbers of steps that aim at an arena, by arena: from 1. */
export function stepsAt(actions: readonly Action[]): Map<number, number[]> {
  const steps = new Map<number, number[]>();
  actions.forEach(({ arena, to }, at) => {
    for (const place of [arena, to]) if (place) steps.set(place, [...(steps.get(place) ?? []), at + 1]);
  });
  return steps;
}

/** The step with which a refusal's pointer begins: `/actions/2/card` is 2; null if it names none. */
export function refusedStep(pointer: string | null | undefined): number | null {
  const found = /\/(?:actions|buy|cards)\/(\d+)/.exec(pointer ?? "");
  return found ? Number(found[1]) : null;
}

/** The list with one item a place earlier or later. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const copy = [...list];
  const [item] = copy.splice(at, 1);
  copy.splice(at + by, 0, item!);
  return copy;
}
