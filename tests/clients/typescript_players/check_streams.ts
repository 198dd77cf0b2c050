// Streams against a server that does what a test wants, at once and in any time.

import type { Stream, StreamState, ViewerEvent } from "moirai-client";
import { check, failure, run, same } from "./checks.js";
import { Fake, NOW, event, type FakeSocket } from "./fake.js";

/** What a stream hands out, as `viewer cursor`, and its states. */
function watched(stream: Stream, told: string[] = []): { told: string[]; error: Promise<Error | null> } {
  const read = async () => {
    try {
      for await (const { viewer, cursor } of stream) told.push(`${viewer} ${cursor}`);
      return null;
    } catch (error) {
      return error as Error;
    }
  };
  return { told, error: read() };
}

function following(fake: Fake, after = 0, matchId = "m") {
  const states: StreamState[] = [];
  const stream = fake.client.match(matchId).follow({ after, onState: (state) => states.push(state) });
  return { stream, states, ...watched(stream) };
}

const asked = (socket: FakeSocket) =>
  socket.sent.map(({ type, match_id, after }) => `${type} ${match_id} ${after ?? ""}`);

for (const [code, reason] of [
  [1006, ""],
  [1011, ""],
  [1012, "restart"],
  [4430, "too_many_requests"],
  [4431, "too_many_streams"],
  [4503, "database_unavailable"],
  [4504, "match_unreadable"],
  [4508, "slow_consumer"],
] as const) {
  check(`a stream resumes after ${code} ${reason}`, async () => {
    const fake = new Fake();
    const { stream, told } = following(fake, 6);
    const first = await fake.connected();
    first.events(7, 8);
    await fake.pass();
    first.end(code, reason);
    await fake.pass(0.01);
    same(stream.state.type, "reconnecting");
    const second = await fake.connected();
    second.events(9);
    await fake.pass();
    same(asked(first), ["subscribe m 6"]);
    same(asked(second), ["subscribe m 8"]);
    same(told, ["a 7", "a 8", "a 9"]);
    same([stream.viewer, stream.cursor, stream.state.type], ["a", 9, "live"]);
  });
}

for (const [code, reason] of [
  [1002, ""],
  [1009, ""],
  [4400, "malformed_frame"],
  [4401, "unknown_token"],
  [4404, "unknown_match"],
] as const) {
  check(`a stream is given up after ${code} ${reason}`, async () => {
    const fake = new Fake();
    const { stream, error } = following(fake);
    (await fake.connected()).end(code, reason);
    await fake.pass(100);
    same((await error)?.name, "StreamClosedError");
    same(stream.state.type, "refused");
    same(fake.sockets.length, 1);
    same((await failure(stream.next())).name, "StreamClosedError");
  });
}

check("a stream starts again from event 1 when the server has lost entries", async () => {
  const fake = new Fake();
  const { told } = following(fake);
  const first = await fake.connected();
  first.events(1, 2);
  await fake.pass();
  first.end(4411);
  await fake.pass();
  same(fake.sockets.length, 2); // At once.
  fake.socket.hello();
  same(asked(fake.socket), ["subscribe m 0"]);
  fake.socket.subscribed();
  fake.socket.events(1);
  await fake.pass();
  same(told, ["a 1", "a 2", "a 1"]);
});

check("a server that closes again and again is not asked without a pause", async () => {
  const fake = new Fake();
  following(fake);
  for (let times = 0; times < 3; times++) {
    await fake.pass(40);
    fake.socket.hello();
    fake.socket.end(4410);
  }
  const before = fake.sockets.length;
  await fake.pass(0.1);
  same(fake.sockets.length, before);
});

check("events of another viewer begin with event 1", async () => {
  const fake = new Fake();
  const { told } = following(fake);
  (await fake.connected("spectator")).events(1, 2, 3);
  await fake.pass();
  fake.socket.end(4410);
  await fake.pass();
  const socket = await fake.connected("b");
  socket.events(4, 5); // Of the new viewer, after the cursor of the old one.
  same(asked(socket), ["subscribe m 3", "unsubscribe m "]);
  socket.tell({ type: "unsubscribed", match_id: "m", server_now: NOW });
  same(asked(socket).slice(2), ["subscribe m 0"]);
  socket.subscribed("b");
  socket.events(1, 2);
  await fake.pass();
  same(told, ["spectator 1", "spectator 2", "spectator 3", "b 1", "b 2"]);
});

check("a cursor of an earlier session that belongs to another viewer is of no use", async () => {
  const fake = new Fake();
  const stream = fake.client.match("m").follow({ after: 5, viewer: "spectator" });
  const socket = await fake.connected("b");
  same(asked(socket), ["subscribe m 5", "unsubscribe m "]);
  stream.close();
});

check("refusals of one match do not concern the others", async () => {
  const fake = new Fake();
  const one = following(fake, 9, "m");
  const two = following(fake, 0, "n");
  await fake.pass();
  fake.socket.hello();
  same(asked(fake.socket), ["subscribe m 9", "subscribe n 0"]);
  fake.socket.refused("cursor_ahead", 409);
  fake.socket.refused("too_many_requests", 429, "n");
  await fake.pass(0.5);
  same(asked(fake.socket).slice(2), ["subscribe m 0"]);
  await fake.pass(0.6);
  same(asked(fake.socket).slice(3), ["subscribe n 0"]);
  fake.socket.refused("unknown_match", 404, "n");
  fake.socket.subscribed();
  same((await two.error)?.message, "404 unknown_match: Because.");
  same([one.stream.state.type, two.stream.state.type, fake.sockets.length], ["live", "refused", 1]);
});

check("what is told twice is handed out once, and what is missing is asked for", async () => {
  const fake = new Fake();
  const { told } = following(fake);
  (await fake.connected()).events(1, 1, 2, 1, 4);
  const socket = await fake.connected();
  same(asked(socket), ["subscribe m 2"]);
  socket.events(3, 4);
  await fake.pass();
  same(told, ["a 1", "a 2", "a 3", "a 4"]);
});

check("a socket without a frame for two heartbeats is dead", async () => {
  const fake = new Fake();
  following(fake);
  const socket = await fake.connected();
  await fake.pass(49);
  socket.tell({ type: "heartbeat", server_now: NOW });
  await fake.pass(49);
  same(fake.sockets.length, 1);
  await fake.pass(2);
  same([fake.sockets.length, socket.closed], [2, true]);
});

check("a socket that is not greeted is given up after ten seconds", async () => {
  const fake = new Fake();
  following(fake);
  await fake.pass(9);
  same(fake.sockets.length, 1);
  await fake.pass(2);
  same(fake.sockets.length, 2);
});

check("pauses are random, grow up to 30 seconds, and are reset by success", async () => {
  const fake = new Fake();
  fake.reply = () => "lost";
  following(fake);
  await fake.pass(200);
  const isPause = (seconds: number) => seconds > 0 && seconds !== 10;
  same(fake.waits.filter(isPause).slice(0, 9), [0.5, 1, 2, 4, 8, 16, 30, 30, 30]);
  (await fake.connected()).end(1006);
  fake.randomness = 0.5;
  await fake.pass();
  same(fake.waits.at(-1), 0.25);
});

check("without a network nothing is tried, and with one everything at once", async () => {
  const fake = new Fake();
  const { states } = following(fake);
  const first = await fake.connected();
  fake.client.setOnline(false);
  await fake.pass(5000);
  same([fake.sockets.length, first.closed], [1, true]);
  fake.client.setOnline(true);
  await fake.pass();
  const second = await fake.connected();
  same(fake.sockets.length, 2);
  fake.client.setOnline(true); // A page that was asleep: is the connection alive?
  same(asked(second).at(-1), "ping undefined ");
  await fake.pass(6);
  same(second.closed, true);
  const types = states.map(({ type }) => type);
  same(types, ["live", "offline", "reconnecting", "live", "reconnecting"]);
  const times = states.flatMap((state) => ("since" in state ? state.since : []));
  same(times, [fake.wallClock, fake.wallClock, fake.wallClock]);
});

check("a stream that begins without a network waits for it", async () => {
  const fake = new Fake();
  fake.client.setOnline(false);
  const { stream } = following(fake);
  await fake.pass(60);
  same([stream.state.type, fake.calls.length], ["offline", 0]);
  fake.client.setOnline(true);
  await fake.connected();
  same(stream.state.type, "live");
});

check("a token that was withdrawn ends all streams", async () => {
  const fake = new Fake();
  const one = following(fake, 0, "m");
  const two = following(fake, 0, "n");
  (await fake.connected()).end(1006);
  const socket = await fake.connected();
  same([socket.url, socket.protocols], ["ws://server/v1/stream", ["moirai.v1", "bearer.token"]]);
  socket.end(4401, "unknown_token");
  same([(await one.error)?.name, (await two.error)?.name], ["StreamClosedError", "StreamClosedError"]);
  await fake.pass(60);
  same(fake.sockets.length, 2);
});

check("all matches share a socket, and a second stream of a match has another one", async () => {
  const fake = new Fake();
  const one = following(fake, 0, "m");
  const two = following(fake, 0, "n");
  const three = following(fake, 0, "m");
  await fake.pass();
  for (const socket of fake.sockets) socket.hello();
  same(fake.sockets.map(asked), [["subscribe m 0", "subscribe n 0"], ["subscribe m 0"]]);
  one.stream.close();
  same(asked(fake.sockets[0]!).at(-1), "unsubscribe m ");
  following(fake, 0, "m"); // The place is free again once the server has left the match.
  await fake.pass();
  fake.sockets[0]!.tell({ type: "unsubscribed", match_id: "m", server_now: NOW });
  same([asked(fake.sockets[0]!).at(-1), fake.sockets.length], ["subscribe m 0", 2]);
  two.stream.close();
  three.stream.close();
  await fake.pass();
  same(
    fake.sockets.map(({ closed }) => closed),
    [false, true],
  );
});

check("a socket follows 200 matches at most", async () => {
  const fake = new Fake();
  for (let number = 0; number < 201; number++) following(fake, 0, `m${number}`);
  await fake.pass();
  for (const socket of fake.sockets) socket.hello();
  same(
    fake.sockets.map(({ sent }) => sent.length),
    [200, 1],
  );
});

check("a stream that is closed ends its loop, and its connection", async () => {
  const fake = new Fake();
  const { stream, error, told } = following(fake);
  (await fake.connected()).events(1);
  await fake.pass();
  stream.close();
  fake.socket.events(2);
  await fake.pass(100);
  same([await error, told, stream.state.type, fake.socket.closed], [null, ["a 1"], "closed", true]);
  same(await stream.next(), { done: true });
});

/** Pages for long polls of a viewer that was told events up to a cursor. */
function pages(fake: Fake, viewer: string, last: number): void {
  fake.reply = ({ path }) => {
    if (path === "/v1") return { body: {} };
    const { after, wait } = Object.fromEntries(
      path
        .split("?")[1]!
        .split("&")
        .map((part) => part.split("=")),
    ) as Record<string, string>;
    if (Number(after) > last) return { status: 409, body: { status: 409, code: "cursor_ahead", detail: "" } };
    if (Number(after) === last && wait !== "0") return null; // The long poll waits.
    const events = Array.from({ length: last - Number(after) }, (_, at) => event(Number(after) + at + 1));
    return { body: { viewer, events, cursor: last, more: false, server_now: NOW } };
  };
}

check("where no socket can be opened, events come by long polls", async () => {
  const fake = new Fake();
  pages(fake, "a", 2);
  const { stream, told } = following(fake);
  for (let times = 0; times < 2; times++) {
    await fake.pass(5);
    fake.socket.end(1006);
  }
  await fake.pass(5);
  same([told, stream.state.type, fake.sockets.length], [["a 1", "a 2"], "live", 2]);
  pages(fake, "a", 3);
  await fake.pass(40); // The poll that waits is given up by then, and asked again.
  same(told, ["a 1", "a 2", "a 3"]);
  pages(fake, "b", 1);
  await fake.pass(40);
  same(told.slice(3), ["b 1"]);
  while (fake.sockets.length < 3) await fake.pass(1); // Another attempt with a socket.
  fake.socket.hello();
  same(asked(fake.socket), ["subscribe m 1"]);
  stream.close();
});

check("where there are no sockets at all, long polls begin at once", async () => {
  const fake = new Fake({ platform: { WebSocket: undefined } });
  pages(fake, "a", 1);
  const { stream, told } = following(fake, 7);
  await fake.pass(1);
  same([told, stream.state.type], [["a 1"], "live"]);
  fake.reply = () => "lost";
  await fake.pass(40);
  same(stream.state.type, "reconnecting");
  stream.close();
  const before = fake.calls.length;
  await fake.pass(300);
  same(fake.calls.length, before);
});

check("a stream is saved and resumed by what was handed out, not by what has arrived", async () => {
  const fake = new Fake();
  const stream = fake.client.match("m").follow();
  (await fake.connected()).events(1, 2, 3);
  const first = (await stream.next()).value as ViewerEvent;
  same([first.cursor, stream.cursor, stream.viewer], [1, 1, "a"]);
});

await run();
