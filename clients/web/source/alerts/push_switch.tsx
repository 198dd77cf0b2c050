// The switch for notifications, remembered by this browser.

import { useState } from "preact/hooks";
import { isBesideHomeScreen } from "../parts/app.js";
import { usePlayerSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { pushState, switchPushOff, switchPushOn, type PushState } from "./push.js";

const texts = await textsOf("settings");

export default function PushSwitch() {
  const { client } = usePlayerSession();
  const [push, setPush] = useState<PushState>(pushState);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const change = async (on: boolean) => {
    setBusy(true);
    setFailed(false);
    try {
      setPush(await (on ? switchPushOn(client) : switchPushOff(client)));
    } catch {
      setFailed(true);
      setPush(pushState());
    }
    setBusy(false);
  };
  const impossible = isBesideHomeScreen() ? texts.pushOfApp : texts.pushImpossible;
  const note = push === "impossible" ? impossible : push === "denied" ? texts.pushDenied : hasFailed ? texts.pushFailed : push === "on" ? texts.pushPrivate : "";
  return (
    <div class="alerts">
      <label class="switch small">
        <input type="checkbox" checked={push === "on"} disabled={isBusy || push === "impossible" || push === "denied"} onChange={(event) => void change(event.currentTarget.checked)} /> {texts.push}
      </label>
      <p class="tiny dim" role="status">{note}</p>
    </div>
  );
}
