// What can be taken away, slips to print, and the screen for the room.

import { useState } from "preact/hooks";
import { useLoaded } from "../parts/loaded.js";
import type { Following } from "./following.js";
import { tell } from "./strings.js";

export function Exports({ tournament, nameOf }: { tournament: Following; nameOf: (entrant: string) => string }) {
  const [isOpen, setOpen] = useState(false);
  const Exported = useLoaded(() => import("./exported.js"), isOpen);
  return (
    <details class="panel exports" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{tell.takeAway}</summary>
      {isOpen && Exported && <Exported tournament={tournament} nameOf={nameOf} />}
    </details>
  );
}
