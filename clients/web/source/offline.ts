// What the page and its service worker have to know of each other.

/** The name of the files that the browser keeps for when there is no network; another one when those kept before are of no use. */
export const KEPT = "moirai 1";
