// What the pages of rules say in every game.

import { textsOf } from "../strings/parts.js";

export const tell = await textsOf("rules");
