// Which games have rules for people, and where they are: texts and pictures of one game are loaded with its rules.

import { loadStyles } from "../parts/styles.js";
import { textsOf } from "../strings/parts.js";
import type { Pictures } from "./pictures/drawn.js";
import type { AnyOptions, Told } from "./told.js";

export interface Book {
  told: Told<AnyOptions>;
  pictures: Pictures;
  data: object;
}

const load = async (told: Promise<unknown>, pictures: Promise<{ pictures: Pictures }>, lists: Promise<object> = Promise.resolve({})): Promise<Book> => {
  // The texts of a game are given the options of that game.
  const [texts, drawn, data] = await Promise.all([told as Promise<Told<AnyOptions>>, pictures, lists, loadStyles("rules")]);
  return { told: texts, pictures: drawn.pictures, data };
};

export const BOOKS: { [game: string]: () => Promise<Book> } = {
  apocalypse: () => load(textsOf("rules_apocalypse"), import("./pictures/apocalypse.js")),
  divine_intervention: () => load(textsOf("rules_divine_intervention"), import("./pictures/divine_intervention.js"), import("./divine_intervention.js")),
  hero_of_the_arena: () => load(textsOf("rules_hero_of_the_arena"), import("./pictures/hero_of_the_arena.js"), import("./hero_of_the_arena.js")),
  threads_of_fate: () => load(textsOf("rules_threads_of_fate"), import("./pictures/threads_of_fate.js")),
  wizards_duel: () => load(textsOf("rules_wizards_duel"), import("./pictures/wizards_duel.js")),
};
