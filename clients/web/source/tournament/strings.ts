// What the pages of tournaments say.

import { textsOf } from "../strings/parts.js";

export const tell = await textsOf("tournaments");
