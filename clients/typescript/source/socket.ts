// One WebSocket, until it ends: closed, broken, or silent for too long.

import type { Platform } from "./platform.js";
import type { ClientFrame, ServerFrame } from "./schemas.js";

const GREETING_SECONDS = 10;
const PROBE_SECONDS = 5;

/** How a socket ended. `greeted`: whether the server said `hello` before. */
export interface Ending {
  code: number;
  reason: string;
  greeted: boolean;
}

export class Socket {
  /** Resolves when the socket has ended. */
  readonly ended: Promise<Ending>;
  readonly #platform: Platform;
  readonly #socket: { send(text: string): void; close(): void };
  #resolve!: (ending: Ending) => void;
  #isOver = false;
  /** Whether the server has said `hello`: before, nothing is sent. */
  greeted = false;
  #silenceSeconds = GREETING_SECONDS;
  #watch: unknown;

  /** Throws if the platform cannot open sockets. */
  constructor(platform: Platform, url: string, protocols: string[], take: (frame: ServerFrame) => void) {
    if (platform.WebSocket === undefined) throw new TypeError("no WebSockets here");
    this.#platform = platform;
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
    const socket = new platform.WebSocket(url, protocols);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (!this.#isOver) this.#take(JSON.parse(String(data)) as ServerFrame, take);
    });
    socket.addEventListener("close", ({ code = 1006, reason = "" }) => this.#end(code, reason));
    socket.addEventListener("error", () => this.#end(1006, "error"));
    this.#expect(this.#silenceSeconds);
  }

  send(frame: ClientFrame): void {
    if (this.greeted && !this.#isOver) this.#socket.send(JSON.stringify(frame));
  }

  /** End at once: the closing handshake of a dead connection takes long. */
  close(code = 1000): void {
    this.#end(code, "closed by the client");
  }

  /** Find out soon whether the connection is alive. */
  probe(): void {
    if (!this.greeted) return;
    this.send({ type: "ping" });
    this.#expect(PROBE_SECONDS);
  }

  #take(frame: ServerFrame, take: (frame: ServerFrame) => void): void {
    if (frame.type === "hello") {
      this.greeted = true;
      // A server without a frame for two heartbeats is gone.
      this.#silenceSeconds = 2 * frame.heartbeat_seconds;
    }
    this.#expect(this.#silenceSeconds);
    take(frame);
  }

  #expect(seconds: number): void {
    this.#platform.clearTimeout(this.#watch);
    if (!this.#isOver) this.#watch = this.#platform.setTimeout(() => this.#end(1006, "silent"), seconds * 1000);
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#platform.clearTimeout(this.#watch);
    this.#socket.close();
    this.#resolve({ code, reason, greeted: this.greeted });
  }
}
