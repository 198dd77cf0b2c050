// The verifier of logs, as in docs/verify.md: it needs no server, and does not trust one.

import { report, type LogReport } from "../../verifier/report.mjs";
import type { KeptRecord } from "./kept.js";

export type { Finding, LogReport, MatchReport, Remark } from "../../verifier/report.mjs";

/**
 * Check an exported log, and compare it with what a client kept of the match (`match.kept`).
 *
 * Throws an error with a message for people if the text is not a log.
 */
export function verifyLog(log: string, kept?: KeptRecord): LogReport {
  return report(log, kept);
}
