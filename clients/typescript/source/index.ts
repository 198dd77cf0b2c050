// Clients and bots for Moirai, a server for games with simultaneous, hidden moves.

export { answer, fits } from "./answers.js";
export { Bot } from "./bot.js";
export type { CallOptions } from "./calls.js";
export { Client, type ClientOptions } from "./client.js";
export { ServerClock } from "./clock.js";
export { MoiraiError, RefusedError, StreamClosedError, UnreachableError } from "./errors.js";
export { Kept, type KeptRecord } from "./kept.js";
export { Match, type HostAction } from "./match.js";
export { foldMessages, noTalks, withMessages, type Talk, type Talks } from "./messages.js";
export type { OperationId, Operations } from "./operations.js";
export type { Platform, Signal, WebSocketLike } from "./platform.js";
export type * from "./schemas.js";
export { Stream, type FollowOptions, type StreamState, type ViewerEvent } from "./stream.js";
