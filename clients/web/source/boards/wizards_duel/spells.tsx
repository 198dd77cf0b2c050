// Spells as cards: to look at, and to choose from.

import type { HandView, RoundRecord } from "moirai-client";
import type { ComponentChildren } from "preact";
import { Thing } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import type { Who } from "../people.js";
import { castIn, holding, type Duelist } from "./knowledge.js";
import { numeral, Sign } from "./signs.js";
import { t } from "./strings.js";

/** The face of a card: number, sign, name, and a word on its state, which the eye may see by the border alone. */
export function Face({ spell, words, mark, isQuiet = false }: { spell: string; words: Words; mark?: string | undefined; isQuiet?: boolean }) {
  return (
    <>
      <span class="spell-top">
        <Sign of={spell} />
        <b>{numeral(spell)}</b>
      </span>
      <span class="spell-name">{words.thing("spell", spell)}</span>
      {mark && <span class={isQuiet ? "vh" : "spell-mark"}>{mark}</span>}
    </>
  );
}

interface HandProps {
  seat: Duelist;
  who: Who;
  pool: readonly string[];
  hand: HandView | undefined;
  rounds: readonly RoundRecord[];
  words: Words;
}

/** A hand as far as it is known. Touching a card shows what the spell does, and where it is. */
export function Hand({ seat, who, pool, hand, rounds, words }: HandProps) {
  return (
    <ul class="spells" aria-label={t.spellsOf(who)}>
      {pool.map((spell) => {
        const state = holding(hand, spell);
        const round = state === "gone" ? castIn(rounds, seat, spell) : null;
        const note = [t.holding[state](who), round === null ? "" : t.castIn(round)].join(" ");
        const mark = state === "gone" ? t.gone : state === "possible" ? t.maybe : undefined;
        return (
          <li key={spell}>
            <Thing words={words} kind="spell" id={spell} note={note} class={`spell ${state}`}>
              <Face spell={spell} words={words} mark={mark} isQuiet />
            </Thing>
          </li>
        );
      })}
    </ul>
  );
}

interface ChoiceProps {
  name: string;
  chosen: boolean;
  onChoose: () => void;
  class?: string;
  children: ComponentChildren;
}

/** A card to choose. */
export function ChoiceCard({ name, chosen, onChoose, class: look = "", children }: ChoiceProps) {
  return (
    <label class={`spell choice ${look}`} data-on={chosen}>
      <input class="vh" type="radio" name={name} checked={chosen} onChange={onChoose} />
      {children}
    </label>
  );
}

interface DimmedProps {
  spell: string;
  words: Words;
  look: "gone" | "banned" | "off";
  mark: string;
  note: string;
}

/** A card that cannot be chosen, with the reason. */
export function DimmedSpell({ spell, words, look, mark, note }: DimmedProps) {
  return (
    <Thing words={words} kind="spell" id={spell} note={note} class={`spell ${look}`}>
      <Face spell={spell} words={words} mark={mark} />
    </Thing>
  );
}
