// Parts of a page that few people need: loaded when they are wanted.

import { useEffect, useState } from "preact/hooks";

/** What a module exports by default; null until it is there. */
export function useLoaded<T>(load: () => Promise<{ default: T }>, isWanted: boolean): T | null {
  const [loaded, setLoaded] = useState<{ default: T } | null>(null);
  useEffect(() => {
    if (isWanted && loaded === null) void load().then(setLoaded, () => undefined);
  }, [isWanted]);
  return loaded?.default ?? null;
}
