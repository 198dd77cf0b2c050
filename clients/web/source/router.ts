// The address of the page: `/` is the home, `/match/ID` a table.

import { useEffect, useState } from "preact/hooks";

export type Place = { page: "home" } | { page: "table"; id: string };

const MOVED = "moirai-moved";

export function placeOf(path: string): Place {
  const found = /^\/match\/([^/]+)$/.exec(path);
  return found ? { page: "table", id: decodeURIComponent(found[1]!) } : { page: "home" };
}

export function pathOf(place: Place): string {
  return place.page === "table" ? `/match/${encodeURIComponent(place.id)}` : "/";
}

/** Go to another page without loading anything. */
export function goTo(place: Place): void {
  history.pushState(null, "", pathOf(place));
  dispatchEvent(new Event(MOVED));
  scrollTo(0, 0);
}

/** The place of the page, now and whenever it changes. */
export function usePlace(): Place {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const moved = () => setPath(location.pathname);
    addEventListener("popstate", moved);
    addEventListener(MOVED, moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener(MOVED, moved);
    };
  }, []);
  return placeOf(path);
}

/** For links: a plain click changes the place; any other does what browsers do. */
export function follow(place: Place): { href: string; onClick: (event: MouseEvent) => void } {
  return {
    href: pathOf(place),
    onClick: (event) => {
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      goTo(place);
    },
  };
}
