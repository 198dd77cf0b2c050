// When the clock of a match rests, and who is on leave.

import RestNote from "../parts/rest.js";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { momentText } from "../time.js";
import type { Following } from "./following.js";
import { seatName } from "./people.js";

const tell = await textsOf("leave");

export default function Resting({ table: { details, view } }: { table: Following }) {
  const { client } = useSession();
  const away = details.leaves.filter(({ on_leave_until: until }) => until !== null && (client.clock.secondsUntil(until) ?? 0) > 0);
  return (
    <>
      {away.map(({ seat, on_leave_until: end }) => {
        const until = momentText(client.clock.toLocal(end!));
        return <p key={seat} class="host-reason" role="status">{seat === view.viewer ? tell.youAreAway(until) : tell.isAway(seatName(details, seat, view.viewer) ?? seat, until)}</p>;
      })}
      {details.rest && <RestNote rest={details.rest} />}
    </>
  );
}
