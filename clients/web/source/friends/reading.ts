// What is read of the server when the page is opened or looked at again, and after the player has changed it: nothing is asked
// while nothing happens.

import type { Client } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { usePlayerSession } from "../session.js";

/** Null until the server has answered. `read` does not change. */
export function useReading<T>(read: (client: Client, me: string) => Promise<T>): { found: T | null; again: () => void } {
  const { client, player } = usePlayerSession();
  const [found, setFound] = useState<T | null>(null);
  const again = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isGone = false;
    const readAgain = () => {
      if (!document.hidden) void read(client, player.player_id).then((now) => isGone || setFound(now), () => undefined);
    };
    again.current = readAgain;
    document.addEventListener("visibilitychange", readAgain);
    readAgain();
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", readAgain);
    };
  }, [client, player.player_id]);
  return { found, again: () => again.current() };
}
