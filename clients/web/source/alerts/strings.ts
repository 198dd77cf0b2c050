// Notices of tournaments and series.

import { textsOf } from "../strings/parts.js";

export const tell = await textsOf("alerts");
