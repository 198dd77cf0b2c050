// The state of a match, folded from its facts. `truth` is the part that belongs to the rules of the game.

import { same } from "../log/canonical.mjs";
import { GENESIS } from "../log/entry.mjs";
import { timeOf, timeText } from "../log/time.mjs";
import { ensure } from "../faults.mjs";
import { firstHolders } from "../roles.mjs";
import { beginPlay, hold } from "./appointing.mjs";
import { endLeave, noteLeave } from "./leaves.mjs";
import { RATE } from "./messages.mjs";
import { restsOf, timeBetween } from "./rests.mjs";
import { FOLD_RULES, beginPhase, endProposal } from "./newer_rules.mjs";

export const newMatch = (id, seed, revealed) => ({
  id, seed, revealed, notes: [], key: null, head: GENESIS, status: null, created: null, rules: null, inForce: null, options: null, seats: [], truth: null,
  occupants: new Map(), entropy: new Map(), played: new Map(), phase: null, closesAt: null, timeLeft: null,
  submissions: new Map(), receipts: new Map(), toldHead: null, channels: new Map(), muted: new Set(), spoken: new Map(), reacted: new Map(),
  reserved: new Map(), doorOpen: true, lostHeads: new Set(), rematch: false, ordered: 0,
  missed: new Map(), absent: null, vacant: new Set(), looks: [], holders: new Map(), insiders: new Set(), begun: false, away: new Map(),
});

export const FOLD = {
  match_created: (match, { host, queue }) => Object.assign(match, { status: "open", holders: queue ? new Map() : firstHolders(host) }),
  seat_taken(match, { seat, player, entropy }) {
    match.occupants.set(seat, player);
    match.reserved.delete(seat);
    for (const [other, kept] of match.reserved) if (same(kept, player)) match.reserved.delete(other);
    endProposal(match);
    if (match.status === "open") return void (entropy ? match.entropy.set(seat, entropy) : match.entropy.delete(seat));
    if (player && !match.played.has(player.player_id)) match.played.set(player.player_id, seat);
    match.muted.delete(seat); // The mute was for the player who left.
    match.vacant.delete(seat);
    endLeave(match, seat);
  },
  seat_left(match, { seat }) {
    match.occupants.delete(seat);
    match.entropy.delete(seat);
  },
  seat_reserved: (match, { seat, player }) => match.reserved.set(seat, player),
  seat_released: (match, { seat }) => match.reserved.delete(seat),
  door_closed: (match) => { match.doorOpen = false; },
  door_opened: (match) => { match.doorOpen = true; },
  match_started(match) {
    match.status = "running";
    for (const [seat, player] of match.occupants) if (player) match.played.set(player.player_id, seat);
    beginPlay(match);
    for (const seat of match.seats) openChannel(match, `host:${seat}`, [seat, "host"], false, [seat]);
  },
  phase_opened(match, { phase }) {
    Object.assign(match, { phase, submissions: new Map(), absent: null });
    beginPhase(match);
  },
  deadline_set(match, { closes_at, order }, told) {
    match.ordered = order ?? match.ordered;
    const timeLeft = closes_at === null ? timeBetween(restsOf(match), told.at, match.closesAt) : null;
    Object.assign(match, { closesAt: closes_at === null ? null : timeOf(closes_at), timeLeft });
  },
  leave_set: noteLeave,
  submitted(match, fact, { receipt }) {
    match.submissions.set(fact.seat, fact);
    match.receipts.set(fact.seat, receipt);
  },
  phase_closed(match, { head, because }) {
    match.toldHead = head;
    if (because === "deadline") for (const seat of silentSeats(match)) match.missed.set(seat, (match.missed.get(seat) ?? 0) + 1);
  },
  absence_noted(match, { seats, then }) {
    match.absent = then;
    if (then === "waiting") for (const seat of seats) match.vacant.add(seat);
  },
  withdrawn: (match, { seat }) => match.submissions.delete(seat),
  channel_opened: (match, { channel, members, spectators }, { to }) => openChannel(match, channel, members, spectators, to),
  channel_closed(match, { channel }) {
    ensure(match.channels.has(channel), `closes channel ${channel}, which never opened`);
    match.channels.get(channel).open = false;
  },
  message_sent(match, { sender, sign, about }, { at }) {
    if (about !== undefined) return;
    const [times, most] = sign === undefined ? [match.spoken, RATE.messages] : [match.reacted, RATE.reactions];
    times.set(sender, [...(times.get(sender) ?? []), at].slice(-most));
  },
  seat_muted: (match, { seat }) => match.muted.add(seat),
  seat_unmuted: (match, { seat }) => match.muted.delete(seat),
  host_view_asked: (match, { player }, { at }) => match.looks.push({ player, at: timeText(at) }),
  ...FOLD_RULES,
  role_given: hold,
  role_taken: hold,
  rematch_called: (match) => { match.rematch = true; },
  entries_lost: (match, { head }) => match.lostHeads.add(head),
  match_paused: (match) => { match.status = "paused"; },
  match_suspended: (match) => { match.status = "suspended"; },
  match_resumed: (match) => { match.status = match.phase === null ? "open" : "running"; },
  match_ended: (match) => end(match, "over"),
  match_adjudicated: (match) => end(match, "over"),
  match_voided: (match) => end(match, "void"),
};

const openChannel = (match, name, members, spectators, to) =>
  match.channels.set(name, { members, spectators, to, open: true, reactions: match.phase === null && !members.includes("host") });

function end(match, status) {
  endProposal(match);
  Object.assign(match, { status, phase: null, closesAt: null, timeLeft: null, submissions: new Map(), reserved: new Map() });
  for (const channel of match.channels.values()) channel.open = false;
}

/** The seats of players that should submit in the open phase, and have not. */
export const silentSeats = ({ phase, submissions, occupants }) => phase.must.filter((seat) => !submissions.has(seat) && occupants.get(seat) !== null);

export const requireSeat = (match, seat) => ensure(match.seats.includes(seat), `the match has no seat ${seat}`);
export const requireOpen = (match) => ensure(match.status === "open", "the match has started, or is over");
export const isUnderWay = (match) => match.phase !== null && ["running", "paused", "suspended"].includes(match.status);
export const requireStarted = (match) => ensure(isUnderWay(match), "the match is not in progress");
export const requireRunning = (match) => ensure(match.status === "running", "the match is not running");
