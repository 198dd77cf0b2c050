// Follows a match, and writes a line for each event and each new state; ends after so many events.

import { Client } from "moirai-client";
import { say, task } from "./program.js";

const given = task<{ server: string; token: string; match_id: string; count: number; sockets: boolean }>();
const platform = given.sockets ? {} : { WebSocket: undefined };
const match = new Client(given.server, given.token, { platform }).match(given.match_id);

let left = given.count;
for await (const event of match.follow({ onState: ({ type }) => say({ state: type }) })) {
  say({ event });
  if (--left === 0) break;
}
// A connection that has fallen silent never ends, and Node would wait for it.
process.exit(0);
