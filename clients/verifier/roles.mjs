// Roles that people hold on a log, given and taken. A log does not say who is an administrator, so `by` is not checked.

import { ensure } from "./faults.mjs";
import { remark } from "./remarks.mjs";

const MOST = 20;
const SIGHTED = ["owner", "director", "arbiter"];

/** Its maker is its owner; `directors` are named in its first entry. */
export function firstHolders(owner, directors = []) {
  const named = directors.filter(({ player_id }) => player_id !== owner.player_id);
  const roles = [[owner, "owner"], ...named.map((player) => [player, "director"])];
  return new Map(roles.map(([player, role]) => [player.player_id, { player, role }]));
}

export const isSighted = (holder) => holder !== undefined && SIGHTED.includes(holder.role);

function requireAnotherOwner(holders, id) {
  const owners = [...holders.values()].filter(({ role }) => role === "owner");
  ensure(owners.length > 1 || owners[0].player.player_id !== id, "this player is the only owner");
}

/** Check that a role can be given or taken as the fact says. */
export function requireRole(holders, { type, player, role }) {
  const held = holders.get(player.player_id);
  if (type === "role_given") {
    ensure(held?.role !== role, "the player holds this role already");
    ensure(held !== undefined || holders.size < MOST, "too many players hold a role");
  } else {
    ensure(held?.role === role && held.player.name === player.name, "the player does not hold this role");
  }
  requireAnotherOwner(holders, player.player_id);
}

export function holdRole(holders, { type, player, role }) {
  if (type === "role_given") holders.set(player.player_id, { player, role });
  else holders.delete(player.player_id);
}

/** The roles and looks of a log that people direct: who acted gives and takes, and who looks holds none, and looks once. */
export function takeRoles(log, kind, told) {
  const [first] = told;
  for (const fact of told.filter(({ type }) => type === "role_given" || type === "role_taken")) {
    ensure(kind === "director_action" && first.type === "director_acted" && first.director.player_id === fact.by?.player_id, "a role is given or taken by somebody else than who acted");
    ensure(["owner", "director", "arbiter", "observer"].includes(fact.role), "there is no such role");
    const laysDown = fact.type === "role_taken" && fact.player.player_id === fact.by.player_id;
    ensure(laysDown || [undefined, "owner"].includes(log.holders.get(fact.by.player_id)?.role), "only owners give and take roles");
    requireRole(log.holders, fact);
    holdRole(log.holders, fact);
  }
  if (kind !== "host_view_asked") return void ensure(told.every(({ type }) => type !== "host_view_asked"), "a look is an entry of its own");
  const id = first.player?.player_id;
  ensure(told.length === 1 && first.type === "host_view_asked" && !log.holders.has(id) && !log.lookers.has(id), "this look is not noted, or already");
  log.lookers.add(id);
}

/**
 * Check that a director's action is one that the role allows. Who holds none acts as an administrator, which logs since
 * version 2 say and do not prove. `rights` are the actions of arbiters, and those of directors who have entered.
 */
export function requireAction({ holders, version, administrators }, seq, { director, action, administrator = false }, { arbiter, playing }, hasEntered) {
  const { player_id: id, name } = director;
  const held = holders.get(id)?.role;
  ensure(administrator === (version > 1 && held === undefined), "somebody without a role acts, and not as an administrator, or the other way round");
  if (administrator && !administrators.some((known) => known.id === id && known.name === name)) administrators.push({ id, name, seq });
  if (action === "take_role") return; // Who lays down a role, is checked with the role.
  if (action === "give_role") return void ensure(held === undefined || held === "owner", "only owners give roles");
  if (hasEntered) ensure(playing.includes(action) && (held === undefined || held === "owner" || held === "director"), "who plays cannot decide this");
  else ensure(held === undefined || held === "owner" || held === "director" || (held === "arbiter" && arbiter.includes(action)), "the role does not allow this action");
}

/** What the log does not prove about administrators. */
export const unprovenAdministrators = ({ administrators }) =>
  administrators.map(({ name, seq }) => remark("administrator", `${name} acted as an administrator of the server, from entry ${seq} on: that this player is one was not checked.`, { name, entry: seq }));
