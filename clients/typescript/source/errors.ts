/*
The errors of this package.

  MoiraiError
  ├── RefusedError        the server refused the call; `code` says why
  ├── StreamClosedError   the server closed a stream for a reason that a retry does not fix
  └── UnreachableError    no reply within the time limit of the client
*/

import type { ProblemComplaint } from "./schemas.js";

/** Base of all errors that this package throws. */
export class MoiraiError extends Error {
  override name = "MoiraiError";
}

/** What a server says of a refusal. */
export interface Refusal {
  status: number;
  code: string;
  detail: string;
  pointer?: string | null | undefined;
  errors?: ProblemComplaint[] | null | undefined;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
}

/** A call was refused. */
export class RefusedError extends MoiraiError {
  override name = "RefusedError";
  /** The HTTP status. */
  readonly status: number;
  /** The error code, stable. */
  readonly code: string;
  /** The error for people. */
  readonly detail: string;
  /** JSON Pointer to the wrong place in the request body, if it is one place. */
  readonly pointer: string | null;
  /** All problems, if the request does not fit its schema. */
  readonly complaints: ProblemComplaint[];
  /** The server's id of this call, for its operator. */
  readonly requestId: string | null;
  /** When the call can be repeated, if the server says so. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, code, detail, pointer, errors, requestId, retryAfterSeconds }: Refusal) {
    super(
      `${status} ${code}: ${detail}${pointer ? ` (at ${pointer})` : ""}${requestId ? ` [request ${requestId}]` : ""}`,
    );
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.pointer = pointer ?? null;
    this.complaints = errors ?? [];
    this.requestId = requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** A stream was closed for good; `code` is the close code. */
export class StreamClosedError extends MoiraiError {
  override name = "StreamClosedError";

  constructor(
    readonly code: number,
    readonly reason: string,
  ) {
    super(`${code} ${reason}: the server does not accept this stream`);
  }
}

/** The server did not reply within the time limit of the client. It may have executed the call. */
export class UnreachableError extends MoiraiError {
  override name = "UnreachableError";
}

/** Whether a stream has to begin anew, because it does not have the event of its cursor, or may have another one. */
export function isElsewhere({ code }: RefusedError): boolean {
  return code === "cursor_ahead" || code === "cursor_gone" || code === "another_epoch";
}
