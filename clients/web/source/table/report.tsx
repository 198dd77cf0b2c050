// The form with which a player is reported.

import type { Match } from "moirai-client";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { isolated } from "./people.js";

const tell = await textsOf("talk");

const LONGEST = 500;

interface FormProps {
  match: Match;
  seat: string;
  name: string;
  cursor: number;
  close: () => void;
}

export default function Report({ match, seat, name, cursor, close }: FormProps) {
  const [reason, setReason] = useState("");
  const [toHost, setToHost] = useState<boolean | null>(null);
  const { isBusy, failure, attempt } = useAttempt(() => undefined);
  if (toHost !== null) return <p class="report small good-ink" role="status">{toHost ? tell.reported : tell.reportedToServer}</p>;
  const send = async (event: Event) => {
    event.preventDefault();
    const said = reason.trim().replace(/\s+/g, " ");
    if (said) await attempt(async () => setToHost((await match.report({ seat, cursor, reason: said })).host_told));
  };
  return (
    <form class="report" onSubmit={(event) => void send(event)}>
      <label>
        {tell.whatIsWrong(isolated(name))}
        <input class="field" required maxLength={LONGEST} value={reason} autoComplete="off" dir="auto" onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <p class="small dim">{tell.whoReads(isolated(name))}</p>
      <div class="row">
        <button class="btn" disabled={isBusy}>{tell.send}</button>
        <button type="button" class="btn quiet" onClick={close}>{say.cancel}</button>
      </div>
      <Failure error={failure} />
    </form>
  );
}
