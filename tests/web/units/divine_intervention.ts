// What the board of Divine Intervention makes of views, events and drafts, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { definitionsOf, read } from "../../../clients/web/source/form/schema.js";
import { circumstancesOf, manaIn, ritualsOf, shamanRounds, standingOf, withRituals } from "../../../clients/web/source/boards/divine_intervention/plan.js";
import { firstMana, neighboursOf, placesOf, verdictOn } from "../../../clients/web/source/boards/divine_intervention/rooms.js";

const mana = (fire = 0, air = 0, earth = 0, water = 0) => ({ fire, air, earth, water });

const view = (more: object = {}): never =>
  ({ viewer: "hell-1", round: 2, options: { pack: null }, notices: [], mana: mana(), prayers: {}, ...more }) as never;

const counted = (round: number, rituals: object[]) =>
  ({ facts: [{ type: "divine_intervention.devotion_counted", round, seat: "hell-1", devotion: { type: "devote", pray: null, rituals } }] }) as never;

const amount = { type: "integer", minimum: 0, maximum: 5, default: 0 };

const SCHEMA = {
  type: "object",
  properties: {
    type: { const: "devote" },
    rituals: {
      type: "array",
      maxItems: 3,
      items: { type: "object", properties: { room: { enum: ["A", "B", "Y"] }, fire: amount, air: amount, earth: amount, water: amount }, required: ["room"] },
    },
  },
  required: ["type"],
};

test("a draft with rituals is read as the move that they are", () => {
  const first = withRituals({ "/pray": null }, [{ room: "A", mana: mana(1) }, { room: "Y", mana: mana(0, 0, 0, 5) }]);
  const later = withRituals(first, [{ room: "Y", mana: mana(0, 0, 0, 5) }]);

  assert.deepEqual(read(SCHEMA, definitionsOf(SCHEMA), later).value, { type: "devote", rituals: [{ room: "Y", water: 5 }] });
  assert.deepEqual(ritualsOf(read(SCHEMA, definitionsOf(SCHEMA), first).value), [{ room: "A", mana: mana(1) }, { room: "Y", mana: mana(0, 0, 0, 5) }]);
  assert.deepEqual(withRituals(first, []), { "/pray": null });
  assert.deepEqual(ritualsOf(undefined), []);
  assert.deepEqual(manaIn(ritualsOf({ rituals: [{ room: "A", fire: 2 }, { room: "B", fire: 1, air: 1 }] })), mana(3, 1));
});

test("what a round brought is what is held after it without what was kept", () => {
  const reports = [
    { round: 0, rituals: {}, mana: mana(0, 0, 0, 8) },
    { round: 1, rituals: { Y: true, A: false }, mana: mana(6, 0, 0, 3) },
  ];
  const events = [counted(0, []), counted(1, [{ room: "Y", water: 5 }, { room: "A", water: 1 }])];

  assert.deepEqual(shamanRounds(view({ reports }), events).map(({ gain }) => gain), [mana(0, 0, 0, 8), mana(6)]);
  assert.equal(shamanRounds(view({ reports }), []).at(-1)!.gain, null);
});

test("nothing is judged that the viewer was not told", () => {
  const plain = circumstancesOf(view());
  const taught = circumstancesOf(view({ notices: [{ round: 1, boon: "revelation", element: "air" }, { round: 1, boon: "tamed_inferno" }, { round: 1, boon: "plain_altar", room: "B" }] }));
  const packed = circumstancesOf(view({ options: { pack: "a" }, notices: [{ round: 1, boon: "tamed_inferno" }, { round: 1, boon: "plain_altar", room: "B" }] }));

  assert.equal(verdictOn("X", mana(1), false, plain), "unknown");
  assert.equal(verdictOn("X", mana(1), false, taught), "misfit");
  assert.equal(verdictOn("X", mana(0, 1), false, taught), "fits");
  assert.equal(verdictOn("H", mana(10), false, plain), "misfit");
  assert.equal(verdictOn("H", mana(10), false, taught), "fits");
  assert.equal(verdictOn("H", mana(10), false, packed), "unknown");
  assert.equal(verdictOn("B", mana(4), false, plain), "misfit");
  assert.equal(verdictOn("B", mana(4), false, taught), "fits");
  assert.equal(verdictOn("B", mana(4), false, packed), "unknown");
  assert.equal(verdictOn("A", mana(1), false, plain), "rivals");
  assert.equal(verdictOn("Y", mana(0, 0, 0, 5), true, plain), "locked");
});

test("a touch puts in the least that would do, else something, else nothing", () => {
  const plain = circumstancesOf(view());

  assert.deepEqual(firstMana("Y", mana(9, 0, 0, 6), plain), mana(0, 0, 0, 5));
  assert.deepEqual(firstMana("Y", mana(9, 0, 0, 4), plain), mana(1));
  assert.equal(firstMana("Y", mana(), plain), null);
});

test("rooms touch along a side, on any map", () => {
  const places = placesOf(["AB.", "C.D"]);

  assert.deepEqual(neighboursOf("A", places), ["B", "C"]);
  assert.deepEqual(neighboursOf("D", places), []);
  assert.deepEqual(placesOf([]), []);
});

test("only whoever is told the reports of others has a table of all", () => {
  const report = (seat: string) => ({ facts: [{ type: "divine_intervention.shaman_reported", round: 1, seat, rituals: { Y: true }, mana: mana(1) }] }) as never;

  assert.equal(standingOf([report("hell-1")]), null);
  assert.equal(standingOf([report("hell-1"), report("hell-2")])?.rooms.get("Y"), 2);
});
