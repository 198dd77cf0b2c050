// The list of public matches, followed (docs/streams.md): by server-sent events; where a reply cannot be read as it
// arrives, the list is asked for again and again.

import type { Calls } from "./calls.js";
import { RefusedError } from "./errors.js";
import { Feed, type FeedOptions } from "./feed.js";
import { pauseSeconds, sleep } from "./patience.js";
import type { FetchBody, Signal } from "./platform.js";
import type { LobbyFrame, MatchListing } from "./schemas.js";

const ASKED_AGAIN_SECONDS = 5;

/** A server that sends not even a heartbeat for so long is gone. */
const SILENCE_SECONDS = 60;

const ENDED = ["over", "void"];

/**
 * The first public matches that are not over, newest first, but hosts take turns: `for await (const matches of client.lobby())`.
 *
 * The whole list is handed out whenever something has changed; whoever is slow gets the last one.
 */
export class Lobby extends Feed<readonly MatchListing[]> {
  readonly #calls: Calls;
  readonly #matches = new Map<string, { match: MatchListing; place: string }>();
  #online: boolean;
  #tries = 0;
  /** Aborted to end a pause or a connection before its time. */
  #waiting: { signal: Signal; abort(): void };

  /** @internal */
  constructor(calls: Calls, online: boolean, options: FeedOptions, leave: (lobby: Lobby) => void) {
    super(calls.platform, options, () => {
      leave(this);
      this.#waiting.abort();
    });
    this.#calls = calls;
    this.#online = online;
    this.#waiting = new calls.platform.AbortController();
    void this.#run();
  }

  /** @internal */
  setOnline(online: boolean): void {
    if (online && this.#online && this.state.type === "live") return;
    this.#online = online;
    this.#tries = 0;
    this.lose(online);
    const waiting = this.#waiting;
    this.#waiting = new this.#calls.platform.AbortController();
    waiting.abort();
  }

  async #run(): Promise<void> {
    if (!this.#online) this.lose(false);
    while (!this.isOver) {
      const { signal } = this.#waiting;
      const seconds = this.#online ? await this.#read(signal) : 3600;
      if (this.isOver || signal.aborted) continue;
      await sleep(this.#calls.platform, seconds, signal);
    }
  }

  /** Read until the connection is lost; how long to wait before the next one. */
  async #read(signal: Signal): Promise<number> {
    const { platform } = this.#calls;
    const abort = new platform.AbortController();
    const end = () => abort.abort();
    signal.addEventListener("abort", end);
    let watch: unknown;
    const expect = () => {
      platform.clearTimeout(watch);
      watch = platform.setTimeout(end, SILENCE_SECONDS * 1000);
    };
    let atLeast = 0;
    let restarts = false;
    try {
      expect();
      const body = platform.readsAsItArrives ? await this.#calls.open("/v1/matches", abort.signal) : null;
      if (!body) return await this.#ask(abort.signal);
      for await (const frame of frames(body, expect, (text) => (restarts = text.includes('"code":1012'))))
        this.#take(frame);
    } catch (error) {
      const refused = error instanceof RefusedError ? error : null;
      if (refused && refused.status < 500 && refused.status !== 429) this.refuse(refused);
      atLeast = refused?.retryAfterSeconds ?? 0;
    } finally {
      platform.clearTimeout(watch);
      signal.removeEventListener("abort", end);
      end();
    }
    this.lose(this.#online, restarts);
    return Math.max(atLeast, pauseSeconds(platform, this.#tries++));
  }

  async #ask(signal: Signal): Promise<number> {
    const { matches } = await this.#calls.call("listMatches", { limit: 100 }, { signal, patienceSeconds: 0 });
    const open = matches.filter(({ visibility }) => visibility === "public");
    // In their order.
    const places = open.map((_, index) => String(open.length - index).padStart(3, "0"));
    this.#take({ type: "list", matches: open, places, server_now: "" });
    return ASKED_AGAIN_SECONDS;
  }

  #take({ type, matches, places, server_now }: LobbyFrame): void {
    if (server_now) this.#calls.clock.notice(server_now);
    if (type === "list") this.#matches.clear();
    for (const [index, match] of matches.entries()) {
      if (ENDED.includes(match.status)) this.#matches.delete(match.match_id);
      else this.#matches.set(match.match_id, { match, place: places[index] ?? "" });
    }
    this.#tries = 0;
    this.live();
    const list = [...this.#matches.values()].sort((one, two) => (one.place < two.place ? 1 : -1));
    this.give(
      list.map(({ match }) => match),
      true,
    );
  }
}

/** The frames in a reply of server-sent events; `heard` is called whenever something arrives, `closed` at the end. */
async function* frames(body: FetchBody, heard: () => void, closed: (text: string) => void): AsyncGenerator<LobbyFrame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith("event: closed")) return closed(event);
      if (event.startsWith("data: ")) yield JSON.parse(event.slice(6)) as LobbyFrame;
    }
  }
}

/** Where replies can be read as they arrive, there is one; the types of ECMAScript do not have it. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array | undefined, options: { stream: boolean }): string };
