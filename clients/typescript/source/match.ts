// One match, as one player sees it.

import { NOTHING_YET, type Calls } from "./calls.js";
import { RefusedError } from "./errors.js";
import { Kept, type KeptRecord } from "./kept.js";
import type { Operations } from "./operations.js";
import type {
  EventPage,
  EventReply,
  InvitationReply,
  InvitationRequest,
  MatchDetails,
  MatchReply,
  MessagePage,
  MessageReply,
  Move,
  NewInvitationReply,
  ReceiptReply,
  ReportReply,
  ReportRequest,
  Sign,
  TakeSeatRequest,
  ViewReply,
} from "./schemas.js";
import { matchSource } from "./sources.js";
import type { FollowOptions, Stream } from "./stream.js";
import type { Streams } from "./streams.js";

/** What a host can do, identified by `type`. */
export type HostAction = Operations["actAsHost"]["input"]["body"];

export interface ViewOptions {
  /** A seat: what it knew, in a match that is over and has an open log; `at` then counts the events of that seat. */
  as?: string | undefined;
  /** A language, such as `de`: the view then has `lines`, which say in sentences what happened last. */
  lines?: string | undefined;
}

/** Another player was faster, or has a reservation: the next seat may be free. */
const NOT_THIS_ONE = ["seat_taken", "seat_reserved"];

const CLOCK_STOPPED = [
  "phase_closed",
  "match_paused",
  "match_suspended",
  "match_ended",
  "match_adjudicated",
  "match_voided",
];

/**
 * Calls about one match. All throw RefusedError and UnreachableError.
 *
 * A call that is retried after a lost connection takes effect once: messages, actions and the start have keys; seats and
 * submissions are safe to repeat.
 */
export class Match {
  /** The events and receipts so far, for verifying the log. */
  readonly kept: Kept;
  /** When the open phase closes, as far as this object was told; null if there is no deadline. */
  closesAt: string | null = null;
  readonly #calls: Calls;
  readonly #streams: Streams;

  /** @internal */
  constructor(
    calls: Calls,
    streams: Streams,
    readonly id: string,
    kept?: KeptRecord,
  ) {
    this.#calls = calls;
    this.#streams = streams;
    this.kept = new Kept(kept ?? id);
  }

  /** The match with its settings. */
  async details(): Promise<MatchDetails> {
    const told = await this.#calls.call("getMatch", this.#path);
    this.closesAt = told.closes_at;
    this.kept.noteCommitment(told.seed_commitment);
    return told;
  }

  /** Everything that the player knows, now or after the event `at`. `view.game` identifies the game. */
  async view(at?: number, options: ViewOptions = {}): Promise<ViewReply> {
    const told = await this.#calls.call("getView", { ...this.#path, at, ...options });
    if (at === undefined && options.as === undefined) {
      this.closesAt = told.closes_at;
      this.kept.noteView(told);
    }
    return told;
  }

  /** The newest view that includes the event with this cursor: another process of the server may not know it yet. */
  async viewSince(cursor: number, options: ViewOptions = {}): Promise<ViewReply> {
    const newest = await this.view(undefined, options);
    return newest.cursor >= cursor ? newest : this.view(cursor, options);
  }

  /** Seconds until the open phase closes, by the server's clock; null if no deadline is known. */
  timeLeft(): number | null {
    return this.closesAt === null ? null : this.#calls.clock.secondsUntil(this.closesAt);
  }

  /** The events after a cursor, including future ones. */
  follow(options: FollowOptions = {}): Stream {
    const source = matchSource(this.#calls, this.id, options.lines ?? null);
    return this.#streams.follow(source, options, (event) => this.#note(event.viewer, event));
  }

  /** A page of events; with `wait` (seconds), wait for the next event. */
  async events(after = 0, options: { limit?: number; wait?: number; lines?: string } = {}): Promise<EventPage> {
    const page = await this.#calls.call("listEvents", { ...this.#path, after, ...options });
    for (const event of page.events) this.kept.noteEvent(page.viewer, event);
    return page;
  }

  /** Take a seat, free or reserved. A host can also reserve it for another player, or give it to a bot. */
  takeSeat(seat: string, request?: TakeSeatRequest): Promise<MatchReply> {
    return this.#calls.call("takeSeat", { ...this.#path, seat, body: request });
  }

  /** Take a seat that is reserved for the player or free. The seat, or null if there is none. */
  async takeFreeSeat(): Promise<string | null> {
    const free = (await this.details()).seats.filter((seat) => seat.player === null && !seat.bot);
    for (const seat of free.sort((one, two) => Number(one.reserved_for === null) - Number(two.reserved_for === null))) {
      try {
        await this.takeSeat(seat.id);
        return seat.id;
      } catch (error) {
        if (!(error instanceof RefusedError && NOT_THIS_ONE.includes(error.code))) throw error;
      }
    }
    return null;
  }

  /** Leave the seat, which a bot takes during play, or decline one that is reserved for the player. */
  leaveSeat(seat: string): Promise<MatchReply> {
    return this.#calls.call("leaveSeat", { ...this.#path, seat });
  }

  /** Start the match, as the host. */
  start(): Promise<MatchReply> {
    return this.#calls.call("startMatch", this.#path);
  }

  /**
   * Submit a move for this phase, which replaces an earlier one. When this returns, the move is stored on disk.
   *
   * If a reply is lost, the call is retried; it returns the receipt even if the first attempt has closed the phase. It
   * also sends the last head that a stream has received. A server that shows a different match than before refuses it
   * with `unknown_head`.
   *
   * It replaces only what this client knows of: if somebody else with this seat has submitted or withdrawn since, it is
   * refused with `changed_since`. Submit again to replace that.
   */
  submit(
    phase: number,
    move: Move,
    options: { keepThinking?: boolean; patienceSeconds?: number } = {},
  ): Promise<ReceiptReply> {
    const head = this.kept.headFor(phase);
    const { keepThinking = false, ...others } = options;
    const body = { phase, move, keep_thinking: keepThinking, head };
    const given = { ...others, replaces: this.kept.conditionFor(phase) };
    return this.kept.sending(phase, async () => (await this.#calls.call("submit", { ...this.#path, body }, given))!);
  }

  /** Throw what `submit` would throw, without submitting. */
  async tryOut(phase: number, move: Move): Promise<void> {
    await this.#calls.call("submit", { ...this.#path, dry_run: true, body: { phase, move } });
  }

  /** Withdraw the submission for this phase; refused with `changed_since` as `submit` is. */
  withdraw(phase: number): Promise<ReceiptReply> {
    const known = this.kept.conditionFor(phase);
    const given = { replaces: known === NOTHING_YET ? undefined : known };
    return this.kept.sending(phase, () => this.#calls.call("withdraw", { ...this.#path, phase }, given), true);
  }

  /** Send a message in a channel. */
  say(channel: string, text: string): Promise<MessageReply> {
    return this.#calls.call("sendMessage", { ...this.#path, channel, body: { text } });
  }

  /** Send a reaction in a channel that has `reactions`. */
  react(channel: string, sign: Sign): Promise<MessageReply> {
    return this.#calls.call("sendMessage", { ...this.#path, channel, body: { sign } });
  }

  /** Report the player of a seat to the host and the administrators; nobody else learns it. */
  report(request: ReportRequest): Promise<ReportReply> {
    return this.#calls.call("reportPlayer", { ...this.#path, body: request });
  }

  /** Messages of a channel, oldest first: the latest, or those before or after a cursor. */
  messages(channel: string, page: { after?: number; before?: number; limit?: number } = {}): Promise<MessagePage> {
    return this.#calls.call("listMessages", { ...this.#path, channel, ...page });
  }

  /** Take an action as the host. */
  act(action: HostAction): Promise<MatchReply> {
    return this.#calls.call("actAsHost", { ...this.#path, body: action });
  }

  /** Agree for the player's seat to the newer version of the rules that the host proposes. */
  agreeToRules(version: number): Promise<MatchReply> {
    return this.#calls.call("agreeToRules", { ...this.#path, body: { rules_version: version } });
  }

  /** Be on leave for so many days from the beginning of the leave; 0 ends it as early as it can end. */
  takeLeave(days: number): Promise<MatchReply> {
    return this.#calls.call("takeLeave", { ...this.#path, body: { days } });
  }

  /** Play again with the same people, after the end: the same new match for whoever calls this. */
  async rematch(): Promise<Match> {
    const { match_id } = await this.#calls.call("rematch", this.#path);
    return new Match(this.#calls, this.#streams, match_id);
  }

  /** Make an invitation, as the host, before the start. Only this reply has its `token`, for a link. */
  invite(invitation: InvitationRequest = {}): Promise<NewInvitationReply> {
    return this.#calls.call("createInvitation", { ...this.#path, body: invitation });
  }

  /** The invitations to the match, newest first, as the host. */
  async invitations(): Promise<InvitationReply[]> {
    return (await this.#calls.call("listInvitations", this.#path)).invitations;
  }

  /** Withdraw an invitation, as the host. Those who have accepted it keep their seats. */
  async withdrawInvitation(invitationId: string): Promise<void> {
    await this.#calls.call("withdrawInvitation", { ...this.#path, invitation_id: invitationId });
  }

  /** The whole log (NDJSON), when it is open. */
  log(): Promise<string> {
    return this.#calls.call("getLog", this.#path);
  }

  get #path(): { match_id: string } {
    return { match_id: this.id };
  }

  #note(viewer: string, event: EventReply): void {
    this.kept.noteEvent(viewer, event);
    for (const fact of event.facts) {
      if (fact.type === "deadline_set") this.closesAt = fact.closes_at;
      else if (CLOCK_STOPPED.includes(fact.type)) this.closesAt = null;
    }
  }
}
