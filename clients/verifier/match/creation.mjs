// The creation of a match.

import { rulesOf } from "../games/catalogue.mjs";
import { packId } from "../games/packs.mjs";
import { same } from "../log/canonical.mjs";
import { isText } from "../shapes.mjs";
import { ensure } from "../faults.mjs";
import { remark } from "../remarks.mjs";
import { toEveryone, toHost } from "./facts.mjs";
import { firstRules } from "./newer_rules.mjs";

export function create(match, entry, created) {
  ensure(match.status === null, "a match can be created only once");
  ensure(created.match_id === match.id, "does not create this match");
  const told = entry.facts.map(({ fact }) => fact);
  const secret = told.find(({ type }) => type === "secret_options")?.options;
  const given = told.filter(({ type }) => type === "seat_taken" || type === "seat_reserved");
  const options = secret ?? created.options;
  const rules = rulesOf(created.game, created.rules_version);
  noteUnchecked(match, created, rules, options);
  if (rules) requireTerms(rules, created, options, secret !== undefined);
  else requireOptions(created, options, secret !== undefined);
  ensure(!created.absence || (created.show_submitted && (created.tournament ?? created.series)), "only matches of tournaments and series that show who has submitted do more about absence");
  requireSeating(created.seats, given);
  Object.assign(match, { created, rules, inForce: firstRules(rules, created.rules_version), options, seats: created.seats.map(({ id }) => id) });
  return [toEveryone(created), ...(secret ? [toHost({ type: "secret_options", options })] : []), ...given.map(toEveryone)];
}

function noteUnchecked({ notes }, { game, rules_version, log_version }, rules, options) {
  if (log_version === 1) notes.push(remark("old_log", "The log is from an earlier server, which did not tell seats which of their submissions counted."));
  if (!rules) notes.push(remark("no_rules", `The rules of ${game}, version ${rules_version}, are not in this verifier, so the legality and the results of moves were not checked.`, { game, version: rules_version }));
  else if (options.pack) notes.push(remark("pack", "The format of the pack in the options was not checked."));
}

/** Check variant, options and seats by the rules of the game. */
function requireTerms(rules, created, options, secret) {
  ensure(rules.variants.includes(created.variant), "the game does not have this variant");
  ensure(options.variant === created.variant, "the options belong to another variant");
  const fault = rules.options(options);
  ensure(fault === null, `the options are not valid: ${fault}`);
  ensure(secret === (rules.secrets !== null), "the game's secret options are missing, or it has none");
  ensure(same(created.options, rules.secrets ? rules.secrets(options) : options), "the public options differ from the options of the match");
  ensure(same(created.seats, rules.seats(options)), "the seats are not those of the game");
}

/** Check the options without the rules: in the public ones, secret options are null, and a pack is replaced by its id. */
function requireOptions(created, options, secret) {
  ensure(options.variant === created.variant, "the options belong to another variant");
  const shown = ([name, value]) => value === null || same(value, name === "pack" ? packId(options.pack) : options[name]);
  const names = [created.options, options].map((all) => Object.keys(all).sort());
  ensure(!secret || (same(...names) && Object.entries(created.options).every(shown)), "the public options differ from the options of the match");
}

function requireSeating(seats, given) {
  const ids = seats.map((seat) => seat.id);
  const players = given.flatMap(({ player }) => (player ? [player.player_id] : []));
  ensure(ids.every(isText), "a seat has no name");
  ensure(given.every(({ seat }) => ids.includes(seat)), "a seat is taken or reserved that the match does not have");
  ensure(new Set(given.map(({ seat }) => seat)).size === given.length, "a seat is taken or reserved twice");
  ensure(new Set(players).size === players.length, "a player has two seats");
  ensure(given.every(({ entropy = null }) => entropy === null), "contains entropy, which could have been known when the seed was chosen");
  ensure(given.every(({ player, level }) => player === null || level === undefined), "a player has no level");
  ensure(given.every(({ invitation }) => invitation === undefined), "contains an accepted invitation, before there could be one");
}
