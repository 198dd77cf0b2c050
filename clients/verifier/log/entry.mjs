// Entries (log.md): their shape and their hashes.

import { isObject, isText, isTexts, isWhole, anything, hasShape } from "../shapes.mjs";
import { canonical, hashed } from "./canonical.mjs";

export const GENESIS = "0".repeat(64);

export const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isAudience = (to) => to === "everyone" || to === "host" || (isTexts(to) && to.length > 0);
const isFact = (fact) => isObject(fact) && isText(fact.type);
const isTold = (told) => hasShape(told, { to: isAudience, fact: isFact });

const PLACE = { match_id: isText, seq: isWhole, kind: anything, previous: isText, hash: isText };
const ENTRY = { ...PLACE, at: isText, nonce: isText, facts: (facts) => Array.isArray(facts) && facts.every(isTold) };
const WITHHELD = { ...PLACE, body: isText };
const { nonce, ...REDACTED } = { ...ENTRY, body: isText }; // The nonce is gone: with it, what is missing could be guessed.

export const bodyOf = ({ body, at, facts, nonce }) => body ?? hashed({ at, facts, nonce });
export const hashOf = (entry) => {
  const { match_id, seq, kind, previous } = entry;
  return hashed({ match_id, seq, kind, previous, body: bodyOf(entry) });
};

/** The receipt of an entry, which was given to the caller who caused it. */
export const receiptOf = ({ hash, nonce = "" }) => hashed({ hash, nonce });

/** The entry in a line. The line must be its canonical JSON, byte for byte, so that it contains nothing else. */
export function readEntry(line) {
  const entry = JSON.parse(line);
  if (canonical(entry) !== line || ![ENTRY, WITHHELD, REDACTED].some((shape) => hasShape(entry, shape))) throw new TypeError("no entry");
  return entry;
}
