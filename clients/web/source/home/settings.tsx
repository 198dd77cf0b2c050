// How the page looks and speaks on this device, with or without a name: colours, language, sound, and the home screen.

import { useState } from "preact/hooks";
import { isSoundOn, switchSound } from "../alerts/sound.js";
import { Choices } from "../form/choices.js";
import { installing } from "../parts/app.js";
import { Icon } from "../parts/icons.js";
import { chosenLanguage, LANGUAGES, speak } from "../parts/languages.js";
import { chooseLook, chosenLook, LOOKS } from "../parts/look.js";
import { textsOf } from "../strings/parts.js";

const texts = await textsOf("settings");

const TAGS = Object.keys(LANGUAGES);

/** For fingers: the menu also closes where it was opened. */
export function Close() {
  const close = ({ currentTarget }: { currentTarget: Element }) => currentTarget.closest(".account")?.querySelector("summary")?.click();
  return <button type="button" class="btn quiet close" aria-label={texts.close} onClick={close}><Icon name="cross" /></button>;
}

export default function Settings() {
  return (
    <>
      <Close />
      <Looks />
    </>
  );
}

export function Looks() {
  const [look, setLook] = useState(chosenLook);
  const [sound, setSound] = useState(isSoundOn);
  const [install, setInstall] = useState(() => installing());
  const chosen = chosenLanguage();
  return (
    <div class="settings">
      <Choices title={texts.look} options={LOOKS.map((one) => texts.looks[one])} chosen={LOOKS.indexOf(look)} blank={false} onChoose={(at) => { chooseLook(LOOKS[at]!); setLook(LOOKS[at]!); }} />
      <Choices title={texts.language} options={[texts.asBrowser, ...Object.values(LANGUAGES)]} chosen={chosen === null ? 0 : TAGS.indexOf(chosen) + 1} blank={false} onChoose={(at) => speak(TAGS[at - 1] ?? null)} />
      <label class="switch small">
        <input type="checkbox" checked={sound} onChange={(event) => { switchSound(event.currentTarget.checked); setSound(event.currentTarget.checked); }} /> {texts.sound}
      </label>
      {install && <button class="btn" onClick={() => void install().then(() => setInstall(() => null))}><Icon name="plus" /> {texts.install}</button>}
    </div>
  );
}
