// Who is on leave, and when the clock rests: at a table, and in a season.

import type { Rest } from "moirai-client";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { momentText, useSeconds } from "../time.js";
import { restEnd } from "./rest_end.js";
import RestNote from "./rest.js";

const tell = await textsOf("leave");

export interface OnLeave {
  /** A seat or an entrant. */
  id: string;
  /** Null for whoever reads it. */
  name: string | null;
  /** When the last leave ends, or ended. */
  until: string | null;
}

interface RestingProps {
  leaves: readonly OnLeave[];
  rest: Rest | undefined;
  /** Whether somebody has time now that can rest. */
  isTimed: boolean;
}

export default function Resting({ leaves, rest, isTimed }: RestingProps) {
  const { client } = useSession();
  const away = leaves.filter(({ until }) => until !== null && (client.clock.secondsUntil(until) ?? 0) > 0);
  return (
    <>
      {away.map(({ id, name, until }) => {
        const end = momentText(client.clock.toLocal(until!));
        return <p key={id} class="host-reason" role="status">{name === null ? tell.youAreAway(end) : tell.isAway(name, end)}</p>;
      })}
      {rest && isTimed && away.length === 0 && <RestsUntil rest={rest} />}
      {rest && <RestNote rest={rest} />}
    </>
  );
}

/** "The clock rests until Monday 08:00", while it does by its calendar. */
function RestsUntil({ rest }: { rest: Rest }) {
  const { clock } = useSession().client;
  useSeconds();
  const now = clock.now();
  const end = now === null ? null : restEnd(rest, now);
  return end !== null && <p class="host-reason" role="status">{tell.restsUntil(momentText(clock.toLocal(new Date(end).toISOString())))}</p>;
}
