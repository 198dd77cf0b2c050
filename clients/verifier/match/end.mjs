// How a match ended, for the log of the event that ordered it.

import { ensure } from "../faults.mjs";
import { LEFT } from "../log/redactions.mjs";

const ENDS = ["match_ended", "match_adjudicated", "match_voided"];

/** What created a match, how it came to its end, and whose silence forfeited it; null if it is not over. */
export function endOf(entries) {
  const told = entries.flatMap(({ facts = [] }) => facts.map(({ fact }) => fact));
  const [created] = told;
  const end = told.find(({ type }) => ENDS.includes(type));
  if (created?.type !== "match_created" || !end) return null;
  const since = told.slice(told.findLastIndex(({ type }) => type === "phase_opened") + 1);
  const absent = since.findLast(({ type }) => type === "absence_noted");
  return { created, outcome: end.outcome ?? null, by: end.by, silent: absent?.then === "forfeit" ? absent.seats : null };
}

/** Check who sat down in the first entry: in these seats one of who has or had the place, and bots in all others. */
export function requireSitters([{ facts = [] }], seats, match) {
  for (const { fact: { type, seat, player } } of facts) {
    if (type !== "seat_taken") continue;
    ensure((seats.get(seat) ?? [null]).some((known) => isSame(player, known)), `seat ${seat} of ${match} had somebody else`);
  }
}

const isSame = (one, other) => (one && other ? one.player_id === other.player_id && (one.name === other.name || [one.name, other.name].includes(LEFT)) : one === other);
