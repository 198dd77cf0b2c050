// Times for people: local, and as what is left.

import { useEffect, useState } from "preact/hooks";
import { language, say } from "./strings/index.js";

const DAY = 86_400_000;

/** For dates: the English of these pages is British. */
export const locale = (): string => (language === "en" ? "en-GB" : language);

const two = (n: number) => String(n).padStart(2, "0");

/** "today 21:00", "Friday 09:30", "3 December 21:00". */
export function momentText(moment: Date, now = new Date()): string {
  const clock = clockText(moment);
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(moment) - midnight(now)) / DAY);
  if (days === 0) return `${say.today} ${clock}`;
  if (days === 1) return `${say.tomorrow} ${clock}`;
  if (days === -1) return `${say.yesterday} ${clock}`;
  const format: Intl.DateTimeFormatOptions =
    Math.abs(days) < 7 ? { weekday: "long" } : { day: "numeric", month: "long" };
  return `${new Intl.DateTimeFormat(locale(), format).format(moment)} ${clock}`;
}

/** "21:00". */
export function clockText(moment: Date): string {
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** A moment as the fields for dates have it, in local time: "2027-01-01T20:00". */
export function localText(moment: string): string {
  const at = new Date(moment);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${clockText(at)}`;
}

/** What is left, as people say it: days, hours with seconds, minutes with seconds. */
export function leftText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * 86_400) return say.days(Math.floor(whole / 86_400), Math.floor((whole % 86_400) / 3600));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** About how long something takes, which nobody knows to the second: "45 s", "3 min". */
export function roughText(seconds: number): string {
  return lengthText(seconds < 60 ? Math.max(5, Math.ceil(seconds / 5) * 5) : Math.ceil(seconds / 60) * 60);
}

/** A length of time in words, to the second: "1 min 30 s", "12 h", "1 day". */
export function lengthText(seconds: number): string {
  const [days, hours, minutes, rest] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const parts = [days > 0 ? say.days(days, hours) : hours > 0 && say.hours(hours), minutes > 0 && say.minutes(minutes), (rest > 0 || seconds === 0) && say.second(rest)];
  return parts.filter(Boolean).join(" ");
}

/** Draw again every second. */
export function useSeconds(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}
