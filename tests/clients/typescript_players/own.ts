// Follows the player's own stream, and writes a line for each event and each new state; ends after so many events.

import { Client } from "moirai-client";
import { say, task } from "./program.js";

const given = task<{ server: string; token: string; after: number; count: number; sockets: boolean }>();
const platform = given.sockets ? {} : { WebSocket: undefined };
const client = new Client(given.server, given.token, { platform });

let left = given.count;
for await (const event of client.follow({ after: given.after, onState: ({ type }) => say({ state: type }) })) {
  say({ event });
  if (--left === 0) break;
}
process.exit(0);
