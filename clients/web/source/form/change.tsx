// Other settings of an event, which are saved with a reason.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { textsOf } from "../strings/parts.js";

const host = await textsOf("host");
const making = await textsOf("make");

interface ChangeFormProps<Change> {
  /** What is other than it was; nothing can be saved if that is empty. */
  change: Change;
  edit: (edit: { type: "edit"; reason: string } & Change) => Promise<unknown>;
  onDone: () => void;
  children: ComponentChildren;
}

export function ChangeForm<Change extends object>({ change, edit, onDone, children }: ChangeFormProps<Change>) {
  const [reason, setReason] = useState("");
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const cannot = isBusy || Object.keys(change).length === 0;
  const save = () => edit({ type: "edit", reason: reason.trim(), ...change });
  return (
    <form class="form settings" onSubmit={(event) => { event.preventDefault(); if (!cannot) void attempt(save); }}>
      {children}
      <label class="ask"><span>{host.reason}</span><input class="field" dir="auto" autoComplete="off" maxLength={200} required value={reason} onInput={(event) => setReason(event.currentTarget.value)} /></label>
      <button class="btn primary" aria-disabled={cannot}>{making.saveSettings}</button>
      <Failure error={failure} />
    </form>
  );
}
