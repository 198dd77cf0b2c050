// A call that a button makes: busy while it lasts, and a word when it fails.

import { RefusedError, UnreachableError } from "moirai-client";
import { useState } from "preact/hooks";
import { say } from "../strings/index.js";

/** Whether a call may succeed later as it is: nobody answered, the server is busy, or this page asks too often. */
export function isPassing(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof RefusedError && (error.status === 429 || error.status >= 500));
}

export interface Attempt {
  isBusy: boolean;
  failure: unknown;
  /** Make the call; true if it succeeded. */
  attempt: (call: () => Promise<unknown>) => Promise<boolean>;
}

export function useAttempt(then?: () => void): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const attempt = async (call: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await call();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
      then?.();
    }
  };
  return { isBusy, failure, attempt };
}

/** What went wrong, in the server's words. */
export function Failure({ error }: { error: unknown }) {
  return (
    <p class="problem" role="alert" hidden={error === null}>
      {error !== null && failureText(error)}
    </p>
  );
}

export function failureText(error: unknown): string {
  if (error instanceof UnreachableError) return say.noReply;
  return error instanceof RefusedError ? error.detail : `${say.failed}: ${(error as Error).message}`;
}
