// A few words for tests: `check` adds one, `run` runs all and reports what failed, by name.

import { say } from "./program.js";

const checks = new Map<string, () => Promise<void> | void>();

export function check(name: string, body: () => Promise<void> | void): void {
  checks.set(name, body);
}

export function same(got: unknown, expected: unknown): void {
  const [one, two] = [got, expected].map((value) => JSON.stringify(value));
  if (one !== two) throw new Error(`got ${one}, expected ${two}`);
}

/** The error with which a promise or a function fails. */
export async function failure(of: Promise<unknown> | (() => unknown)): Promise<Error> {
  try {
    await (typeof of === "function" ? of() : of);
  } catch (error) {
    return error as Error;
  }
  throw new Error("it did not fail");
}

export async function run(): Promise<void> {
  const failed: Record<string, string> = {};
  for (const [name, body] of checks) {
    try {
      await body();
    } catch (error) {
      failed[name] = (error as Error).stack ?? String(error);
    }
  }
  say({ checked: checks.size, failed });
}
