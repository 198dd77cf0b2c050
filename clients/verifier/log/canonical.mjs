// Canonical JSON and hashes (log.md).

import { sha256, toHex } from "../sha256.mjs";
import { isObject, isText, isFlag, isWhole } from "../shapes.mjs";

const isPlain = (name) => /^[\x00-\x7f]*$/.test(name);

/**
 * Canonical JSON (RFC 8785), at most 64 levels deep. Throws a TypeError for what no entry may contain: lone surrogates,
 * numbers that are not integers, and names that are not ASCII.
 */
export function canonical(value, levels = 64) {
  const inside = (one) => canonical(one, levels - 1);
  if (levels === 0 && value !== null && typeof value === "object") throw new TypeError("too deep");
  if (Array.isArray(value)) return `[${value.map(inside).join(",")}]`;
  if (isObject(value) && Object.keys(value).every(isPlain)) {
    const fields = Object.keys(value).sort().map((name) => `${inside(name)}:${inside(value[name])}`);
    return `{${fields.join(",")}}`;
  }
  if (isText(value) && value.isWellFormed()) return JSON.stringify(value);
  if (value === null || isFlag(value) || isWhole(value)) return String(value);
  throw new TypeError("no canonical JSON");
}

export const same = (one, two) => canonical(one) === canonical(two);
export const hashed = (value) => toHex(sha256(canonical(value)));
