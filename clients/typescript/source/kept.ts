// The record that a client keeps of a match, to detect a server that replaces its moves or shows it another match.

import { NOTHING_YET } from "./calls.js";
import { RefusedError } from "./errors.js";
import type { EventReply, ReceiptReply, ViewReply } from "./schemas.js";

/** What is kept of a match, as JSON: for `moirai verify --kept`, and for `verifyLog`. */
export interface KeptRecord {
  match_id: string;
  commitments: string[];
  receipts: string[];
  streams: { [viewer: string]: EventReply[] };
}

/**
 * The record of one match. `JSON.stringify` writes it.
 *
 * It is checked during the match as far as possible: `onTampering` is called when the server contradicts what it sent
 * before. Then save everything, and compare it with the other players.
 */
export class Kept {
  readonly matchId: string;
  onTampering: (what: string) => void = () => undefined;
  readonly #commitments: string[];
  readonly #receipts: string[];
  readonly #streams = new Map<string, Map<number, EventReply>>();
  #head: { phase: number; head: string } | null = null;
  readonly #sending = new Map<number, number>();
  readonly #sentLast = new Map<number, { epoch: string; cursor: number; receipt: string; withdrawn: boolean }>();
  readonly #toldLast = new Map<number, number>();
  readonly #seen = new Set<number>();
  #epoch: string | null = null;
  readonly #counted = new Map<number, string | null>();

  /** An empty record of a match, or one that was saved. */
  constructor(match: string | KeptRecord) {
    const saved = typeof match === "string" ? { match_id: match, commitments: [], receipts: [], streams: {} } : match;
    this.matchId = saved.match_id;
    this.#commitments = [...saved.commitments];
    this.#receipts = [...saved.receipts];
    for (const [viewer, events] of Object.entries(saved.streams)) {
      for (const event of events) this.noteEvent(viewer, event);
    }
  }

  toJSON(): KeptRecord {
    const streams = [...this.#streams].map(([viewer, events]): [string, EventReply[]] => [
      viewer,
      [...events.values()],
    ]);
    return {
      match_id: this.matchId,
      commitments: [...this.#commitments],
      receipts: [...this.#receipts],
      streams: Object.fromEntries(streams),
    };
  }

  /** The head to send with a submission for this phase: that of the phase before, if it was told. */
  headFor(phase: number): string | null {
    return this.#head?.phase === phase ? this.#head.head : null;
  }

  /**
   * What a call about this phase may replace, by what this client knows; undefined: whatever stands.
   *
   * Somebody else with the same seat may have changed it, and receipts go only to whom they are for.
   */
  conditionFor(phase: number): string | undefined {
    const [sent, told = 0] = [this.#sentLast.get(phase), this.#toldLast.get(phase)];
    if (sent === undefined || sent.epoch !== this.#epoch)
      return this.#seen.has(phase) && told === 0 ? NOTHING_YET : undefined;
    return told <= sent.cursor ? sent.receipt : undefined;
  }

  /** Note that nothing stands in the open phase, if the view says so. */
  noteView({ epoch, phase, submission }: ViewReply): void {
    this.#begin(epoch);
    if (phase !== null && submission === null) this.#seen.add(phase.number);
  }

  /** In another epoch, what was sent and told before may be lost, and cursors mean something else. */
  #begin(epoch: string): void {
    if (epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#toldLast.clear();
    this.#seen.clear();
  }

  noteCommitment(commitment: string): void {
    if (!this.#commitments.includes(commitment)) this.#commitments.push(commitment);
    if (this.#commitments.length > 1) this.onTampering("The server sent two commitments to the seed of one match.");
  }

  noteEvent(viewer: string, { type, match_id, cursor, at, facts }: EventReply): void {
    const told = { type, match_id, cursor, at, facts };
    const events = this.#streams.get(viewer) ?? new Map<number, EventReply>();
    this.#streams.set(viewer, events);
    const known = events.get(cursor);
    const was = known && [known.at, known.facts];
    // Who leaves the server takes name and messages along, also from what is kept here.
    if (known === undefined || isWithheldFrom(was, [at, facts])) events.set(cursor, told);
    else if (!isWithheldFrom([at, facts], was)) {
      this.onTampering(`The server sent ${viewer} two different events ${cursor}.`);
    }
    let head: string | null = null;
    for (const fact of facts) {
      if (fact.type === "match_created") this.noteCommitment(fact.seed_commitment);
      else if (fact.type === "phase_closed") head = fact.head;
      else if (fact.type === "phase_opened") {
        this.#seen.add(fact.phase.number);
        if (head !== null) this.#head = { phase: fact.phase.number, head };
      } else if ((fact.type === "submitted" || fact.type === "withdrawn") && fact.seat === viewer) {
        this.#toldLast.set(fact.phase, Math.max(cursor, this.#toldLast.get(fact.phase) ?? 0));
      } else if (fact.type === "submission_counted" && fact.seat === viewer) {
        this.#counted.set(fact.phase, fact.receipt);
        this.#check(fact.phase);
      }
    }
  }

  /** Send something about a phase, and keep the receipt; what is never answered leaves the phase unchecked. */
  async sending(phase: number, send: () => Promise<ReceiptReply>, withdrawn = false): Promise<ReceiptReply> {
    const count = (change: number) => this.#sending.set(phase, (this.#sending.get(phase) ?? 0) + change);
    count(1);
    try {
      const reply = await send();
      count(-1);
      this.#noteReceipt(reply, withdrawn);
      this.#check(phase);
      return reply;
    } catch (error) {
      if (error instanceof RefusedError) count(-1);
      // By whom and how, only the view says.
      if (error instanceof RefusedError && error.code === "changed_since") this.#toldLast.set(phase, Infinity);
      throw error;
    }
  }

  /** Answers may come in another order than they were given. */
  #noteReceipt({ receipt, phase, epoch, cursor }: ReceiptReply, withdrawn: boolean): void {
    this.#begin(epoch);
    if (!this.#receipts.includes(receipt)) this.#receipts.push(receipt);
    const known = this.#sentLast.get(phase);
    // Of another epoch, the server has lost what was sent before.
    if (known === undefined || known.epoch !== epoch || cursor >= known.cursor) {
      this.#sentLast.set(phase, { epoch, cursor, receipt, withdrawn });
      if (this.#toldLast.get(phase) === Infinity) this.#toldLast.set(phase, cursor);
    }
  }

  /** Once a phase is closed and nothing is on its way, what counted must be what was sent last. */
  #check(phase: number): void {
    const counted = this.#counted.get(phase);
    const sent = this.#sentLast.get(phase);
    if (counted === undefined || sent === undefined || this.#sending.get(phase)) return;
    if (counted === (sent.withdrawn ? null : sent.receipt)) return;
    this.onTampering(
      `Phase ${phase} was closed with a different submission from the last one of this client. If you did not submit ` +
        "one elsewhere, the server replaced your move.",
    );
  }
}

/** By type of fact: what somebody wrote. It is empty if the author has left the server; a label is absent. */
const WRITTEN: { [type: string]: string } = {
  message_sent: "text",
  match_paused: "reason",
  seat_muted: "reason",
  match_adjudicated: "reason",
  match_voided: "reason",
};

type Fields = { [name: string]: unknown };
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether `after` is `before` without names and texts of people who left, or equal to it. */
function isWithheldFrom(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length && before.every((one, at) => isWithheldFrom(one, after[at]));
  }
  if (!isFields(before) || !isFields(after)) return before === after;
  const may = (name: string) => (name === "name" && "player_id" in after) || WRITTEN[String(after["type"])] === name;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) => {
    if (!(name in before)) return false;
    if (!(name in after)) return name === "label" && after["type"] === "match_created";
    return (
      (after[name] === "" && typeof before[name] === "string" && may(name)) || isWithheldFrom(before[name], after[name])
    );
  });
}
