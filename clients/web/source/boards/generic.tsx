// The board of a game that has no drawing: everything that the view says, by the names of its fields.

import type { JsonValue } from "moirai-client";
import { say } from "../strings/index.js";
import { FieldList, isNothing, isShort, Value } from "./values.js";
import type { BoardProps } from "./props.js";

/** What the rest of the page shows. */
const ELSEWHERE = new Set(["viewer", "game", "options", "phase", "channels", "outcome", "over", "theme", "seats", "can_talk_to"]);

export default function GenericBoard({ view, words }: BoardProps) {
  const entries = Object.entries(view.view as unknown as { [name: string]: JsonValue }).filter(
    ([name, value]) => !ELSEWHERE.has(name) && !isNothing(value),
  );
  const short = entries.filter(([, value]) => isShort(value));
  const long = entries.filter(([, value]) => !isShort(value));
  if (entries.length === 0) return <p class="dim">{say.nothingKnown}</p>;
  return (
    <div class="generic">
      {short.length > 0 && <FieldList fields={Object.fromEntries(short)} name="" words={words} />}
      {long.map(([name, value]) => (
        <details key={name} open>
          <summary>{words.field(name)}</summary>
          <Value value={value} name={name} parent="" words={words} />
        </details>
      ))}
    </div>
  );
}
