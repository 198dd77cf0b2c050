// How a match ended, for the log of the event that ordered it.

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
