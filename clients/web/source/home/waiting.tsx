// At a table that somebody has opened to play now: how long they wait, and after a while, bots.

import { useEffect } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { goTo } from "../router.js";
import { useSession } from "../session.js";
import { recall } from "../storage.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "../table/following.js";
import { leftText, useSeconds } from "../time.js";
import { OPENED, sitAtFirst, tablesThatWait } from "./with_people.js";

const tell = await textsOf("waiting");

/** After so long, bots are offered. */
const PATIENCE_SECONDS = 30;

/** How often it is asked whether somebody has begun to wait at the same moment, and how long. */
const LOOK_MS = 5_000;
const LOOK_SECONDS = 60;

export default function Waiting({ table }: { table: Following }) {
  const { client } = useSession();
  const { match, details, refresh } = table;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  useSeconds();
  const waited = Math.max(0, (client.clock.now() ?? Date.now()) / 1000 - Date.parse(details.created_at) / 1000);
  const isAlone = details.seats.filter((seat) => seat.player || seat.bot).length === 1;
  const isEarly = waited < LOOK_SECONDS;
  useEffect(() => {
    if (!isAlone || !isEarly || recall<string>(OPENED) !== details.match_id) return undefined;
    // Two who open a table at the same moment would wait for each other: the later one goes to the earlier table.
    const look = async () => {
      const earlier = (await tablesThatWait(client, details.game)).filter((one) => one.created_at < details.created_at);
      const found = await sitAtFirst(client, earlier);
      if (found === null) return;
      await match.act({ type: "void", reason: tell.merged }).catch(() => undefined);
      goTo({ page: "table", id: found });
    };
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [client, details.match_id, isAlone, isEarly]);
  const fill = async () => {
    for (const seat of details.seats) if (!seat.player && !seat.bot && !seat.reserved_for) await match.takeSeat(seat.id, { bot: true });
  };
  return (
    <section class="panel waiting" aria-label={tell.title} aria-live="polite">
      <p>{waited < PATIENCE_SECONDS ? tell.waiting : tell.nobody}</p>
      <p class="tiny dim" aria-live="off">{tell.since(leftText(waited))}</p>
      {waited >= PATIENCE_SECONDS && <button class="btn primary" disabled={isBusy} onClick={() => void attempt(fill)}>{tell.withBots}</button>}
      <Failure error={failure} />
    </section>
  );
}
