// Times, as microseconds since 1970 in a BigInt.

import { isText } from "../shapes.mjs";
import { ensure } from "../faults.mjs";

export const SECOND = 1_000_000n;

export function timeText(time) {
  const milliseconds = Number(time / 1000n);
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(time % 1000n).padStart(3, "0")}Z`;
}

export function isTime(text) {
  if (!isText(text) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const milliseconds = Date.parse(`${text.slice(0, 23)}Z`);
  return milliseconds >= 0 && timeText(BigInt(milliseconds) * 1000n) === `${text.slice(0, 23)}000Z`; // This refuses 30 February.
}

export function timeOf(text) {
  ensure(isTime(text), "a time is not valid");
  return BigInt(Date.parse(`${text.slice(0, 23)}Z`)) * 1000n + BigInt(text.slice(23, 26));
}
