// After the end: the same people play again.

import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { follow, goTo } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import type { Following } from "./following.js";

export default function PlayAgain({ table }: { table: Following }) {
  const { match, details, view } = table;
  const { player } = useSession();
  const { isBusy, failure, attempt } = useAttempt();
  const again = async () => goTo({ page: "table", id: (await match.rematch()).id });
  // A season has its own next match.
  const mayCall = details.series === null && view.rematch_id === null && player !== null && (view.viewer === "host" || details.seats.some(({ id }) => id === view.viewer));
  const look = () => {
    const slider = document.getElementById("history");
    slider?.scrollIntoView({ block: "center" });
    slider?.querySelector<HTMLElement>("input[type=radio]:checked, select")?.focus({ preventScroll: true });
  };
  const canLook = details.open_log;
  return (
    <div class="again">
      {view.rematch_id !== null && <a class="btn primary" {...follow({ page: "table", id: view.rematch_id })}><Icon name="rematch" /> {say.goToRematch}</a>}
      {mayCall && <button class="btn primary" disabled={isBusy} onClick={() => void attempt(again)}><Icon name="rematch" /> {say.rematch}</button>}
      {canLook && <button class="btn" onClick={look}><Icon name="eye" /> {say.lookFromAll}</button>}
      {mayCall && <span class="small dim">{say.rematchNote}</span>}
      {view.rematch_id !== null && <span class="small dim">{say.rematchOpen}</span>}
      <Failure error={failure} />
    </div>
  );
}
