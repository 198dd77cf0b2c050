// Signs in by the device flow, and follows a match although its tokens expire; then signs in again with what it kept.

import { Client, RefusedError } from "moirai-client";
import { say, task } from "./program.js";

const given = task<{ server: string; match_id: string }>();
let kept: string | null = null;
const store = { load: () => kept, save: (token: string) => void (kept = token) };
const show = (request: unknown) => say(request);

const client = await Client.signIn(given.server, "node bot", { scopes: "watch play", show, store });
const first = client.token;
say({ player_id: (await client.me()).player_id });
const onState = ({ type }: { type: string }) => say({ state: type });
for await (const { facts } of client.match(given.match_id).follow({ onState })) {
  if (facts.some(({ type }) => type === "phase_closed")) break;
}
const again = await Client.signIn(given.server, "node bot", { show, store });
say({ renewed: client.token !== first, again: (await again.me()).player_id });
try {
  await client.me();
  await client.call("listTokens", {});
} catch (error) {
  if (error instanceof RefusedError) say({ refused: error.code });
}
