// The start of a match, submissions, and the close of phases.

import { drawKey, fairChance, loggedChance } from "../chance.mjs";
import { table } from "../lists.mjs";
import { same } from "../log/canonical.mjs";
import { SECOND, timeText, timeOf } from "../log/time.mjs";
import { isText } from "../shapes.mjs";
import { ensure } from "../faults.mjs";
import { ofGame, toEveryone, toHost, toSeats, withoutBridge } from "./facts.mjs";
import { endOf, restsOf } from "./rests.mjs";
import { requireOpen, requireRunning, silentSeats } from "./state.mjs";

export function start(match, entry, fact) {
  requireOpen(match);
  ensure(match.occupants.size === match.seats.length, "a match can only start when every seat is taken");
  const key = match.seed && drawKey(match.seed, match.seats, match.entropy);
  Object.assign(match, { key, truth: match.rules?.begin(match.options) });
  return [toEveryone(fact), ...playOn(match, entry, 0, (chance) => match.rules.setup(match.truth, chance))];
}

/** The draws and facts of a game's set-up or resolution, and the server's facts that follow from the last one. */
function playOn(match, entry, phase, play) {
  const logged = entry.facts.map(({ fact }) => fact).filter(({ type }) => type === "drawn");
  const chance = match.key ? fairChance(match.key, phase) : loggedChance(logged);
  const facts = match.rules ? play(chance) : playAsLogged(match, entry, logged, chance);
  const draws = chance.draws.map((draw) => toHost({ type: "drawn", ...draw }));
  return [...draws, ...facts, ...followUp(match, facts, timeOf(entry.at))];
}

/** The game's facts as logged, for a game whose rules are not here. The logged draws are made again. */
function playAsLogged(match, entry, logged, chance) {
  for (const { label, candidates, picks } of logged) chance.pick(label, candidates, picks.length);
  const facts = entry.facts.filter(({ fact }) => ofGame(match, fact));
  for (const { to } of facts) if (!isText(to)) requireSeats(match, to);
  return facts;
}

function followUp(match, facts, now) {
  const last = facts.at(-1)?.fact;
  if (last?.type === "match_ended") {
    requireOutcome(match, last.outcome);
    return reveal(match);
  }
  ensure(last?.type === "phase_opened", "neither opens a phase nor ends the match");
  const { number, must, may, seconds, keeps_deadline } = last.phase;
  requireSeats(match, [...must, ...may]);
  ensure(number === (match.phase?.number ?? 0) + 1, "the phase does not have the next number");
  const begins = keeps_deadline && match.closesAt !== null ? match.closesAt : now;
  return [toEveryone({ type: "deadline_set", phase: number, closes_at: timeText(endOf(restsOf(match), begins, BigInt(seconds) * SECOND)) })];
}

const requireSeats = (match, seats) => ensure(seats.every((seat) => match.seats.includes(seat)), "names seats that the match does not have");

export function requireOutcome(match, { rank, consequences }) {
  for (const part of [rank, consequences])
    ensure(same(Object.keys(part).sort(), [...match.seats].sort()), "an outcome must contain each seat exactly once");
}

/** What is told at the end: to the seats, who has looked at the match as its host; and the seed. */
export function reveal(match) {
  const looks = match.looks.length > 0 ? [toSeats(match.seats, { type: "host_views_told", looks: match.looks })] : [];
  const fact = { type: "seed_revealed", seed: match.revealed };
  return [...looks, match.created.open_log ? toEveryone(fact) : toHost(fact)];
}

/** The open phase, which must have this number. */
function openPhase(match, number) {
  requireRunning(match);
  ensure(match.phase.number === number, `phase ${number} is not the open one`);
  return match.phase;
}

/** A move that the server received before the deadline may be judged and logged a little later. */
const JUDGED_WITHIN = 10n * SECOND;

export function requireInTime(match, entry, longer = 0n) {
  ensure(match.closesAt === null || timeOf(entry.at) < match.closesAt + longer, "came after the deadline of its phase");
}

/** Everyone is told who has submitted if the match shows it; otherwise those who direct its tournament, if it has one. */
function whoSubmitted({ created }, seat, phase, has_submission) {
  const fact = { type: "seat_submitted", seat, phase, has_submission };
  if (created.show_submitted) return [toEveryone(fact)];
  return created.tournament ? [toSeats(["director"], fact)] : [];
}

export function submit(match, entry, fact) {
  const { seat, phase: number, move } = fact;
  requireInTime(match, entry, JUDGED_WITHIN);
  const phase = openPhase(match, number);
  ensure(fact.head === undefined || fact.head === match.toldHead, "carries a head that differs from the one of the last closed phase");
  ensure([...phase.must, ...phase.may].includes(seat), `seat ${seat} has no move in the open phase`);
  ensure(fact.by_bot === (match.occupants.get(seat) === null), "bots move only for seats without a player");
  const refusal = match.rules ? match.rules.legal(match.truth, seat, move) : null;
  ensure(refusal === null, `the move was not legal: ${refusal}`);
  const standing = match.submissions.get(seat);
  ensure(!standing || !same(withoutBridge(standing), withoutBridge(fact)), "repeats the standing submission, which creates no entry");
  return [toSeats([seat], fact), ...(standing ? [] : whoSubmitted(match, seat, number, true))];
}

export function withdraw(match, entry, { type, seat, phase: number }) {
  requireInTime(match, entry, JUDGED_WITHIN);
  ensure(openPhase(match, number).withdrawable, "submissions cannot be withdrawn in this phase");
  ensure(match.submissions.has(seat), "there is nothing to withdraw");
  return [toSeats([seat], { type, seat, phase: number }), ...whoSubmitted(match, seat, number, false)];
}

export function close(match, entry, { type, phase: number, because }) {
  const phase = openPhase(match, number);
  if (because === "deadline") {
    ensure(timeOf(entry.at) >= match.closesAt, "the phase was closed before its deadline");
    ensure(whoIsAbsent(match).length === 0, "the phase was closed although somebody silent had more time, or had to be replaced");
  }
  if (because === "all_submitted") {
    ensure(waitsForNobody(match), "the phase was closed early although it had to wait");
    ensure(match.closesAt === null || timeOf(entry.at) < match.closesAt, "the phase was closed as if early, although its deadline had passed");
  }
  const moves = table([...phase.must, ...phase.may], (seat) => match.submissions.get(seat)?.move ?? null);
  return [...closing(match, phase, { type, phase: number, because, head: match.head }), ...playOn(match, entry, number, (chance) => match.rules.resolve(match.truth, moves, chance))];
}

/** The seats whose silence does not just let the phase close; in each phase it is noted at most twice. */
function whoIsAbsent(match) {
  const { absence } = match.created;
  if (!absence || ![null, "grace"].includes(match.absent)) return [];
  return silentSeats(match).filter((seat) => (match.missed.get(seat) ?? 0) >= absence.excused_phases);
}

export function noteAbsence(match, entry, { type, phase: number }) {
  const phase = openPhase(match, number);
  ensure(timeOf(entry.at) >= match.closesAt, "somebody was silent before the deadline");
  const seats = whoIsAbsent(match);
  ensure(seats.length > 0, "nobody was silent too often");
  const { absence } = match.created;
  const then = match.absent === null ? "grace" : absence.then;
  const noted = toEveryone({ type, phase: number, seats, then });
  if (then === "forfeit") return [noted, toEveryone({ type: "match_voided", reason: "Silent for too long." }), ...reveal(match)];
  const bots = then === "bot" ? seats.map((seat) => toEveryone({ type: "seat_taken", seat, player: null, entropy: null })) : [];
  const longer = BigInt(then === "grace" ? absence.grace_seconds : phase.seconds) * SECOND;
  return [noted, ...bots, toEveryone({ type: "deadline_set", phase: number, closes_at: timeText(endOf(restsOf(match), timeOf(entry.at), longer)) })];
}

/** The close with its head, and for each seat of the phase, told only to it, the receipt of the submission that counted. */
function closing({ created, submissions, receipts }, phase, fact) {
  if (created.log_version === 1) return [toEveryone(fact)];
  const seats = [...phase.must, ...phase.may];
  const seenBy = seats.filter((seat) => created.show_submitted && submissions.get(seat)?.head);
  const counted = (seat) => ({ type: "submission_counted", seat, phase: phase.number, receipt: submissions.has(seat) ? receipts.get(seat) : null });
  return [toEveryone(seenBy.length > 0 ? { ...fact, head_seen_by: seenBy } : fact), ...seats.map((seat) => toSeats([seat], counted(seat)))];
}

function waitsForNobody({ created, phase, submissions }) {
  const awaited = phase.must.length > 0 ? phase.must : phase.may;
  const ready = (seat) => submissions.has(seat) && !submissions.get(seat).keep_thinking;
  return (created.pace === "eager" || phase.early_close) && awaited.every(ready);
}
