/*
One connection for the streams of up to 200 matches (docs/streams.md): a WebSocket that is opened again whenever it is
lost, or long polls where no WebSocket can be opened.

A match in a connection is *asked* for, then *followed*; when its viewer has changed, the connection is *leaving* it, to
ask again from event 1.
*/

import type { Calls } from "./calls.js";
import { MoiraiError, RefusedError, StreamClosedError } from "./errors.js";
import { pauseSeconds, sleep } from "./patience.js";
import type { Signal } from "./platform.js";
import { poll } from "./polling.js";
import type { ServerFrame, SubscribedFrame } from "./schemas.js";
import { Socket, type Ending } from "./socket.js";
import type { Stream } from "./stream.js";

export const MAX_MATCHES = 200;

/** Failed attempts to open a socket, while calls get replies, after which events come by long polls. */
const MAX_UNOPENED = 2;
const POLLING_SECONDS = 300;

const HOPELESS = [1002, 1007, 1008, 1009, 4400, 4401, 4404];
const FORGET = [4409, 4411];
const AT_ONCE = [...FORGET, 4410, 1000];
const BUSY = [4429, 4430, 4431, 4503, 4504];
const BUSY_SECONDS = 3;

interface Place {
  state: "asked" | "followed" | "leaving";
  /** Undefined: nobody follows the match any more. */
  stream: Stream | undefined;
}

export class Connection {
  readonly #calls: Calls;
  readonly #places = new Map<string, Place>();
  #socket: Socket | undefined;
  #polled: { begin(stream: Stream): void } | undefined;
  /** Aborted to end a pause, or the polling, before its time. */
  #waiting: { signal: Signal; abort(): void };
  #running = false;
  #online: boolean;
  #tries = 0;
  #unopened = 0;

  constructor(calls: Calls, online: boolean) {
    this.#calls = calls;
    this.#online = online;
    this.#waiting = new calls.platform.AbortController();
  }

  /** Whether a stream of this match can be added. */
  hasRoomFor(matchId: string): boolean {
    const place = this.#places.get(matchId);
    return place === undefined ? this.#places.size < MAX_MATCHES : place.stream === undefined;
  }

  follow(stream: Stream): void {
    const place = this.#places.get(stream.matchId);
    if (place !== undefined) {
      place.stream = stream; // It is asked for when the server has left the match.
    } else {
      this.#places.set(stream.matchId, { state: "asked", stream });
      this.#polled?.begin(stream);
      this.#ask(stream);
    }
    if (!this.#online) stream.lose(false);
    if (!this.#running) void this.#run();
  }

  leave(stream: Stream): void {
    const place = this.#places.get(stream.matchId);
    if (place?.stream !== stream) return;
    place.stream = undefined;
    if (this.#socket?.greeted) this.#leaveMatch(stream.matchId, place);
    else this.#places.delete(stream.matchId);
    // Whoever leaves one match often follows another one at once.
    void sleep(this.#calls.platform, 0).then(() => {
      if (this.#streams.length > 0) return;
      this.#socket?.close();
      this.#wake();
    });
  }

  /** A hint: without a network, nothing is tried; with one again, everything at once. */
  setOnline(online: boolean): void {
    this.#online = online;
    this.#tries = 0;
    if (online) this.#socket?.probe();
    else this.#socket?.close();
    this.#wake();
    for (const stream of this.#streams) if (!online || !this.#socket?.greeted) stream.lose(online);
  }

  get #streams(): Stream[] {
    return [...this.#places.values()].flatMap(({ stream }) => stream ?? []);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new this.#calls.platform.AbortController();
    waiting.abort();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (this.#streams.length > 0) {
        if (!this.#online) await sleep(this.#calls.platform, 3600, this.#waiting.signal);
        else if (this.#unopened >= MAX_UNOPENED || !this.#calls.platform.WebSocket) await this.#poll();
        else await this.#pauseAfter(await this.#serve());
      }
    } catch (cause) {
      for (const stream of this.#streams) stream.refuse(new MoiraiError("the stream failed", { cause }));
    }
    this.#running = false;
  }

  /** One socket, from its beginning to its end. */
  async #serve(): Promise<Ending> {
    const { platform, server, token } = this.#calls;
    // Browsers cannot send the token in a header of its own. A ticket would take a call first, which in a network that
    // has just changed often goes to a dead connection.
    const protocols = ["moirai.v1", ...(token === null ? [] : [`bearer.${token}`])];
    try {
      const url = `${server.replace(/^http/, "ws")}/v1/stream`;
      this.#socket = new Socket(platform, url, protocols, (frame) => this.#take(frame));
    } catch {
      return { code: 1006, reason: "not allowed here", greeted: false };
    }
    const ending = await this.#socket.ended;
    this.#socket = undefined;
    return ending;
  }

  async #pauseAfter({ code, reason, greeted }: Ending): Promise<void> {
    if (greeted) this.#unopened = 0;
    else if (code === 1006) void this.#countUnopened();
    if (HOPELESS.includes(code)) {
      for (const stream of this.#streams) stream.refuse(new StreamClosedError(code, reason));
    }
    if (FORGET.includes(code)) for (const stream of this.#streams) stream.forget();
    this.#restart();
    const again = AT_ONCE.includes(code) && this.#tries === 0;
    const seconds = Math.max(BUSY.includes(code) ? BUSY_SECONDS : 0, pauseSeconds(this.#calls.platform, this.#tries++));
    if (!again && this.#online && this.#streams.length > 0) {
      await sleep(this.#calls.platform, seconds, this.#waiting.signal);
    }
  }

  /** No socket could be opened; that says something only if the server replies to calls. */
  async #countUnopened(): Promise<void> {
    const told = this.#calls.call("getApi", {}, { patienceSeconds: 0 });
    if (await told.catch(() => null)) this.#unopened++;
  }

  /** All matches have to be asked for again. */
  #restart(): void {
    for (const [matchId, place] of this.#places) {
      place.state = "asked";
      if (place.stream === undefined) this.#places.delete(matchId);
      else place.stream.lose(this.#online);
    }
  }

  async #poll(): Promise<void> {
    const abort = new this.#calls.platform.AbortController();
    const polls: Promise<void>[] = [];
    this.#polled = { begin: (stream) => polls.push(poll(this.#calls, stream, abort.signal)) };
    for (const stream of this.#streams) this.#polled.begin(stream);
    await sleep(this.#calls.platform, POLLING_SECONDS, this.#waiting.signal);
    this.#polled = undefined;
    abort.abort();
    await Promise.all(polls);
    // One more attempt with a socket, which is the last one if it fails.
    this.#unopened = MAX_UNOPENED - 1;
    this.#tries = 0;
  }

  #take(frame: ServerFrame): void {
    this.#calls.clock.notice(frame.server_now);
    if (frame.type === "hello") for (const stream of this.#streams) this.#ask(stream);
    const place = "match_id" in frame ? this.#places.get(frame.match_id) : undefined;
    if (place === undefined) return;
    const { stream, state } = place;
    if (frame.type === "unsubscribed") {
      if (stream === undefined) this.#places.delete(frame.match_id);
      else this.#ask(stream, place);
    } else if (frame.type === "subscribed") {
      if (state === "asked") this.#begin(frame, place);
    } else if (frame.type === "event") {
      // An event that is missing would be a fault of the connection: another one begins after the last event.
      if (state === "followed" && stream && !stream.take(stream.arrived.viewer ?? "", frame)) this.#socket?.close(1006);
    } else if (frame.type === "refused" && stream && state === "asked") {
      this.#refuse(stream, new RefusedError(frame), place);
    }
  }

  #ask(stream: Stream, place = this.#places.get(stream.matchId)): void {
    if (place) place.state = "asked";
    this.#socket?.send({ type: "subscribe", match_id: stream.matchId, after: stream.arrived.cursor });
  }

  #begin({ viewer, match_id }: SubscribedFrame, place: Place): void {
    this.#tries = 0;
    place.state = "followed";
    if (!place.stream?.begin(viewer)) this.#leaveMatch(match_id, place);
  }

  #leaveMatch(matchId: string, place: Place): void {
    if (place.state === "leaving") return;
    place.state = "leaving";
    this.#socket?.send({ type: "unsubscribe", match_id: matchId });
  }

  #refuse(stream: Stream, error: RefusedError, place: Place): void {
    const busy = error.status === 429 || error.status === 503;
    if (!busy && error.code !== "cursor_ahead") return stream.refuse(error);
    if (!busy) stream.forget();
    const socket = this.#socket;
    void sleep(this.#calls.platform, busy ? 1 : 0).then(() => {
      if (this.#socket === socket && place.stream === stream && place.state === "asked") this.#ask(stream);
    });
  }
}
