// For a newcomer: one field, and one can play.

import { Client, RefusedError } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon, Logo } from "../parts/icons.js";
import { impatient } from "../session.js";
import { isKept } from "../storage.js";
import { say } from "../strings/index.js";

interface WelcomeProps {
  /** Why a name is asked for here, if it is not the home page. */
  reason: string | null;
  onToken: (token: string) => void;
}

export function Welcome({ reason, onToken }: WelcomeProps) {
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const { isBusy, failure, attempt } = useAttempt();
  useEffect(() => {
    document.title = "Moirai";
  }, []);
  const signUp = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const client = await Client.signUp(location.origin, name.trim(), { patienceSeconds: 5 });
      onToken(client.token!);
    });
  };
  const use = (event: Event) => {
    event.preventDefault();
    setUnknown(false);
    void attempt(async () => {
      try {
        await impatient(key.trim()).me();
        onToken(key.trim());
      } catch (error) {
        if (!(error instanceof RefusedError && error.status === 401)) throw error;
        setUnknown(true);
      }
    });
  };
  return (
    <main class="welcome">
      <div class="brand"><Logo /><h1>Moirai</h1></div>
      <p class="pitch">{say.pitch}</p>
      <form class="panel" onSubmit={signUp}>
        {reason && <p class="reason">{reason}</p>}
        <label for="name"><h2>{say.newHere}</h2></label>
        <div class="saybox">
          <input class="field" id="name" autoFocus placeholder={say.nameHint} autoComplete="nickname" maxLength={40} required dir="auto" value={name} onInput={(event) => setName(event.currentTarget.value)} />
          <button class="btn primary" aria-disabled={isBusy}>{say.comeIn}</button>
        </div>
        <Failure error={failure} />
        <p class="ledge"><Icon name="key" /> <span>{isKept ? say.keyNote : say.notKept}</span></p>
      </form>
      <details>
        <summary>{say.haveKey}</summary>
        <form onSubmit={use}>
          <label for="key">{say.yourKey}</label>
          <div class="saybox">
            <input class="field" id="key" type="password" autoComplete="off" required value={key} onInput={(event) => setKey(event.currentTarget.value)} />
            <button class="btn">{say.useKey}</button>
          </div>
          <p class="problem" role="alert" hidden={!isUnknown}>{isUnknown && say.wrongKey}</p>
        </form>
      </details>
    </main>
  );
}
