// Five short sounds, made here, each with a vibration: off until somebody switches them on, and remembered by this browser.

import { useEffect, useRef } from "preact/hooks";
import { keep, recall } from "../storage.js";

const SOUND = "sound";
const TONED = "toned";
const NOTE_SECONDS = 0.12;

/** By name: pitches in hertz, one after the other, and how long the device trembles, in milliseconds. */
const SOUNDS = {
  turn: { notes: [660, 880], tremble: 80 },
  seal: { notes: [330], tremble: 20 },
  open: { notes: [392, 587], tremble: 40 },
  win: { notes: [523, 659, 784, 1047], tremble: 160 },
  lose: { notes: [440, 392, 330], tremble: 100 },
};

/** Several pages of one browser tell of the same turn: only the first of them is heard. */
const APART_MS = 2_000;

let audio: AudioContext | null = null;

/** When what sounds now has ended, on the clock of `audio`: what follows waits for it. */
let busyUntil = 0;

export function isSoundOn(): boolean {
  return recall<boolean>(SOUND) ?? false;
}

/** Switch sounds and vibration on or off; whoever switches them on hears one. */
export function switchSound(on: boolean): void {
  keep(SOUND, on ? true : null);
  sound("turn");
}

/** Sound whenever something is the player's turn that was not before; `turns` are names of turns. */
export function useTurnSound(turns: readonly string[] | null): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const names = turns?.join(" ");
  useEffect(() => {
    if (turns === null) return;
    const isNew = known.current !== null && turns.some((turn) => !known.current!.has(turn));
    known.current = new Set(turns);
    if (isNew && Date.now() - (recall<number>(TONED) ?? 0) > APART_MS) sound("turn");
  }, [names]);
}

/** Sound and tremble, if it is switched on. */
export function sound(name: keyof typeof SOUNDS): void {
  if (!isSoundOn()) return;
  if (name === "turn") keep(TONED, Date.now());
  navigator.vibrate?.(SOUNDS[name].tremble);
  void play(SOUNDS[name].notes);
}

async function play(notes: readonly number[]): Promise<void> {
  audio ??= new AudioContext();
  // A browser lets nothing sound before somebody has touched the page.
  if (audio.state !== "running") await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 500))]);
  if (audio.state !== "running") return;
  const begin = Math.max(audio.currentTime, busyUntil);
  notes.forEach((pitch, at) => note(audio!, pitch, begin + at * NOTE_SECONDS));
  busyUntil = begin + (notes.length + 1) * NOTE_SECONDS;
}

function note(audio: AudioContext, pitch: number, begin: number): void {
  const tone = new OscillatorNode(audio, { frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setTargetAtTime(0.15, begin, 0.01);
  volume.gain.setTargetAtTime(0, begin + NOTE_SECONDS, 0.04);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + NOTE_SECONDS + 0.3);
}
