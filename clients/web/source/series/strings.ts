// What the pages of series say.

import { textsOf } from "../strings/parts.js";

export const tell = await textsOf("series");
