// Which game has which lesson.

import type { LessonTexts } from "../steps.js";

/** By game: loads its lesson, a chunk of its own. */
export const LESSONS: { [game: string]: () => Promise<{ lesson: LessonTexts }> } = {
  apocalypse: () => import("./apocalypse.js"),
  divine_intervention: () => import("./divine_intervention.js"),
  hero_of_the_arena: () => import("./hero_of_the_arena.js"),
  threads_of_fate: () => import("./threads_of_fate.js"),
  wizards_duel: () => import("./wizards_duel.js"),
};
