// Newer rules: proposed by a host, agreed by the player of every seat, and in force from the next phase on.

import { rulesOf } from "../games/catalogue.mjs";
import { ensure } from "../faults.mjs";
import { remark } from "../remarks.mjs";
import { requireHost } from "./appointing.mjs";
import { toEveryone } from "./facts.mjs";

const NOTHING_PROPOSED = { proposed: null, agreed: new Set() };

export const firstRules = (rules, version) => ({ version, from: rules ? [[null, version]] : [], coming: null, ...NOTHING_PROPOSED });

const playersOf = ({ occupants }) => [...occupants].filter(([, player]) => player !== null).map(([seat]) => seat);
const changed = ({ phase }, rules_version) => toEveryone({ type: "rules_changed", rules_version, from_phase: phase.number + 1 });
const requireInPlay = (match) => ensure(match.phase !== null && ["running", "paused"].includes(match.status), "the match is neither running nor paused");

export function propose(match, entry, { type, rules_version, by }) {
  requireInPlay(match);
  const { inForce, rules, created } = match;
  requireHost({ ...match, occupants: new Map(), played: new Map() }, by, ["owner", "director"]);
  ensure(rules_version !== inForce.proposed && (rules_version === null || rules_version !== inForce.coming), "changes nothing");
  ensure(rules_version === null || !rules || Object.hasOwn(rules.carriesOver ?? {}, rules_version), `a match of ${created.game} cannot go on by version ${rules_version}`);
  const agreed = rules_version !== null && playersOf(match).length === 0;
  return [toEveryone({ type, rules_version, by }), ...(agreed ? [changed(match, rules_version)] : [])];
}

export function agree(match, entry, { type, seat, rules_version }) {
  requireInPlay(match);
  const { proposed, agreed } = match.inForce;
  ensure(proposed !== null && rules_version === proposed, "agrees to what is not proposed");
  ensure(playersOf(match).includes(seat), `seat ${seat} has no player`);
  ensure(!agreed.has(seat), `seat ${seat} has agreed already`);
  const last = playersOf(match).every((other) => other === seat || agreed.has(other));
  return [toEveryone({ type, seat, rules_version }), ...(last ? [changed(match, rules_version)] : [])];
}

/** Note a proposal, who agrees to it, and what was agreed. */
export const FOLD_RULES = {
  rules_proposed: (match, { rules_version }) => Object.assign(match.inForce, { proposed: rules_version, agreed: new Set() }),
  rules_agreed: (match, { seat }) => match.inForce.agreed.add(seat),
  rules_changed: (match, { rules_version }) => Object.assign(match.inForce, NOTHING_PROPOSED, { agreed: new Set(), coming: rules_version }),
};

/** Who sits down was not asked, and at the end there is nothing to propose. */
export const endProposal = (match) => void Object.assign(match.inForce ?? {}, { proposed: null, agreed: new Set() });

/** Play on by the rules that were agreed, once a phase opens; without them, as logged. */
export function beginPhase(match) {
  const { inForce, rules, phase } = match;
  const version = inForce.coming;
  endProposal(match);
  if (version === null) return;
  const goOn = rules?.carriesOver?.[version];
  Object.assign(match, { rules: goOn ? rulesOf(rules.name, version) : null, truth: goOn?.(match.truth) });
  Object.assign(inForce, { version, coming: null });
  if (match.rules) inForce.from.push([phase.number, version]);
  else if (rules) match.notes.push(remark("no_rules", `The rules of ${rules.name}, version ${version}, are not in this verifier, so the legality and the results of moves were not checked.`, { game: rules.name, version }));
}

/** What was checked by which rules, for the report. */
export const rulesText = (game, { from }) => from.map(([phase, version]) => (phase === null ? `${game}, version ${version}` : `from phase ${phase} version ${version}`)).join(", ");
