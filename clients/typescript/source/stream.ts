// The events of one match, for whoever follows it.

import type { MoiraiError } from "./errors.js";
import type { Platform } from "./platform.js";
import type { EventReply } from "./schemas.js";

/** An event, and the viewer whose event it is: a seat, `spectator` or `host`. */
export type ViewerEvent = EventReply & { viewer: string };

/** How a stream stands. `since` is the time by the clock of this machine, in milliseconds since 1970. */
export type StreamState =
  | { type: "connecting" }
  | { type: "live" }
  | { type: "reconnecting"; since: number }
  | { type: "offline"; since: number }
  | { type: "refused"; error: MoiraiError }
  | { type: "closed" };

export interface FollowOptions {
  /** The cursor of the last event that is known; by default none is. */
  after?: number;
  /** The viewer to whom `after` belongs, if it is from an earlier session: for another viewer, events start from 1. */
  viewer?: string;
  /** Called with each new state. */
  onState?: (state: StreamState) => void;
}

/**
 * The events after a cursor: `for await (const event of match.follow())`.
 *
 * Each event arrives once and in order, even if connections are lost. The stream continues until it is closed, by
 * `close` or by leaving the loop, or until the server refuses it: then the loop throws the error.
 *
 * Event 1 of a viewer is the first one. When it arrives in the middle, because a seat was taken or given up, or because
 * the server has lost the latest entries: forget everything from before.
 */
export class Stream implements AsyncIterableIterator<ViewerEvent> {
  /** The viewer of the last event that was handed out. */
  viewer: string | null;
  /** The cursor of the last event that was handed out: to save, and to resume from. */
  cursor: number;
  /** @internal What has arrived, handed out or not. */
  readonly arrived: { viewer: string | null; cursor: number };
  #state: StreamState = { type: "connecting" };
  #queue: ViewerEvent[] = [];
  #waiting: { resolve: (result: IteratorResult<ViewerEvent>) => void; reject: (error: unknown) => void }[] = [];
  readonly #platform: Platform;
  readonly #options: FollowOptions;
  readonly #notice: (event: ViewerEvent) => void;
  readonly #leave: (stream: Stream) => void;

  /** @internal */
  constructor(
    readonly matchId: string,
    options: FollowOptions,
    platform: Platform,
    notice: (event: ViewerEvent) => void,
    leave: (stream: Stream) => void,
  ) {
    this.viewer = options.viewer ?? null;
    this.cursor = options.after ?? 0;
    this.arrived = { viewer: this.viewer, cursor: this.cursor };
    this.#options = options;
    this.#platform = platform;
    this.#notice = notice;
    this.#leave = leave;
  }

  get state(): StreamState {
    return this.#state;
  }

  /** The next event; waits as long as necessary. */
  next(): Promise<IteratorResult<ViewerEvent>> {
    const event = this.#queue.shift();
    if (event !== undefined) return Promise.resolve(this.#handedOut(event));
    if (this.#state.type === "closed") return Promise.resolve({ done: true, value: undefined });
    if (this.#state.type === "refused") return Promise.reject(this.#state.error);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  return(): Promise<IteratorResult<ViewerEvent>> {
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Stop following. */
  close(): void {
    this.#queue = [];
    this.#end({ type: "closed" });
    for (const { resolve } of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }

  /** @internal Take an event; what has arrived before is ignored. False if events before it are missing. */
  take(viewer: string, { type, match_id, cursor, at, facts }: EventReply): boolean {
    if (this.#isOver || cursor <= this.arrived.cursor) return true;
    if (cursor !== this.arrived.cursor + 1) return false;
    const event: ViewerEvent = { type, match_id, cursor, at, facts, viewer };
    this.arrived.viewer = viewer;
    this.arrived.cursor = cursor;
    this.#notice(event);
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve(this.#handedOut(event));
    else this.#queue.push(event);
    return true;
  }

  /** @internal The server follows the match for this viewer; false if the stream has to start again from 0. */
  begin(viewer: string): boolean {
    if (this.arrived.viewer !== null && this.arrived.viewer !== viewer && this.arrived.cursor > 0) {
      this.forget();
      return false;
    }
    this.arrived.viewer = viewer;
    this.#enter({ type: "live" });
    return true;
  }

  /** @internal Start again from event 1. Events that nobody has seen yet are not handed out any more. */
  forget(): void {
    this.arrived.viewer = null;
    this.arrived.cursor = 0;
    this.#queue = [];
  }

  /** @internal The connection is lost. */
  lose(online: boolean): void {
    const since = "since" in this.#state ? this.#state.since : this.#platform.wallClock();
    if (!online) this.#enter({ type: "offline", since });
    else if (this.#state.type !== "connecting") this.#enter({ type: "reconnecting", since });
  }

  /** @internal The server does not accept this stream. */
  refuse(error: MoiraiError): void {
    this.#end({ type: "refused", error });
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  get #isOver(): boolean {
    return this.#state.type === "closed" || this.#state.type === "refused";
  }

  #handedOut(event: ViewerEvent): IteratorResult<ViewerEvent> {
    this.viewer = event.viewer;
    this.cursor = event.cursor;
    return { done: false, value: event };
  }

  #end(state: StreamState): void {
    if (this.#isOver) return;
    this.#enter(state);
    this.#leave(this);
  }

  #enter(state: StreamState): void {
    if (this.#isOver || JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
