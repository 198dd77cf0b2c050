// Notes of those who direct or judge an event, for each other (log.md): entries of kinds of their own, which are the types of their facts.

import { ensure } from "./faults.mjs";
import { isWithheld } from "./log/redactions.mjs";
import { remark } from "./remarks.mjs";
import { among, hasShape, isText } from "./shapes.mjs";

const NOTES = ["table_noted", "match_noted"];

export const isNote = (kind) => NOTES.includes(kind);

/**
 * Check an entry that is withheld, or a note, and that nothing else is like a note.
 *
 * `own` is what notes of this kind of event are: their `kind`, the `action` behind them, the `place` that they name, and
 * whether there is such a place (`isThere`). `canBe` says whether there can be any note by now.
 */
export function checkNote(entry, own, canBe) {
  const { kind, facts } = entry;
  if (isWithheld(entry)) return void ensure(kind === own.kind && canBe, "is withheld, which is only allowed for notes of directors");
  const told = facts.map(({ fact }) => fact);
  ensure(!isNote(kind) || kind === own.kind, "is no note of such an event");
  ensure((kind === own.kind) === told.some(({ type }) => isNote(type)), "a note is an entry of its own");
  ensure((kind === own.kind) === told.some(({ type, action }) => type === "director_acted" && action === own.action), "is not an action");
  if (kind !== own.kind) return;
  const shape = { type: among(own.kind), ...own.place, text: (text) => isText(text) && [...text].length <= 500 };
  ensure(facts.length === 2 && told[0].type === "director_acted" && facts.every(({ to }) => to === "host") && hasShape(told[1], shape), "is no note for directors");
  ensure(canBe && own.isThere(told[1]), "notes something about nothing that there is");
}

/** How many notes could not be checked. */
export function unreadNotes(entries) {
  const count = entries.filter(isWithheld).length;
  return count > 0 ? [remark("withheld_notes", `${count} notes of directors are withheld; only their kind and place were checked.`, { count })] : [];
}
