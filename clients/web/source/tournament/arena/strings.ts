// What the page of an arena says, besides what that of every tournament does.

import { textsOf } from "../../strings/parts.js";

export const arena = await textsOf("arena");
