/*
The games whose rules this verifier has, by name.

A game is { name, rulesVersion, variants, options, secrets, seats, begin, setup, legal, resolve }.
*/

import { apocalypse } from "./apocalypse.mjs";
import { divineIntervention } from "./divine_intervention/rules.mjs";
import { heroOfTheArena } from "./hero_of_the_arena/rules.mjs";
import { threadsOfFate } from "./threads_of_fate.mjs";
import { wizardsDuel } from "./wizards_duel.mjs";

export const GAMES = new Map([wizardsDuel, apocalypse, threadsOfFate, divineIntervention, heroOfTheArena].map((game) => [game.name, game]));
