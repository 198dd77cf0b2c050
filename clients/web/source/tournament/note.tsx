// Notes on tables, for those who direct or judge and do not play. Loaded for them alone.

import type { RoundReply, TableReply } from "moirai-client";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "./following.js";

const directing = await textsOf("directing");

export function NoteLine({ note }: { note: string }) {
  return <p class="note"><Icon name="eye_closed" /> <span><span class="vh">{directing.note}</span> <bdi>{note}</bdi></span></p>;
}

/** Write a note in place of the last one; nothing takes it away. */
export function WriteNote({ tournament: { view, refresh }, round, table }: { tournament: Following; round: RoundReply; table: TableReply }) {
  const { client } = useSession();
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const [text, setText] = useState(table.note);
  const cannot = isBusy || text.trim() === table.note;
  const write = () =>
    client.call("actAsDirector", { tournament_id: view.settings.tournament_id, body: { type: "note_table", round: round.round, table: table.table, text: text.trim() } });
  return (
    <form class="deciding" onSubmit={(event) => { event.preventDefault(); if (!cannot) void attempt(write); }}>
      <label class="ask"><span>{directing.writeNote}</span><input class="field" dir="auto" autoComplete="off" maxLength={500} value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      <button class="btn" aria-disabled={cannot}>{directing.saveNote}</button>
      <Failure error={failure} />
    </form>
  );
}
