// The switches for sound and notifications, remembered by this browser.

import { useState } from "preact/hooks";
import { usePlayerSession } from "../session.js";
import { language } from "../strings/index.js";
import { pushState, switchPushOff, switchPushOn, type PushState } from "./push.js";
import { isSoundOn, switchSound } from "./sound.js";

const en = {
  alerts: "Tell me when it is my turn",
  sound: "With a sound",
  push: "With a notification, also when this page is closed",
  pushImpossible: "This browser cannot show notifications of this page. On an iPhone, add the page to the home screen first.",
  pushDenied: "Notifications are blocked. Allow them for this page in the settings of the browser.",
  pushFailed: "Notifications do not work at the moment.",
  pushPrivate: "The service of your browser passes them on, and cannot read them.",
};

const de: typeof en = {
  alerts: "Sag mir, wenn ich am Zug bin",
  sound: "Mit einem Ton",
  push: "Mit einer Mitteilung, auch wenn diese Seite geschlossen ist",
  pushImpossible: "Dieser Browser kann keine Mitteilungen dieser Seite zeigen. Lege die Seite auf einem iPhone zuerst auf den Startbildschirm.",
  pushDenied: "Mitteilungen sind blockiert. Erlaube sie für diese Seite in den Einstellungen des Browsers.",
  pushFailed: "Mitteilungen gehen im Moment nicht.",
  pushPrivate: "Der Dienst deines Browsers gibt sie weiter und kann sie nicht lesen.",
};

const texts = language === "de" ? de : en;

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
