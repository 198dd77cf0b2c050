// What suits an evening, a weekend, a month: how long people think, how many rounds there are and when, and what comes of
// who is away. A choice of one sets it all; whatever it sets can still be changed.

import type { GameReply } from "moirai-client";
import { localText } from "../time.js";
import { step, type Draft, type Schema } from "./schema.js";

export const SPANS = ["evening", "weekend", "month"] as const;

export type Span = (typeof SPANS)[number];

interface Sitting {
  /** From the beginning of the first day, in days and hours. */
  day: number;
  hour: number;
}

export interface Terms {
  /** Of a game for two; others take as long as two or three of them. */
  rounds: number;
  longRounds: number;
  /** When rounds start; those beyond start when the last one is done. */
  sittings: readonly Sitting[];
  /** The first day: the next one with this number in the week, from Sunday; null for any. */
  weekday: number | null;
  readyMinutes: number;
  reviewMinutes: number;
  graceSeconds: number;
  excused: number;
  /** Whether deadlines rest at night. */
  rests: boolean;
  /** To decide who plays a death match. */
  pickSeconds: number;
  /** The plan of a season that suits. */
  plan: "eleven" | "five";
}

const HALF_A_DAY = 43_200;

const SATURDAY = 6;
const MONDAY = 1;

const daily = (days: number[], hours: number[]): Sitting[] => days.flatMap((day) => hours.map((hour) => ({ day, hour })));

export const TERMS: Record<Span, Terms> = {
  evening: { rounds: 5, longRounds: 2, sittings: daily([0], [19]), weekday: null, readyMinutes: 5, reviewMinutes: 1, graceSeconds: 60, excused: 1, rests: false, pickSeconds: 180, plan: "five" },
  weekend: { rounds: 6, longRounds: 4, sittings: daily([0, 1], [10, 13, 16]), weekday: SATURDAY, readyMinutes: 10, reviewMinutes: 5, graceSeconds: 120, excused: 1, rests: false, pickSeconds: 900, plan: "five" },
  month: { rounds: 4, longRounds: 4, sittings: daily([0, 7, 14, 21], [18]), weekday: MONDAY, readyMinutes: 0, reviewMinutes: 120, graceSeconds: HALF_A_DAY, excused: 2, rests: true, pickSeconds: HALF_A_DAY, plan: "eleven" },
};

/** How long the phases of all games are, by the options for it. */
const SECONDS: Record<Span, { [option: string]: number }> = {
  evening: { cast_seconds: 60, charm_seconds: 30, daybreak_seconds: 30, draft_seconds: 60, break_seconds: 0, round_seconds: 300, choice_seconds: 120, starter_seconds: 120, review_seconds: 60, decision_seconds: 60, preparation_seconds: 180, turn_seconds: 90 },
  weekend: { cast_seconds: 120, charm_seconds: 60, daybreak_seconds: 60, draft_seconds: 120, break_seconds: 60, round_seconds: 1200, choice_seconds: 600, starter_seconds: 300, review_seconds: 300, decision_seconds: 120, preparation_seconds: 900, turn_seconds: 180 },
  month: { cast_seconds: HALF_A_DAY, charm_seconds: HALF_A_DAY, daybreak_seconds: HALF_A_DAY, draft_seconds: HALF_A_DAY, break_seconds: 0, round_seconds: 86_400, choice_seconds: HALF_A_DAY, starter_seconds: HALF_A_DAY, review_seconds: HALF_A_DAY, decision_seconds: HALF_A_DAY, preparation_seconds: 86_400, turn_seconds: HALF_A_DAY },
};

/** The answers to how long the phases of a game are, within what the game allows. */
export function thinkingFor(span: Span, { options_schema }: Pick<GameReply, "options_schema">): Draft {
  const fields = (options_schema as unknown as Schema).properties ?? {};
  const asked = Object.entries(SECONDS[span]).filter(([option]) => option in fields);
  return Object.fromEntries(asked.map(([option, seconds]) => [step(option), Math.min(Math.max(seconds, fields[option]!.minimum ?? 0), fields[option]!.maximum ?? Infinity)]));
}

/** The next times at which the first of so many rounds start, as the fields for dates have them. */
export function timesFor(span: Span, rounds: number, now: Date): string[] {
  const { sittings, weekday } = TERMS[span];
  const at = ({ day, hour }: Sitting, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + day, hour);
  let days = weekday === null ? 0 : (weekday - now.getDay() + 7) % 7;
  if (at(sittings[0]!, days) <= now) days += weekday === null ? 1 : 7;
  return sittings.slice(0, rounds).map((sitting) => localText(at(sitting, days).toISOString()));
}
