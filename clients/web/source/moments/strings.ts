// What the moment of opening and the end say.

import { textsOf } from "../strings/parts.js";

export const text = await textsOf("moments");
