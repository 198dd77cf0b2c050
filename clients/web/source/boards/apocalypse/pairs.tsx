// One of the six pairs of cards: its signs, its name, and what was done with it.

import type { CardPair, CardsPlayed } from "moirai-client";
import type { Words } from "../../words.js";
import { PAIRS } from "./knowledge.js";
import { targetName } from "./read.js";
import { Sign } from "./signs.js";
import { tell } from "./strings.js";

interface PairProps {
  pair: CardPair;
  /** How it was played; null if it was not. */
  played: CardsPlayed | null;
  /** What is said of it otherwise. */
  state: string;
  words: Words;
}

export function Pair({ pair, played, state, words }: PairProps) {
  return (
    <>
      <span class="signs">{PAIRS[pair].map((card) => <Sign key={card} card={card} />)}</span>
      <b>{words.thing("pair", pair)}</b>
      {!played && <span class="tiny">{state}</span>}
      {played && (
        <span class="tiny">
          <em>{tell.inRound(played.round)}</em>
          <Uses played={played} words={words} />
          {played.defaulted && <span class="use">{tell.byServer}</span>}
        </span>
      )}
    </>
  );
}

/** How each card of a pair was used. */
export function Uses({ played, words }: { played: CardsPlayed; words: Words }) {
  return (
    <>
      {PAIRS[played.pair].map((card) => {
        const use = played.cards[card];
        if (!use) return null;
        const targets = [...use.targets.map((target) => targetName(words, target)), ...Object.entries(use.guesses ?? {}).map(([seat, pair]) => tell.guessOf(targetName(words, seat), words.thing("pair", pair)))];
        return (
          <span class="use" key={card}>
            <Sign card={card} />
            <span>
              <span class="vh">{words.thing("card", card)}: </span>
              {words.thing("ability", use.ability)}
              {targets.length > 0 && ` → ${targets.length > 4 ? targets.length : targets.join(", ")}`}
            </span>
          </span>
        );
      })}
    </>
  );
}
