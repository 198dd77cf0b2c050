// The steps of a lesson: each says one thing, lights at most one, and waits for one action.

import type { JsonValue } from "moirai-client";
import { textsOf } from "../strings/parts.js";
import type { Words } from "../words.js";

/** What is lit: a choice of the move by the name of what it is, or the seal; nothing where one only reads on. */
export type Lit = { choice: [kind: string, id: string] } | "seal" | null;

export interface Step {
  /** The number of the phase in which it stands. */
  phase: number;
  say: string;
  /** A hint, or after a result the reason for it. */
  more: string;
  isResult: boolean;
  lit: Lit;
  /** What is chosen when the step is done, by its place in the draft. */
  chosen?: [place: string, value: JsonValue];
}

export interface LessonTexts {
  title: string;
  steps: readonly Step[];
}

interface Said { say: string; more: string }

const read = (phase: number, said: Said, isResult = true): Step => ({ phase, ...said, isResult, lit: null });
const choose = (phase: number, said: Said, kind: string, id: string, place: string): Step => ({ phase, ...said, isResult: false, lit: { choice: [kind, id] }, chosen: [place, id] });
const seal = (phase: number, said: Said): Step => ({ phase, ...said, isResult: false, lit: "seal" });

/** By game. The moves are those that the server's lesson expects; bots answer them as it has written. */
export const LESSONS: { [game: string]: () => Promise<LessonTexts> } = {
  wizards_duel: async () => {
    const tell = await textsOf("lesson_wizards_duel");
    const spell = (phase: number, said: Said, id: string) => choose(phase, said, "spell", id, "/spell");
    return {
      title: tell.title,
      steps: [
        read(1, tell.opening, false),
        spell(1, tell.six, "6"),
        seal(1, tell.sealSix),
        read(2, tell.lost),
        spell(2, tell.five, "5"),
        seal(2, tell.sealFive),
        read(3, tell.won),
        spell(3, tell.seven, "7"),
        seal(3, tell.sealSeven),
        read(4, tell.led),
      ],
    };
  },
};

/** The part of the page that a step lights. */
export function find(lit: Lit, words: Words, within: HTMLElement): HTMLElement | null {
  if (lit === null) return null;
  if (lit === "seal") return within.querySelector<HTMLElement>(".move button[type=submit]");
  const name = words.thing(...lit.choice);
  return [...within.querySelectorAll<HTMLElement>(".move label")].find((label) => label.textContent!.includes(name)) ?? null;
}
