// What the check of a match says; the verifier's remarks by their codes.

import { textsOf } from "../strings/parts.js";

export const tell = await textsOf("fairness");
