// Who is on leave, and when the clock rests: at a table, and in a season.

import type { Rest } from "moirai-client";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { momentText } from "../time.js";
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

export default function Resting({ leaves, rest }: { leaves: readonly OnLeave[]; rest: Rest | undefined }) {
  const { client } = useSession();
  const away = leaves.filter(({ until }) => until !== null && (client.clock.secondsUntil(until) ?? 0) > 0);
  return (
    <>
      {away.map(({ id, name, until }) => {
        const end = momentText(client.clock.toLocal(until!));
        return <p key={id} class="host-reason" role="status">{name === null ? tell.youAreAway(end) : tell.isAway(name, end)}</p>;
      })}
      {rest && <RestNote rest={rest} />}
    </>
  );
}
