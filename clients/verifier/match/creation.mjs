// The creation of a match.

import { GAMES } from "../games/catalogue.mjs";
import { packId } from "../games/packs.mjs";
import { same } from "../log/canonical.mjs";
import { isText } from "../shapes.mjs";
import { ensure } from "../faults.mjs";
import { toEveryone, toHost } from "./facts.mjs";

export function create(match, entry, created) {
  ensure(match.status === null, "a match is created once");
  ensure(created.match_id === match.id, "does not create this match");
  const told = entry.facts.map(({ fact }) => fact);
  const secret = told.find(({ type }) => type === "secret_options")?.options;
  const given = told.filter(({ type }) => type === "seat_taken" || type === "seat_reserved");
  const options = secret ?? created.options;
  const game = GAMES.get(created.game);
  const rules = game?.rulesVersion === created.rules_version ? game : null;
  noteUnchecked(match, created, rules, options);
  if (rules) requireTerms(rules, created, options, secret !== undefined);
  else requireOptions(created, options, secret !== undefined);
  requireSeating(created.seats, given);
  Object.assign(match, { created, rules, options, seats: created.seats.map(({ id }) => id) });
  return [toEveryone(created), ...(secret ? [toHost({ type: "secret_options", options })] : []), ...given.map(toEveryone)];
}

function noteUnchecked({ notes }, { game, rules_version, log_version }, rules, options) {
  if (!log_version) notes.push("The log is of an earlier server, which told no seat which of its submissions counted.");
  if (!rules) notes.push(`The rules of ${game}, version ${rules_version}, are not in this verifier, so whether moves were legal and what they led to was not checked.`);
  else if (options.pack) notes.push("Whether the pack in the options fits the game was not checked: it was played as it is.");
}

/** Check variant, options and seats by the rules of the game. */
function requireTerms(rules, created, options, secret) {
  ensure(rules.variants.includes(created.variant), "the game has no such variant");
  ensure(options.variant === created.variant, "the options are another variant's");
  const fault = rules.options(options);
  ensure(fault === null, `no match has these options: ${fault}`);
  ensure(secret === (rules.secrets !== null), "the game's secret options are missing, or it has none");
  ensure(same(created.options, rules.secrets ? rules.secrets(options) : options), "the public options are not the match's");
  ensure(same(created.seats, rules.seats(options)), "the seats are not those of the game");
}

/** Check the options without the rules: in the public ones, secret options are null, and a pack is replaced by its id. */
function requireOptions(created, options, secret) {
  ensure(options.variant === created.variant, "the options are another variant's");
  const shown = ([name, value]) => value === null || same(value, name === "pack" ? packId(options.pack) : options[name]);
  const names = [created.options, options].map((all) => Object.keys(all).sort());
  ensure(!secret || (same(...names) && Object.entries(created.options).every(shown)), "the public options are not the match's");
}

function requireSeating(seats, given) {
  const ids = seats.map((seat) => seat.id);
  const players = given.flatMap(({ player }) => (player ? [player.player_id] : []));
  ensure(ids.every(isText), "seats have names");
  ensure(given.every(({ seat }) => ids.includes(seat)), "seats are taken or reserved that the match has not");
  ensure(new Set(given.map(({ seat }) => seat)).size === given.length, "a seat is taken or reserved twice");
  ensure(new Set(players).size === players.length, "a player has two seats");
  ensure(given.every(({ entropy = null }) => entropy === null), "holds entropy, which could have been known when the seed was chosen");
}
