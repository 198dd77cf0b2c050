// Redacted entries (log.md): something personal is withheld from them for ever, because a player left the server.

import { ensure } from "../faults.mjs";
import { remark } from "../remarks.mjs";
import { isHash } from "./entry.mjs";

export const LEFT = ""; // Instead of the name of a player who left, or of what the player wrote.

// By type of fact: the field with what somebody wrote. A withheld label is absent.
const WRITTEN = {
  match_created: "label", message_sent: "text", match_paused: "reason", seat_muted: "reason", match_adjudicated: "reason",
  match_voided: "reason", director_acted: "reason", table_noted: "text", match_noted: "text",
};

const NEVER = ["submitted", "withdrawn"];
const NAMED = 20;

export const isWithheld = ({ body, facts }) => body !== undefined && facts === undefined;
export const isRedacted = ({ body, facts }) => body !== undefined && facts !== undefined;

const mayBePersonal = ({ type }) => type !== "submitted" && type !== "drawn" && !type.includes(".");
const isPerson = (value) => typeof value.player_id === "string" && typeof value.name === "string";

function* peopleIn(value) {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value) && isPerson(value)) yield value;
  for (const key of Object.keys(value).sort()) yield* peopleIn(value[key]);
}

const peopleOf = (facts) => facts.filter(({ fact }) => mayBePersonal(fact)).flatMap(({ fact }) => [...peopleIn(fact)]);

export const namesWhoLeft = ({ facts }) => peopleOf(facts).some(({ name }) => name === LEFT);

/** Check what holds for redacted entries of logs of any kind, and say that they cannot be checked completely. */
export function checkRedactions(entries, fault, unchecked) {
  const hasLeft = new Map();
  const redacted = entries.filter(isRedacted).map(({ seq }) => seq);
  for (const entry of entries) {
    let differs = false;
    for (const { player_id, name } of peopleOf(entry.facts ?? [])) {
      if (!hasLeft.has(player_id)) hasLeft.set(player_id, name === LEFT);
      differs ||= hasLeft.get(player_id) !== (name === LEFT);
    }
    if (differs) fault(entry.seq, "left_and_named", "a player has left the server in some entries, and has a name in others");
    if (!isRedacted(entry)) continue;
    if (!isHash(entry.body)) fault(entry.seq, "body", "the hash of its content is not 32 bytes in hexadecimal");
    if (entry.facts.some(({ fact }) => NEVER.includes(fact.type))) fault(entry.seq, "redacted_move", "is redacted, which is never done with moves");
  }
  if (redacted.length === 0) return;
  const some = redacted.slice(0, NAMED).join(", ") + (redacted.length > NAMED ? ", …" : "");
  const line = `${redacted.length} entries are redacted, because players left the server. They were checked as steps, but not against their hashes: ${some}.`;
  unchecked.push(remark("redacted", line, { count: redacted.length, entries: some }));
}

/** Refuse a redacted entry of a tournament or a series that names nobody who left. */
export const requirePersonal = (entry) =>
  ensure(!isRedacted(entry) || namesWhoLeft(entry), "is redacted, although it names nobody who left");

/** The same for a match, in which texts can be withheld, too. `hasLeft` says it of a sender, in the match before the entry. */
export function requirePersonalInMatch(entry, hasLeft) {
  if (!isRedacted(entry) || namesWhoLeft(entry)) return;
  const senders = entry.facts.filter(({ fact }) => isTextWithheld(fact)).map(({ fact }) => fact.sender ?? "host");
  ensure(senders.length > 0 && senders.every(hasLeft), "is redacted, although it contains nothing of anybody who left");
}

// A reaction has no text that could be withheld.
const isTextWithheld = (fact) => Object.hasOwn(WRITTEN, fact.type) && fact[WRITTEN[fact.type]] === LEFT && !Object.hasOwn(fact, "sign");

/** A fact that somebody kept, without what is withheld from the same fact in a log. */
export function asFarAs(kept, redacted) {
  if (Array.isArray(kept) && Array.isArray(redacted) && kept.length === redacted.length) return kept.map((one, at) => asFarAs(one, redacted[at]));
  if (!isObject(kept) || !isObject(redacted)) return kept;
  const told = Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, Object.hasOwn(redacted, key) ? asFarAs(value, redacted[key]) : value]));
  if (redacted.name === LEFT && "player_id" in redacted && typeof told.name === "string") told.name = LEFT;
  const written = Object.hasOwn(WRITTEN, redacted.type ?? "") ? WRITTEN[redacted.type] : null;
  if (written === null || (redacted[written] ?? LEFT) !== LEFT || typeof told[written] !== "string") return told;
  if (written === "label") delete told.label;
  else told[written] = LEFT;
  return told;
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
