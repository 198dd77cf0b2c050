// The player's own name and key.

import { useState } from "preact/hooks";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";

export function Account() {
  const { client, player, leave } = useSession();
  const [copied, setCopied] = useState("");
  const [isSure, setSure] = useState(false);
  const copy = (what: string, text: string) => void navigator.clipboard?.writeText(text).then(() => setCopied(what));
  return (
    <details class="account">
      <summary>
        <span class="vh">{say.account}: </span>
        <span class="face me" aria-hidden="true">{[...player.name][0]?.toUpperCase()}</span>
        <b><bdi>{player.name}</bdi></b>
      </summary>
      <div class="panel menu">
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
              <button class="btn" onClick={leave}>{say.forget}</button>
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
