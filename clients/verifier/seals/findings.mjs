// What players kept, compared with the log.

import { canonical, same } from "../log/canonical.mjs";
import { HEADS } from "../log/chain.mjs";
import { receiptOf } from "../log/entry.mjs";
import { asFarAs, isRedacted, isWithheld } from "../log/redactions.mjs";
import { isNote } from "../notes.mjs";
import { remark } from "../remarks.mjs";
import { isText, isTexts } from "../shapes.mjs";

/** Entries that somebody causes with a call, whose reply has their receipt. */
const CAUSED = ["submitted", "withdrawn", "entrants_changed", "director_action", "decision_made"];

/** The hashes that people got to know by an entry, each with what it is. */
function* toldBy(entry) {
  if (isWithheld(entry)) return;
  if ((CAUSED.includes(entry.kind) || isNote(entry.kind)) && !isRedacted(entry)) yield ["receipt", receiptOf(entry)];
  for (const { fact } of entry.facts) {
    if (["match_created", "tournament_created", "series_created"].includes(fact.type) && entry.seq === 1) yield ["commitment", fact.seed_commitment];
    if (HEADS.includes(fact.type) && fact.head !== undefined) yield ["head", fact.head];
  }
}

const good = (code, line, given) => ({ good: true, ...remark(code, line, given) });
const bad = (code, line, given) => ({ good: false, ...remark(code, line, given) });

/** Look in the logs for all that was kept. A finding is a remark, and whether it is `good`. */
export function lookFor(kept, logs) {
  const found = new Map();
  for (const entries of logs.values())
    for (const [at, entry] of entries.entries())
      for (const [what, hash] of toldBy(entry)) {
        const key = `${what} ${hash}`;
        if (found.has(key) || !kept[what].includes(hash)) continue;
        const place = `${key}: entry ${entry.seq} of match ${entry.match_id}`;
        found.set(key, what === "receipt" ? follow(place, entries.slice(at), kept.receipt) : good("found", place, { what, entry: entry.seq }));
      }
  const missing = (what, hash) => bad("missing", `${what} ${hash}: not in any entry`, { what, hash });
  const hashes = ["commitment", "receipt", "head"].flatMap((what) => kept[what].map((hash) => found.get(`${what} ${hash}`) ?? missing(what, hash)));
  return [...hashes, ...kept.streams.map((stream) => compare(stream, logs))];
}

/** What became of the submission or withdrawal that is the first of these entries: a later one may have replaced it. */
function follow(place, [mine, ...later], receipts) {
  const first = mine.facts[0]?.fact ?? {};
  const given = { what: "receipt", entry: mine.seq };
  place += `, ${canonical(first)}`;
  if (!["submitted", "withdrawn"].includes(mine.kind)) return followInEvent(place, mine, later, receipts);
  let passedOn = "";
  for (const { seq, hash, nonce, facts = [] } of later) {
    const fact = facts[0]?.fact ?? {};
    if (["submitted", "withdrawn"].includes(fact.type) && fact.seat === first.seat && fact.phase === first.phase) {
      const replaced = `${place}; replaced by entry ${seq}, ${canonical(fact)}`;
      if (receipts.includes(receiptOf({ hash, nonce }))) return good("replaced_by_kept", `${replaced}, whose receipt is also given`, { ...given, by: seq });
      if (passedOn) return good("replaced_by_next", replaced + passedOn, { ...given, by: seq });
      return bad("replaced", `${replaced}, WHOSE RECEIPT IS NOT GIVEN: check whether you sent it`, { ...given, by: seq });
    }
    if (facts.some(({ fact }) => fact.type === "seat_taken" && fact.seat === first.seat)) passedOn = `, after the seat changed hands in entry ${seq}`;
    if (fact.type === "phase_closed" && fact.phase === first.phase) return good("stood", `${place}; it stood when its phase closed, in entry ${seq}`, { ...given, by: seq });
  }
  return good("not_closed", `${place}; its phase was not closed`, given);
}

/** Whether the next entry in the same name is one whose receipt was kept, too. */
function followInEvent(place, mine, later, receipts) {
  const name = actingIn(mine);
  const next = later.find((entry) => name !== null && same(actingIn(entry), name));
  const given = { what: "receipt", entry: mine.seq };
  if (!next || receipts.includes(receiptOf(next))) return good("found", place, given);
  return bad("unkept", `${place}; entry ${next.seq} has the same name, ${canonical(next.facts[0].fact)}, and ITS RECEIPT IS NOT GIVEN: check whether you caused it`, { ...given, by: next.seq });
}

/** In whose name an entry of an event is: a director, or an entrant who decides; null if it does not say. */
function actingIn({ kind, facts = [] }) {
  const { director, entrant } = facts[0]?.fact ?? {};
  if ((kind === "director_action" || isNote(kind)) && isText(director?.player_id)) return ["director_action", director.player_id];
  return kind === "decision_made" && isText(entrant) ? [kind, entrant] : null;
}

const isToldTo = (viewer, to) => viewer === "host" || to === "everyone" || (isTexts(to) && to.includes(viewer));

/** Whether the log tells the viewer each kept event, and under the same cursor. */
function compare({ match, viewer, events }, logs) {
  const kept = new Map(events);
  const id = match ?? (logs.size === 1 ? [...logs.keys()][0] : null);
  if (id === null) return bad("stream_without_match", `stream of ${viewer}: the events do not name their match`, { viewer });
  const place = `stream of ${viewer} in match ${id}`;
  if (!logs.has(id)) return bad("stream_of_other_match", `${place}: the match is not in the file`, { viewer });
  // The cursors that the viewer may have reached. There is more than one only after withheld messages.
  let cursors = new Set([0]);
  for (const entry of logs.get(id)) {
    const told = (entry.facts ?? []).filter(({ to }) => isToldTo(viewer, to)).map(({ fact }) => fact);
    if (told.length === 0 && !isWithheld(entry)) continue;
    const reached = cursorsAfter(entry, viewer, told, kept, cursors);
    if (reached.size === 0) {
      const says = told.map(({ type }) => type).join(", ") || "what is withheld";
      const event = least(cursors) + 1;
      return bad("stream_differs", `${place}: EVENT ${event} DIFFERS FROM THE SAVED ONE: entry ${entry.seq} contains ${says}`, { viewer, event, entry: entry.seq });
    }
    cursors = reached;
  }
  const last = kept.size > 0 ? most(kept.keys()) : 0;
  if (last > most(cursors)) return bad("stream_cut", `${place}: THE LOG ENDS BEFORE EVENT ${last}, which was saved`, { viewer, event: last });
  return good("stream_equal", `${place}: ${kept.size} events, all equal to the log`, { viewer, count: kept.size });
}

const least = (numbers) => [...numbers].reduce((one, two) => (one < two ? one : two));
const most = (numbers) => [...numbers].reduce((one, two) => (one > two ? one : two));

/** The cursors that are possible after an entry; none if all of them contradict what was kept. */
function cursorsAfter(entry, viewer, told, kept, cursors) {
  const next = [...cursors].map((cursor) => cursor + 1);
  if (isRedacted(entry)) return new Set(next.filter((cursor) => !kept.has(cursor) || isRedaction(kept.get(cursor), entry.at, told)));
  if (!isWithheld(entry)) {
    const event = canonical({ at: entry.at, facts: told });
    return new Set(next.filter((cursor) => (kept.get(cursor) ?? event) === event));
  }
  if (viewer === "spectator" || (isNote(entry.kind) && viewer !== "host")) return cursors;
  // The log does not say to whom a withheld message was told.
  const heard = next.filter((cursor) => !kept.has(cursor) || couldBe(entry, kept.get(cursor)));
  return new Set(viewer === "host" ? heard : [...cursors, ...heard]);
}

/** Whether a kept event differs from that of a redacted entry only in what is withheld. */
function isRedaction(event, at, told) {
  const kept = JSON.parse(event);
  return kept.at === at && canonical(asFarAs(kept.facts, told)) === canonical(told);
}

/** Whether a kept event can be that of a withheld entry. */
function couldBe({ kind }, event) {
  const types = isNote(kind) ? ["director_acted", kind] : ["message_sent"];
  return same(JSON.parse(event).facts.map(({ type }) => type), types);
}
