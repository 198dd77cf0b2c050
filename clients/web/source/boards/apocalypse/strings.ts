// What the board of The Apocalypse says.

import { textsOf } from "../../strings/parts.js";

export const tell = await textsOf("apocalypse");
