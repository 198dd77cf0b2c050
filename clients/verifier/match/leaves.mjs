// Leave: a player is away for whole days, and the clock stands meanwhile.

import { SECOND, timeOf, timeText } from "../log/time.mjs";
import { ensure } from "../faults.mjs";
import { between } from "../shapes.mjs";
import { toEveryone } from "./facts.mjs";
import { endOf, restsOf, timeBetween } from "./rests.mjs";

const DAY = 86_400n * SECOND;
const MOST_CHANGES = 100;
const MOST_DAYS = 60; // An event can give other days than when a match of it began.
const isDays = between(0, MOST_DAYS);

/** The leave of a seat or an entrant after this fact, with the days of all of them; one that began at the same time is replaced. */
function afterLeave(known = { leave: null, days: 0n, changes: 0 }, { since, until }) {
  const leave = { since: timeOf(since), until: timeOf(until) };
  const replaced = known.leave?.since === leave.since ? known.leave.until - known.leave.since : 0n;
  return { leave, days: known.days + (leave.until - leave.since - replaced) / DAY, changes: known.changes + 1 };
}

export const noteLeave = ({ away }, fact) => away.set(fact.seat, afterLeave(away.get(fact.seat), fact));

/** A leave ends when the seat or the place gets another player; the days that were taken stay. */
export function endLeave({ away }, who) {
  if (away.has(who)) away.set(who, { ...away.get(who), leave: null });
}

/** Note the leave that an entrant of an event takes at this time, of at most so many days in all. */
export function takeLeave({ away, taken }, fact, most, at) {
  const known = away.get(fact.entrant);
  const after = afterLeave(known, fact);
  requireDays(after, known?.leave, most);
  requireTaken(after, known?.leave, timeOf(at));
  away.set(fact.entrant, after);
  taken.add(nameOf(fact));
}

const nameOf = ({ entrant, since, until }) => `${entrant} ${since} ${until}`;

/** Check the leaves in a match of an event, where these seats are those of entrants: they have taken them in the event. */
export function requireGivenLeaves(entries, seats, taken, match) {
  for (const { fact: { type, seat, since, until } } of entries.flatMap(({ facts = [] }) => facts)) {
    if (type !== "leave_set") continue;
    ensure(taken.has(nameOf({ entrant: seats.get(seat), since, until })), `seat ${seat} of ${match} was on leave of its own`);
  }
}

/** Each entrant of an event has so many days of leave from now on, not fewer than one has taken. */
export function requireGiven({ away }, days) {
  ensure(isDays(days) && [...away.values()].every(({ days: taken }) => taken <= BigInt(days)), "gives fewer days of leave than were taken, or too many");
}

export function setLeave(match, entry, fact) {
  const now = timeOf(entry.at);
  const after = afterLeave(match.away.get(fact.seat), fact);
  const { leave } = after;
  const before = match.away.get(fact.seat)?.leave;
  ensure(match.occupants.get(fact.seat), "only players are on leave");
  ensure(["open", "running", "paused", "suspended"].includes(match.status), "the match is over");
  const isOrdered = Boolean(match.created.tournament ?? match.created.series);
  requireDays(after, before, isOrdered ? MOST_DAYS : match.created.leave_days);
  if (isOrdered) ensure(leave.since <= now && (now < leave.until || leave.since === before?.since), "its event gives no such leave");
  else {
    ensure(match.phase !== null, "this match gives no leave now");
    requireTaken(after, before, now);
  }
  const later = new Map([...match.away, [fact.seat, after]]);
  const told = [toEveryone(fact)];
  if (match.closesAt === null || now >= match.closesAt) return told;
  const closesAt = endOf(restsOf({ ...match, away: later }), now, timeBetween(restsOf(match), now, match.closesAt));
  if (closesAt === match.closesAt) return told;
  return [...told, toEveryone({ type: "deadline_set", phase: match.phase.number, closes_at: timeText(closesAt) })];
}

/** A leave that is taken begins now, or changes the one that is under way, which ends with the day that is under way in 24 hours. */
function requireTaken({ leave, changes }, before, now) {
  ensure(changes <= MOST_CHANGES, "the leave was changed too often");
  if (!before || now >= before.until) return ensure(leave.since === now, "a leave begins when it is taken");
  ensure(leave.since === before.since, "a leave is under way");
  const soonest = leave.since + ((now + DAY - leave.since + DAY - 1n) / DAY) * DAY;
  ensure(leave.until >= before.until || leave.until >= soonest, "a leave cannot end so soon");
}

function requireDays({ leave, days }, before, most = 0) {
  ensure(leave.until > leave.since && (leave.until - leave.since) % DAY === 0n, "a leave has whole days");
  ensure(days <= BigInt(most), "there are not so many days of leave");
  ensure(leave.since !== before?.since || leave.until !== before.until, "this is the leave already");
}
