// When the clock of a match rests, and who of it is on leave.

import Resting from "../parts/resting.js";
import type { Following } from "./following.js";
import { seatName } from "./people.js";

export default function TableResting({ table: { details, view } }: { table: Following }) {
  const leaves = details.leaves.map(({ seat, on_leave_until: until }) => ({ id: seat, until, name: seat === view.viewer ? null : seatName(details, seat, view.viewer) ?? seat }));
  return <Resting leaves={leaves} rest={details.rest ?? undefined} isTimed={view.closes_at !== null} />;
}
