// What is found in a file of logs.

import { Unreadable, readLogs } from "./log/file.mjs";
import { verify } from "./match/verdict.mjs";
import { lookFor } from "./seals/findings.mjs";
import { nothingKept, readKept } from "./seals/seals.mjs";
import { bytesOf } from "./sha256.mjs";
import { isSeries, verifySeries } from "./series/verdict.mjs";
import { isTournament, verifyTournament } from "./tournament/verdict.mjs";

const verifierOf = (entries) => (isTournament(entries) ? verifyTournament : isSeries(entries) ? verifySeries : verify);

/** For the text of a file, and what a client kept, as in its file. Throws an Unreadable if one of them cannot be read. */
export function report(text, kept = {}) {
  let read;
  try {
    read = readKept(JSON.stringify(kept));
  } catch {
    throw new Unreadable("What was kept was not written by a client.");
  }
  return reportOn(bytesOf(text), read);
}

/** As report, for bytes, and what was kept as seals/seals reads it. */
export function reportOn(bytes, kept = nothingKept()) {
  const logs = readLogs(bytes);
  const matches = [...logs].map(([id, entries]) => {
    const { faults, unchecked, rules, entropy } = verifierOf(entries)(entries, logs);
    const given = entropy && Object.fromEntries(entropy);
    return { id, good: faults.length === 0, entries: entries.length, faults, unchecked, rules, entropy: given, lastHash: entries.at(-1).hash };
  });
  const findings = lookFor(kept, logs);
  return { good: [...matches, ...findings].every(({ good }) => good), matches, findings };
}
