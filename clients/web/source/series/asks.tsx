// What a season is called, and when its episodes begin, as one asks for it who makes or directs one.

import { Choices } from "../form/choices.js";
import { tell } from "./strings.js";

export const STARTS = ["when_done", "by_word"] as const;

export function NameAsk({ name, onWrite }: { name: string; onWrite: (name: string) => void }) {
  return <label class="ask"><span>{tell.name}</span><input class="field" dir="auto" autoComplete="off" maxLength={80} required value={name} onInput={(event) => onWrite(event.currentTarget.value)} /></label>;
}

/** `start` is the place in `STARTS`. */
export function StartAsk({ start, onChoose }: { start: number; onChoose: (start: number) => void }) {
  return <Choices title={tell.nextEpisode} options={STARTS.map((one) => tell.starts[one])} chosen={start} blank={false} onChoose={onChoose} />;
}
