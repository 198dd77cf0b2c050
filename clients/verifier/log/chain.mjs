// The hash chain of a log, and its seed.

import { commitmentTo } from "../chance.mjs";
import { fromHex } from "../sha256.mjs";
import { GENESIS, isHash, hashOf } from "./entry.mjs";
import { isWithheld } from "./redactions.mjs";
import { isTime } from "./time.mjs";

/** Facts that tell everyone the hash of the entry before. */
export const HEADS = ["phase_closed", "round_started", "tournament_over", "episode_begun", "series_over"];

export function checkChain(entries, fault) {
  let previous = GENESIS;
  for (const [at, entry] of entries.entries()) {
    // After a gap, every entry would be out of place.
    if (entry.seq !== at + 1) return fault(entry.seq, "gap", `expected entry ${at + 1}: entries are missing, moved or inserted`, { expected: at + 1 });
    if (entry.previous !== previous) fault(entry.seq, "previous", "does not follow the previous entry: `previous` is not its hash");
    if (!isWithheld(entry) && !isTime(entry.at)) fault(entry.seq, "time", "its time is not valid, or not in the required form");
    if (entry.body === undefined && !/^[0-9a-f]{32}$/.test(entry.nonce)) fault(entry.seq, "nonce", "its nonce is not 16 bytes in hexadecimal");
    if (entry.hash !== hashOf(entry)) fault(entry.seq, "hash", "was changed: its hash does not fit its content");
    const heads = (entry.facts ?? []).filter(({ fact }) => HEADS.includes(fact.type) && (fact.head !== undefined || fact.type === "phase_closed"));
    if (heads.some(({ fact }) => fact.head !== previous)) fault(entry.seq, "head", "contains a head that is not the hash of the previous entry");
    previous = entry.hash;
  }
}

/** The revealed seed as text, and its bytes if the commitment fits; in the facts of these types. */
export function findSeed(entries, fault, committed = "match_created", reveals = "seed_revealed") {
  const first = (wanted) => entries.flatMap(({ seq, facts = [] }) => facts.map(({ fact }) => ({ seq, fact }))).find(({ fact }) => fact.type === wanted);
  const revealed = first(reveals);
  if (!revealed) return { text: null, bytes: null };
  const text = revealed.fact.seed;
  const bytes = isHash(text) ? fromHex(text) : null;
  if (!bytes) fault(revealed.seq, "seed", "the revealed seed is not valid");
  else if (commitmentTo(bytes) !== first(committed)?.fact.seed_commitment)
    fault(revealed.seq, "commitment", "the revealed seed does not match the commitment");
  else return { text, bytes };
  return { text, bytes: null };
}
