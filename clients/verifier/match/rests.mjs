// When the clock of a match rests, as its first entry says: by local time, with the offsets from UTC that are written there.

import { SECOND, isTime, timeOf } from "../log/time.mjs";
import { between, hasShape, ifGiven, isText } from "../shapes.mjs";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const MINUTE = 60n * SECOND;
const DAY = 1440n * MINUTE;
const EPOCH_WEEKDAY = 3n; // 1 January 1970 was a Thursday.
const EVER = 2n ** 62n;
const LONGEST_NIGHT = 960; // RestRequest

const minuteOf = (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const isTimeOfDay = (text) => isText(text) && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const isDate = (text) => isText(text) && /^\d{4}-\d\d-\d\d$/.test(text) && isTime(`${text}T00:00:00.000000Z`);
const isOffset = (value) => hasShape(value, { since: isTime, minutes: between(-1440, 1440) });
const isNight = (value) => hasShape(value, { begins: isTimeOfDay, ends: isTimeOfDay }) && isFitting((minuteOf(value.ends) - minuteOf(value.begins) + 1440) % 1440);
const isFitting = (minutes) => minutes > 0 && minutes <= LONGEST_NIGHT;
const isZone = (text) => isText(text) && text.length <= 64 && /^[A-Za-z0-9_+-]{1,20}(\/[A-Za-z0-9_+-]{1,20}){0,2}$/.test(text);

/** Whether all values are of this kind, and each is greater than the one before. */
const inOrder = (fits, most, key = (value) => value) => (values) =>
  Array.isArray(values) && values.length <= most && values.every((value, at) => fits(value) && (at === 0 || key(values[at - 1]) < key(value)));

/** A calendar that names nothing, in place of an earlier one: time always passes. */
export const isNoRest = (value) =>
  isRest({ ...value, weekdays: ["monday"] }) && value.night === undefined && [value.weekdays, value.dates].every((days) => Array.isArray(days) && days.length === 0);

/** A calendar that leaves enough time (RestRequest). */
export const isRest = (value) =>
  hasShape(value, {
    time_zone: isZone,
    offsets: inOrder(isOffset, Infinity, ({ since }) => since),
    weekdays: inOrder((day) => WEEKDAYS.includes(day), 6, (day) => WEEKDAYS.indexOf(day)),
    dates: inOrder(isDate, 100),
    night: ifGiven(isNight),
  }) && value.offsets.length > 0 && (value.night !== undefined || value.weekdays.length + value.dates.length > 0);

const floor = (value, by) => (value - (((value % by) + by) % by)) / by;

/** The stretches of a day with this night: where each ends, and whether it rests. */
function partsOf(night) {
  if (!night) return [[DAY, false]];
  const [begins, ends] = [minuteOf(night.begins), minuteOf(night.ends)].map((minute) => BigInt(minute) * MINUTE);
  const within = begins < ends;
  return [[within ? begins : ends, !within], [within ? ends : begins, within], [DAY, !within]];
}

/** The stretch of a moment: until when, and whether it rests. It never spans a local midnight or a change of the offset. */
function stretchAt({ offsets, weekdays, dates, night }, at) {
  const sinces = offsets.map(({ since }) => timeOf(since));
  const index = Math.max(sinces.findLastIndex((since) => since <= at), 0);
  const offset = BigInt(offsets[index].minutes) * MINUTE;
  const day = floor(at + offset, DAY);
  const midnight = day * DAY - offset;
  const weekday = WEEKDAYS[Number((((day + EPOCH_WEEKDAY) % 7n) + 7n) % 7n)];
  const date = new Date(Number(day) * 86_400_000).toISOString().slice(0, 10);
  const parts = weekdays.includes(weekday) || dates.includes(date) ? [[DAY, true]] : partsOf(night);
  const which = parts.findIndex(([ends]) => at - midnight < ends);
  const [ends, rests] = [midnight + parts[which][0], parts[which][1]];
  const change = sinces[index + 1] ?? EVER;
  return { ends: ends < change ? ends : change, rests };
}

/** All that lets the clock of a match rest: its calendar, and the leaves of its seats. */
export const restsOf = ({ created, away }) => ({ rest: created.rest, leaves: [...away.values()].flatMap(({ leave }) => (leave ? [leave] : [])) });

function stretchOf({ rest, leaves }, at) {
  const now = leaves.find(({ since, until }) => since <= at && at < until);
  if (now) return { ends: now.until, rests: true };
  const { ends, rests } = rest ? stretchAt(rest, at) : { ends: EVER, rests: false };
  return { ends: leaves.reduce((first, { since }) => (since > at && since < first ? since : first), ends), rests };
}

/** The first moment at which this length has passed outside rests. */
export function endOf(clock, begins, length) {
  let [at, left] = [begins, length];
  while (left > 0n) {
    const { ends, rests } = stretchOf(clock, at);
    if (!rests && left <= ends - at) return at + left;
    if (!rests) left -= ends - at;
    at = ends;
  }
  return at;
}

/** How much time passes outside rests. */
export function timeBetween(clock, begins, last) {
  if (last <= begins) return last - begins;
  let [at, passed] = [begins, 0n];
  while (at < last) {
    const { ends, rests } = stretchOf(clock, at);
    if (!rests) passed += (ends < last ? ends : last) - at;
    at = ends;
  }
  return passed;
}
