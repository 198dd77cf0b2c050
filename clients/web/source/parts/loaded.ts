// Parts of a page that few people need: loaded when they are wanted.

import { useEffect, useState } from "preact/hooks";

/** Drawn in place of a part that cannot be loaded. */
const nothing = () => null;

/** What a module exports by default; null until it is there, and a part that draws nothing where it cannot be loaded. */
export function useLoaded<T>(load: () => Promise<{ default: T }>, isWanted: boolean): T | null {
  const [loaded, setLoaded] = useState<{ default: T } | null>(null);
  useEffect(() => {
    if (isWanted && loaded === null) void load().then(setLoaded, () => setLoaded({ default: nothing as T }));
  }, [isWanted]);
  return loaded?.default ?? null;
}

/** A page waits for its parts so long that nothing moves when they come, and no longer. */
const LONGEST_MS = 5_000;

/** Whether a page can be shown: once all that it is made of is there, or has been waited for long enough; then for good. */
export function useWhole(isThere: boolean): boolean {
  const [isWhole, setWhole] = useState(isThere);
  useEffect(() => {
    if (isThere) setWhole(true);
    const timer = setTimeout(() => setWhole(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [isThere]);
  return isWhole || isThere;
}
