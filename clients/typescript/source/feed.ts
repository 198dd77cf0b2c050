// What is followed, for whoever follows it: a queue, and how it stands.

import type { MoiraiError } from "./errors.js";
import type { Platform } from "./platform.js";

/** How a stream stands. `since` is the time by the clock of this machine, in milliseconds since 1970. */
export type StreamState =
  | { type: "connecting" }
  | { type: "live" }
  | { type: "reconnecting"; since: number }
  /** The server has said that it restarts, less than a minute ago. */
  | { type: "restarting"; since: number }
  | { type: "offline"; since: number }
  | { type: "refused"; error: MoiraiError }
  | { type: "closed" };

export interface FeedOptions {
  /** Called with each new state. */
  onState?: ((state: StreamState) => void) | undefined;
}

/** A server that is not back after so long is taken for gone. */
const RESTART_MS = 60_000;

interface Waiting<E> {
  resolve(result: IteratorResult<E>): void;
  reject(error: unknown): void;
}

/**
 * What arrives over connections that may be lost: `for await (const event of …)`.
 *
 * It continues until it is closed, by `close` or by leaving the loop, or until the server refuses it: then the loop
 * throws the error.
 */
export class Feed<E> implements AsyncIterableIterator<E> {
  #state: StreamState = { type: "connecting" };
  /** Until when a server that restarts is waited for, by the clock that nobody sets. */
  #backBy = 0;
  #queue: E[] = [];
  #waiting: Waiting<E>[] = [];
  readonly #platform: Platform;
  readonly #options: FeedOptions;
  readonly #leave: () => void;

  /** @internal */
  constructor(platform: Platform, options: FeedOptions, leave: () => void) {
    this.#platform = platform;
    this.#options = options;
    this.#leave = leave;
  }

  get state(): StreamState {
    return this.#state;
  }

  /** The next event; waits as long as necessary. */
  next(): Promise<IteratorResult<E>> {
    const event = this.#queue.shift();
    if (event !== undefined) return Promise.resolve(this.handedOut(event));
    if (this.#state.type === "closed") return Promise.resolve({ done: true, value: undefined });
    if (this.#state.type === "refused") return Promise.reject(this.#state.error);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  return(): Promise<IteratorResult<E>> {
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

  /** @internal */
  get isOver(): boolean {
    return this.#state.type === "closed" || this.#state.type === "refused";
  }

  /** @internal Hand out an event, after those that wait; `instead`: in place of them. */
  give(event: E, instead = false): void {
    if (instead) this.drop();
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve(this.handedOut(event));
    else this.#queue.push(event);
  }

  /** @internal Events that nobody has seen yet are not handed out any more. */
  drop(): void {
    this.#queue = [];
  }

  /** @internal The server sends what happens. */
  live(): void {
    this.#enter({ type: "live" });
  }

  /** @internal The connection is lost; `restarts`: the server said that it would be back. */
  lose(online: boolean, restarts = false): void {
    const { type } = this.#state;
    const since = "since" in this.#state ? this.#state.since : this.#platform.wallClock();
    const now = this.#platform.monotonic();
    if (restarts) this.#backBy = now + RESTART_MS;
    const waits = restarts || (type === "restarting" && now < this.#backBy);
    if (!online) this.#enter({ type: "offline", since });
    else if (type !== "connecting") this.#enter({ type: waits ? "restarting" : "reconnecting", since });
  }

  /** @internal The server does not accept this stream. */
  refuse(error: MoiraiError): void {
    this.#end({ type: "refused", error });
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** @internal */
  protected handedOut(event: E): IteratorResult<E> {
    return { done: false, value: event };
  }

  #end(state: StreamState): void {
    if (this.isOver) return;
    this.#enter(state);
    this.#leave();
  }

  #enter(state: StreamState): void {
    if (this.isOver || JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
