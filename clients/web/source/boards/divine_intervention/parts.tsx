// Small parts of this board: names, cards to choose one of, and amounts to step through.

import type { BoonCard, BoonId, Element, Mana } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../../parts/icons.js";
import { Thing } from "../../parts/thing.js";
import { language, listed } from "../../strings/index.js";
import type { Words } from "../../words.js";
import { ELEMENTS, type Need } from "./rooms.js";
import { PATHS, Sign } from "./signs.js";
import { text } from "./strings.js";

/** What a room needs, as signs; the words are elsewhere for a screen reader. */
export function Needs({ needs }: { needs: readonly Need[] }) {
  return (
    <span class="needs" aria-hidden="true">
      {needs.map((need, at) => {
        if (need === "secret") return <Icon key={at} name="eye_closed" />;
        if (need === "all") return <span key={at}>{text.all}</span>;
        return typeof need === "string" && need in PATHS ? <Sign key={at} name={need as Element} /> : <span key={at}>{need}</span>;
      })}
    </span>
  );
}

/** The name of an element inside a sentence. */
export function elementName(element: string, words: Words): string {
  const name = words.thing("element", element);
  return language === "en" ? name.toLowerCase() : name;
}

/** "3 earth and 1 air". */
export function manaText(mana: Mana, words: Words): string {
  const held = ELEMENTS.filter((element) => mana[element] > 0);
  return listed(held.map((element) => `${mana[element]} ${elementName(element, words)}`));
}

/** Amounts with signs: "+6", and a drop. */
export function ManaSigns({ mana, words, sign = "" }: { mana: Mana; words: Words; sign?: string }) {
  const held = ELEMENTS.filter((element) => mana[element] > 0);
  if (held.length === 0) return <span class="dim">{text.noMana}</span>;
  return (
    <span class="mana-signs">
      {held.map((element) => (
        <span key={element}>
          {sign}
          {mana[element]}
          <Sign name={element} />
          <span class="vh">{words.thing("element", element)}</span>
        </span>
      ))}
    </span>
  );
}

export type Cards = { [name in BoonId]?: BoonCard };

/** A boon's own words; those of the organiser's pack, where there is one. */
export function boonName(id: BoonId, words: Words, pack: Cards | null): string {
  return pack?.[id]?.name ?? words.thing("boon", id);
}

export function Boon({ id, words, pack }: { id: BoonId; words: Words; pack: Cards | null }) {
  const card = pack?.[id];
  return <Thing words={words} kind="boon" id={id} own={card && { title: card.name, text: card.text }} />;
}

export interface Option {
  /** Its key; the value itself is known to the caller. */
  id: string;
  label: ComponentChildren;
  note?: string | undefined;
  /** Why it cannot be chosen. */
  shut?: string | undefined;
}

interface OptionsProps {
  title: string;
  hint?: string;
  problem?: string | undefined;
  options: readonly Option[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** One of these, as cards to touch. */
export function Options({ title, hint, problem, options, chosen, onChoose }: OptionsProps) {
  const name = useId();
  return (
    <fieldset class="ask">
      <legend>{title} {hint && <span class="dim tiny">{hint}</span>}</legend>
      <div class="options">
        {options.map(({ id, label, note, shut }) => (
          <label key={id} class="option" data-on={id === chosen} data-off={shut !== undefined}>
            <input class="vh" type="radio" name={name} checked={id === chosen} disabled={shut !== undefined} onChange={() => onChoose(id)} />
            <span class="name">{label}</span>
            {(shut ?? note) && <small>{shut ?? note}</small>}
          </label>
        ))}
      </div>
      {problem && <p class="problem">{problem}</p>}
    </fieldset>
  );
}

interface StepperProps {
  /** What is counted, in words. */
  label: string;
  children?: ComponentChildren;
  value: number;
  least: number;
  most: number;
  /** Whether a step may end here; a step goes on until it may. */
  isFree?: (value: number) => boolean;
  problem?: string | undefined;
  onChange: (value: number) => void;
}

/** A number with a button on either side. */
export function Stepper({ label, children, value, least, most, isFree = () => true, problem, onChange }: StepperProps) {
  const id = useId();
  const next = (by: 1 | -1) => {
    let to = value + by;
    while (to > least && to < most && !isFree(to)) to += by;
    return to >= least && to <= most && isFree(to) ? to : null;
  };
  const [down, up] = [next(-1), next(1)];
  const type = (typed: string) => {
    const number = Math.round(Number(typed));
    if (typed !== "" && !Number.isNaN(number)) onChange(Math.min(most, Math.max(least, number)));
  };
  return (
    <div class="ask stepper">
      <label for={id}>{children}<span class="vh">{label}</span></label>
      <button type="button" class="btn" disabled={down === null} aria-label={text.less(label)} onClick={() => onChange(down!)}>−</button>
      <input class="field" id={id} type="number" inputMode="numeric" step={1} min={least} max={most} value={value} aria-invalid={Boolean(problem)} onInput={(event) => type(event.currentTarget.value)} />
      <button type="button" class="btn" disabled={up === null} aria-label={text.more(label)} onClick={() => onChange(up!)}>+</button>
    </div>
  );
}
