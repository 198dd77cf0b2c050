// The lists of the home page; tournaments and seasons are read now and then, and when the player is told of one.

import type { Client, OwnEventReply } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";

const EVERY_MS = 30_000;
const MOST_SHOWN = 10;
const MOST_OVER = 3;

/** The first ones that are not over, then the last that are; null until the server has told them. `read` and `concerns` do not change. */
export function useListed<T extends { status: string }>(read: (client: Client) => Promise<readonly T[]>, concerns: (fact: OwnEventReply["facts"][number]) => boolean): readonly T[] | null {
  const { client, news } = usePlayerSession();
  const [all, setAll] = useState<readonly T[] | null>(null);
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
  return all && [...all.filter((one) => !isOver(one)).slice(0, MOST_SHOWN), ...all.filter(isOver).slice(0, MOST_OVER)];
}

interface LinesProps<T> {
  /** Null until they are known. */
  rows: readonly T[] | null;
  none: string;
  line: (row: T) => ComponentChildren;
}

export function Lines<T>({ rows, none, line }: LinesProps<T>) {
  if (rows === null) return <p class="dim empty">{say.loading}</p>;
  return rows.length === 0 ? <p class="dim empty">{none}</p> : <ul class="lines">{rows.map(line)}</ul>;
}
