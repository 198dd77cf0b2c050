// The player's own name: asked of somebody who has begun without one, with the first move or at a table with people.

import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { usePlayerSession } from "../session.js";
import { keep, UNNAMED } from "../storage.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";

const tell = await textsOf("naming");

interface NamingProps {
  /** Whether it is asked of somebody who has none, and not changed by somebody who has one. */
  isFirst?: boolean;
}

export default function Naming({ isFirst = false }: NamingProps) {
  const { client, player, renamed } = usePlayerSession();
  const [name, setName] = useState(isFirst ? "" : player.name);
  const [isDone, setDone] = useState(false);
  const { isBusy, failure, attempt } = useAttempt();
  const change = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    void attempt(async () => {
      renamed(await client.call("updateMe", { body: { name: name.trim() } }));
      keep(UNNAMED, null);
      setDone(true);
    });
  };
  if (isFirst && isDone) return <p class="panel small" role="status">{tell.welcome(player.name)}</p>;
  return (
    <form class={isFirst ? "panel naming" : "naming"} onSubmit={change}>
      <label for="own-name">{isFirst ? <b>{say.newHere}</b> : <span class="small">{tell.name}</span>}</label>
      <div class="saybox">
        <input class="field" id="own-name" placeholder={say.nameHint} autoComplete="nickname" maxLength={40} required dir="auto" value={name} onInput={(event) => { setName(event.currentTarget.value); setDone(false); }} />
        <button class={isFirst ? "btn primary" : "btn"} aria-disabled={isBusy}>{isFirst ? tell.thatIsMe : isDone ? tell.saved : tell.save}</button>
      </div>
      <Failure error={failure} />
      <p class="tiny dim">{isFirst ? tell.fromNow(player.name) : tell.later}</p>
    </form>
  );
}
