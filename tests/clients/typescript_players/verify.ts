// Verifies the logs of a file, each with what was kept.

import { readFileSync } from "node:fs";
import type { KeptRecord } from "moirai-client";
import { verifyLog } from "moirai-client/verifier";
import { say, task } from "./program.js";

const logs = JSON.parse(readFileSync(task<string>(), "utf8")) as { log: string; kept?: KeptRecord }[];

say(
  logs.map(({ log, kept }) => {
    try {
      return verifyLog(log, kept);
    } catch (error) {
      return { unreadable: (error as Error).message };
    }
  }),
);
