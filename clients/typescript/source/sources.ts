// What streams can follow: a match, what concerns a player in all matches, a tournament, or a series.

import type { Calls } from "./calls.js";
import type { Signal } from "./platform.js";
import type { EventReply, OwnEventReply, SeriesEventReply, TournamentEventReply } from "./schemas.js";

/** An event, and the viewer whose event it is: a seat, `spectator` or `host`. */
export type ViewerEvent = EventReply & { viewer: string };

/** An event of a tournament, and the viewer whose event it is: an entrant, `spectator` or `host`. */
export type TournamentEvent = TournamentEventReply & { viewer: string };

/** An event of a series, and the viewer whose event it is: an entrant, `spectator` or `host`. */
export type SeriesEvent = SeriesEventReply & { viewer: string };

export interface Source<E> {
  /** By which the frames of a socket tell what they belong to. */
  readonly key: string;
  /** The path of a socket that follows this from the beginning; null: it is asked for on the socket of all matches. */
  readonly path: string | null;
  /** Which matches of a tournament join its socket. */
  readonly matches?: string;
  /** The language in which events also say in sentences what happened; null: they do not. */
  readonly lines: string | null;
  /** The events of a frame or a page, as they are handed out. */
  told(event: EventReply | OwnEventReply | TournamentEventReply | SeriesEventReply, viewer: string): E;
  /** A page of events after a cursor of this epoch; with `wait` (seconds), once there is one. */
  page(
    after: number,
    epoch: string | undefined,
    wait: number,
    signal: Signal,
  ): Promise<{ viewer: string; epoch: string; events: E[] }>;
}

/** The key of a player's own stream. */
export const OWN = "me";

export function matchSource(calls: Calls, matchId: string, language: string | null): Source<ViewerEvent> {
  const told = ({ type, match_id, cursor, at, facts, lines }: EventReply, viewer: string): ViewerEvent => {
    return { type, match_id, cursor, at, facts, viewer, ...(lines && { lines }) };
  };
  return {
    key: matchId,
    // Without a token, there are only sockets of one match.
    path: calls.token === null ? `/v1/matches/${encodeURIComponent(matchId)}/stream` : null,
    lines: language,
    told: (event, viewer) => told(event as EventReply, viewer),
    page: async (after, known, wait, signal) => {
      const input = { match_id: matchId, after, epoch: known, wait, lines: language ?? undefined };
      const { viewer, epoch, events } = await calls.call("listEvents", input, { signal, patienceSeconds: 0 });
      return { viewer, epoch, events: events.map((event) => told(event, viewer)) };
    },
  };
}

export function ownSource(calls: Calls): Source<OwnEventReply> {
  return {
    key: OWN,
    path: "/v1/me/events",
    lines: null,
    told: (event) => {
      const { type, player_id, cursor, at, facts } = event as OwnEventReply;
      return { type, player_id, cursor, at, facts };
    },
    page: async (after, known, wait, signal) => {
      const input = { after, epoch: known, wait };
      const { player_id, epoch, events } = await calls.call("listMyEvents", input, { signal, patienceSeconds: 0 });
      return { viewer: player_id, epoch, events };
    },
  };
}

export function tournamentSource(
  calls: Calls,
  tournamentId: string,
  matches: string,
  language: string | null,
): Source<TournamentEvent | ViewerEvent> {
  const told = (event: TournamentEventReply, viewer: string): TournamentEvent => {
    const { type, tournament_id, cursor, at, facts, lines } = event;
    return { type, tournament_id, cursor, at, facts, viewer, ...(lines && { lines }) };
  };
  return {
    key: tournamentId,
    path: `/v1/tournaments/${encodeURIComponent(tournamentId)}/stream`,
    matches,
    lines: language,
    told: (event, viewer) => told(event as TournamentEventReply, viewer),
    page: async (after, known, wait, signal) => {
      const input = { tournament_id: tournamentId, after, epoch: known, wait, lines: language ?? undefined };
      const { viewer, epoch, events } = await calls.call("listTournamentEvents", input, { signal, patienceSeconds: 0 });
      return { viewer, epoch, events: events.map((event) => told(event, viewer)) };
    },
  };
}

/** A series, which has no socket. */
export function seriesSource(calls: Calls, seriesId: string, language: string | null): Source<SeriesEvent> {
  const told = ({ type, series_id, cursor, at, facts, lines }: SeriesEventReply, viewer: string): SeriesEvent => {
    return { type, series_id, cursor, at, facts, viewer, ...(lines && { lines }) };
  };
  return {
    key: seriesId,
    path: null,
    lines: language,
    told: (event, viewer) => told(event as SeriesEventReply, viewer),
    page: async (after, known, wait, signal) => {
      const input = { series_id: seriesId, after, epoch: known, wait, lines: language ?? undefined };
      const { viewer, epoch, events } = await calls.call("listSeriesEvents", input, { signal, patienceSeconds: 0 });
      return { viewer, epoch, events: events.map((event) => told(event, viewer)) };
    },
  };
}

/** A match on the socket of a tournament. */
export function joinedSource(calls: Calls, matchId: string): Source<ViewerEvent> {
  return { ...matchSource(calls, matchId, null), path: null };
}
