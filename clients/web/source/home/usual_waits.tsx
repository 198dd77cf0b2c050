// How long it usually takes to find people, by game, and where somebody waits. Loaded when the rest of the page is there.

import type { QueueReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { roughText } from "../time.js";
import { PACE } from "./with_people.js";

const tell = await textsOf("waiting");

export default function UsualWaits({ titleOf }: { titleOf: (game: string) => string }) {
  const { client } = useSession();
  const [queues, setQueues] = useState<readonly QueueReply[]>([]);
  useEffect(() => {
    let isGone = false;
    void client.queues().then(({ queues: found }) => isGone || setQueues(found), () => undefined);
    return () => {
      isGone = true;
    };
  }, [client]);
  const known = queues.filter((one) => one.pace === PACE && (one.somebody_waits || one.usual_wait_seconds !== null));
  if (known.length === 0) return null;
  return (
    <ul class="usual small dim">
      {known.map(({ game, somebody_waits: waits, usual_wait_seconds: usual }) => (
        <li key={game}>{tell.queue(titleOf(game), waits, usual === null ? null : roughText(usual))}</li>
      ))}
    </ul>
  );
}
