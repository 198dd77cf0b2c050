// What the board of the Arena says.

import { textsOf } from "../../strings/parts.js";

export const t = await textsOf("hero_of_the_arena");
