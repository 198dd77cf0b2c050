// The player's own name, and what opens at it.

import { useState } from "preact/hooks";
import { useLoaded } from "../parts/loaded.js";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";
import { initial } from "../table/people.js";

export function Account() {
  const { player } = usePlayerSession();
  const [isOpen, setOpen] = useState(false);
  const Menu = useLoaded(() => import("./account_menu.js"), isOpen);
  return (
    <details class="account" onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
      <summary>
        <span class="vh">{say.account}: </span>
        <span class="face me" aria-hidden="true">{initial(player.name)}</span>
        <b dir="auto">{player.name}</b>
      </summary>
      <div class="panel menu">{Menu && <Menu />}</div>
    </details>
  );
}
