// Steps (log.md). For each kind of entry and its first fact there is a function that returns all facts of the entry.

import { same } from "../log/canonical.mjs";
import { receiptOf } from "../log/entry.mjs";
import { LEFT, isRedacted, isWithheld, requirePersonalInMatch } from "../log/redactions.mjs";
import { timeOf } from "../log/time.mjs";
import { asOfToday } from "../log/upcasting.mjs";
import { isText } from "../shapes.mjs";
import { ensure } from "../faults.mjs";
import { giveOrTake } from "./appointing.mjs";
import { create } from "./creation.mjs";
import { requireShape, withoutBridge } from "./facts.mjs";
import { pause, resume, suspend, extend, closeDoor, openDoor, mute, unmute, adjudicate, callRematch, noteLook, noteLoss, voidMatch, callOff } from "./host_actions.mjs";
import { setLeave } from "./leaves.mjs";
import { say } from "./messages.mjs";
import { start, submit, withdraw, close, noteAbsence } from "./phases.mjs";
import { propose, agree } from "./newer_rules.mjs";
import { takeSeat, leaveSeat, reserveSeat, releaseSeat, replacePlayer, reserveDuringPlay } from "./seating.mjs";
import { FOLD, isUnderWay } from "./state.mjs";

const STEPS = {
  created: { match_created: create },
  seat_taken: { seat_taken: takeSeat },
  seat_left: { seat_left: leaveSeat },
  seat_reserved: { seat_reserved: reserveSeat },
  seat_released: { seat_released: releaseSeat },
  started: { match_started: start },
  submitted: { submitted: submit },
  withdrawn: { withdrawn: withdraw },
  resolved: { phase_closed: close },
  absence_noted: { absence_noted: noteAbsence },
  message: { message_sent: say },
  host_action: {
    match_paused: pause, match_resumed: resume, deadline_set: extend, seat_taken: replacePlayer,
    seat_reserved: reserveDuringPlay, door_closed: closeDoor, door_opened: openDoor, seat_muted: mute,
    seat_unmuted: unmute, match_adjudicated: adjudicate, match_voided: voidMatch, role_given: giveOrTake, role_taken: giveOrTake,
    rules_proposed: propose,
  },
  loss_noted: { entries_lost: noteLoss },
  rules_agreed: { rules_agreed: agree },
  leave_set: { leave_set: setLeave },
  rematch_called: { rematch_called: callRematch },
  host_view_asked: { host_view_asked: noteLook },
  called_off: { match_voided: callOff },
  suspended: { match_suspended: suspend },
};

export function takeStep(match, written) {
  const entry = asOfToday(written);
  const { kind, facts } = entry;
  if (isWithheld(entry)) {
    ensure(kind === "message" && isUnderWay(match), "is withheld, which is only allowed for messages");
  } else {
    const at = timeOf(entry.at);
    for (const { fact } of facts) requireShape(match, isRedacted(entry) ? withSomeText(fact) : fact);
    const steps = isText(kind) && Object.hasOwn(STEPS, kind) ? STEPS[kind] : {};
    const first = facts[0]?.fact;
    ensure(first && Object.hasOwn(steps, first.type), "is not possible");
    ensure(match.status !== null || kind === "created", "does not begin a match");
    const expected = unbridged(steps[first.type](match, entry, first));
    const logged = unbridged(facts);
    requirePersonalInMatch(entry, (sender) => hasLeft(match, sender));
    ensure(same(expected, logged), `${kind === "created" ? "a match begins with" : "the rules give"} something else${difference(expected, logged)}`);
    for (const { to, fact } of facts) if (Object.hasOwn(FOLD, fact.type)) FOLD[fact.type](match, fact, { to, at, receipt: receiptOf(entry) });
  }
  match.head = entry.hash;
}

const unbridged = (told) => told.map(({ fact, ...rest }) => ({ ...rest, fact: withoutBridge(fact) }));

/** A message whose text is withheld, with another one in its place. */
const withSomeText = (fact) => (fact.type === "message_sent" && fact.text === LEFT && !Object.hasOwn(fact, "sign") ? { ...fact, text: "…" } : fact);

const hasLeft = ({ created, occupants }, sender) => (sender === "host" ? created.host : occupants.get(sender))?.name === LEFT;

function difference(expected, logged) {
  const number = expected.findIndex((told, at) => !logged[at] || !same(told, logged[at]));
  if (number < 0 || !logged[number]) return `: ${expected.length} facts instead of ${logged.length}`;
  const [ours, theirs] = [expected[number], logged[number]];
  if (ours.fact.type !== theirs.fact.type) return `: fact ${number + 1} is ${ours.fact.type}, not ${theirs.fact.type}`;
  if (!same(ours.to, theirs.to)) return `: fact ${number + 1} (${theirs.fact.type}) has another audience`;
  return `: fact ${number + 1} is ${ours.fact.type} with other content`;
}
