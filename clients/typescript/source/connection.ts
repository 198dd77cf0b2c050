/*
One connection (docs/streams.md): a WebSocket that is opened again whenever it is lost, or long polls where no WebSocket
can be opened. It is for the streams of up to 200 matches; or for one stream that has sockets of its own, which begin
with the missed events, and for the matches that join these.

What is followed is *asked* for, then *followed*; when its viewer has changed, the connection is *leaving* it, to ask
again from event 1.
*/

import { addressed, type Calls } from "./calls.js";
import { MoiraiError, RefusedError, StreamClosedError, isElsewhere } from "./errors.js";
import { pauseSeconds, sleep } from "./patience.js";
import type { Signal } from "./platform.js";
import { poll } from "./polling.js";
import type { ServerFrame } from "./schemas.js";
import { Socket, type Ending } from "./socket.js";
import { OWN } from "./sources.js";
import type { AnyStream } from "./stream.js";

export const MAX_MATCHES = 200;

/** Failed attempts to open a socket, while calls get replies, after which events come by long polls. */
const MAX_UNOPENED = 2;
const POLLING_SECONDS = 300;

/** A query or a frame that the server does not take. */
const MALFORMED = 4400;
const HOPELESS = [1002, 1007, 1008, 1009, MALFORMED, 4401, 4403, 4404, 4412];
/** A session may have another token by then. */
const UNAUTHENTICATED = [4401, 4412];
/** While a stream was quiet, the token that replaced its own may have expired as well. */
const RENEWALS = 2;
const FORGET = [4409, 4411, 4413];
const AT_ONCE = [...FORGET, 4410, 1000];
const BUSY = [4429, 4430, 4431, 4503, 4504];
const BUSY_SECONDS = 3;
const RESTART = 1012;

interface Place {
  state: "asked" | "followed" | "leaving";
  /** Undefined: nobody follows the match any more. */
  stream: AnyStream | undefined;
}

export class Connection {
  readonly #calls: Calls;
  readonly #places = new Map<string, Place>();
  #socket: Socket | undefined;
  #polled: { begin(stream: AnyStream): void } | undefined;
  /** Aborted to end a pause, or the polling, before its time. */
  #waiting: { signal: Signal; abort(): void };
  #running = false;
  #online: boolean;
  #tries = 0;
  #unopened = 0;
  /** That of the socket; `#renewals`: how often the server has not accepted it since a stream was live. */
  #token: string | null = null;
  #renewals = 0;

  /** `path`: that of the sockets of its only stream; null for matches. `lines`: the language for all events, if any. */
  constructor(
    calls: Calls,
    online: boolean,
    readonly path: string | null,
    readonly lines: string | null,
  ) {
    this.#calls = calls;
    this.#online = online;
    this.#waiting = new calls.platform.AbortController();
  }

  /** Whether a stream can be added. */
  hasRoomFor({ key, path, lines }: AnyStream["source"]): boolean {
    const place = this.#places.get(key);
    if (path !== this.path || lines !== this.lines) return false;
    return place === undefined ? this.#places.size < MAX_MATCHES : place.stream === undefined;
  }

  follow(stream: AnyStream): void {
    const { key } = stream.source;
    const place = this.#places.get(key);
    if (place !== undefined) {
      place.stream = stream; // It is asked for when the server has left the match.
    } else {
      this.#places.set(key, { state: "asked", stream });
      this.#polled?.begin(stream);
      if (this.path === null) this.#ask(stream);
      else this.#socket?.close(); // It was for another cursor.
    }
    if (!this.#online) stream.lose(false);
    if (!this.#running) void this.#run();
  }

  leave(stream: AnyStream): void {
    const { key } = stream.source;
    const place = this.#places.get(key);
    if (place?.stream !== stream) return;
    place.stream = undefined;
    if (this.path !== null) this.#places.clear();
    else if (this.#socket?.greeted) this.#leave(key, place);
    else this.#places.delete(key);
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

  /** The stream that the sockets are for; undefined for matches. */
  get #alone(): AnyStream | undefined {
    return this.path === null ? undefined : this.#streams.find(({ source }) => source.path === this.path);
  }

  get #streams(): AnyStream[] {
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
    const { platform, server } = this.#calls;
    try {
      this.#token = await this.#calls.authorise();
    } catch (cause) {
      if (cause instanceof RefusedError) for (const stream of this.#streams) stream.refuse(cause);
      return { code: 1006, reason: "no token", greeted: true };
    }
    const token = this.#token;
    // Browsers cannot send the token in a header of its own. A ticket would take a call first, which in a network that
    // has just changed often goes to a dead connection.
    const protocols = ["moirai.v1", ...(token === null ? [] : [`bearer.${token}`])];
    const alone = this.#alone;
    const epoch = alone?.arrived.epoch ?? undefined;
    const asked = { after: alone?.arrived.cursor, epoch, matches: alone?.source.matches, lines: this.lines };
    const query = addressed(this.path ?? "/v1/stream", asked);
    try {
      const url = server.replace(/^http/, "ws") + query;
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
    const renewable = UNAUTHENTICATED.includes(code) && this.#renewals < RENEWALS;
    const renewed = renewable && this.#calls.distrust(this.#token);
    if (renewed) this.#renewals++;
    const unknown = code === MALFORMED ? this.#streams.filter((stream) => stream.forgetEpoch()) : [];
    if (HOPELESS.includes(code) && !renewed && unknown.length === 0) {
      for (const stream of this.#streams) stream.refuse(new StreamClosedError(code, reason));
    }
    if (FORGET.includes(code)) for (const stream of this.#streams) stream.forget();
    this.#restart(code === RESTART);
    const again = renewed || unknown.length > 0 || (AT_ONCE.includes(code) && this.#tries === 0);
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

  /** All matches have to be asked for again; `isAway`: because the server restarts. */
  #restart(isAway: boolean): void {
    const alone = this.#alone;
    for (const [key, place] of this.#places) {
      place.state = "asked";
      if (place.stream === undefined || (alone && place.stream !== alone)) this.#places.delete(key);
      else place.stream.lose(this.#online, isAway);
    }
    for (const stream of alone?.rejoining() ?? []) this.#places.set(stream.source.key, { state: "asked", stream });
  }

  async #poll(): Promise<void> {
    const abort = new this.#calls.platform.AbortController();
    const polls: Promise<void>[] = [];
    this.#polled = { begin: (stream) => polls.push(poll(this.#calls, stream, abort.signal)) };
    for (const stream of this.#streams) if (stream.source.path === this.path) this.#polled.begin(stream);
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
    const alone = this.#alone;
    if (frame.type === "hello") for (const stream of this.#streams) if (stream !== alone) this.#ask(stream);
    const key = keyOf(frame);
    const place = this.#places.get(key) ?? this.#joined(frame, key);
    if (place === undefined) return;
    const { stream, state } = place;
    if (frame.type === "unsubscribed") {
      if (stream === undefined || state !== "leaving") this.#places.delete(key);
      else this.#ask(stream, place);
    } else if (frame.type === "own_subscribed") {
      if (state === "asked") this.#begin(frame.player_id, frame.epoch, key, place);
    } else if (frame.type === "subscribed" || frame.type === "tournament_subscribed") {
      if (state === "asked") this.#begin(frame.viewer, frame.epoch, key, place);
    } else if (frame.type === "event" || frame.type === "own_event" || frame.type === "tournament_event") {
      const viewer = stream?.arrived.viewer ?? "";
      // An event that is missing would be a fault of the connection: another one begins after the last event.
      if (state === "followed" && stream?.take(viewer, stream.source.told(frame, viewer)) === false)
        this.#socket?.close(1006);
    } else if (frame.type === "refused" && stream && state === "asked") {
      this.#refuse(stream, new RefusedError(frame), place);
    }
  }

  /** The place of a match that joins by itself, or that the server could not let join. */
  #joined(frame: ServerFrame, key: string): Place | undefined {
    if (frame.type !== "subscribed" && frame.type !== "refused") return undefined;
    const stream = this.#alone?.join(key);
    const place: Place | undefined = stream && { state: "asked", stream };
    if (place) this.#places.set(key, place);
    return place;
  }

  #ask(stream: AnyStream, place = this.#places.get(stream.source.key)): void {
    if (place) place.state = "asked";
    const { cursor: after, epoch } = stream.arrived;
    this.#socket?.send({ type: "subscribe", match_id: stream.source.key, after, ...(epoch !== null && { epoch }) });
  }

  #begin(viewer: string, epoch: string | undefined, key: string, place: Place): void {
    this.#tries = 0;
    this.#renewals = 0;
    place.state = "followed";
    if (place.stream?.begin(viewer, epoch)) return;
    if (place.stream === this.#alone && this.path !== null)
      this.#socket?.close(); // The next one begins with event 1.
    else this.#leave(key, place);
  }

  #leave(key: string, place: Place): void {
    if (place.state === "leaving") return;
    place.state = "leaving";
    this.#socket?.send({ type: "unsubscribe", match_id: key });
  }

  #refuse(stream: AnyStream, error: RefusedError, place: Place): void {
    const busy = error.status === 429 || error.status === 503;
    if (!busy && !isElsewhere(error)) return stream.refuse(error);
    if (!busy) stream.forget();
    const socket = this.#socket;
    void sleep(this.#calls.platform, busy ? 1 : 0).then(() => {
      if (this.#socket === socket && place.stream === stream && place.state === "asked") this.#ask(stream);
    });
  }
}

/** What a frame belongs to: the key of a source; empty if it belongs to none. */
function keyOf(frame: ServerFrame): string {
  if (frame.type === "own_subscribed" || frame.type === "own_event") return OWN;
  if (frame.type === "tournament_subscribed" || frame.type === "tournament_event") return frame.tournament_id;
  return "match_id" in frame ? frame.match_id : "";
}
