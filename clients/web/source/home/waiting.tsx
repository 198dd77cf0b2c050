// At a table of the queue: how long one has waited, how long it usually takes, and after a while, bots.

import { RefusedError } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { goTo } from "../router.js";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import type { Following } from "../table/following.js";
import { USUAL } from "../table/levels.js";
import { leftText, roughText, useSeconds } from "../time.js";
import { playWithPeople } from "./with_people.js";

const tell = await textsOf("waiting");

/** After so long, the server lets bots take the free seats. */
const PATIENCE_SECONDS = 30;

/** A wait that is not renewed counts for a minute. */
const RENEW_MS = 25_000;

export default function Waiting({ table }: { table: Following }) {
  const { client } = useSession();
  const { match, details, view, events, refresh } = table;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const [usual, setUsual] = useState<number | null>(null);
  const [refused, setRefused] = useState<Error | null>(null);
  const isOpen = view.status === "open";
  const { match_id: id, game, pace } = details;
  useSeconds();
  const look = async () => {
    const found = await playWithPeople(client, game, pace);
    if (found !== id) goTo({ page: "table", id: found });
  };
  useEffect(() => {
    let isGone = false;
    void client.queues().then(({ queues }) => {
      const own = queues.find((one) => one.game === game && one.pace === pace);
      if (!isGone) setUsual(own?.usual_wait_seconds ?? null);
    }, () => undefined);
    return () => {
      isGone = true;
    };
  }, [client, game, pace]);
  useEffect(() => {
    if (!isOpen) return undefined;
    // Only who looks at the page still waits.
    const renew = () => {
      if (!document.hidden) void look().then(() => setRefused(null), (error) => error instanceof RefusedError && setRefused(error));
    };
    const timer = setInterval(renew, RENEW_MS);
    document.addEventListener("visibilitychange", renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [client, id, isOpen]);
  if (!isOpen) {
    if (events.some(({ facts }) => facts.some(({ type }) => type === "match_started"))) return null;
    return (
      <section class="panel waiting" aria-label={tell.title}>
        <p>{tell.lapsed}</p>
        <button class="btn primary" disabled={isBusy} onClick={() => void attempt(look)}>{tell.again}</button>
        <Failure error={failure} />
      </section>
    );
  }
  const waited = Math.max(0, (client.clock.now() ?? Date.now()) / 1000 - Date.parse(waitsSince(table)) / 1000);
  const fill = async () => {
    for (const seat of details.seats) if (!seat.player && !seat.bot) await match.takeSeat(seat.id, { bot: true, level: USUAL });
  };
  return (
    <section class="panel waiting" aria-label={tell.title} aria-live="polite">
      <p>{waited < PATIENCE_SECONDS ? tell.waiting : tell.nobody}</p>
      {usual !== null && <p class="small">{tell.takes(roughText(usual))}</p>}
      <p class="tiny dim" aria-live="off">{tell.since(leftText(waited))}</p>
      {waited >= PATIENCE_SECONDS && <button class="btn primary" disabled={isBusy} onClick={() => void attempt(fill)}>{tell.withBots}</button>}
      <Failure error={failure ?? refused} />
    </section>
  );
}

/** When the player sat down here; somebody else may have opened the table. */
function waitsSince({ events, details, view }: Following): string {
  let since = details.created_at;
  let sits = false;
  for (const { at, facts } of events) {
    for (const fact of facts as readonly { type: string; seat?: string }[]) {
      if (fact.seat !== view.viewer) continue;
      if (fact.type === "seat_taken" && !sits) since = at;
      sits = fact.type === "seat_taken" || (sits && fact.type !== "seat_left");
    }
  }
  return since;
}
