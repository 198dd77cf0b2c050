// Tournaments and seasons in the lists of the home page: read now and then, and when the player is told of one.

import type { Client, OwnEventReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { usePlayerSession } from "../session.js";

const EVERY_MS = 30_000;
const MOST_SHOWN = 10;
const MOST_OVER = 3;

/** The first ones that are not over, then the last that are. `read` and `concerns` do not change. */
export function useListed<T extends { status: string }>(read: (client: Client) => Promise<readonly T[]>, concerns: (fact: OwnEventReply["facts"][number]) => boolean): readonly T[] {
  const { client, news } = usePlayerSession();
  const [all, setAll] = useState<readonly T[]>([]);
  useEffect(() => {
    let isGone = false;
    const readAgain = () => {
      if (!document.hidden) void read(client).then((found) => isGone || setAll(found), () => undefined);
    };
    const timer = setInterval(readAgain, EVERY_MS);
    document.addEventListener("visibilitychange", readAgain);
    const deaf = news.listen((event) => event?.facts.some(concerns) && readAgain());
    readAgain();
    return () => {
      isGone = true;
      clearInterval(timer);
      deaf();
      document.removeEventListener("visibilitychange", readAgain);
    };
  }, [client, news]);
  const isOver = ({ status }: T) => status === "over" || status === "cancelled";
  return [...all.filter((one) => !isOver(one)).slice(0, MOST_SHOWN), ...all.filter(isOver).slice(0, MOST_OVER)];
}
