// The lesson of Wizard's Duel. The moves are those that the server's lesson expects (`engines/wizards_duel/lesson.py`).

import { textsOf } from "../../strings/parts.js";
import { act, read, type LessonTexts, type Said } from "../steps.js";

const tell = await textsOf("lesson_wizards_duel");

const spell = (phase: number, said: Said, id: string) => act(phase, said, { choice: ["spell", id] });

export const lesson: LessonTexts = {
  title: tell.title,
  steps: [
    read(1, tell.opening, false),
    spell(1, tell.six, "6"),
    act(1, tell.sealSix, "seal"),
    read(2, tell.lost),
    spell(2, tell.five, "5"),
    act(2, tell.sealFive, "seal"),
    read(3, tell.won),
    spell(3, tell.seven, "7"),
    act(3, tell.sealSeven, "seal"),
    read(4, tell.led),
  ],
};
