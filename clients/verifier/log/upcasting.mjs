// Facts of earlier servers are read as those of today (log.md, "Facts that change"). Hashes cover what was written.

import { ensure } from "../faults.mjs";
import { isObject } from "../shapes.mjs";

/** By type: fields that facts have gained, with what their absence means. */
export const GAINED = {
  match_created: { log_version: 1 },
  tournament_created: { log_version: 1 },
  series_created: { log_version: 1 },
};

/** By type and version, as in "type 1": how a fact is read as one of the next version, or as several for the same audience. */
export const STEPS = {};

/** The entry, with its facts as they are written today. */
export function asOfToday(entry) {
  if (!Array.isArray(entry.facts) || entry.facts.every(isCurrent)) return entry;
  return { ...entry, facts: entry.facts.flatMap(({ to, fact }) => bringUp(fact).map((now) => ({ to, fact: now }))) };
}

const isCurrent = ({ fact }) => !isObject(fact) || (fact.schema === undefined && !Object.hasOwn(GAINED, fact.type) && !Object.hasOwn(STEPS, `${fact.type} 1`));

function bringUp(fact) {
  const { type, schema: version = 1 } = fact;
  const step = Object.hasOwn(STEPS, `${type} ${version}`) ? STEPS[`${type} ${version}`] : null;
  if (step) return step(fact).flatMap((after) => bringUp(after.type === type ? { ...after, schema: version + 1 } : after));
  ensure(version === 1 || Object.hasOwn(STEPS, `${type} ${version - 1}`), `${type}, version ${version} is not known to this verifier; a newer one may know it`);
  return [{ ...(Object.hasOwn(GAINED, type) ? GAINED[type] : {}), ...fact }];
}
