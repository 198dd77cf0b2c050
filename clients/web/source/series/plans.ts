// Seasons to begin with: the published one, and a short one.

import type { SeasonRequest } from "moirai-client";

const DUEL = { game: "wizards_duel", variant: "puzzler", seats: { a: "candidate", b: "opponent" } };
const ARENA = {
  game: "hero_of_the_arena",
  options: { opponent_team: 2 },
  seats: { "hell-1": "candidate", "heaven-1": "partner:candidate", "hell-2": "opponent", "heaven-2": "partner:opponent" },
};
const MARKED = { marked: { seats: "mark" } };
const FINAL = { game: "wizards_duel", variant: "gods_collide", seats: { a: "finalist:hell", b: "finalist:heaven" } };

const RULES = {
  mark: { episodes: 1 },
  token: { spares: "pick" },
  pick: { by: "candidate", from: "next_hell", seconds: 43_200, silent: "worst_rank" },
} satisfies Partial<SeasonRequest>;

export const PLANS: Record<"eleven" | "five", SeasonRequest> = {
  eleven: {
    ...RULES,
    realms: { heaven: 3, hell: 8 },
    deaths: { duel: DUEL, arena: ARENA },
    episodes: [
      { game: "divine_intervention", heaven: "ascends", death: "duel" },
      { game: "apocalypse", heaven: "ascends", death: "duel" },
      { game: "threads_of_fate", options: MARKED, heaven: "ascends", death: "arena" },
      { game: "apocalypse", options: { heaven_size: 4, hell_size: 4 }, heaven: "winner", death: "duel" },
      { game: "divine_intervention", variant: "small", heaven: "stays", death: "duel" },
      { game: "threads_of_fate", variant: "quick", options: MARKED, heaven: "stays", death: "duel" },
      { game: "threads_of_fate", variant: "quick", options: { hell_size: 3 }, heaven: "stays", death: "duel" },
      { game: "hero_of_the_arena", finalists: "winner" },
      FINAL,
    ],
  },
  five: {
    ...RULES,
    realms: { heaven: 2, hell: 3 },
    deaths: { duel: DUEL },
    episodes: [
      { game: "threads_of_fate", variant: "quick", options: { hell_size: 3 }, heaven: "stays", death: "duel" },
      { game: "hero_of_the_arena", finalists: "winner" },
      FINAL,
    ],
  },
};
