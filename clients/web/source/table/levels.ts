// How well bots play.

import type { BotLevel } from "moirai-client";

export const LEVELS: BotLevel[] = ["random", "medium", "strong"];

/** The level of a bot where nobody chooses one. */
export const USUAL: BotLevel = "medium";
