// Streams against a server that does what a test wants, at once and in any time.

import type {
  MatchListing,
  OwnEventReply,
  Stream,
  StreamState,
  TournamentEventFrame,
  ViewerEvent,
} from "moirai-client";
import { check, failure, run, same } from "./checks.js";
import { Chunks, Fake, NOW, event, type FakeSocket } from "./fake.js";

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
    same(stream.state.type, code === 1012 ? "restarting" : "reconnecting");
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

check("a stream resumes without its epoch where a server of 0.2.0 refuses it, and is given up after that", async () => {
  const fake = new Fake();
  const { stream, told, error } = following(fake);
  const first = await fake.connected();
  first.events(1);
  await fake.pass();
  first.end(4400, "malformed_frame");
  await fake.pass();
  fake.socket.hello();
  same(fake.socket.sent, [{ type: "subscribe", match_id: "m", after: 1 }]);
  fake.socket.end(4400, "malformed_frame");
  same((await error)?.name, "StreamClosedError");
  same([stream.state.type, told.join(), fake.sockets.length], ["refused", "a 1", 2]);
});

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

/** A tournament and its matches, as whoever follows all of them is told. */
function followingTournament(fake: Fake, after = 0) {
  const told: string[] = [];
  const stream = fake.client.tournament("t").follow({ after, matches: "all" });
  const read = async () => {
    for await (const event of stream)
      told.push(`${event.type === "event" ? event.match_id : "t"} ${event.viewer} ${event.cursor}`);
  };
  return { stream, told, error: read().catch((error: Error) => error) };
}

const begun = async (fake: Fake, viewer = "host") => {
  await fake.pass(1);
  fake.socket.hello();
  fake.socket.tell({
    type: "tournament_subscribed",
    tournament_id: "t",
    viewer,
    epoch: "one",
    cursor: 0,
    server_now: NOW,
  });
  return fake.socket;
};

const told = (cursor: number, ...facts: object[]) =>
  ({ type: "tournament_event", tournament_id: "t", cursor, at: NOW, facts, server_now: NOW }) as TournamentEventFrame;

const started = (round: number, ...ids: string[]) => {
  const matches = Object.fromEntries(ids.map((id, at) => [at + 1, id]));
  return { type: "round_started", round, matches, ready_until: null };
};

check("a tournament resumes, and so does each of its matches that is not over", async () => {
  const fake = new Fake();
  const seen = followingTournament(fake);
  const first = await begun(fake);
  first.tell(told(1, started(1, "m", "n", "o")), told(2, { type: "tables_set", round: 1, orders: 1 }));
  first.subscribed("director", "m");
  first.events(1, 2);
  first.subscribed("director", "o");
  first.tell({ ...event(1, { type: "match_voided", reason: "" } as never), match_id: "o", server_now: NOW });
  await fake.pass();
  first.end(1006);
  const second = await begun(fake);
  second.subscribed("director", "m");
  second.events(3);
  second.tell(told(3, started(2, "p")));
  second.refused("too_busy", 503, "p"); // It could not join, and is asked for later.
  await fake.pass(2);
  same(
    fake.sockets.map(({ url }) => url.replace("ws://server/v1/tournaments/t/stream", "")),
    ["?after=0&matches=all", "?after=2&epoch=one&matches=all"],
  );
  same([asked(first), asked(second)], [[], ["subscribe m 2", "subscribe n 0", "subscribe p 0"]]);
  same(seen.told, ["t host 1", "t host 2", "m director 1", "m director 2", "o director 1", "m director 3", "t host 3"]);
  same([seen.stream.viewer, seen.stream.cursor], ["host", 3]);
});

check("whoever enters a tournament hears it and its matches from the beginning", async () => {
  const fake = new Fake();
  const seen = followingTournament(fake);
  const first = await begun(fake, "spectator");
  first.tell(told(1, started(1, "m")), told(2, { type: "tables_set", round: 1, orders: 1 }));
  first.subscribed("spectator");
  first.events(1);
  await fake.pass();
  first.end(4410);
  await begun(fake, "e1");
  const third = await begun(fake, "e1");
  third.tell(told(1, started(1, "m")), told(2, { type: "tables_set", round: 1, orders: 1 }));
  third.subscribed("spectator");
  third.events(1);
  await fake.pass();
  same(asked(third), []);
  same(seen.told.slice(3), ["t e1 1", "t e1 2", "m spectator 1"]);
  third.end(4404);
  same(((await seen.error) as Error).name, "StreamClosedError");
  same(fake.sockets.length, 3);
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

const positions = ({ sent }: FakeSocket) => sent.map(({ after, epoch }) => [after, epoch]);

check("a stream of another epoch begins anew, whoever says so", async () => {
  const fake = new Fake();
  const { stream, told } = following(fake);
  (await fake.connected()).events(1, 2);
  fake.socket.end(1006);
  await fake.pass(1);
  fake.socket.hello();
  fake.socket.refused("another_epoch", 409);
  await fake.pass(0.1);
  same(positions(fake.socket), [
    [2, "one"],
    [0, undefined],
  ]);
  fake.socket.subscribed("a", "m", "two");
  fake.socket.events(1);
  await fake.pass();
  same([told, stream.epoch, stream.cursor], [["a 1", "a 2", "a 1"], "two", 1]);
  fake.socket.end(1006);
  await fake.pass(1);
  fake.socket.hello();
  fake.socket.subscribed("a", "m", "three");
  fake.socket.tell({ type: "unsubscribed", match_id: "m", server_now: NOW });
  await fake.pass();
  same(positions(fake.socket), [
    [1, "two"],
    [undefined, undefined],
    [0, undefined],
  ]);
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

check("a server that restarts is waited for, and after a minute taken for gone", async () => {
  const fake = new Fake();
  fake.reply = () => "lost";
  const { states } = following(fake);
  (await fake.connected()).end(1012, "restart");
  await fake.pass(55);
  same(
    states.map(({ type }) => type),
    ["live", "restarting"],
  );
  await fake.pass(60);
  same(
    states.map(({ type }) => type),
    ["live", "restarting", "reconnecting"],
  );
  (await fake.connected()).end(1006);
  await fake.pass(0.01);
  same(states.map(({ type }) => type).slice(3), ["live", "reconnecting"]);
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
    return { body: { viewer, epoch: "one", events, cursor: last, more: false, server_now: NOW } };
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

function own(socket: FakeSocket, ...cursors: number[]): void {
  for (const cursor of cursors)
    socket.tell({ type: "own_event", player_id: "p", cursor, at: NOW, facts: [], server_now: NOW });
}

function ownSubscribed(socket: FakeSocket): void {
  socket.hello();
  socket.tell({ type: "own_subscribed", player_id: "p", epoch: "one", cursor: 0, server_now: NOW });
}

check("a player's own stream has sockets of its own, and resumes like that of a match", async () => {
  const fake = new Fake();
  const told: number[] = [];
  const stream: Stream<OwnEventReply> = fake.client.follow({ after: 3, viewer: "p" });
  void (async () => {
    for await (const { cursor } of stream) told.push(cursor);
  })();
  following(fake);
  await fake.pass();
  const [first, match] = fake.sockets as [FakeSocket, FakeSocket];
  same([first.url, match.url], ["ws://server/v1/me/events?after=3", "ws://server/v1/stream"]);
  ownSubscribed(first);
  own(first, 4, 4, 5);
  await fake.pass();
  first.end(1012, "restart");
  await fake.pass(1);
  same(fake.socket.url, "ws://server/v1/me/events?after=5&epoch=one");
  ownSubscribed(fake.socket);
  own(fake.socket, 6, 8); // One is missing: the connection is at fault.
  await fake.pass(1);
  same(fake.socket.url, "ws://server/v1/me/events?after=6&epoch=one");
  same([first.sent, fake.socket.sent, told], [[], [], [4, 5, 6]]);
  const last = fake.socket;
  stream.close();
  await fake.pass(40);
  same([last.closed, fake.sockets.filter(({ url }) => url.includes("/me/")).length], [true, 3]);
});

check("without a token, each match has sockets of its own", async () => {
  const fake = new Fake({}, null);
  const { stream, told } = following(fake, 2);
  following(fake, 0, "n");
  await fake.pass();
  const [first, second] = fake.sockets as [FakeSocket, FakeSocket];
  same(
    [first, second].map(({ url, protocols }) => [url, protocols]),
    [
      ["ws://server/v1/matches/m/stream?after=2", ["moirai.v1"]],
      ["ws://server/v1/matches/n/stream?after=0", ["moirai.v1"]],
    ],
  );
  first.hello();
  first.subscribed("spectator");
  first.events(3);
  await fake.pass();
  same([told, stream.state.type], [["spectator 3"], "live"]);
  first.end(4411);
  await fake.pass();
  same(fake.socket.url, "ws://server/v1/matches/m/stream?after=0");
});

check("streams with sentences of a language share a socket that was asked for them", async () => {
  const fake = new Fake();
  following(fake, 0, "m");
  const stream = fake.client.match("n").follow({ after: 4, lines: "de" });
  await fake.pass();
  same(
    fake.sockets.map(({ url }) => url),
    ["ws://server/v1/stream", "ws://server/v1/stream?lines=de"],
  );
  fake.socket.hello();
  fake.socket.subscribed("a", "n");
  fake.socket.tell({ ...event(5), match_id: "n", lines: ["Es beginnt."], server_now: NOW });
  same((await stream.next()).value?.lines, ["Es beginnt."]);
});

const listing = (match_id: string, status = "open") => ({ match_id, status }) as MatchListing;

check("the list of public matches is folded from its changes, and read anew when the connection is lost", async () => {
  const fake = new Fake();
  let sent = new Chunks();
  fake.reply = () => ({ sent });
  const told: string[] = [];
  const states: string[] = [];
  const lobby = fake.client.lobby({ onState: ({ type }) => states.push(type) });
  void (async () => {
    for await (const matches of lobby) told.push(matches.map(({ match_id }) => match_id).join());
  })();
  await fake.pass();
  sent.frame("list", listing("2"), listing("1"));
  await fake.pass();
  sent.send(": heartbeat\n\n");
  const cut = `data: ${JSON.stringify({ type: "changes", matches: [listing("3"), listing("1", "over")], places: ["3", "1"], server_now: NOW })}\n\n`;
  sent.send(cut.slice(0, 20));
  await fake.pass(1);
  sent.send(cut.slice(20));
  await fake.pass();
  same(told, ["2,1", "3,2"]);
  const before = sent;
  sent = new Chunks();
  before.send('event: closed\ndata: {"code":1012}\n\n');
  await fake.pass(1);
  sent.frame("list", listing("4"));
  await fake.pass();
  same([told.at(-1), states], ["4", ["live", "restarting", "live"]]);
  same(fake.calls[0]!.headers, { Authorization: "Bearer token", Accept: "text/event-stream" });
  lobby.close();
  const calls = fake.calls.length;
  await fake.pass(100);
  same([fake.calls.length, lobby.state.type], [calls, "closed"]);
});

check("where replies cannot be read as they arrive, the list is asked for every five seconds", async () => {
  const fake = new Fake({ platform: { readsAsItArrives: false } });
  fake.reply = ({ path }) =>
    path.includes("limit") ? { body: { matches: [{ ...listing("1"), visibility: "public" }, listing("2")] } } : null;
  const lobby = fake.client.lobby();
  await fake.pass(12);
  const { value } = await lobby.next();
  same([(value as MatchListing[]).map(({ match_id }) => match_id), lobby.state.type], [["1"], "live"]);
  same(fake.calls.length, 3);
  fake.reply = () => ({ status: 401, body: { code: "unknown_token", detail: "" } });
  const refused = failure(lobby.next());
  await fake.pass(6);
  same((await refused).message.slice(0, 17), "401 unknown_token");
});

await run();
