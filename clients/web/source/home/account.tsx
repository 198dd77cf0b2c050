// The player's own name and key.

import { useState } from "preact/hooks";
import { switchPushOff } from "../alerts/push.js";
import { AlertSwitches } from "../alerts/switches.js";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";
import { initial } from "../table/people.js";

export function Account() {
  const { client, player, leave } = usePlayerSession();
  const [copied, setCopied] = useState("");
  const [isSure, setSure] = useState(false);
  const copy = (what: string, text: string) => void navigator.clipboard?.writeText(text).then(() => setCopied(what));
  return (
    <details class="account">
      <summary>
        <span class="vh">{say.account}: </span>
        <span class="face me" aria-hidden="true">{initial(player.name)}</span>
        <b dir="auto">{player.name}</b>
      </summary>
      <div class="panel menu">
        <AlertSwitches />
        <label class="small" for="key">{say.yourKey}</label>
        <input class="field" id="key" type="password" readOnly value={client.token ?? ""} onFocus={(event) => event.currentTarget.select()} />
        <button class="btn" onClick={() => copy("key", client.token ?? "")}>{copied === "key" ? say.copied : say.copyKey}</button>
        <p class="tiny dim">{say.keyIsSecret}</p>
        <label class="small" for="player-id">{say.playerId}</label>
        <input class="field" id="player-id" readOnly value={player.player_id} onFocus={(event) => event.currentTarget.select()} />
        {isSure ? (
          <>
            <p class="small">{say.forgetSure}</p>
            <div class="row">
              <button class="btn" onClick={() => void switchPushOff(client).catch(() => undefined).then(leave)}>{say.forget}</button>
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
