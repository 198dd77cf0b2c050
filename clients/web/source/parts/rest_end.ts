// When a clock that rests now by its calendar goes on; with the offsets of its time zone, as the server computes it.

import type { Rest } from "moirai-client";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 3;
const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When the rest ends in which this moment is, in milliseconds since 1970; null if time passes then. */
export function restEnd(rest: Rest, now: number): number | null {
  let at = now;
  for (let end = endOfPart(rest, at); end !== null; end = endOfPart(rest, at)) at = end;
  return at === now ? null : at;
}

/** When the part of a day ends on which it rests at this moment, at midnight at the latest; null if it does not rest. */
function endOfPart({ offsets, night, weekdays, dates }: Rest, at: number): number | null {
  const next = offsets.findIndex(({ since }, place) => place > 0 && Date.parse(since) > at);
  const offset = offsets.at(next === -1 ? -1 : next - 1)!.minutes * MINUTE;
  const change = next === -1 ? Infinity : Date.parse(offsets[next]!.since);
  const day = Math.floor((at + offset) / DAY);
  const midnight = day * DAY - offset;
  const isWhole = dates.includes(new Date(day * DAY).toISOString().slice(0, 10)) || weekdays.includes(WEEK[(day + EPOCH_WEEKDAY) % 7]!);
  if (isWhole) return Math.min(midnight + DAY, change);
  if (!night) return null;
  const [begins, ends] = [night.begins, night.ends].map((time) => midnight + minuteOf(time) * MINUTE) as [number, number];
  if (begins < ends) return begins <= at && at < ends ? Math.min(ends, change) : null;
  if (at < ends) return Math.min(ends, change);
  return at < begins ? null : Math.min(midnight + DAY, change);
}
