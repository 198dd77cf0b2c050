// How long a match may take, by its settings: how many rounds, how much time for each, and what people need who do not wait.

import type { MatchDetails } from "moirai-client";

/** The time that people take for a move where nothing waits, as an estimate. */
const MOVE_SECONDS = 60;

export interface Course {
  /** At most; null where the settings do not say it. */
  rounds: number | null;
  /** For the longest phase of a round. */
  seconds: number;
  /** In all: if every deadline passes, and if everybody moves without delay; null where the rounds are not known. */
  atMost: number | null;
  about: number | null;
}

type Numbers = { [option: string]: number };

/** By game: the rounds, how many phases each has, and the longest of them. */
const COURSES: { [game: string]: (numbers: Numbers) => { rounds: number; phases?: number; seconds: number } } = {
  wizards_duel: ({ wins_needed: wins = 2, cast_seconds: seconds = 60 }) => ({ rounds: 9 * (2 * wins - 1), seconds }),
  apocalypse: ({ round_seconds: seconds = 86_400 }) => ({ rounds: 6, seconds }),
  threads_of_fate: ({ rounds = 7, round_seconds: seconds = 86_400 }) => ({ rounds, seconds }),
  divine_intervention: ({ last_round: last = 7, round_seconds: seconds = 86_400 }) => ({ rounds: last + 1, seconds }),
  hero_of_the_arena: ({ rounds = 25, turn_seconds: seconds = 90 }) => ({ rounds, phases: 2, seconds }),
};

export function courseOf({ game, options }: Pick<MatchDetails, "game" | "options">): Course {
  const numbers = Object.fromEntries(Object.entries(options).filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  const course = COURSES[game]?.(numbers);
  const longest = Math.max(0, ...Object.keys(numbers).filter((name) => name.endsWith("_seconds")).map((name) => numbers[name]!));
  if (!course) return { rounds: null, seconds: longest, atMost: null, about: null };
  const { rounds, phases = 1, seconds } = course;
  return { rounds, seconds, atMost: rounds * phases * seconds, about: rounds * phases * Math.min(seconds, MOVE_SECONDS) };
}
