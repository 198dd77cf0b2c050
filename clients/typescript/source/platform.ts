// What this package needs from where it runs: browsers, Node 22 and React Native have all of it.

/** As `AbortSignal`. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

interface Abort {
  readonly signal: Signal;
  abort(): void;
}

interface FetchRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** A Signal. It has no type, so that a `fetch` that wants a whole `AbortSignal` fits. */
  signal?: any;
}

/** As `ReadableStream`: what is read as it arrives. */
export interface FetchBody {
  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };
}

interface FetchReply {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** Absent where it cannot be read as it arrives. */
  readonly body?: FetchBody | null;
}

interface SocketEvent {
  readonly data?: unknown;
  readonly code?: number;
  readonly reason?: string;
}

/** As `WebSocket`. */
export interface WebSocketLike {
  send(text: string): void;
  close(): void;
  addEventListener(type: string, listener: (event: SocketEvent) => void): void;
}

/** Each part can be replaced, by tests or where it runs. */
export interface Platform {
  fetch(url: string, request: FetchRequest): Promise<FetchReply>;
  /** Whether replies can be read as they arrive. In React Native they cannot: one without an end is never handed out. */
  readonly readsAsItArrives: boolean;
  /** Undefined where there are no WebSockets: events then come by long polls. */
  readonly WebSocket: (new (url: string, protocols: string[]) => WebSocketLike) | undefined;
  readonly AbortController: new () => Abort;
  setTimeout(then: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  /** Milliseconds by a clock that nobody sets, from any beginning. */
  monotonic(): number;
  /** Milliseconds since 1970 by the clock of this machine, which may be wrong. */
  wallClock(): number;
  /** At least 0, less than 1. */
  random(): number;
  /** A text that was never used before: the `Idempotency-Key` of a call. */
  newKey(): string;
}

interface Globals extends Pick<Platform, "fetch" | "WebSocket" | "AbortController" | "setTimeout" | "clearTimeout"> {
  readonly crypto?: { randomUUID?(): string };
  readonly performance?: { now(): number };
  readonly Response?: { readonly prototype: object };
  readonly TextDecoder?: unknown;
}

/** The platform that the global names give, except for what is given. */
export function platformWith(given: Partial<Platform> = {}): Platform {
  const globals = globalThis as unknown as Globals;
  const { crypto, performance = Date, Response, TextDecoder } = globals;
  return {
    // Browsers want these functions to be called as functions of the window.
    fetch: (url, request) => globals.fetch(url, request),
    readsAsItArrives: Response !== undefined && "body" in Response.prototype && TextDecoder !== undefined,
    WebSocket: globals.WebSocket,
    AbortController: globals.AbortController,
    setTimeout: (then, milliseconds) => globals.setTimeout(then, milliseconds),
    clearTimeout: (timer) => globals.clearTimeout(timer),
    monotonic: () => performance.now(),
    wallClock: () => Date.now(),
    random: () => Math.random(),
    // Browsers have `randomUUID` only on pages that came by TLS; a key is no secret.
    newKey: () =>
      crypto?.randomUUID?.() ?? Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join(""),
    ...given,
  };
}
