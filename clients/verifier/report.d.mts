// The types of report.mjs.

/** Something that is said of a log. */
export interface Remark {
  /** For other languages; it says the same in every version. */
  code: string;
  /** In English. */
  line: string;
  /** What is filled in, such as the number of an `entry`. */
  given: { [name: string]: string | number };
}

/** What was found in the log of one match. */
export interface MatchReport {
  /** The id of the match. */
  id: string;
  /** Whether nothing is wrong. */
  good: boolean;
  /** The number of entries. */
  entries: number;
  /** What is wrong, each with the number of the entry. */
  faults: Remark[];
  /** What was not checked. */
  unchecked: Remark[];
  /** The rules that were used, with their version; null if this verifier does not have them. */
  rules: string | null;
  /** What players mixed into the draws, by seat; null before the start. */
  entropy: { [seat: string]: string } | null;
  /** The hash of the last entry: other players who have another one were shown another match. */
  lastHash: string;
}

/** What became of something that was kept: a commitment, a receipt, a head or the events of a viewer. */
export interface Finding extends Remark {
  good: boolean;
}

/** What was found in a file of logs. */
export interface LogReport {
  /** Whether nothing is wrong. */
  good: boolean;
  matches: MatchReport[];
  findings: Finding[];
}

/** Throws an error with a message for people if the text is not a log, or `kept` is not what a client writes. */
export function report(text: string, kept?: object): LogReport;
