// HTTP calls that are retried until they get a reply, and take effect once.

import { ServerClock } from "./clock.js";
import { MoiraiError, RefusedError, UnreachableError, type Refusal } from "./errors.js";
import { OPERATIONS, type OperationId, type Operations } from "./operations.js";
import { Patience } from "./patience.js";
import type { FetchBody, Platform, Signal } from "./platform.js";
import type { Problem } from "./schemas.js";
import { Session } from "./signing_in.js";

const REPLY_SECONDS = 10;

/** Calls without an `Idempotency-Key` that have the same effect if they are made twice. */
const REPEATABLE: OperationId[] = ["rematch", "acceptInvitation", "joinQueue"];

export interface CallOptions {
  /** Ends the call with an UnreachableError; the server may still execute it. */
  signal?: Signal;
  /** For how long the call is retried; by default as long as the client says. */
  patienceSeconds?: number;
  /** The `Idempotency-Key`, for calls that take one: with the key of an earlier call, this is a repeat of it. */
  key?: string;
  /** The receipt of the submission that the call may replace, or `NOTHING_YET`; by default whatever stands. */
  replaces?: string | undefined;
}

/** What a submission replaces that is the first of its phase. */
export const NOTHING_YET = "nothing";

interface Request {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

interface OAuthProblem {
  error?: string;
  error_description?: string;
}

interface Reply {
  status: number;
  ok: boolean;
  text: string;
  header(name: string): string | null;
}

/** Calls one server, with a token if there is one. */
export class Calls {
  readonly clock: ServerClock;
  readonly server: string;
  readonly #identity: string | Session | null;

  constructor(
    server: string,
    identity: string | Session | null,
    readonly platform: Platform,
    readonly patienceSeconds: number,
  ) {
    this.server = server.replace(/\/+$/, "");
    this.clock = new ServerClock(platform);
    this.#identity = identity;
  }

  /** The token; that of a session is another one each hour. */
  get token(): string | null {
    return this.#identity instanceof Session ? this.#identity.accessToken : this.#identity;
  }

  /** The token for what comes next; throws as `call` does if another one is needed first. */
  async authorise(): Promise<string | null> {
    return this.#identity instanceof Session ? this.#identity.token() : this.#identity;
  }

  /** Note that the server did not accept a token; whether there can be another one. */
  distrust(token: string | null): boolean {
    if (!(this.#identity instanceof Session) || token === null) return false;
    this.#identity.distrust(token);
    return true;
  }

  /**
   * Make a call of the API, by its `operationId`; what the input has beside the path and the `body` goes into the query.
   *
   * Throws a RefusedError if the server refuses the call, and an UnreachableError if there is no reply.
   */
  async call<Id extends OperationId>(
    id: Id,
    input: Operations[Id]["input"],
    options: CallOptions = {},
  ): Promise<Operations[Id]["reply"]> {
    const reply = await this.#answered(id, input as Record<string, unknown>, options);
    const told = read(reply);
    if (isTimed(told)) this.clock.notice(told.server_now);
    return told as Operations[Id]["reply"];
  }

  /** Send a form, as those of OAuth; throws as `call` does. */
  async form(path: string, fields: Record<string, string>): Promise<unknown> {
    const body = Object.entries(fields)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return read(await this.#persistently(path, { method: "POST", headers, body }, REPLY_SECONDS, true, {}));
  }

  async #answered(id: OperationId, input: Record<string, unknown>, options: CallOptions): Promise<Reply> {
    const [method, template, keyed = false] = OPERATIONS[id];
    const { body, ...parameters } = input;
    const path = addressed(template, parameters);
    const headers: Record<string, string> = {};
    if (keyed) headers["Idempotency-Key"] = options.key ?? this.platform.newKey();
    if (options.replaces === NOTHING_YET) headers["If-None-Match"] = "*";
    else if (options.replaces !== undefined) headers["If-Match"] = `"${options.replaces}"`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const seconds = REPLY_SECONDS + Number(parameters["wait"] ?? 0);
    const repeatable = method !== "POST" || keyed || REPEATABLE.includes(id);
    return this.#persistently(path, request, seconds, repeatable, options);
  }

  /** The reply to a request, which is sent again as far as that is safe. */
  async #persistently(
    path: string,
    request: Request,
    seconds: number,
    repeatable: boolean,
    options: CallOptions,
  ): Promise<Reply> {
    let renewed = false;
    const patience = new Patience(this.platform, options.patienceSeconds ?? this.patienceSeconds);
    for (;;) {
      const token = await this.authorise();
      const headers = { ...request.headers, ...bearing(token) };
      try {
        const reply = await this.#sent(this.server + path, { ...request, headers }, seconds, options.signal);
        if (reply.status === 401 && !renewed && this.distrust(token)) {
          renewed = true;
          continue;
        }
        const pause = pauseBefore(reply, repeatable);
        if (pause === null || !(await patience.wait(pause, options.signal))) return reply;
      } catch (cause) {
        if (cause instanceof MoiraiError) throw cause;
        if (repeatable && (await patience.wait(0, options.signal))) continue;
        throw new UnreachableError(`${request.method} ${path.replace(/\?.*/, "")} got no reply`, { cause });
      }
    }
  }

  /**
   * Server-sent events, to be read as they arrive; null where that is impossible.
   *
   * Throws as `call` does, and retries nothing.
   */
  async open(path: string, signal: Signal): Promise<FetchBody | null> {
    const headers = { ...bearing(await this.authorise()), Accept: "text/event-stream" };
    try {
      const reply = await this.platform.fetch(this.server + path, { method: "GET", headers, signal });
      if (reply.ok) return reply.body ?? null;
      const { status, ok, headers: told } = reply;
      throw refusal({ status, ok, text: await reply.text(), header: (name) => told.get(name) }, true);
    } catch (cause) {
      throw cause instanceof MoiraiError ? cause : new UnreachableError(`GET ${path} got no reply`, { cause });
    }
  }

  async #sent(url: string, request: Request, seconds: number, signal: Signal | undefined): Promise<Reply> {
    const abort = new this.platform.AbortController();
    const end = () => abort.abort();
    const timer = this.platform.setTimeout(end, seconds * 1000);
    signal?.addEventListener("abort", end);
    try {
      if (signal?.aborted) end();
      const reply = await this.platform.fetch(url, { ...request, signal: abort.signal });
      const { status, ok, headers } = reply;
      return { status, ok, text: await reply.text(), header: (name) => headers.get(name) };
    } finally {
      this.platform.clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }
}

function bearing(token: string | null): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** What a reply says; throws a RefusedError if it is a refusal. */
function read(reply: Reply): unknown {
  const isJson = /^application\/(problem\+)?json\b/.test(reply.header("Content-Type") ?? "");
  if (!reply.ok) throw refusal(reply, isJson);
  return isJson && reply.text ? (JSON.parse(reply.text) as unknown) : reply.text || undefined;
}

/** The path with its parameters, which are taken out of them, and the others as its query. */
export function addressed(template: string, parameters: Record<string, unknown>): string {
  const left = { ...parameters };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left[name]);
    delete left[name];
    return encodeURIComponent(value);
  });
  const query = Object.entries(left).filter(([, value]) => value !== undefined && value !== null);
  return (
    path +
    (query.length > 0 ? "?" : "") +
    query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")
  );
}

/** The minimum number of seconds before the call is retried; null: the reply is final. */
function pauseBefore(reply: Reply, repeatable: boolean): number | null {
  const told = retryAfter(reply);
  if (reply.status === 429) return told ?? 1;
  // A 503 may hide that the call was executed. Gateways say 502 and 504 when the server behind them is being restarted.
  return [502, 503, 504].includes(reply.status) && repeatable ? (told ?? 0) : null;
}

function retryAfter(reply: Reply): number | null {
  const told = reply.header("Retry-After");
  return told !== null && /^\d+$/.test(told) ? Number(told) : null;
}

function refusal(reply: Reply, isJson: boolean): RefusedError {
  const told = (isJson ? JSON.parse(reply.text) : {}) as Partial<Problem> & OAuthProblem;
  // OAuth has names of its own (RFC 6749, section 5.2).
  const code = told.error ?? `http_${reply.status}`;
  const detail = told.error_description ?? "The reply does not say why.";
  const said: Refusal = {
    ...{ code, detail, ...told },
    status: reply.status,
    requestId: reply.header("X-Request-Id"),
    retryAfterSeconds: retryAfter(reply),
  };
  return new RefusedError(said);
}

function isTimed(told: unknown): told is { server_now: string } {
  return typeof told === "object" && told !== null && "server_now" in told && typeof told.server_now === "string";
}
