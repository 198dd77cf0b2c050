// What this board says. Names of things come from the words of the game.

import { textsOf } from "../../strings/parts.js";

export const text = await textsOf("divine_intervention");
