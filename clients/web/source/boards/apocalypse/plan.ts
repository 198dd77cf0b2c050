// A move of The Apocalypse while it is being built, and the answers to the prompt that it amounts to.

import type { AbChoice, ApocalypseCard, CardAbility, CardPair, JsonValue } from "moirai-client";
import { choicesOf, questionOf, read, resolve, step, type Definitions, type Draft, type Schema } from "../../form/schema.js";
import { PAIR_NAMES, PAIRS } from "./knowledge.js";

export interface Plan {
  pair: CardPair | null;
  abilities: { [card in ApocalypseCard]?: CardAbility };
  targets: { [card in ApocalypseCard]?: string[] };
  guesses: { [card in ApocalypseCard]?: { [seat: string]: CardPair } };
  /** For "guess one": whom, before it is said what. */
  guessed: string | null;
  ab: { [seat: string]: AbChoice };
}

export const EMPTY: Plan = { pair: null, abilities: {}, targets: {}, guesses: {}, guessed: null, ab: {} };

/** What the prompt asks for one card with one ability. */
export interface Part {
  card: ApocalypseCard;
  ability: CardAbility;
  /** For each target in order, what it can be; empty if there are no targets, or several to pick from one list. */
  slots: string[][];
  /** Some out of one list. */
  picks: { legal: string[]; count: number } | null;
  guesses: "none" | "one" | "all";
  /** Whose pairs can be guessed. */
  others: string[];
}

export type Branch = readonly [Part, Part];

/** Every combination of cards and abilities that the prompt allows, in its order. */
export function branchesOf(schema: Schema, definitions: Definitions): Branch[] {
  const plays = schema.properties?.["plays"];
  const question = plays && questionOf(plays, definitions);
  const tuples = question?.kind === "branches" ? question.branches : question?.kind === "tuple" ? [plays!] : [];
  return tuples.map((tuple) => {
    const [one, two] = resolve(tuple, definitions).prefixItems ?? [];
    return [partOf(one ?? {}, definitions), partOf(two ?? {}, definitions)] as const;
  });
}

function partOf(given: Schema, definitions: Definitions): Part {
  const { properties = {} } = resolve(given, definitions);
  const constant = (name: string) => resolve(properties[name] ?? {}, definitions).const as string;
  const values = (schema: Schema) => (choicesOf(schema, definitions) ?? []).map(({ value }) => String(value));
  const targets = questionOf(properties["targets"] ?? {}, definitions);
  const guesses = resolve(properties["guesses"] ?? {}, definitions);
  const others = Object.keys(guesses.properties ?? {});
  return {
    card: constant("card") as ApocalypseCard,
    ability: constant("ability") as CardAbility,
    slots: targets.kind === "tuple" ? targets.parts.map(values) : [],
    picks: targets.kind === "picks" ? { legal: targets.choices.map(({ value }) => String(value)), count: targets.least } : null,
    guesses: others.length === 0 ? "none" : guesses.maxProperties === 1 ? "one" : "all",
    others,
  };
}

export function branchesFor(branches: readonly Branch[], pair: CardPair): Branch[] {
  const cards = PAIRS[pair];
  return branches.filter((branch) => branch.every(({ card }) => cards.includes(card)));
}

/** The branch that the plan has come to; null as long as an ability is open. */
export function branchOf(branches: readonly Branch[], plan: Plan): Branch | null {
  if (plan.pair === null) return null;
  const own = branchesFor(branches, plan.pair);
  return (own.length === 1 ? own[0] : own.find((branch) => branch.every(({ card, ability }) => plan.abilities[card] === ability))) ?? null;
}

/** Whom a card aims at; what leaves no choice is chosen. */
export function targetsOf(plan: Plan, part: Part): string[] {
  const chosen = plan.targets[part.card] ?? [];
  if (part.picks) return chosen.filter((target) => part.picks!.legal.includes(target)).slice(0, part.picks.count);
  return part.slots.map((legal, at) => (legal.length === 1 ? legal[0]! : legal.includes(chosen[at] ?? "") ? chosen[at]! : ""));
}

/**
 * The plan with an ability for a card. An ability that the other card has changes places with this card's; null if the
 * rules refuse what comes of it.
 */
export function withAbility(branches: readonly Branch[], plan: Plan, card: ApocalypseCard, ability: CardAbility): Plan | null {
  const other = PAIRS[plan.pair!].find((one) => one !== card)!;
  const before = plan.abilities[card];
  let beside = plan.abilities[other];
  if (beside === ability) beside = before;
  const fits = branchesFor(branches, plan.pair!).some((branch) =>
    branch.every((part) => (part.card === card ? part.ability === ability : beside === undefined || part.ability === beside)),
  );
  if (!fits) return null;
  const abilities = { ...plan.abilities, [card]: ability, [other]: beside };
  if (beside === undefined) delete abilities[other];
  const targets = { ...plan.targets };
  if (before !== ability) delete targets[card];
  if (beside !== plan.abilities[other]) delete targets[other];
  return { ...plan, abilities, targets };
}

/** The answers to the prompt; the plan itself is kept beside them. */
export function draftOf(plan: Plan, schema: Schema, definitions: Definitions): Draft {
  if (plan.pair === null && Object.keys(plan.ab).length === 0) return {};
  const draft: Draft = { plan: plan as unknown as JsonValue };
  for (const [seat, choice] of Object.entries(plan.ab)) draft["/ab" + step(seat)] = choice;
  const branches = branchesOf(schema, definitions);
  const branch = branchOf(branches, plan);
  if (!branch) return draft;
  draft["/plays?"] = branches.indexOf(branch);
  branch.forEach((part, at) => {
    const place = `/plays/${at}`;
    const targets = targetsOf(plan, part);
    if (part.picks) draft[`${place}/targets`] = targets;
    else targets.forEach((target, slot) => target && (draft[`${place}/targets/${slot}`] = target));
    const guesses = Object.entries(plan.guesses[part.card] ?? {});
    for (const [seat, pair] of guesses) {
      if (part.guesses === "all" || (part.guesses === "one" && seat === plan.guessed)) draft[`${place}/guesses` + step(seat)] = pair;
    }
  });
  return draft;
}

/** The plan of a draft, also of one that was made from a sealed move. */
export function planOf(draft: Draft, schema: Schema, definitions: Definitions): Plan {
  if (draft["plan"]) return { ...EMPTY, ...(draft["plan"] as unknown as Partial<Plan>) };
  return planOfMove(read(schema, definitions, draft).value);
}

/** The plan that leads to a move, or to what there is of it. */
export function planOfMove(move: JsonValue | undefined): Plan {
  const { plays, ab } = (move ?? {}) as Partial<Move>;
  const plan: Plan = { ...EMPTY, abilities: {}, targets: {}, guesses: {}, ab: ab ?? {} };
  const cards = (plays ?? []).flatMap((play) => (play ? [play] : []));
  for (const { card, ability, targets, guesses } of cards) {
    plan.abilities[card] = ability;
    plan.targets[card] = (targets ?? []).map((target) => target ?? "");
    plan.guesses[card] = guesses ?? {};
    if (card === "war") plan.guessed = Object.keys(guesses ?? {})[0] ?? null;
  }
  plan.pair = PAIR_NAMES.find((pair) => cards.length === 2 && cards.every(({ card }) => PAIRS[pair].includes(card))) ?? null;
  return plan;
}

interface Move {
  plays: ({ card: ApocalypseCard; ability: CardAbility; targets?: (string | null)[]; guesses?: { [seat: string]: CardPair } } | null)[];
  ab: { [seat: string]: AbChoice };
}
