// For a newcomer: one field, and one is a player.

import { Client, RefusedError } from "moirai-client";
import { useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { BASE, SERVER } from "../base.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon, Logo } from "../parts/icons.js";
import { impatient } from "../session.js";
import { isKept, keep, UNNAMED } from "../storage.js";
import { say } from "../strings/index.js";

interface WelcomeProps {
  /** Why a name is asked for here, if it is not the home page. */
  reason: string | null;
  onToken: (token: string) => void;
}

export function Welcome({ reason, onToken }: WelcomeProps) {
  useTitle("Moirai");
  return (
    <main class="welcome">
      <div class="brand"><Logo /><h1>Moirai</h1></div>
      <p class="pitch">{say.pitch}</p>
      {reason && <p class="reason" role="alert">{reason}</p>}
      <SignUp autoFocus label={say.comeIn} onToken={onToken} />
      <HaveKey onToken={onToken} />
    </main>
  );
}

interface SignUpProps {
  autoFocus?: boolean;
  /** What the button says. */
  label: string;
  /** A name to begin with. */
  name?: string;
  /** What the new player does first; without it, the token is all. */
  first?: (client: Client) => Promise<unknown>;
  onToken: (token: string) => void;
}

/** A name, and one is a player. */
export function SignUp({ autoFocus = false, label, name: given = "", first, onToken }: SignUpProps) {
  const [name, setName] = useState(given);
  const [client, setClient] = useState<Client | null>(null);
  const { isBusy, failure, attempt } = useAttempt();
  const signUp = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    void attempt(async () => {
      // Whoever could not do the first thing tries again as the same player.
      const player = client ?? (await Client.signUp(SERVER, name.trim(), { patienceSeconds: 5 }));
      setClient(player);
      await first?.(player);
      keep(UNNAMED, null);
      onToken(player.token!);
    });
  };
  return (
    <form class="panel" onSubmit={signUp}>
      <label for="name"><h2>{say.newHere}</h2></label>
      <div class="saybox">
        <input class="field" id="name" autoFocus={autoFocus} placeholder={say.nameHint} autoComplete="nickname" maxLength={40} required dir="auto" readOnly={client !== null} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button class="btn primary" aria-disabled={isBusy}>{label}</button>
      </div>
      <Failure error={failure} />
      <p class="ledge"><Icon name="key" /> <span>{isKept ? say.keyNote : say.notKept}</span></p>
    </form>
  );
}

export function HaveKey({ onToken }: Pick<WelcomeProps, "onToken">) {
  const [key, setKey] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const { failure, attempt } = useAttempt();
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
    <details>
      <summary>{say.haveKey}</summary>
      <form onSubmit={use}>
        <label for="key">{say.yourKey}</label>
        <div class="saybox">
          <input class="field" id="key" type="password" autoComplete="off" required value={key} onInput={(event) => setKey(event.currentTarget.value)} />
          <button class="btn">{say.useKey}</button>
        </div>
        <p class="problem" role="alert" hidden={!isUnknown}>{isUnknown && say.wrongKey}</p>
        <Failure error={failure} />
      </form>
      <p><a class="btn" href={`${BASE}/account`}>{say.haveAccount}</a></p>
    </details>
  );
}
