// The server's time, independent of the clock of this machine.

import type { Platform } from "./platform.js";

const KEPT = 50;

/** Learns from every `server_now`. All times are in milliseconds since 1970, all texts RFC 3339. */
export class ServerClock {
  readonly #platform: Platform;
  #ahead: number[] = [];

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Learn from a time that has just arrived. */
  notice(serverNow: string): void {
    this.#ahead = [...this.#ahead.slice(1 - KEPT), Date.parse(serverNow) - this.#platform.monotonic()];
  }

  /** The server's time; null before the first reply. */
  now(): number | null {
    // A message that took long makes the server seem behind: the one that took the least tells best. After a sleep in
    // which the clock of this machine stood still, the first message tells best, too.
    return this.#ahead.length > 0 ? this.#platform.monotonic() + Math.max(...this.#ahead) : null;
  }

  /** How long until this time, 0 if it has passed; null before the first reply of the server. */
  secondsUntil(moment: string): number | null {
    const now = this.now();
    return now === null ? null : Math.max(0, (Date.parse(moment) - now) / 1000);
  }

  /** What the clock of this machine, right or wrong, will show at that time of the server: for people who look at it. */
  toLocal(moment: string): Date {
    const now = this.now();
    return new Date(Date.parse(moment) + (now === null ? 0 : this.#platform.wallClock() - now));
  }
}
