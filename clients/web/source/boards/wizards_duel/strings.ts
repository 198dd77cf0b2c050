// What the board says.

import { textsOf } from "../../strings/parts.js";

export const t = await textsOf("wizards_duel");
