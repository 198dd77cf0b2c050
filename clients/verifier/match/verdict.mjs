// The verdict on one match.

import { checkChain, findSeed } from "../log/chain.mjs";
import { checkRedactions, isWithheld } from "../log/redactions.mjs";
import { Fault } from "../faults.mjs";
import { faultOf, remark } from "../remarks.mjs";
import { rulesText } from "./newer_rules.mjs";
import { newMatch } from "./state.mjs";
import { takeStep } from "./steps.mjs";

/** What was found in a log: its faults, what was not checked, the rules that were used, and the entropy that players gave. */
export function verify(entries) {
  const verdict = { faults: [], unchecked: [], rules: null, entropy: null };
  const fault = (...said) => void verdict.faults.push(faultOf(...said));
  checkChain(entries, fault);
  checkRedactions(entries, fault, verdict.unchecked);
  const withheld = entries.filter(isWithheld).length;
  if (withheld) verdict.unchecked.push(remark("withheld", `${withheld} private messages are withheld; only their kind and place were checked.`, { count: withheld }));
  const seed = findSeed(entries, fault);
  const match = checkSteps(entries, seed, fault, verdict.unchecked);
  if (match.inForce?.from.length > 0) verdict.rules = rulesText(match.created.game, match.inForce);
  if (entries.some(({ kind }) => kind === "started")) verdict.entropy = match.entropy;
  return verdict;
}

function checkSteps(entries, seed, fault, unchecked) {
  const match = newMatch(entries[0].match_id, seed.bytes, seed.text);
  if (!seed.bytes) unchecked.push(remark("no_seed", "The seed is not in the log (yet), so the fairness of the draws was not checked."));
  for (const entry of entries) {
    try {
      takeStep(match, entry);
    } catch (error) {
      const what = error instanceof Fault ? error.message : `makes no sense (${error.name})`;
      fault(entry.seq, "step", what, { what });
      const left = entries.length - entries.indexOf(entry) - 1;
      if (left) unchecked.push(remark("rest", `The steps of the ${left} entries after entry ${entry.seq} were not checked, because they depend on it.`, { count: left, entry: entry.seq }));
      break;
    }
  }
  unchecked.push(...match.notes);
  return match;
}
