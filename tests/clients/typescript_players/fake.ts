// A platform whose time, calls and sockets a test decides.

import {
  Client,
  type ClientOptions,
  type EventReply,
  type Platform,
  type ServerFrame,
  type Signal,
} from "moirai-client";

export const NOW = "2040-01-01T00:00:00.000000Z";

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** What a fake server replies; null: nothing, ever; "lost": the connection breaks. */
export type Reply =
  { status?: number; headers?: Record<string, string>; body?: unknown; sent?: Chunks } | null | "lost";

/** Server-sent events: what is read at once, and what a test sends later; `end` ends the reply. */
export class Chunks {
  #queue: (Uint8Array | null)[] = [];
  #waiting: ((chunk: Uint8Array | null) => void) | undefined;

  send(text: string | null): void {
    const chunk = text === null ? null : new TextEncoder().encode(text);
    if (this.#waiting) this.#waiting(chunk);
    else this.#queue.push(chunk);
    this.#waiting = undefined;
  }

  frame(type: "list" | "changes", ...matches: { match_id: string; status: string }[]): void {
    const places = matches.map(({ match_id }) => match_id);
    this.send(`data: ${JSON.stringify({ type, matches, places, server_now: NOW })}\n\n`);
  }

  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }> } {
    return {
      read: async () => {
        const chunk = this.#queue.shift() ?? (await new Promise<Uint8Array | null>((then) => (this.#waiting = then)));
        return chunk ? { done: false, value: chunk } : { done: true };
      },
    };
  }
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

export class FakeSocket {
  readonly sent: { type: string; match_id?: string; after?: number; epoch?: string }[] = [];
  closed = false;
  readonly #listeners: { type: string; listener: (event: object) => void }[] = [];

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {}

  addEventListener(type: string, listener: (event: object) => void): void {
    this.#listeners.push({ type, listener });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  /** The server closes it; 1006: it broke. */
  end(code: number, reason = ""): void {
    this.#happen("close", { code, reason });
  }

  tell(...frames: ServerFrame[]): void {
    for (const frame of frames) this.#happen("message", { data: JSON.stringify(frame) });
  }

  hello(): void {
    this.tell({ type: "hello", player_id: "p", heartbeat_seconds: 25, server_now: NOW });
  }

  subscribed(viewer = "a", match_id = "m", epoch = "one"): void {
    this.tell({ type: "subscribed", match_id, viewer, epoch, cursor: 0, server_now: NOW });
  }

  events(...cursors: number[]): void {
    for (const cursor of cursors) this.tell({ ...event(cursor), server_now: NOW });
  }

  refused(code: string, status: number, match_id = "m"): void {
    this.tell({ type: "refused", match_id, status, code, detail: "Because.", server_now: NOW });
  }

  #happen(type: string, event: object): void {
    for (const one of this.#listeners) if (one.type === type) one.listener(event);
  }
}

export function event(cursor: number, ...facts: EventReply["facts"]): EventReply {
  return { type: "event", match_id: "m", cursor, at: NOW, facts };
}

export class Fake {
  readonly sockets: FakeSocket[] = [];
  readonly calls: Call[] = [];
  /** How calls are answered. */
  reply: (call: Call) => Reply = () => ({ body: {} });
  /** Milliseconds, by the clock that nobody sets and by the one that anybody may set. */
  now = 0;
  wallClock = Date.parse("1999-12-31T00:00:00Z");
  randomness = 1;
  /** Seconds of all pauses and time limits so far. */
  readonly waits: number[] = [];
  readonly client: Client;
  #timers: { at: number; then: () => void }[] = [];

  constructor(options: ClientOptions = {}, token: string | null = "token") {
    this.client = new Client("http://server", token, {
      ...options,
      platform: { ...this.#platform(), ...options.platform },
    });
  }

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  }

  /** Let time go by, and everything happen that is due; 0: what is due at once. */
  async pass(seconds = 0): Promise<void> {
    const until = this.now + seconds * 1000;
    await settled();
    for (let due; (due = this.#timers.filter(({ at }) => at <= until).sort((one, two) => one.at - two.at)[0]);) {
      this.#timers.splice(this.#timers.indexOf(due), 1);
      this.now = Math.max(this.now, due.at);
      due.then();
      await settled();
    }
    this.now = until;
  }

  /** A new socket that the server has greeted and subscribed, as it is asked for within a minute. */
  async connected(viewer = "a"): Promise<FakeSocket> {
    await this.pass();
    for (let waited = 0; waited < 60 && (this.socket.sent.length > 0 || this.socket.closed); waited++)
      await this.pass(1);
    this.socket.hello();
    this.socket.subscribed(viewer);
    return this.socket;
  }

  #platform(): Platform {
    const { sockets } = this;
    return {
      fetch: async (url, { method, headers, body, signal }) => {
        const call = { method, path: url.replace("http://server", ""), headers, body: body && JSON.parse(body) };
        this.calls.push(call);
        const reply = this.reply(call);
        if (reply === "lost") throw new TypeError("lost");
        if (reply === null) {
          await new Promise<void>((resolve) => (signal as Signal | undefined)?.addEventListener("abort", resolve));
          throw new TypeError("aborted");
        }
        const { status = 200, body: told } = reply;
        const kind = status < 400 ? "application/json" : "application/problem+json";
        const all = new Map(Object.entries({ "content-type": kind, ...reply.headers }));
        const text = told === undefined ? "" : JSON.stringify(told);
        return {
          ok: status < 400,
          status,
          statusText: "",
          headers: { get: (name) => all.get(name.toLowerCase()) ?? null },
          text: async () => text,
          body: reply.sent ?? null,
        };
      },
      readsAsItArrives: true,
      WebSocket: class extends FakeSocket {
        constructor(url: string, protocols: string[]) {
          super(url, protocols);
          sockets.push(this);
        }
      },
      AbortController: (globalThis as unknown as Platform).AbortController,
      setTimeout: (then, milliseconds) => {
        const timer = { at: this.now + milliseconds, then };
        this.waits.push(milliseconds / 1000);
        this.#timers.push(timer);
        return timer;
      },
      clearTimeout: (timer) => {
        this.#timers = this.#timers.filter((one) => one !== timer);
      },
      monotonic: () => this.now,
      wallClock: () => this.wallClock,
      random: () => this.randomness,
      newKey: () => `key ${this.calls.length}`,
    };
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
