// What the moment of opening and the end say.

import { loadStyles } from "../parts/styles.js";
import { textsOf } from "../strings/parts.js";

export const [text] = await Promise.all([textsOf("moments"), loadStyles("moments")]);
