// Makes calls on a line that loses replies, and reports what came of them; and how much time is left.

import { Client, RefusedError } from "moirai-client";
import { say, task } from "./program.js";

const given = task<{ server: string; token: string; match_id: string }>();
// The clock of this machine is wrong by a day; a part of the platform that is given replaces the real one.
const platform = { wallClock: () => Date.now() + 24 * 3600 * 1000 };
const client = new Client(given.server, given.token, { platform });
const match = client.match(given.match_id);

const receipt = await match.submit(1, { type: "cast", spell: "5" });
const message = await match.say("table", "Well met.");
const { phase } = await match.view();
const left = match.timeLeft();
const local = match.closesAt && client.clock.toLocal(match.closesAt).getTime() - platform.wallClock();
try {
  await match.submit(1, { type: "cast", spell: "w" });
} catch (error) {
  if (!(error instanceof RefusedError)) throw error;
  const { status, code, pointer, requestId, detail } = error;
  say({ receipt, message, phase, left, local, refusal: { status, code, pointer, requestId, detail } });
}
