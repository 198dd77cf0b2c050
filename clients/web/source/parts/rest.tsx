// When the clock of a match, or of the matches of an event, rests, in words.

import type { Rest } from "moirai-client";
import { listed } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { locale } from "../time.js";

const tell = await textsOf("leave");

/** So many dates are named; the others are counted. */
const NAMED_DATES = 3;

const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** "No time passes from 22:00 to 08:00, on Saturday and Sunday, by the time of Europe/Berlin." */
export default function RestNote({ rest: { time_zone: zone, night, weekdays, dates } }: { rest: Rest }) {
  const named = (format: Intl.DateTimeFormatOptions, day: Date) => new Intl.DateTimeFormat(locale(), { ...format, timeZone: "UTC" }).format(day);
  // 5 January 1970 was a Monday.
  const days = weekdays.map((one) => named({ weekday: "long" }, new Date((4 + WEEK.indexOf(one)) * 86_400_000)));
  const coming = dates.map((date) => named({ day: "numeric", month: "long" }, new Date(date)));
  const more = coming.length - NAMED_DATES;
  const shown = more > 0 ? [...coming.slice(0, NAMED_DATES), tell.moreDates(more)] : coming;
  const parts = [night && tell.nights(night.begins, night.ends), days.length > 0 && tell.weekdays(listed(days)), shown.length > 0 && tell.dates(listed(shown))];
  return <p class="small dim">{tell.rests(parts.filter(Boolean).join(", "), zone.replaceAll("_", " "))}</p>;
}
