// An action of whoever directs, as a button; what cannot be undone asks again, with a reason for everybody.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { Failure, useAttempt } from "./attempt.js";

const tell = await textsOf("host");

export interface ActProps {
  label: string;
  /** What a screen reader is told, where the label alone does not say what it is about. */
  title?: string | undefined;
  run: (reason: string) => Promise<unknown>;
  look?: string;
  /** Whether it asks again, and for a reason. */
  sure?: boolean;
  reasonless?: boolean;
  /** What is said of the reason, where not everybody can read it. */
  reason?: string;
  /** What it asks besides. */
  children?: ComponentChildren;
  onDone: () => void;
}

export function Act({ label, title, run, look = "", sure = false, reasonless = false, reason: asked = tell.reason, children, onDone }: ActProps) {
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const carryOut = async () => {
    if (!isBusy && (await attempt(() => run(reason)))) setAsking(false);
  };
  if (isAsking) {
    return (
      <form class="asking" onSubmit={(event) => { event.preventDefault(); void carryOut(); }}>
        {children}
        {!reasonless && <input class="field" aria-label={asked} placeholder={asked} maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
        <div class="row">
          <button class="btn bad" aria-disabled={isBusy}>{tell.yes(title ?? label)}</button>
          <button type="button" class="btn quiet" onClick={() => setAsking(false)}>{say.cancel}</button>
        </div>
        <Failure error={failure} />
      </form>
    );
  }
  return (
    <>
      <button type="button" class={`btn ${look}`} aria-label={title} aria-disabled={isBusy} onClick={() => (sure ? setAsking(true) : void carryOut())}>{label}</button>
      <Failure error={failure} />
    </>
  );
}
