// The result of a round for its reader: the own threads that stand, and what the round has changed of their strength.

import type { SpunThread } from "moirai-client";
import { lastFact, type Told } from "../props.js";
import { tell } from "./strings.js";

const strength = (threads: { [thread: string]: SpunThread } = {}): number => Object.values(threads).reduce((sum, thread) => sum + thread.strength, 0);

export function readResult({ event, before }: Told): string | null {
  const own = lastFact([event], "threads_of_fate.own_threads");
  const twine = lastFact([event], "threads_of_fate.twine")?.total;
  if (!own) return null;
  const all = strength(own.threads);
  const change = all - strength(lastFact(before, "threads_of_fate.own_threads")?.threads);
  return [tell.threadsNow(Object.keys(own.threads).length, all, change), twine === undefined ? "" : tell.twineNow(twine)].filter(Boolean).join(" ");
}
