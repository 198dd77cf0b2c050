// Who sits where, and for whom seats are reserved.

import { same } from "../log/canonical.mjs";
import { SECOND, timeOf, timeText } from "../log/time.mjs";
import { ensure } from "../faults.mjs";
import { requireOutsider } from "./appointing.mjs";
import { toEveryone } from "./facts.mjs";
import { endOf, restsOf } from "./rests.mjs";
import { requireSeat, requireOpen, requireRunning, requireStarted } from "./state.mjs";

function requireUnseated(match, player) {
  const sits = [...match.occupants.values()].some((other) => other && other.player_id === player.player_id);
  ensure(!sits, "a player can have at most one seat");
}

function requireUninvited(match, player) {
  requireUnseated(match, player);
  const invited = [...match.reserved.values()].some((other) => other.player_id === player.player_id);
  ensure(!invited, "a player can have at most one seat or reservation");
}

const isReservedFor = (match, seat, player) => match.reserved.has(seat) && same(match.reserved.get(seat), player);

export function takeSeat(match, entry, { type, seat, player, entropy, invitation, level }) {
  requireSeat(match, seat);
  ensure(player === null || level === undefined, "a player has no level");
  if (invitation !== undefined) ensure(player !== null && match.status === "open" && !match.occupants.has(seat), "an invitation does not allow this");
  if (player && match.status !== "open" && isReservedFor(match, seat, player)) {
    requireReplaceable(match, seat, player);
    requireOutsider(match, player);
    ensure(entropy === null, "gives entropy after the start");
    return [toEveryone({ type, seat, player, entropy })];
  }
  requireOpen(match);
  if (match.occupants.has(seat)) {
    const sitsThere = player !== null && same(match.occupants.get(seat), player);
    ensure(sitsThere, `seat ${seat} is taken`);
    ensure(entropy !== null && entropy !== match.entropy.get(seat), "changes nothing");
  } else if (player) {
    requireUnseated(match, player);
    const admitted = match.doorOpen || invitation !== undefined || match.created.host.player_id === player.player_id;
    ensure(isReservedFor(match, seat, player) || !match.reserved.has(seat), `seat ${seat} is reserved for another player`);
    ensure(isReservedFor(match, seat, player) || admitted, "the door is closed");
  }
  ensure(player !== null || entropy === null, "a bot cannot give entropy");
  return [toEveryone({ type, seat, player, entropy, ...(invitation === undefined ? {} : { invitation }), ...(level === undefined ? {} : { level }) })];
}

export function leaveSeat(match, entry, { type, seat }) {
  requireOpen(match);
  ensure(match.occupants.has(seat), `seat ${seat} is empty`);
  return [toEveryone({ type, seat })];
}

export function reserveSeat(match, entry, { type, seat, player }) {
  requireSeat(match, seat);
  requireOpen(match);
  ensure(!match.occupants.has(seat), `seat ${seat} is taken`);
  requireUninvited(match, player);
  return [toEveryone({ type, seat, player })];
}

export function releaseSeat(match, entry, { type, seat }) {
  ensure(match.reserved.has(seat), `seat ${seat} is not reserved`);
  return [toEveryone({ type, seat })];
}

function requireReplaceable(match, seat, player) {
  requireSeat(match, seat);
  requireStarted(match);
  if (!player) return;
  requireUnseated(match, player);
  const before = match.played.get(player.player_id) ?? seat;
  ensure(before === seat, "this player has already played in another seat");
}

/**
 * Bots take over a seat at once. A player does so who waited for a place, where somebody was silent for too long, and has
 * the whole phase. In old logs, from before seats were reserved, and deadlines moved for newcomers, players just do so.
 */
export function replacePlayer(match, entry, { type, seat, player }) {
  requireReplaceable(match, seat, player);
  const taken = toEveryone({ type, seat, player, entropy: null });
  if (player === null || !match.vacant.has(seat) || entry.facts.length === 1) return [taken];
  requireRunning(match);
  requireOutsider(match, player);
  const closes_at = timeText(endOf(restsOf(match), timeOf(entry.at), BigInt(match.phase.seconds) * SECOND));
  return [taken, toEveryone({ type: "deadline_set", phase: match.phase.number, closes_at })];
}

export function reserveDuringPlay(match, entry, { type, seat, player }) {
  requireReplaceable(match, seat, player);
  requireUninvited(match, player);
  return [toEveryone({ type, seat, player })];
}
