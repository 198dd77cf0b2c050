// Waiting between retries.

import type { Platform, Signal } from "./platform.js";

const FIRST_SECONDS = 0.1;
const LONGEST_SECONDS = 5;

/** Resolve after a time, or at once when the signal is aborted. */
export function sleep(platform: Platform, seconds: number, signal?: Signal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      platform.clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = platform.setTimeout(end, seconds * 1000);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });
}

/** Waits between tries, each about twice as long as the one before, until `seconds` have gone by without success. */
export class Patience {
  readonly #platform: Platform;
  readonly #overAt: number;
  #tries = 0;

  constructor(platform: Platform, seconds: number) {
    this.#platform = platform;
    this.#overAt = platform.monotonic() + seconds * 1000;
  }

  /** Wait before the next attempt; false, at once, if the time is over or the signal is aborted. */
  async wait(atLeastSeconds: number, signal?: Signal): Promise<boolean> {
    // Clients that lost one server must not all come back at the same moment.
    const pause = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** this.#tries++) * (0.5 + this.#platform.random() / 2);
    const seconds = Math.max(pause, atLeastSeconds);
    if (signal?.aborted || this.#platform.monotonic() + seconds * 1000 > this.#overAt) return false;
    await sleep(this.#platform, seconds, signal);
    return !signal?.aborted;
  }
}

/** How long to wait before another connection, after so many failed ones. */
export function pauseSeconds(platform: Platform, tries: number): number {
  return platform.random() * Math.min(30, 0.5 * 2 ** tries);
}
