// Taking leave, and ending it early.

import { useState } from "preact/hooks";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { momentText } from "../time.js";
import { Failure, useAttempt } from "./attempt.js";

const tell = await textsOf("leave");

interface LeaveProps {
  /** How many days there are in all, and how many of them were taken. */
  days: number;
  taken: number;
  /** When the last leave ends, or ended. */
  until: string | null;
  take: (days: number) => Promise<unknown>;
  onDone: () => void;
}

export default function Leave({ days, taken, until, take, onDone }: LeaveProps) {
  const { client } = useSession();
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const left = days - taken;
  const [asked, setAsked] = useState("");
  const isAway = until !== null && (client.clock.secondsUntil(until) ?? 0) > 0;
  const send = (count: number) => !isBusy && void attempt(() => take(count)).then((done) => done && setAsked(""));
  return (
    <details class="panel leave">
      <summary><h2>{tell.leave}</h2></summary>
      {isAway ? (
        <div class="form">
          <p>{tell.youAreAway(momentText(client.clock.toLocal(until)))}</p>
          <p class="tiny dim">{tell.comesBack}</p>
          <button class="btn" aria-disabled={isBusy} onClick={() => send(0)}>{tell.comeBack}</button>
        </div>
      ) : left <= 0 ? <p>{tell.noneLeft}</p> : (
        <form class="form" onSubmit={(event) => { event.preventDefault(); send(Number(asked)); }}>
          <p class="small dim">{tell.note}</p>
          <label class="number"><span>{tell.howMany(left)}</span><input class="field short" type="number" min={1} max={left} required value={asked} onInput={(event) => setAsked(event.currentTarget.value)} /></label>
          <button class="btn" aria-disabled={isBusy}>{tell.take}</button>
        </form>
      )}
      <Failure error={failure} />
    </details>
  );
}
