// What the server does by itself in any event: it cancels one that has not begun for long, and notes what the database has lost.

import { ensure } from "./faults.mjs";
import { same } from "./log/canonical.mjs";
import { isHash } from "./log/entry.mjs";
import { among, hasShape, isWhole } from "./shapes.mjs";

const BEGINS = ["round_published", "episode_begun"];
const LOSS = { type: among("entries_lost"), last: isWhole, head: isHash };

/** Whether an event has begun, is paused or has ended, so far as these entries need it. */
export const atFirst = () => ({ status: "not begun", beforePause: null, lostHeads: new Set() });

/** Check such an entry, and that no other one contains what only these do; `cancelled` is the type of the fact. */
export function checkByItself(course, kind, facts, cancelled) {
  if (kind === "called_off") {
    const expected = [{ to: "everyone", fact: { because: "never_begun", type: cancelled } }];
    ensure(course.status === "not begun" && same(facts, expected), "calls off what has begun");
  } else ensure(!facts.some(({ fact }) => fact.type === cancelled && "because" in fact), "says who cancelled it where only directors do");
  if (kind !== "loss_noted") return void ensure(!facts.some(({ fact }) => fact.type === "entries_lost"), "a loss is an entry of its own");
  const [{ to, fact }] = facts;
  ensure(facts.length === 1 && to === "host" && hasShape(fact, LOSS) && !course.lostHeads.has(fact.head), "this loss is not noted, or already");
  course.lostHeads.add(fact.head);
}

export function noteStatus(course, type, kind) {
  if (BEGINS.includes(type)) course.status = "begun";
  else if (type === `${kind}_paused`) Object.assign(course, { beforePause: course.status, status: "paused" });
  else if (type === `${kind}_resumed`) course.status = course.beforePause;
  else if (type === `${kind}_over` || type === `${kind}_cancelled`) course.status = "ended";
}
