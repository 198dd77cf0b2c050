// Roles on a match, given and taken.

import { ensure } from "../faults.mjs";
import { holdRole, isSighted, requireRole } from "../roles.mjs";
import { toEveryone } from "./facts.mjs";

export function giveOrTake(match, entry, fact) {
  ensure(!["over", "void"].includes(match.status), "the match is over");
  requireRole(match.holders, fact);
  if (fact.type === "role_given" || fact.player.player_id !== fact.by.player_id) requireHost(match, fact.by, ["owner"], true);
  return [toEveryone(fact)];
}

/**
 * Check that somebody may decide this: nobody who holds only another role, and unless `players` may do it, too, no player.
 * The log does not say who is an administrator, so everybody without a role could be one.
 */
export function requireHost({ holders, occupants, played }, { player_id: id }, roles, players = false) {
  const held = holders.get(id)?.role;
  const sits = [...occupants.values()].some((player) => player?.player_id === id);
  if (sits || played.has(id)) ensure(players && held === "owner", "players do not decide this");
  else ensure(held === undefined || roles.includes(held), "the role does not allow this");
}

/** Note who saw what a host sees, during play and without having played: they cannot take a seat any more. */
function note(match, holder) {
  const id = holder?.player.player_id;
  if (match.begun && isSighted(holder) && !match.played.has(id)) match.insiders.add(id);
}

export function beginPlay(match) {
  match.begun = true;
  const host = match.created.host.player_id;
  for (const holder of match.holders.values()) if (holder.player.player_id !== host) note(match, holder);
}

export function hold(match, fact) {
  const id = fact.player.player_id;
  note(match, match.holders.get(id));
  holdRole(match.holders, fact);
  note(match, match.holders.get(id));
}

export const requireOutsider = ({ insiders }, { player_id: id }) => ensure(!insiders.has(id), "this player held a role that shows what a host sees");
