// What opens at the player's own name: alerts, the key, the page of the account, and leaving this device.

import { useState } from "preact/hooks";
import PushSwitch from "../alerts/push_switch.js";
import { BASE } from "../base.js";
import { useLoaded } from "../parts/loaded.js";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import Naming from "./naming.js";
import { Close, Looks } from "./settings.js";

const tell = await textsOf("account");

export default function AccountMenu() {
  const { client, player, leave } = usePlayerSession();
  const [copied, setCopied] = useState("");
  const [isReminding, setReminding] = useState(false);
  const Reminders = useLoaded(() => import("../alerts/reminders.js"), isReminding);
  const signOut = async () => {
    await import("../alerts/push.js").then(({ switchPushOff }) => switchPushOff(client)).catch(() => undefined);
    leave();
  };
  const [isSure, setSure] = useState(false);
  const copy = (what: string, text: string) => void navigator.clipboard?.writeText(text).then(() => setCopied(what));
  return (
    <>
      <Close />
      <Naming />
      <PushSwitch />
      <Looks />
      <details onToggle={(event) => setReminding(event.currentTarget.open)}>
        <summary class="small">{tell.reminders}</summary>
        {isReminding && Reminders && <Reminders />}
      </details>
      <label class="small" for="key">{say.yourKey}</label>
      <input class="field" id="key" type="password" readOnly value={client.token ?? ""} onFocus={(event) => event.currentTarget.select()} />
      <button class="btn" onClick={() => copy("key", client.token ?? "")}>{copied === "key" ? say.copied : tell.copyKey}</button>
      <p class="tiny dim">{tell.keyIsSecret}</p>
      <button class="btn" onClick={() => void openAccount(client.token ?? "")}>{tell.openAccount}</button>
      <label class="small" for="player-id">{tell.playerId}</label>
      <input class="field" id="player-id" readOnly value={player.player_id} onFocus={(event) => event.currentTarget.select()} />
      {isSure ? (
        <>
          <p class="small">{tell.forgetSure}</p>
          <div class="row">
            <button class="btn" onClick={() => void signOut()}>{tell.forget}</button>
            <button class="btn quiet" onClick={() => setSure(false)}>{say.cancel}</button>
          </div>
        </>
      ) : (
        <button class="btn quiet" onClick={() => setSure(true)}>{tell.forget}</button>
      )}
    </>
  );
}

/** Leave for the page of the account, where this player is then signed in; the token is in no address. */
async function openAccount(token: string): Promise<void> {
  const request = { method: "POST", headers: { Authorization: `Bearer ${token}` }, redirect: "manual" } as const;
  // Whatever is wrong, the page says so.
  await fetch(`${BASE}/account/sign-in/token`, request).catch(() => undefined);
  location.assign(`${BASE}/account`);
}
