// What this browser keeps. Where that is forbidden, everything lasts for one page.

import { BASE } from "./base.js";

/** Another server at the same host has other tokens. */
const PREFIX = `moirai${BASE} `;

/** The name of the id of the subscription to Web Push that the server has for this browser. */
export const PUSH = "push";

/** The name of the mark of a player who has not been asked for a name yet. */
export const UNNAMED = "unnamed";

/** The name of the ids of the players whom a player has blocked, with the id of the player. */
export const BLOCKED = "blocked ";

const memory = new Map<string, string>();

/** Whether the browser keeps anything. */
export const isKept: boolean = (() => {
  try {
    localStorage.setItem(`${PREFIX}test`, "1");
    localStorage.removeItem(`${PREFIX}test`);
    return true;
  } catch {
    return false;
  }
})();

/** What was kept under a name; null if nothing was, or if it cannot be read any more. */
export function recall<T>(name: string): T | null {
  try {
    const text = isKept ? localStorage.getItem(PREFIX + name) : (memory.get(name) ?? null);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Keep a value; null forgets it. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  if (!isKept) {
    if (value === null) memory.delete(name);
    else memory.set(name, text);
    return;
  }
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
  } catch {
    memory.set(name, text); // The storage is full: this page goes on without it.
  }
}
