// Newer rules that the host proposes: the players agree, and the match continues by them from its next phase.

import { Failure, useAttempt } from "../parts/attempt.js";
import { listed } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "./following.js";
import { seatName } from "./people.js";

const tell = await textsOf("host");

export default function NewerRules({ table }: { table: Following }) {
  const { match, details, view } = table;
  const { isBusy, failure, attempt } = useAttempt(table.refresh);
  const { proposed_rules: proposed, coming_rules: coming } = details;
  if (!proposed) return coming ? <p class="host-reason" role="status">{tell.rulesComing(coming)}</p> : null;
  const { rules_version: version, asked } = proposed;
  return (
    <div class="host-reason">
      <p role="status">{tell.rulesProposed(version)}</p>
      <p role="status">{tell.rulesAsked(listed(asked.map((seat) => seatName(details, seat, view.viewer) ?? seat)))}</p>
      {asked.includes(view.viewer) && <div class="row"><button class="btn" disabled={isBusy} onClick={() => void attempt(() => match.agreeToRules(version))}>{tell.agree}</button></div>}
      <Failure error={failure} />
    </div>
  );
}
