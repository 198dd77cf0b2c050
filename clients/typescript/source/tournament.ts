// One tournament, as one player sees it.

import type { Calls } from "./calls.js";
import type { Operations } from "./operations.js";
import type {
  AddedEntrants,
  EntrantRequest,
  EntrantsRequest,
  EventInvitationReply,
  NewEventInvitationReply,
  RoundReply,
  StandingsReply,
  TournamentEventPage,
  TournamentInvitationRequest,
  TournamentListing,
  TournamentView,
} from "./schemas.js";
import type { FollowOptions } from "./stream.js";
import type { Streams } from "./streams.js";
import type { TournamentStream, WantedMatches } from "./tournament_stream.js";

/** What a director can do, identified by `type`. */
export type DirectorAction = Operations["actAsDirector"]["input"]["body"];

export interface FollowTournamentOptions extends FollowOptions {
  /** Whose events come as well: those of `mine`, the matches at the own tables, or of `all`; by default of none. */
  matches?: WantedMatches;
}

/** Calls about one tournament. All throw RefusedError and UnreachableError. A call that is retried takes effect once. */
export class Tournament {
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

  /** The tournament, as lists show it. */
  details(): Promise<TournamentListing> {
    return this.#calls.call("getTournament", this.#path);
  }

  /** What the player knows of it, now or after the event `at`; with `lines`, also in sentences what happened last. */
  view(at?: number, options: { lines?: string } = {}): Promise<TournamentView> {
    return this.#calls.call("getTournamentView", { ...this.#path, at, ...options });
  }

  /** A round that the player knows of. */
  round(number: number): Promise<RoundReply> {
    return this.#calls.call("getRound", { ...this.#path, number });
  }

  /** The standings after a round, by default the last that is done; with what the values of one entrant are made of. */
  standings(options: { round?: number; explain?: string } = {}): Promise<StandingsReply> {
    return this.#calls.call("getStandings", { ...this.#path, ...options });
  }

  /** The events after a cursor, including future ones; with `matches`, also those of its matches. */
  follow(options: FollowTournamentOptions = {}): TournamentStream {
    return this.#streams.followTournament(this.id, options.matches ?? "none", options);
  }

  /** A page of events; with `wait` (seconds), wait for the next event. */
  events(after = 0, options: { limit?: number; wait?: number; lines?: string } = {}): Promise<TournamentEventPage> {
    return this.#calls.call("listTournamentEvents", { ...this.#path, after, ...options });
  }

  /** Enter; directors also enter others, with a rating. */
  enter(playerId = "me", request: EntrantRequest = {}): Promise<TournamentListing> {
    return this.#calls.call("enterTournament", { ...this.#path, player_id: playerId, body: request });
  }

  /** Withdraw from it; directors also withdraw others. */
  leave(playerId = "me"): Promise<TournamentListing> {
    return this.#calls.call("withdrawEntrant", { ...this.#path, player_id: playerId });
  }

  /** Enter people who have no account, as a director, or see what would become of them. Only this reply has their links' tokens. */
  add(request: EntrantsRequest): Promise<AddedEntrants> {
    return this.#calls.call("addEntrants", { ...this.#path, body: request });
  }

  /** Make an invitation, as a director. Only this reply has its `token`, for a link. */
  invite(invitation: TournamentInvitationRequest = {}): Promise<NewEventInvitationReply> {
    return this.#calls.call("createTournamentInvitation", { ...this.#path, body: invitation });
  }

  /** The invitations to it, newest first, as a director. */
  async invitations(): Promise<EventInvitationReply[]> {
    return (await this.#calls.call("listTournamentInvitations", this.#path)).invitations;
  }

  /** Withdraw an invitation, as a director. Those who have accepted it stay entered. */
  async withdrawInvitation(invitationId: string): Promise<void> {
    await this.#calls.call("withdrawTournamentInvitation", { ...this.#path, invitation_id: invitationId });
  }

  /** Say to be here. */
  checkIn(): Promise<TournamentListing> {
    return this.#calls.call("checkIn", this.#path);
  }

  /** Say to be ready at a table of the open round. */
  sayReady(table: number): Promise<TournamentListing> {
    return this.#calls.call("sayReady", { ...this.#path, number: table });
  }

  /** Be on leave for so many days from the beginning of the leave; 0 ends it as early as it can end. */
  takeLeave(days: number): Promise<TournamentListing> {
    return this.#calls.call("takeTournamentLeave", { ...this.#path, body: { days } });
  }

  /** Take an action, as a director. */
  act(action: DirectorAction): Promise<TournamentListing> {
    return this.#calls.call("actAsDirector", { ...this.#path, body: action });
  }

  /** The whole log (NDJSON), when it is open to the player. */
  log(): Promise<string> {
    return this.#calls.call("getTournamentLog", this.#path);
  }

  get #path(): { tournament_id: string } {
    return { tournament_id: this.id };
  }
}
