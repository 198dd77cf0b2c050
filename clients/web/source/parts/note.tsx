// Notes on tables, and on matches of seasons, for those who direct or judge and do not play. Loaded for them alone.

import { useState } from "preact/hooks";
import { textsOf } from "../strings/parts.js";
import { Failure, useAttempt } from "./attempt.js";
import { Icon } from "./icons.js";

const directing = await textsOf("directing");

/** What opens the form, where it holds nothing else. */
export const noteTitle = directing.noteTitle;

export function NoteLine({ note }: { note: string }) {
  return <p class="note"><Icon name="eye_closed" /> <span><span class="vh">{directing.note}</span> <bdi>{note}</bdi></span></p>;
}

interface WriteNoteProps {
  about: "table" | "match";
  /** The last note. */
  note: string;
  write: (text: string) => Promise<unknown>;
  onDone: () => void;
}

/** Write a note in place of the last one; nothing takes it away. */
export function WriteNote({ about, note, write, onDone }: WriteNoteProps) {
  const { isBusy, failure, attempt } = useAttempt(onDone);
  const [text, setText] = useState(note);
  const cannot = isBusy || text.trim() === note;
  return (
    <form class="deciding" onSubmit={(event) => { event.preventDefault(); if (!cannot) void attempt(() => write(text.trim())); }}>
      <label class="ask"><span>{directing.writeNote[about]}</span><input class="field" dir="auto" autoComplete="off" maxLength={500} value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      <button class="btn" aria-disabled={cannot}>{directing.saveNote}</button>
      <Failure error={failure} />
    </form>
  );
}
