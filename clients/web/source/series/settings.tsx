// Changing what has not taken effect of a season: its name, when episodes begin, when deadlines rest, and leave.

import type { SeriesAction } from "moirai-client";
import { useState } from "preact/hooks";
import { ChangeForm } from "../form/change.js";
import { RestAsk, restChange, restNow } from "../form/rest.js";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { NameAsk, StartAsk, STARTS } from "./asks.js";
import type { Following } from "./following.js";

const making = await textsOf("make");

type Change = Omit<Extract<SeriesAction, { type: "edit" }>, "type" | "reason">;

export default function Settings({ season }: { season: Following }) {
  const { label, start, leave_days, matches } = season.view.settings;
  // What another director changes meanwhile is in the fields.
  return <Fields key={JSON.stringify([label, start, leave_days, matches.rest])} season={season} />;
}

function Fields({ season: { view, refresh } }: { season: Following }) {
  const { client } = useSession();
  const { settings } = view;
  const before = restNow(settings.matches.rest, settings.leave_days);
  const [label, setLabel] = useState(settings.label);
  const [start, setStart] = useState(STARTS.indexOf(settings.start));
  const [rest, setRest] = useState(before);
  const change: Change = {
    ...(label.trim() !== settings.label && { label: label.trim() }),
    ...(STARTS[start] !== settings.start && { start: STARTS[start] }),
    ...restChange(rest, before),
  };
  return (
    <ChangeForm change={change} edit={(edit) => client.series(settings.series_id).act(edit)} onDone={refresh}>
      <NameAsk name={label} onWrite={setLabel} />
      <StartAsk start={start} onChoose={setStart} />
      <RestAsk draft={rest} onChange={setRest} />
      {view.episodes.length > 0 && <p class="tiny dim">{making.restsLater}</p>}
    </ChangeForm>
  );
}
