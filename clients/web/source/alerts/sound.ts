// A short tone when it is the player's turn: off until somebody switches it on, and remembered by this browser.

import { useEffect, useRef } from "preact/hooks";
import { keep, recall } from "../storage.js";

const SOUND = "sound";
const TONED = "toned";
const NOTES = [660, 880];
const NOTE_SECONDS = 0.12;

/** Several pages of one browser tell of the same turn: only the first of them is heard. */
const APART_MS = 2_000;

let audio: AudioContext | null = null;

export function isSoundOn(): boolean {
  return recall<boolean>(SOUND) ?? false;
}

/** Switch the sound on or off; whoever switches it on hears it. */
export function switchSound(on: boolean): void {
  keep(SOUND, on ? true : null);
  if (on) void play();
}

/** Sound whenever something is the player's turn that was not before; `turns` are names of turns. */
export function useTurnSound(turns: readonly string[] | null): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  const names = turns?.join(" ");
  useEffect(() => {
    if (turns === null) return;
    const isNew = known.current !== null && turns.some((turn) => !known.current!.has(turn));
    known.current = new Set(turns);
    if (isNew && isSoundOn() && Date.now() - (recall<number>(TONED) ?? 0) > APART_MS) void play();
  }, [names]);
}

async function play(): Promise<void> {
  keep(TONED, Date.now());
  audio ??= new AudioContext();
  // A browser lets nothing sound before somebody has touched the page.
  if (audio.state !== "running") await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 500))]);
  if (audio.state !== "running") return;
  NOTES.forEach((pitch, at) => note(audio!, pitch, audio!.currentTime + at * NOTE_SECONDS));
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
