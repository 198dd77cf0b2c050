// The actions of hosts, rematches, and the loss of entries by the database.

import { SECOND, timeText, timeOf } from "../log/time.mjs";
import { ensure } from "../faults.mjs";
import { requireHost } from "./appointing.mjs";
import { toEveryone, toHost, toSeats } from "./facts.mjs";
import { endOf, restsOf, timeBetween } from "./rests.mjs";
import { reveal, requireInTime, requireOutcome } from "./phases.mjs";
import { requireSeat, requireOpen, requireStarted, requireRunning } from "./state.mjs";

const deadlineSet = (phase, closes_at) => toEveryone({ type: "deadline_set", phase, closes_at });

export function pause(match, entry, fact) {
  requireRunning(match);
  return [toEveryone(fact), deadlineSet(match.phase.number, null)];
}

export function resume(match, entry, fact) {
  ensure(["paused", "suspended"].includes(match.status), "the match is not paused");
  if (match.phase === null) return [toEveryone(fact)];
  const left = match.timeLeft > 0n ? match.timeLeft : 0n;
  return [toEveryone(fact), deadlineSet(match.phase.number, timeText(endOf(restsOf(match), timeOf(entry.at), left)))];
}

/** The server cannot go on with the match. What it says of its own failure cannot be checked. */
export function suspend(match, entry, { type, because }) {
  ensure(["open", "running"].includes(match.status), "the match neither waits for players nor runs");
  const noted = entry.facts[1]?.fact;
  const facts = [toEveryone({ type, because }), toHost({ type: "failure_noted", where: noted?.where })];
  return match.phase === null ? facts : [...facts, deadlineSet(match.phase.number, null)];
}

const LONGEST = 30n * 24n * 3600n * SECOND; // from now

/** An extension is a number of seconds from 1 to `LONGEST`. It leads to a deadline at most `LONGEST` from now, unless the deadline was later before. */
export function extend(match, entry, { closes_at, order }) {
  requireRunning(match);
  requireInTime(match, entry);
  ensure(closes_at !== null, "only a pause removes the deadline");
  const [before, after] = [match.closesAt, timeOf(closes_at)];
  const latest = endOf(restsOf(match), timeOf(entry.at), LONGEST);
  const furthest = before > latest ? before : latest;
  const longer = timeBetween(restsOf(match), before, after);
  const asked = longer % SECOND === 0n && longer >= SECOND && longer <= LONGEST && after === endOf(restsOf(match), before, longer) && after <= furthest;
  ensure(asked || after === furthest, "an extension cannot lead to this deadline");
  const deadline = { type: "deadline_set", phase: match.phase.number, closes_at };
  if (order === undefined) return [toEveryone(deadline)];
  ensure((match.created.tournament ?? match.created.series) !== undefined && order > match.ordered, "no tournament and no series orders this now");
  return [toEveryone({ ...deadline, order })];
}

export function closeDoor(match, entry, fact) {
  requireOpen(match);
  ensure(match.doorOpen, "the door is already closed");
  return [toEveryone(fact)];
}

export function openDoor(match, entry, fact) {
  requireOpen(match);
  ensure(!match.doorOpen, "the door is already open");
  return [toEveryone(fact)];
}

export function mute(match, entry, { type, seat, reason }) {
  requireSeat(match, seat);
  requireStarted(match);
  ensure(!match.muted.has(seat), `seat ${seat} is already muted`);
  return [toEveryone({ type, seat, reason })];
}

export function unmute(match, entry, { type, seat }) {
  requireStarted(match);
  ensure(match.muted.has(seat), `seat ${seat} is not muted`);
  return [toEveryone({ type, seat })];
}

export function adjudicate(match, entry, fact) {
  requireStarted(match);
  requireOutcome(match, fact.outcome);
  if (fact.by) requireHost(match, fact.by, ["owner", "director", "arbiter"]);
  return [toEveryone(fact), ...reveal(match)];
}

export function noteLoss(match, entry, { type, last, head }) {
  ensure(!match.lostHeads.has(head), "this loss is already noted");
  return [toHost({ type, last, head })];
}

export function callRematch(match, entry, fact) {
  ensure(["over", "void"].includes(match.status), "the match is not over");
  ensure(!match.rematch, "there is already a rematch");
  return [toEveryone(fact)];
}

/** An administrator who neither holds a role on this match nor plays in it looks at it as its host, for the first time. */
export function noteLook(match, entry, { type, player }) {
  const { player_id: id } = player;
  ensure(!match.holders.has(id) && !match.looks.some((look) => look.player.player_id === id), "this look is not noted, or already");
  const sits = [...match.occupants.values()].some((player) => player?.player_id === id);
  ensure(!sits && !match.played.has(id), "players do not look as the host");
  const told = toSeats(match.seats, { type: "host_views_told", looks: [{ player, at: entry.at }] });
  return [toHost({ type, player }), ...(["over", "void"].includes(match.status) ? [told] : [])];
}

export function voidMatch(match, entry, { type, reason }) {
  ensure(["open", "running", "paused", "suspended"].includes(match.status), "the match is over");
  return [toEveryone({ type, reason }), ...reveal(match)];
}

/** What the server does with a match that has not begun for long. */
export function callOff(match, entry, { type }) {
  ensure(match.status === "open", "the match has begun, or is over");
  return [toEveryone({ type, reason: "", because: "never_begun" }), ...reveal(match)];
}
