// Clients and bots for Moirai, a server for games with simultaneous, hidden moves.

export { answer, fits } from "./answers.js";
export { Bot } from "./bot.js";
export type { CallOptions } from "./calls.js";
export { Client, type ClientOptions, type SignInOptions } from "./client.js";
export { ServerClock } from "./clock.js";
export { MoiraiError, RefusedError, StreamClosedError, UnreachableError } from "./errors.js";
export type { FeedOptions, StreamState } from "./feed.js";
export { Kept, type KeptRecord } from "./kept.js";
export type { Lobby } from "./lobby.js";
export { Match, type HostAction, type ViewOptions } from "./match.js";
export { foldMessages, noTalks, withMessages, type Talk, type Talks } from "./messages.js";
export type { OperationId, Operations } from "./operations.js";
export type { Platform, Signal, WebSocketLike } from "./platform.js";
export type * from "./schemas.js";
export { Series, type SeriesAction } from "./series.js";
export type { DeviceRequest, Session, TokenStore } from "./signing_in.js";
export type { SeriesEvent, TournamentEvent, ViewerEvent } from "./sources.js";
export { Stream, type FollowOptions } from "./stream.js";
export { Tournament, type DirectorAction, type FollowTournamentOptions } from "./tournament.js";
export { TournamentStream, type WantedMatches } from "./tournament_stream.js";
export { spaced, Words, type WordsOptions } from "./words.js";
