// The steps of a lesson: each says one thing, lights at most one, and waits for one action.

import type { Words } from "../words.js";

/**
 * What is lit, and has to be done: something to touch in the move, by the name of what it is or by a text on it, where the same
 * stands twice by what it is asked about, too; an option of a selection, whose label has the first text; a number in a field, whose
 * label has the text; an arena for a card, after so many that are played; or the seal. Null where one only reads on.
 */
export type Lit =
  | { choice: [kind: string, id: string]; about?: [kind: string, id: string] }
  | { text: string }
  | { option: [label: string, text: string] }
  | { number: [label: string, value: number] }
  | { lane: number; after: number }
  | "seal"
  | null;

export interface Step {
  /** The number of the phase in which it stands. */
  phase: number;
  say: string;
  /** A hint, or after a result the reason for it. */
  more: string;
  isResult: boolean;
  lit: Lit;
}

export interface LessonTexts {
  title: string;
  steps: readonly Step[];
}

export interface Said {
  say: string;
  more: string;
}

/** A step that is only read, after a result or before the first move. */
export const read = (phase: number, said: Said, isResult = true): Step => ({ phase, ...said, isResult, lit: null });

/** A step that is done once the part of the move that is lit is chosen, or the move is sealed. */
export const act = (phase: number, said: Said, lit: Exclude<Lit, null>): Step => ({ phase, ...said, isResult: false, lit });

/** The part of the page that a step lights. */
export function find(lit: Lit, words: Words, within: HTMLElement): HTMLElement | null {
  if (lit === null) return null;
  if (lit === "seal") return within.querySelector<HTMLElement>(".move button[type=submit]");
  if ("lane" in lit) return within.querySelector<HTMLElement>(`.move .aiming .lane:nth-child(${lit.lane})`);
  const labels = [...within.querySelectorAll<HTMLLabelElement>(".move label")];
  if ("option" in lit) return (labels.find(({ textContent }) => textContent.includes(lit.option[0]))?.control as HTMLElement | null | undefined) ?? null;
  // With the buttons beside it, which change it, too.
  if ("number" in lit) return labels.find(({ textContent }) => textContent.includes(lit.number[0]))?.control?.parentElement ?? null;
  const name = "choice" in lit ? words.thing(...lit.choice) : lit.text;
  const about = "choice" in lit && lit.about ? words.thing(...lit.about) : "";
  const isAsked = (label: HTMLElement) => about === "" || (label.closest("fieldset")?.querySelector("legend")?.textContent.includes(about) ?? false);
  return labels.find((label) => label.textContent.includes(name) && isAsked(label)) ?? null;
}

/** Whether what a step lights is chosen. */
export function isChosen(lit: Lit, words: Words, within: HTMLElement): boolean {
  if (lit === null || lit === "seal") return false;
  if ("lane" in lit) return within.querySelectorAll(".move .steps li").length > lit.after;
  const part = find(lit, words, within);
  if ("option" in lit) return part instanceof HTMLSelectElement && (part.selectedOptions[0]?.textContent.includes(lit.option[1]) ?? false);
  if ("number" in lit) return part?.querySelector("input")?.value === String(lit.number[1]);
  return part?.querySelector("input:checked") !== null && part !== null;
}
