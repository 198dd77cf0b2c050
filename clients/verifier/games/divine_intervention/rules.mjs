// Divine Intervention, after its rulebook. "§5" is section 5, "R26" is a ruling.

import { table } from "../../lists.mjs";
import { same } from "../../log/canonical.mjs";
import { isObject, isTexts, isFlag, orNull, among, between, ifGiven, UNFIT, hasShape } from "../../shapes.mjs";
import { packId } from "../packs.mjs";
import { ELEMENTS, PINK, ROOMS, CATALOGUE, BOONS } from "./data.mjs";
import { resolveAscension } from "./end.mjs";
import { legal } from "./moves.mjs";
import { told, open, opened, pair, openRound } from "./phases.mjs";
import { resolveRound } from "./round.mjs";

const numbered = (realm, n) => Array.from({ length: n }, (_, i) => `${realm}-${i + 1}`);

function seats(options) {
  const realm = (name, n) => numbered(name, n).map((id) => ({ id, realm: name, team: null, role: null }));
  return [...realm("heaven", options.deities), ...realm("hell", options.shamans)];
}

function begin(options) {
  const deities = numbered("heaven", options.deities), shamans = numbered("hell", options.shamans);
  const at = {};                                                  // "row,column" -> room; neighbours share a side (§1)
  options.layout.forEach((row, y) => [...row].forEach((room, x) => { if (room !== ".") at[`${y},${x}`] = room; }));
  const neighbours = Object.fromEntries(Object.entries(at).map(([place, room]) => {
    const [y, x] = place.split(",").map(Number);
    return [room, [at[`${y - 1},${x}`], at[`${y + 1},${x}`], at[`${y},${x - 1}`], at[`${y},${x + 1}`]].filter(Boolean)];
  }));
  return {
    options, deities, shamans, neighbours, boons: options.pack?.boons ?? BOONS,
    phase: { number: 0 }, secret: options.secret_element, offers: {}, inferno: null, result: null,
    piety: table(deities, () => options.start_piety), zeal: table(deities, () => 0), history: table(deities, () => [options.start_piety]),
    elements: table(deities, () => []), prophets: table(deities, () => []), held: table(deities, () => null),
    mana: table(shamans, () => table(ELEMENTS, () => 0)), completed: table(shamans, () => ({})), prayers: table(shamans, () => []),
    keys: table(shamans, () => []), altars: table(shamans, () => []), road: table(shamans, () => -1),
  };
}

function setup(truth, chance) {
  const { options, deities, shamans } = truth;
  truth.secret ??= chance.one("secret_element", ELEMENTS);
  const facts = [told("host", "secret_element_set", { element: truth.secret })];
  if (options.realm_chat) for (const [realm, all] of [["heaven", deities], ["hell", shamans]])
    facts.push(opened(realm, all), ...all.flatMap((a, i) => all.slice(i + 1).map((b) => pair(a, b))));
  if (options.cross_realm_chat) facts.push(...deities.flatMap((d) => shamans.map((s) => pair(d, s))));
  return [...facts, open(truth, "anointing", 0, deities)];
}

function resolve(truth, moves, chance) {
  return { anointing: resolveAnointing, round: resolveRound, ascension: resolveAscension }[truth.phase.name](truth, moves, chance);
}

function resolveAnointing(truth, moves, chance) {
  for (const d of truth.deities) truth.prophets[d].push(moves[d]?.prophet ?? null);
  const rooms = table(Object.keys(ROOMS), (room) => ({ needs: ROOMS[room][0], against: ROOMS[room][2] ?? null, pink: PINK.includes(room) }));
  return [told("everyone", "rooms_shown", { layout: truth.options.layout, rooms }), ...openRound(truth, 0, chance)];
}

// §1: the options. Packs are not checked.
const VARIANTS = ["standard", "small", "grand", "open_altar"];
const isLayout = (rows) =>
  isTexts(rows) && between(1, 50)(rows.length) && between(1, 50)(rows[0].length) && rows.every((row) => row.length === rows[0].length) &&
  [...rows.join("")].filter((cell) => cell !== ".").sort().join("") === "ABCDEFGHIJKLMNOPQRSTUVWXY";
const isOffers = (offers) => isObject(offers) && Object.values(offers).every((offer) =>
  isTexts(offer) && offer.length === 3 && offer.every((id) => Object.hasOwn(CATALOGUE, id)));
const OPTIONS = {
  variant: among(...VARIANTS), deities: between(2, 4), shamans: between(5, 16), last_round: between(5, 9), pool: between(1, 1000),
  start_piety: between(0, 50), worshiper_piety: between(1, 10), ascenders: between(1, 6), pack: orNull(isObject), layout: isLayout,
  secret_element: orNull(among(...ELEMENTS)), boon_offers: orNull(isOffers), boons_public: isFlag, realm_chat: isFlag,
  cross_realm_chat: isFlag, round_seconds: ifGiven(between(10, 604800)), choice_seconds: ifGiven(between(10, 604800)),
};
function options(values) {
  if (!hasShape(values, OPTIONS)) return UNFIT;
  if (values.ascenders > values.shamans - 2) return "more shamans ascend than two less than there are";
  if (values.boon_offers === null) return null;
  const rounds = Array.from({ length: values.last_round }, (_, r) => r).filter((r) => r % 2 === 0);
  if (!same(Object.keys(values.boon_offers).sort(), rounds.map(String))) return "there is an offer for each auction round";
  const ids = Object.values(values.boon_offers).flat();
  const offered = (values.pack?.boons ?? BOONS).map(({ id }) => id);
  if (new Set(ids).size < ids.length) return "a boon is offered twice";
  return ids.every((id) => offered.includes(id)) ? null : "a boon is offered that the pack has not";
}
const secrets = (values) => ({ ...values, layout: null, secret_element: null, boon_offers: null, pack: packId(values.pack) });

export const divineIntervention = { name: "divine_intervention", rulesVersion: 1, variants: VARIANTS, options, secrets, seats, begin, setup, legal, resolve };
