// Leave: a player is away for whole days, and the clock stands meanwhile.

import { SECOND, timeOf, timeText } from "../log/time.mjs";
import { ensure } from "../faults.mjs";
import { toEveryone } from "./facts.mjs";
import { endOf, restsOf, timeBetween } from "./rests.mjs";

const DAY = 86_400n * SECOND;
const MOST_CHANGES = 100;

/** The leave of a seat after this fact, with the days of all its leaves; one that began at the same time is replaced. */
function afterLeave({ away }, { seat, since, until }) {
  const leave = { since: timeOf(since), until: timeOf(until) };
  const { leave: before, days, changes } = away.get(seat) ?? { leave: null, days: 0n, changes: 0 };
  const replaced = before?.since === leave.since ? before.until - before.since : 0n;
  return { leave, days: days + (leave.until - leave.since - replaced) / DAY, changes: changes + 1 };
}

export const noteLeave = (match, fact) => match.away.set(fact.seat, afterLeave(match, fact));

/** A leave ends when the seat gets another player; the days that were taken stay. */
export function endLeave({ away }, seat) {
  if (away.has(seat)) away.set(seat, { ...away.get(seat), leave: null });
}

export function setLeave(match, entry, fact) {
  const now = timeOf(entry.at);
  const { leave, days, changes } = afterLeave(match, fact);
  const before = match.away.get(fact.seat)?.leave ?? null;
  ensure(match.occupants.get(fact.seat), "only players are on leave");
  ensure(["open", "running", "paused", "suspended"].includes(match.status), "the match is over");
  ensure(leave.until > leave.since && (leave.until - leave.since) % DAY === 0n, "a leave has whole days");
  ensure(days <= BigInt(match.created.leave_days ?? 0), "there are not so many days of leave");
  ensure(leave.since !== before?.since || leave.until !== before.until, "this is the leave already");
  if (match.created.tournament) ensure(leave.since <= now && (now < leave.until || leave.since === before?.since), "the tournament gives no such leave");
  else requireOwn(match, leave, before, changes, now);
  const later = new Map([...match.away, [fact.seat, { leave, days }]]);
  const told = [toEveryone(fact)];
  if (match.closesAt === null || now >= match.closesAt) return told;
  const closesAt = endOf(restsOf({ ...match, away: later }), now, timeBetween(restsOf(match), now, match.closesAt));
  if (closesAt === match.closesAt) return told;
  return [...told, toEveryone({ type: "deadline_set", phase: match.phase.number, closes_at: timeText(closesAt) })];
}

/** A leave of a match by itself begins now, or changes the one that is under way, which ends with the day that is under way in 24 hours. */
function requireOwn(match, leave, before, changes, now) {
  ensure(changes <= MOST_CHANGES, "the leave was changed too often");
  ensure(match.phase !== null && !match.created.series, "this match gives no leave of its own now");
  if (before === null || now >= before.until) return ensure(leave.since === now, "a leave begins when it is taken");
  ensure(leave.since === before.since, "a leave is under way");
  const soonest = leave.since + ((now + DAY - leave.since + DAY - 1n) / DAY) * DAY;
  ensure(leave.until >= before.until || leave.until >= soonest, "a leave cannot end so soon");
}
