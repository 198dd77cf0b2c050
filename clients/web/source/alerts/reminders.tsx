// What notifications and the calendar tell, and the address of the calendar: both kept by the server.

import type { RemindersReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { SERVER } from "../base.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { usePlayerSession } from "../session.js";
import { language, say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { momentText } from "../time.js";

type Kind = RemindersReply["push"][number];
type Way = "push" | "calendar";

const WAYS: Way[] = ["push", "calendar"];

const texts = await textsOf("reminders");

export default function Reminders() {
  const { client } = usePlayerSession();
  const [chosen, setChosen] = useState<RemindersReply | null>(null);
  const { isBusy, failure, attempt } = useAttempt();
  useEffect(() => void attempt(async () => setChosen(await client.call("getReminders", {}))), [client]);
  if (chosen === null) return <Failure error={failure} />;
  const choose = (way: Way, kind: Kind, on: boolean) => {
    const { push, calendar } = chosen;
    const kinds = { push, calendar };
    kinds[way] = on ? [...kinds[way], kind] : kinds[way].filter((each) => each !== kind);
    setChosen({ ...chosen, ...kinds });
    void attempt(async () => setChosen(await client.call("putReminders", { body: kinds }))).then((done) => done || setChosen(chosen));
  };
  return (
    <>
      <table class="reminders small">
        <caption>{texts.remind}</caption>
        <thead>
          <tr><td />{WAYS.map((way) => <th scope="col">{texts[way]}</th>)}</tr>
        </thead>
        <tbody>
          {(Object.keys(texts.kinds) as Kind[]).map((kind) => (
            <tr>
              <th scope="row">{texts.kinds[kind]}</th>
              {WAYS.map((way) => (
                <td>
                  <label class="switch">
                    <input type="checkbox" checked={chosen[way].includes(kind)} disabled={isBusy} onChange={(event) => choose(way, kind, event.currentTarget.checked)} />
                    <span class="vh">{texts.kinds[kind]}: {texts[way]}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Failure error={failure} />
      <Calendar openedAt={chosen.calendar_opened_at} />
    </>
  );
}

function Calendar({ openedAt }: { openedAt: string | null }) {
  const { client } = usePlayerSession();
  const [since, setSince] = useState(openedAt);
  const [address, setAddress] = useState("");
  const [isCopied, setCopied] = useState(false);
  const { isBusy, failure, attempt } = useAttempt();
  const open = async () => {
    const made = await client.call("createCalendar", {});
    const found = new URL(SERVER + made.path);
    if (language !== "en") found.searchParams.set("language", language);
    setAddress(found.href);
    setSince(made.opened_at);
    setCopied(false);
  };
  const close = async () => {
    await client.call("deleteCalendar", {});
    setAddress("");
    setSince(null);
  };
  return (
    <section class="my-calendar" aria-label={texts.address}>
      <p class="small">{texts.address}</p>
      <p class="tiny dim">{texts.what}</p>
      {address !== "" ? (
        <>
          <input class="field" readOnly aria-label={texts.address} value={address} onFocus={(event) => event.currentTarget.select()} />
          <button class="btn" onClick={() => void navigator.clipboard?.writeText(address).then(() => setCopied(true))}>{isCopied ? say.copied : texts.copy}</button>
          <p class="tiny dim" role="status">{texts.once}</p>
        </>
      ) : (
        since !== null && <p class="tiny dim">{texts.since(momentText(client.clock.toLocal(since)))}</p>
      )}
      <div class="row">
        <button class="btn" disabled={isBusy} onClick={() => void attempt(open)}>{since === null ? texts.make : texts.again}</button>
        {since !== null && <button class="btn quiet" disabled={isBusy} onClick={() => void attempt(close)}>{texts.end}</button>}
      </div>
      <Failure error={failure} />
    </section>
  );
}
