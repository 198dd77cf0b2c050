// The player's own name and key.

import { useState } from "preact/hooks";
import { useLoaded } from "../parts/loaded.js";
import { openAccount, usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";
import { initial } from "../table/people.js";

export function Account() {
  const { client, player, leave } = usePlayerSession();
  const [copied, setCopied] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [isReminding, setReminding] = useState(false);
  const AlertSwitches = useLoaded(() => import("../alerts/switches.js"), isOpen);
  const Reminders = useLoaded(() => import("../alerts/reminders.js"), isReminding);
  const signOut = async () => {
    await import("../alerts/push.js").then(({ switchPushOff }) => switchPushOff(client)).catch(() => undefined);
    leave();
  };
  const [isSure, setSure] = useState(false);
  const copy = (what: string, text: string) => void navigator.clipboard?.writeText(text).then(() => setCopied(what));
  return (
    <details class="account" onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
      <summary>
        <span class="vh">{say.account}: </span>
        <span class="face me" aria-hidden="true">{initial(player.name)}</span>
        <b dir="auto">{player.name}</b>
      </summary>
      <div class="panel menu">
        {AlertSwitches && <AlertSwitches />}
        <details onToggle={(event) => setReminding(event.currentTarget.open)}>
          <summary class="small">{say.reminders}</summary>
          {isReminding && Reminders && <Reminders />}
        </details>
        <label class="small" for="key">{say.yourKey}</label>
        <input class="field" id="key" type="password" readOnly value={client.token ?? ""} onFocus={(event) => event.currentTarget.select()} />
        <button class="btn" onClick={() => copy("key", client.token ?? "")}>{copied === "key" ? say.copied : say.copyKey}</button>
        <p class="tiny dim">{say.keyIsSecret}</p>
        <button class="btn" onClick={() => void openAccount(client.token ?? "")}>{say.openAccount}</button>
        <label class="small" for="player-id">{say.playerId}</label>
        <input class="field" id="player-id" readOnly value={player.player_id} onFocus={(event) => event.currentTarget.select()} />
        {isSure ? (
          <>
            <p class="small">{say.forgetSure}</p>
            <div class="row">
              <button class="btn" onClick={() => void signOut()}>{say.forget}</button>
              <button class="btn quiet" onClick={() => setSure(false)}>{say.cancel}</button>
            </div>
          </>
        ) : (
          <button class="btn quiet" onClick={() => setSure(true)}>{say.forget}</button>
        )}
      </div>
    </details>
  );
}
