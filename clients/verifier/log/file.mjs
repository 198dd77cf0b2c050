// Reading logs, within limits.

import { readEntry } from "./entry.mjs";

export class Unreadable extends Error {}

const MAX_VALUES = 8_000_000; // A list of empty lists takes twenty times as much memory as text.
const MAX_LINE_BYTES = 8 * 2 ** 20; // The server writes no entry of more than 256 KiB; earlier ones wrote up to 5 MiB.

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The entries of each match of a file, by match, in the order of their lines. */
export function readLogs(bytes) {
  const logs = new Map();
  requireFewValues(bytes);
  for (let begin = 0, end, number = 1; begin < bytes.length; begin = end + 1, number++) {
    end = bytes.indexOf(10, begin);
    if (end < 0) end = bytes.length;
    if (end - begin > MAX_LINE_BYTES) throw new Unreadable(`Line ${number} is longer than ${MAX_LINE_BYTES} bytes, so it is not an entry of a log.`);
    const trimmed = decoded(bytes.subarray(begin, end)).replace(/^[ \t\r]+|[ \t\r]+$/g, "");
    if (trimmed === "") continue;
    try {
      const entry = readEntry(trimmed);
      if (!logs.has(entry.match_id)) logs.set(entry.match_id, []);
      logs.get(entry.match_id).push(entry);
    } catch {
      throw new Unreadable(`Line ${number} is not an entry of a log.`);
    }
  }
  if (logs.size === 0) throw new Unreadable("The file contains no entry.");
  return logs;
}

function decoded(bytes) {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new Unreadable("The file is not text.");
  }
}

/** Refuse a file with too many values. Commas and opening brackets are counted, so nothing needs to be parsed for it. */
function requireFewValues(bytes) {
  let values = 0;
  for (const byte of bytes) if (byte === 44 || byte === 91 || byte === 123) values++;
  if (values > MAX_VALUES) throw new Unreadable(`The file has more than ${MAX_VALUES} values. Split it by match.`);
}
