// What is read of the server now and then, and again after the player has changed it.

import type { Client } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { usePlayerSession } from "../session.js";

const EVERY_MS = 30_000;

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
    const timer = setInterval(readAgain, EVERY_MS);
    document.addEventListener("visibilitychange", readAgain);
    readAgain();
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", readAgain);
    };
  }, [client, player.player_id]);
  return { found, again: () => again.current() };
}
