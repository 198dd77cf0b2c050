// Calls, the clock, what is kept, and messages, without a server.

import {
  Kept,
  Words,
  foldMessages,
  noTalks,
  withMessages,
  type Fact,
  type ReceiptReply,
  type ViewerEvent,
} from "moirai-client";
import { check, failure, run, same } from "./checks.js";
import { Fake, NOW, event } from "./fake.js";

const BUSY = { status: 503, headers: { "retry-after": "7" }, body: { status: 503, code: "busy", detail: "Busy." } };

const DAY = 24 * 3600 * 1000;

check("a busy server is asked again when it says, with the same key", async () => {
  const fake = new Fake();
  const replies = [BUSY, "lost", { body: { match_id: "m" } }] as const;
  fake.reply = () => replies[fake.calls.length - 1]!;
  const made = fake.client.createMatch({ game: "wizards_duel" });
  await fake.pass(6.9);
  same(fake.calls.length, 1);
  await fake.pass(10);
  same((await made).id, "m");
  same(new Set(fake.calls.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
});

check("a call that could take effect twice is sent again only where the server did nothing", async () => {
  const fake = new Fake();
  const limited = { ...BUSY, status: 429 };
  const replies = [limited, BUSY] as const;
  fake.reply = () => replies[fake.calls.length - 1]!;
  const refused = failure(fake.client.call("createPlayer", { body: { name: "Ada" } }));
  await fake.pass(60);
  const { name, message, retryAfterSeconds } = (await refused) as Error & { retryAfterSeconds: number };
  same([name, message, retryAfterSeconds, fake.calls.length], ["RefusedError", "503 busy: Busy.", 7, 2]);
});

check("a move replaces only what its client knows of", async () => {
  const fake = new Fake();
  const view = { epoch: "e", phase: { number: 1, seconds: 60 }, submission: null, closes_at: null, cursor: 4 };
  const receipt = (cursor: number) => ({ receipt: `r${cursor}`, phase: 1, epoch: "e", cursor, repeated: false });
  const changed = { status: 412, body: { status: 412, code: "changed_since", detail: "Read your view." } };
  const later = { body: { ...view, epoch: "f" } };
  const replies = [
    ...[{ body: view }, { body: receipt(5) }, { body: receipt(6) }, changed, { body: receipt(9) }],
    ...[later, { body: { ...receipt(5), epoch: "f" } }],
  ];
  fake.reply = () => replies[fake.calls.length - 1]!;
  const match = fake.client.match("m");
  const submit = () => match.submit(1, { type: "cast", spell: "5" });
  await match.view();
  await submit();
  await submit();
  const refused = (await failure(submit())) as Error & { code: string };
  await submit();
  // The database was restored: what was sent is lost.
  await match.view();
  await submit();
  const conditions = fake.calls.map(({ headers }) => headers["If-None-Match"] ?? headers["If-Match"]);
  same([refused.code, conditions], ["changed_since", [undefined, "*", '"r5"', '"r6"', undefined, undefined, "*"]]);
});

check("words name things by the theme, seats by their people, and what has no words by its id", async () => {
  const fake = new Fake();
  const words = {
    "spell.5": { title: "Fireball", text: "" },
    "spell.5@olympians": { title: "Bolt", text: "Burns." },
    "field.won.points": { title: "Points won", text: "" },
    "seat.b": { title: "Second seat", text: "" },
    "seat.hell-#": { title: "Fighter #", text: "Fights as number #." },
  };
  const fields = { spell: { keys: [], values: "spell" }, who: { keys: [], values: "seat" } };
  fake.reply = () => ({ body: { game: "duel", language: "de", languages: ["de", "en"], fields, words } });
  const texts = await fake.client.texts("duel", "de");
  same(fake.calls[0]?.path.endsWith("/v1/games/duel/texts?language=de"), true);
  const plain = new Words(texts);
  same(
    [plain.value("5", "spell"), plain.text("spell", "5"), plain.value(["b"], "who")],
    ["Fireball", null, "Second seat"],
  );
  same([plain.thing("seat", "hell-12"), plain.text("seat", "hell-12")], ["Fighter 12", "Fights as number 12."]);
  const named = new Words(texts, { theme: "olympians", nameOf: (seat) => ({ a: "Ada", b: "Bo" })[seat] ?? null });
  same([named.value("5", "spell"), named.text("spell", "5"), named.value("b", "who")], ["Bolt", "Burns.", "Bo"]);
  same(
    [named.field("points", "won"), named.value("a>b"), named.seat("pair:a:b")],
    ["Points won", "Ada → Bo", "Ada & Bo"],
  );
  same(new Words(null).value("mark_of_elimination"), "Mark of elimination");
});

check("a call without a reply is given up after ten seconds, and the server after a minute", async () => {
  const fake = new Fake();
  fake.reply = () => null;
  const lost = failure(fake.client.me());
  await fake.pass(70);
  same((await lost).name, "UnreachableError");
  same(fake.calls.length > 3 && fake.calls.length < 8, true);
});

check("paths and queries are escaped, and what is not given is left out", async () => {
  const fake = new Fake();
  await fake.client.match("a/b").messages("host:ä", { after: 3 });
  const { path, headers } = fake.calls[0]!;
  same(path, "/v1/matches/a%2Fb/channels/host%3A%C3%A4/messages?after=3");
  same(headers, { Authorization: "Bearer token" });
});

check("a move is submitted with the last head, and withdrawn by its phase", async () => {
  const fake = new Fake();
  fake.reply = ({ method }) => ({ body: accepted(method, 3) });
  const match = fake.client.match("m");
  const opened = { type: "phase_opened", phase: { number: 2 } } as Fact;
  match.kept.noteEvent("a", event(4, { type: "phase_closed", phase: 1, head: "h" } as Fact, opened));
  await match.submit(2, { type: "cast", spell: "5" }, { keepThinking: true });
  await match.withdraw(2);
  const [put, withdrawn] = fake.calls;
  same(put?.body, { phase: 2, move: { type: "cast", spell: "5" }, keep_thinking: true, head: "h" });
  same([withdrawn?.method, withdrawn?.path], ["DELETE", "/v1/matches/m/submission?phase=2"]);
  same(match.kept.toJSON().receipts, ["PUT", "DELETE"]);
});

check("the time left does not depend on a clock that is wrong by a day, or set meanwhile", async () => {
  const fake = new Fake();
  const { clock } = fake.client;
  same([clock.now(), clock.secondsUntil(NOW)], [null, null]);
  clock.notice(NOW);
  const closesAt = "2040-01-01T00:01:00Z";
  fake.now += 10_000;
  for (const wrong of [-DAY, 0, DAY]) {
    fake.wallClock = Date.parse(NOW) + wrong;
    same(clock.secondsUntil(closesAt), 50);
    same(clock.toLocal(closesAt).getTime() - fake.wallClock, 50_000);
  }
  clock.notice("2040-01-01T00:00:05Z"); // Took five seconds: it says less than the other one.
  same(clock.secondsUntil(closesAt), 50);
  same(clock.secondsUntil(NOW), 0);
});

/** What a record says when it is told these events, as seat `a`. */
function alarms(kept: Kept): string[] {
  const said: string[] = [];
  kept.onTampering = (what) => said.push(what);
  return said;
}

const counted = (receipt: string): Fact => ({ type: "submission_counted", seat: "a", phase: 1, receipt });
const accepted = (receipt: string, cursor: number, epoch = "one"): ReceiptReply => {
  return { match_id: "m", seat: "a", phase: 1, accepted_at: NOW, receipt, epoch, cursor, repeated: false };
};

check("what a server has lost that was set back is not taken for a move that it replaced", async () => {
  const kept = new Kept("m");
  const said = alarms(kept);
  await kept.sending(1, async () => accepted("lost", 9));
  await kept.sending(1, async () => accepted("again", 4, "two"));
  kept.noteEvent("a", event(5, counted("again")));
  same(said, []);
});

check("a move that was replaced is noticed, in whatever order answers come", async () => {
  const kept = new Kept("m");
  const said = alarms(kept);
  await kept.sending(1, async () => accepted("second", 3));
  await kept.sending(1, async () => accepted("first", 2));
  kept.noteEvent("a", event(4, counted("second")));
  same(said.length, 0);
  kept.noteEvent("a", event(5, counted("another")));
  same([said.length, said[0]?.includes("replaced your move")], [1, true]);
});

check("an answer that is still on its way explains what is not known", async () => {
  const kept = new Kept("m");
  const said = alarms(kept);
  await kept.sending(1, async () => accepted("first", 2));
  const second = kept.sending(1, async () => {
    kept.noteEvent("a", event(4, counted("second")));
    return accepted("second", 3);
  });
  await second;
  same(said, []);
});

check("who leaves the server takes name and messages along, and nothing else changes", () => {
  const facts = (name: string, text: string, sender = "a") =>
    [
      { type: "seat_taken", seat: "a", player: { player_id: "p", name }, entropy: null },
      { type: "message_sent", channel: "table", sender, text },
    ] as unknown as Fact[];
  const [named, left] = [event(1, ...facts("Ada", "Hello.")), event(1, ...facts("", ""))];
  for (const [first, then] of [
    [named, left],
    [left, named],
  ] as const) {
    const kept = new Kept("m");
    const said = alarms(kept);
    kept.noteEvent("a", first);
    kept.noteEvent("a", then);
    same([said, kept.toJSON().streams["a"]?.[0]?.facts], [[], left.facts]);
    kept.noteEvent("a", event(1, ...facts("", "", "b")));
    kept.noteEvent("a", event(1, ...facts("Bo", "Goodbye.", "b")));
    same(said.length, 2);
  }
});

check("a record is saved and goes on, and two events under one cursor are noticed", () => {
  const kept = new Kept("m");
  kept.noteEvent("a", event(1, { type: "match_paused", reason: "Tea.", by: "host" } as unknown as Fact));
  const again = new Kept(JSON.parse(JSON.stringify(kept)));
  const said = alarms(again);
  same(again.toJSON(), kept.toJSON());
  again.noteEvent("a", event(1, { type: "match_paused", reason: "Tea.", by: "host" } as unknown as Fact));
  same(said, []);
  again.noteEvent("a", event(1));
  again.noteCommitment("one");
  again.noteCommitment("two");
  same(said.length, 2);
});

check("messages are folded by channel, and pages of older ones are added once", () => {
  const told = (cursor: number, ...facts: Fact[]): ViewerEvent => ({ ...event(cursor, ...facts), viewer: "a" });
  const message = (cursor: number, text: string) => ({ cursor, at: NOW, channel: "table", sender: "a", text });
  const opened: Fact = { type: "channel_opened", channel: "table", members: ["a", "b"], spectators: true };
  let talks = foldMessages(noTalks, told(1, opened));
  const before = talks;
  talks = foldMessages(talks, told(2, { type: "door_closed" } as Fact));
  same(talks === before, true);
  talks = foldMessages(talks, told(5, { type: "message_sent", channel: "table", sender: "a", text: "Hello." }));
  talks = withMessages(talks, "table", [message(3, "Well met."), message(5, "Hello.")]);
  const thanked: Fact = { type: "message_sent", channel: "table", sender: "a", text: "", sign: "thanks" };
  talks = foldMessages(talks, told(6, thanked));
  talks = foldMessages(talks, told(7, { type: "channel_closed", channel: "table" }));
  const said = [message(3, "Well met."), message(5, "Hello."), { ...message(6, ""), sign: "thanks" as const }];
  const expected = { members: ["a", "b"], open: false, messages: said };
  same(talks.get("table"), expected);
  same(before.get("table")?.messages, []);
  same(withMessages(talks, "table", [message(3, "Well met.")]) === talks, true);
  same(foldMessages(talks, told(1)).size, 0); // Another viewer.
});

await run();
