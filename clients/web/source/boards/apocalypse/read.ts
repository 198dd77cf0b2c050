// A move of The Apocalypse as sentences.

import type { ApocalypseCard, CardAbility, JsonValue } from "moirai-client";
import { language, listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { isCard, isPair } from "./knowledge.js";
import { planOfMove } from "./plan.js";
import { tell } from "./strings.js";

/** The name of a target: a seat, a pair, a card or a realm. */
export function targetName(words: Words, target: string): string {
  if (isPair(target)) return words.thing("pair", target);
  if (isCard(target)) return words.thing("card", target);
  return words.seat(target) ?? words.thing("realm", target);
}

/** "Pestilence or Famine": where either will do. */
const either = (names: string[]): string => new Intl.ListFormat(language, { type: "disjunction" }).format(names);

/** "War steals 3 from Bo." */
export function cardLine(words: Words, card: ApocalypseCard, ability: CardAbility, targets: readonly string[], guesses: { [seat: string]: string }): string {
  const names = targets.filter(Boolean).map((target) => targetName(words, target));
  const guessed = Object.entries(guesses).map(([seat, pair]) => tell.guessOf(targetName(words, seat), words.thing("pair", pair)));
  const isNamed = ability === "active" && (card === "pestilence" || card === "war");
  return tell.says[card][ability](words.thing("card", card), guessed.length > 0 ? guessed.join(", ") : isNamed ? either(names) : listed(names));
}

export function readMove(move: JsonValue, words: Words): string | null {
  const { plays } = move as { plays?: { card: ApocalypseCard; ability: CardAbility; targets?: string[]; guesses?: { [seat: string]: string } }[] };
  const [one, two] = plays ?? [];
  if (!one || !two) return null;
  const lines = [one, two].map(({ card, ability, targets = [], guesses = {} }) => cardLine(words, card, ability, targets, guesses));
  return [tell.youPlay(words.thing("card", one.card), words.thing("card", two.card)), ...lines, abLine(words, planOfMove(move).ab)].filter(Boolean).join(" ");
}

function abLine(words: Words, ab: { [seat: string]: string }): string {
  const names = (choice: string) => listed(Object.keys(ab).filter((seat) => ab[seat] === choice).map((seat) => targetName(words, seat)));
  const [allies, traitors] = [names("ally"), names("betray")];
  if (traitors && allies) return tell.youBoth(traitors, allies);
  return traitors ? tell.youBetray(traitors) : allies ? tell.youAlly(allies) : "";
}
