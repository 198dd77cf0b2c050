// Run a script with nothing but ECMAScript and what React Native adds to it. Its `fetch` hands out only whole replies.

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const { WebSocket, AbortController, setTimeout, clearTimeout, performance, console } = globalThis;

async function whole(url, request) {
  const reply = await fetch(url, request);
  const said = await reply.text();
  const { ok, status, statusText, headers } = reply;
  return { ok, status, statusText, headers, text: async () => said };
}

const given = { fetch: whole, WebSocket, AbortController, setTimeout, clearTimeout, performance, console };
runInContext(readFileSync(process.argv[2], "utf8"), createContext(given));
