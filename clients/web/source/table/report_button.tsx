// Leads to the form with which somebody who plays reports another player.

import { useState } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { isolated } from "./people.js";
import { say } from "../strings/index.js";
import type { Following } from "./following.js";

interface ReportProps {
  table: Following;
  seat: string;
  /** The event of the reader that it is about. */
  cursor?: number;
}

export function ReportButton({ table, seat, cursor = 0 }: ReportProps) {
  const [isOpen, setOpen] = useState(false);
  const Form = useLoaded(() => import("./report.js"), isOpen);
  const { details, view } = table;
  const player = details.seats.find((one) => one.id === seat)?.player;
  if (!player || seat === view.viewer || !details.seats.some((one) => one.id === view.viewer)) return null;
  return (
    <>
      <button type="button" class="flag" aria-label={`${say.report}: ${isolated(player.name)}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="flag" />
      </button>
      {isOpen && Form && <Form match={table.match} seat={seat} name={player.name} cursor={cursor} close={() => setOpen(false)} />}
    </>
  );
}
