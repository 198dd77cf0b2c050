// One series, as one player sees it.

import type { Calls } from "./calls.js";
import type { Operations } from "./operations.js";
import type {
  EventInvitationReply,
  EventInvitationRequest,
  NewEventInvitationReply,
  SeriesEventPage,
  SeriesListing,
  SeriesView,
} from "./schemas.js";
import { seriesSource, type SeriesEvent } from "./sources.js";
import type { FollowOptions, Stream } from "./stream.js";
import type { Streams } from "./streams.js";

/** What a director can do, identified by `type`. */
export type SeriesAction = Operations["actOnSeries"]["input"]["body"];

/** Calls about one series. All throw RefusedError and UnreachableError. A call that is retried takes effect once. */
export class Series {
  readonly #calls: Calls;
  readonly #streams: Streams;

  /** @internal */
  constructor(
    calls: Calls,
    streams: Streams,
    readonly id: string,
  ) {
    this.#calls = calls;
    this.#streams = streams;
  }

  /** The series, as lists show it. */
  details(): Promise<SeriesListing> {
    return this.#calls.call("getSeries", this.#path);
  }

  /** What the player knows of it, now or after the event `at`; with `lines`, also in sentences what happened last. */
  view(at?: number, options: { lines?: string } = {}): Promise<SeriesView> {
    return this.#calls.call("getSeriesView", { ...this.#path, at, ...options });
  }

  /** The events after a cursor, including future ones. A series has no socket: they come by long polls. */
  follow(options: FollowOptions = {}): Stream<SeriesEvent> {
    return this.#streams.poll(seriesSource(this.#calls, this.id, options.lines ?? null), options);
  }

  /** A page of events; with `wait` (seconds), wait for the next event. */
  events(after = 0, options: { limit?: number; wait?: number; lines?: string } = {}): Promise<SeriesEventPage> {
    return this.#calls.call("listSeriesEvents", { ...this.#path, after, ...options });
  }

  /** Take a free place; directors also give one to others. */
  enter(playerId = "me"): Promise<SeriesListing> {
    return this.#calls.call("enterSeries", { ...this.#path, player_id: playerId });
  }

  /** Leave; directors also take others out. */
  leave(playerId = "me"): Promise<SeriesListing> {
    return this.#calls.call("leaveSeries", { ...this.#path, player_id: playerId });
  }

  /** Make an invitation, as a director. Only this reply has its `token`, for a link. */
  invite(invitation: EventInvitationRequest = {}): Promise<NewEventInvitationReply> {
    return this.#calls.call("createSeriesInvitation", { ...this.#path, body: invitation });
  }

  /** The invitations to it, newest first, as a director. */
  async invitations(): Promise<EventInvitationReply[]> {
    return (await this.#calls.call("listSeriesInvitations", this.#path)).invitations;
  }

  /** Withdraw an invitation, as a director. Those who have accepted it stay entered. */
  async withdrawInvitation(invitationId: string): Promise<void> {
    await this.#calls.call("withdrawSeriesInvitation", { ...this.#path, invitation_id: invitationId });
  }

  /** Make or change a decision for which the player is asked. */
  decide(decision: number, choice: string): Promise<SeriesListing> {
    return this.#calls.call("decideInSeries", { ...this.#path, number: decision, body: { choice } });
  }

  /** Be on leave for so many days from the beginning of the leave; 0 ends it as early as it can end. */
  takeLeave(days: number): Promise<SeriesListing> {
    return this.#calls.call("takeSeriesLeave", { ...this.#path, body: { days } });
  }

  /** Take an action, as a director. */
  act(action: SeriesAction): Promise<SeriesListing> {
    return this.#calls.call("actOnSeries", { ...this.#path, body: action });
  }

  /** The whole log (NDJSON), when it is open to the player. */
  log(): Promise<string> {
    return this.#calls.call("getSeriesLog", this.#path);
  }

  get #path(): { series_id: string } {
    return { series_id: this.id };
  }
}
