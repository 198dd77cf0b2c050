// What the board of Threads of Fate says.

import { textsOf } from "../../strings/parts.js";

export const tell = await textsOf("threads_of_fate");
