// What the screen of a venue says, besides what the page of a tournament does.

import { textsOf } from "../../strings/parts.js";

export const show = await textsOf("screen");
