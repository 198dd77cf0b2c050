// Parts of a page that few people need: loaded when they are wanted.

import { useEffect, useState } from "preact/hooks";

/** So long after a part could not be loaded it is asked whether the server replies; if this page was loaded anew already, later. */
const RELOAD_MS = 5_000;
const ONCE_MORE_MS = 60_000;

/** The fields in which somebody has written or chosen something. */
const touched = new WeakSet<EventTarget>();
addEventListener("input", ({ target }) => target && touched.add(target));

/** Whether a reload would throw away what was filled in and not sent yet: drafts of moves and messages are kept. */
const isFilledIn = () =>
  [...document.querySelectorAll<HTMLInputElement>(":is(input, textarea, select):not(#move *, #talk *)")].some((field) => touched.has(field) && field.value !== "");

/** What a module exports by default; null until it is there. */
export function useLoaded<T>(load: () => Promise<{ default: T }>, isWanted: boolean): T | null {
  return useModule(load, isWanted)?.default ?? null;
}

/** A module; undefined until it is there. If it cannot be loaded it is null, and all is loaded anew as soon as the server replies and nobody has filled in anything. */
export function useModule<T>(load: () => Promise<T>, isWanted: boolean): T | null | undefined {
  const [loaded, setLoaded] = useState<T | null>();
  useEffect(() => {
    if (!isWanted || loaded) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const wait = () => {
      const [here] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      if (!ended) timer = setTimeout(look, here?.type === "reload" ? ONCE_MORE_MS : RELOAD_MS);
    };
    // Browsers remember that a module failed. The service worker answers no HEAD, so a reply is the server's.
    const look = () => void fetch(location.href, { method: "HEAD" }).then(({ ok }) => (ok && !isFilledIn() ? ended || location.reload() : wait()), wait);
    load().then(setLoaded, () => {
      setLoaded(null);
      wait();
    });
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
  return loaded;
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

/** Whether something has been on the screen for a frame: what stands beside it is drawn then, so that a slow phone can react between. */
export function useDrawn(isShown: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (isShown) setDrawn(true);
  }, [isShown]);
  return isDrawn;
}
