/*
The games whose rules this verifier has, once for each version of the rules.

A game is { name, rulesVersion, variants, options, secrets, seats, begin, setup, legal, resolve }; older versions may have
carriesOver: by newer version, what makes the truth of a match one by that version.
*/

import { apocalypse } from "./apocalypse.mjs";
import { divineIntervention } from "./divine_intervention/rules.mjs";
import { heroOfTheArena } from "./hero_of_the_arena/rules.mjs";
import { threadsOfFate } from "./threads_of_fate.mjs";
import { wizardsDuels } from "./wizards_duel.mjs";

const GAMES = [...wizardsDuels, apocalypse, threadsOfFate, divineIntervention, heroOfTheArena];

export const rulesOf = (name, version) => GAMES.find((game) => game.name === name && game.rulesVersion === version) ?? null;
