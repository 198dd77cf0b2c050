// The address of the page, behind the base path: `/` is the home, `/match/ID` a table, `/invitation/TOKEN` what an invitation is for, `/friend/TOKEN` whose link it is,
// `/player/ID` a player, `/rules/GAME` the rules of a game, `/lesson/GAME` its lesson, `/match/ID/rules` those of a match,
// `/tournament/ID` a tournament, `/tournament/ID/screen` what a venue shows of it, `/embed/tournament/ID` the same in a frame of another page, `/tournament` makes one, `/series/ID` a
// season, `/series` makes one. Any other shows nothing.

import { useEffect, useState } from "preact/hooks";
import { BASE } from "./base.js";

export type Place =
  | { page: "home" | "unknown" | "make_tournament" | "make_series" }
  | { page: "table" | "player" | "tournament" | "screen" | "embed" | "series" | "rules" | "lesson" | "match_rules"; id: string }
  | { page: "invitation" | "friend"; token: string };

const MOVED = "moirai-moved";

/** All that ids are made of; links are cut off when they are copied. */
const ID = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** What can follow the id in an address. */
const MORE: { [page: string]: string } = { match: "/rules", tournament: "/screen" };

export function placeOf(address: string): Place {
  const path = address.slice(BASE.length);
  if (path === "/" || path === "") return { page: "home" };
  if (path === "/tournament") return { page: "make_tournament" };
  if (path === "/series") return { page: "make_series" };
  const [, embedded] = /^\/embed\/tournament\/([^/]+)$/.exec(path) ?? [];
  if (embedded !== undefined) return ID.test(embedded) ? { page: "embed", id: embedded } : { page: "unknown" };
  const [, page, rest = "", more] = /^\/(match|player|invitation|friend|tournament|series|rules|lesson)\/([^/]+)(\/screen|\/rules)?$/.exec(path) ?? [];
  if (page === undefined || (more && more !== MORE[page])) return { page: "unknown" };
  if (page === "invitation" || page === "friend") return { page, token: decoded(rest) };
  if (page === "rules" || page === "lesson") return { page, id: decoded(rest) };
  if (!ID.test(rest)) return { page: "unknown" };
  if (page === "tournament") return { page: more ? "screen" : page, id: rest };
  if (page === "series" || page === "player") return { page, id: rest };
  return { page: more ? "match_rules" : "table", id: rest };
}

/** A part of an address; what somebody has cut off in the middle of a letter stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function pathOf(place: Place): string {
  return BASE + pathAtServer(place);
}

function pathAtServer(place: Place): string {
  switch (place.page) {
    case "home":
    case "unknown":
      return "/";
    case "make_tournament":
      return "/tournament";
    case "make_series":
      return "/series";
    case "invitation":
    case "friend":
      return `/${place.page}/${encodeURIComponent(place.token)}`;
    case "match_rules":
      return `/match/${encodeURIComponent(place.id)}/rules`;
    case "lesson":
      return `/lesson/${encodeURIComponent(place.id)}`;
    case "embed":
      return `/embed/tournament/${encodeURIComponent(place.id)}`;
    case "player":
      return `/player/${encodeURIComponent(place.id)}`;
    case "rules":
      return `/rules/${encodeURIComponent(place.id)}`;
    case "series":
      return `/series/${encodeURIComponent(place.id)}`;
    case "table":
      return `/match/${encodeURIComponent(place.id)}`;
    default:
      return `/tournament/${encodeURIComponent(place.id)}${place.page === "screen" ? "/screen" : ""}`;
  }
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
