// A move of The Apocalypse as sentences.

import type { ApocalypseCard, CardAbility, JsonValue, ViewReply } from "moirai-client";
import { definitionsOf, type Draft, type Schema } from "../../form/schema.js";
import { listed, say } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { isCard, isPair, PAIRS } from "./knowledge.js";
import { branchesOf, branchOf, planOf, planOfMove, targetsOf } from "./plan.js";
import { tell } from "./strings.js";

/** The name of a target: a seat, a pair, a card or a realm. */
export function targetName(words: Words, target: string): string {
  if (isPair(target)) return words.thing("pair", target);
  if (isCard(target)) return words.thing("card", target);
  return words.seat(target) ?? words.thing("realm", target);
}

/** "War steals 3 from Bo." */
export function cardLine(words: Words, card: ApocalypseCard, ability: CardAbility, targets: readonly string[], guesses: { [seat: string]: string }): string {
  const names = targets.filter(Boolean).map((target) => targetName(words, target));
  const guessed = Object.entries(guesses).map(([seat, pair]) => tell.guessOf(targetName(words, seat), words.thing("pair", pair)));
  const isNamed = ability === "active" && (card === "pestilence" || card === "war");
  return tell.says[card][ability](words.thing("card", card), guessed.length > 0 ? guessed.join(", ") : listed(names, isNamed ? say.or : say.and));
}

export function readMove(move: JsonValue, words: Words): string | null {
  const { plays } = move as { plays?: { card: ApocalypseCard; ability: CardAbility; targets?: string[]; guesses?: { [seat: string]: string } }[] };
  const [one, two] = plays ?? [];
  if (!one || !two) return null;
  const lines = [one, two].map(({ card, ability, targets = [], guesses = {} }) => cardLine(words, card, ability, targets, guesses));
  return [tell.youPlay(words.thing("card", one.card), words.thing("card", two.card)), ...lines, abLine(words, planOfMove(move).ab)].filter(Boolean).join(" ");
}

/** What is still to be chosen of a plan. */
export function readOpen(draft: Draft, words: Words, { prompt }: ViewReply): string | null {
  if (!prompt) return null;
  const [schema, definitions] = [prompt as Schema, definitionsOf(prompt)];
  const [plan, branches] = [planOf(draft, schema, definitions), branchesOf(schema, definitions)];
  if (plan.pair === null) return tell.openPair;
  const branch = branchOf(branches, plan);
  const name = (cards: readonly ApocalypseCard[]) => listed(cards.map((card) => words.thing("card", card)));
  if (!branch) return tell.openAbility(name(PAIRS[plan.pair].filter((card) => !plan.abilities[card])));
  const open = branch.filter((part) => {
    const targets = targetsOf(plan, part);
    const guesses = Object.keys(plan.guesses[part.card] ?? {}).length;
    return targets.length < (part.picks?.count ?? 0) || targets.includes("") || guesses < (part.guesses === "all" ? part.others.length : part.guesses === "one" ? 1 : 0);
  });
  return tell.openAim(name(open.map(({ card }) => card)));
}

function abLine(words: Words, ab: { [seat: string]: string }): string {
  const names = (choice: string) => listed(Object.keys(ab).filter((seat) => ab[seat] === choice).map((seat) => targetName(words, seat)));
  const [allies, traitors] = [names("ally"), names("betray")];
  if (traitors && allies) return tell.youBoth(traitors, allies);
  return traitors ? tell.youBetray(traitors) : allies ? tell.youAlly(allies) : "";
}
