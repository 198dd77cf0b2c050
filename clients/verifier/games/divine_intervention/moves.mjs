// §3: which moves are legal.

import { sum } from "../../lists.mjs";
import { isObject } from "../../shapes.mjs";
import { ELEMENTS, PINK, ROOMS, parameterOf } from "./data.mjs";
import { eligible } from "./end.mjs";
import { auctionIn } from "./phases.mjs";

// §3. Moves must be canonical: every field is present, and there are no bids of 0.
const hasOnly = (x, ...fields) => isObject(x) && Object.keys(x).length === fields.length && fields.every((field) => Object.hasOwn(x, field));
const isCount = (x) => Number.isSafeInteger(x) && x >= 0;

export function legal(truth, seat, move) {
  const { name, must, round } = truth.phase;
  if (!must.includes(seat)) return `${seat} has no move now.`;
  const type = { anointing: "anoint", ascension: "raise", round: truth.deities.includes(seat) ? "decree" : "devote" }[name];
  if (!isObject(move) || move.type !== type) return `Not a move of type ${type}.`;
  return { anoint, decree, devote, raise }[type](truth, seat, move, round);
}

function anoint(truth, seat, move) {
  if (!hasOnly(move, "type", "prophet")) return "Not in the form of an anoint.";
  return move.prophet === null || truth.shamans.includes(move.prophet) ? null : "The prophet is not a shaman.";
}

function decree(truth, seat, move, r) {
  if (!hasOnly(move, "type", "element", "prophet", "bids", "boon") || !isObject(move.bids)) return "Not in the form of a decree.";
  const { element, prophet, bids, boon } = move, last = r === truth.options.last_round, held = truth.held[seat];
  if (last ? element !== null : !ELEMENTS.includes(element)) return "An element is due in all rounds but the last.";
  if (!last && element === truth.elements[seat][r - 1]) return "The element of the round before.";
  if (prophet !== null && last) return "No prophet is named in the last round.";
  if (prophet !== null && !truth.shamans.includes(prophet)) return "The prophet is not a shaman.";
  if (prophet !== null && truth.prophets[seat].includes(prophet)) return "A prophet named before.";
  const amounts = Object.values(bids);
  if (amounts.length && !auctionIn(truth, r)) return "No auction in this round.";
  if (!Object.keys(bids).every((id) => truth.offers[r].includes(id))) return "A bid for a boon that is not offered.";
  if (!amounts.every((x) => isCount(x) && x > 0)) return "A bid that is not a whole number above 0.";
  if (new Set(amounts).size < amounts.length) return "Equal bids.";
  if (sum(amounts) > truth.piety[seat]) return "Bids above the piety held.";
  if (boon === null) return null;
  if (!isObject(boon) || !held || boon.id !== held.id) return "A boon that is not held.";
  const parameter = parameterOf(held.id), value = boon[parameter];
  if (!hasOnly(boon, "id", ...(parameter ? [parameter] : []))) return "Not the fields of this boon.";
  const within = {
    room: () => typeof value === "string" && Object.hasOwn(ROOMS, value) && !(held.id === "plain_altar" && `${PINK}HX`.includes(value)),
    element: () => ELEMENTS.includes(value),
    seat: () => (["conversion", "judgement"].includes(held.id) ? truth.shamans : truth.deities.filter((d) => d !== seat)).includes(value),
    number: () => isCount(value) && value <= 25 * truth.shamans.length,
  };
  return !parameter || within[parameter]() ? null : "The boon's parameter is out of range.";
}

function devote(truth, seat, move, r) {
  if (!hasOnly(move, "type", "pray", "rituals") || !Array.isArray(move.rituals)) return "Not in the form of a devotion.";
  if (move.pray !== null && r === truth.options.last_round) return "Nobody prays in the last round.";
  if (move.pray !== null && !truth.deities.includes(move.pray)) return "A prayer to no deity.";
  if (move.rituals.length && r === 0) return "No rituals in round 0.";
  const seen = new Set();
  for (const ritual of move.rituals) {
    if (!hasOnly(ritual, "room", ...ELEMENTS) || !ELEMENTS.every((x) => isCount(ritual[x]))) return "Not in the form of a ritual.";
    if (typeof ritual.room !== "string" || !Object.hasOwn(ROOMS, ritual.room)) return "No such room.";
    if (seen.has(ritual.room)) return "Two rituals in one room.";
    if (ritual.room in truth.completed[seat]) return "A room completed before.";
    if (!ELEMENTS.some((x) => ritual[x])) return "A ritual without mana.";
    seen.add(ritual.room);
  }
  return ELEMENTS.every((x) => sum(move.rituals.map((ritual) => ritual[x])) <= truth.mana[seat][x]) ? null : "More mana than is held.";
}

function raise(truth, seat, move) {
  if (!hasOnly(move, "type", "seat")) return "Not in the form of a raise.";
  return eligible(truth).includes(move.seat) ? null : "A shaman who cannot be raised.";
}
