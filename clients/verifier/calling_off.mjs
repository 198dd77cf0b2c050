// Events that the server cancels because they have not begun for long: an entry of their own, with nothing else in it.

import { ensure } from "./faults.mjs";
import { same } from "./log/canonical.mjs";

export function checkCalledOff(kind, told, type, hasBegun) {
  const because = "never_begun";
  if (kind === "called_off") ensure(!hasBegun && same(told, [{ because, type }]), "calls off what has begun");
  else ensure(!told.some((fact) => fact.type === type && "because" in fact), "says who cancelled it where only directors do");
}
