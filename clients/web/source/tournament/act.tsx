// An action of a director as a button; what cannot be undone asks again, with a reason for everybody.

import type { Operations } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { tell } from "./strings.js";

export type Action = Operations["actAsDirector"]["input"]["body"];

interface ActProps {
  id: string;
  label: string;
  /** What a screen reader is told, where the label alone does not say at which table. */
  title?: string;
  action?: Action;
  /** Another call, in place of an action. */
  run?: () => Promise<unknown>;
  look?: string;
  /** Whether it asks again, and for a reason. */
  sure?: boolean;
  reasonless?: boolean;
  /** What it asks besides. */
  children?: ComponentChildren;
  onDone: () => void;
}

export function Act({ id, label, title, action, run, look = "", sure = false, reasonless = false, children, onDone }: ActProps) {
  const { client } = useSession();
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const carryOut = async () => {
    if (isBusy) return;
    const call = run ?? (() => client.call("actAsDirector", { tournament_id: id, body: { ...action!, reason } }));
    if (await attempt(call)) setAsking(false);
  };
  if (isAsking) {
    return (
      <form class="asking" onSubmit={(event) => { event.preventDefault(); void carryOut(); }}>
        {children}
        {!reasonless && <input class="field" aria-label={tell.reason} placeholder={tell.reason} maxLength={200} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
        <div class="row">
          <button class="btn bad" aria-disabled={isBusy}>{tell.sure(title ?? label)}</button>
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
