// What the board of Wizard's Duel makes of a view, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asideKey, asidesOf, castIn, compare, duelView, holding, isQuiet, sides, tieRule } from "../../../clients/web/source/boards/wizards_duel/knowledge.js";

const round = (a: string | null, b: string | null, more: object = {}): never =>
  ({ round: 1, attempt: 1, absent: [], undone: false, instant: null, winner: null, spells: { a, b }, ...more }) as never;

test("a hand with as many possible spells as cards is certain", () => {
  assert.equal(holding({ size: 2, possible: ["1", "2"] }, "1"), "certain");
  assert.equal(holding({ size: 1, possible: ["1", "2"] }, "1"), "possible");
  assert.equal(holding({ size: 1, possible: ["1", "2"] }, "3"), "gone");
  assert.equal(holding(undefined, "3"), "possible");
});

test("a spell is looked up in the last round that counts", () => {
  const rounds = [round("5", "6"), round("5", "1", { round: 2 }), round("5", "1", { round: 3, undone: true })];

  assert.equal(castIn(rounds, "a", "5"), 2);
  assert.equal(castIn(rounds, "b", "8"), null);
});

test("printed numbers are compared, and nothing is deduced from hidden spells or missing casts", () => {
  assert.equal(compare(round("6", "3", { winner: "a" })), "as printed");
  assert.equal(compare(round("6", "3", { winner: "b" })), "turned");
  assert.equal(compare(round("6", "3")), "evened");
  assert.equal(compare(round("3", "3")), "equal");
  assert.equal(compare(round("6", "hidden", { winner: "b" })), null);
  assert.equal(compare(round("6", "x", { winner: "b" })), null);
  assert.equal(compare(round("6", "3", { winner: "a", absent: ["b"] })), null);
});

test("effects that are not told are not none", () => {
  assert.equal(isQuiet({ modifier: 0, fogged: false, banned: null }), true);
  assert.equal(isQuiet({ modifier: 2, fogged: false, banned: null }), false);
  assert.equal(isQuiet({ modifier: null, fogged: null, banned: null }), null);
  assert.equal(isQuiet(undefined), null);
});

test("the hearth wins ties before the option does", () => {
  const ties = (items: object, options: object) => tieRule(duelView({ items, options }));

  assert.equal(ties({ hestias_hearth: "a" }, { tied_duel: "draw" }), "a");
  assert.equal(ties({}, { tied_duel: "holder_wins", advantage_seat: "b" }), "b");
  assert.equal(ties({}, { tied_duel: "holder_wins", advantage_seat: null }), "replay");
  assert.equal(ties({}, { tied_duel: "draw" }), "draw");
});

test("whoever looks sits near", () => {
  assert.deepEqual(sides("b"), ["b", "a"]);
  assert.deepEqual(sides("spectator"), ["a", "b"]);
});

test("what is told beside a round belongs to that round, until the fog lifts", () => {
  const started = { type: "wizards_duel.duel_started", duel: 1, replay: 0 };
  const played = { type: "wizards_duel.round_played", round: 2, attempt: 1 };
  const withheld = { type: "wizards_duel.withheld", seat: "a", spell: "7" };
  const key = asideKey(1, 0, { round: 2, attempt: 1 });
  const told = (...facts: object[]) => asidesOf([{ facts: facts as never }]).get(key);

  assert.deepEqual(told(started, played, withheld)?.fogged, ["a"]);
  assert.deepEqual(told(started, played, withheld, { type: "wizards_duel.hidden_revealed" })?.fogged, []);
});
