// The switches for sound and notifications, remembered by this browser.

import { useState } from "preact/hooks";
import { usePlayerSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { pushState, switchPushOff, switchPushOn, type PushState } from "./push.js";
import { isSoundOn, switchSound } from "./sound.js";

const texts = await textsOf("switches");

export default function AlertSwitches() {
  const { client } = usePlayerSession();
  const [sound, setSound] = useState(isSoundOn);
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
  const note = push === "impossible" ? texts.pushImpossible : push === "denied" ? texts.pushDenied : hasFailed ? texts.pushFailed : push === "on" ? texts.pushPrivate : "";
  return (
    <fieldset class="alerts">
      <legend class="small">{texts.alerts}</legend>
      <label class="switch small">
        <input type="checkbox" checked={sound} onChange={(event) => { switchSound(event.currentTarget.checked); setSound(event.currentTarget.checked); }} /> {texts.sound}
      </label>
      <label class="switch small">
        <input type="checkbox" checked={push === "on"} disabled={isBusy || push === "impossible" || push === "denied"} onChange={(event) => void change(event.currentTarget.checked)} /> {texts.push}
      </label>
      <p class="tiny dim" role="status">{note}</p>
    </fieldset>
  );
}
