// Leave in a match by itself, for a player of it; in a match of a tournament, it is taken there.

import Leave from "../parts/leave.js";
import type { Following } from "./following.js";

export default function OwnLeave({ table: { match, details, view, refresh } }: { table: Following }) {
  const mine = details.leaves.find(({ seat }) => seat === view.viewer);
  return <Leave days={details.leave_days} taken={mine?.leave_days_taken ?? 0} until={mine?.on_leave_until ?? null} take={(days) => match.takeLeave(days)} onDone={refresh} />;
}
