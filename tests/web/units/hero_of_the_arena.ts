// What the board of Hero of the Arena makes of prompts and cards, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allowed, arenasFor, coinsAfter, destinationsFor, fightersFor, kindsOf, manaOf, moved, planFrom, refusedStep, stepsAt, usesOf } from "../../../clients/web/source/boards/hero_of_the_arena/plan.js";
import { read, write, type Schema } from "../../../clients/web/source/form/schema.js";

const arenas = (...numbers: number[]): Schema => ({ oneOf: numbers.map((number) => ({ const: number, title: `Arena ${number}` })) });
const action = (cards: string[], arena: Schema, to: Schema = { const: null }): Schema => ({
  type: "object",
  properties: { card: { enum: cards }, arena, to },
  required: ["card", ...(arena.oneOf ? ["arena"] : []), ...(to.oneOf ? ["to"] : [])],
});
const play = (actions: Schema): Schema => ({
  type: "object",
  properties: { type: { const: "play" }, actions, then: { enum: ["end", "more"], default: "end" } },
  required: ["type", "actions"],
});
const first = { oneOf: [action(["imp"], arenas(1, 3)), action(["drum"], { const: null }), action(["boots"], arenas(2), arenas(4, 5))] };
const PROMPT: Schema = {
  oneOf: [
    { type: "object", properties: { type: { const: "play" }, actions: { const: [] }, then: { const: "end" } }, required: ["type"] },
    play({ type: "array", prefixItems: [first], items: false, minItems: 1 }),
    play({ type: "array", prefixItems: [first], items: { oneOf: [action(["imp", "golem"], arenas(1, 2, 3)), action(["drum"], { const: null })] }, minItems: 2, maxItems: 3 }),
    { type: "object", properties: { type: { const: "discard" }, cards: { const: [], default: [] } }, required: ["type"] },
  ],
};

test("a prompt says which cards can be played where, first and later", () => {
  const uses = usesOf(PROMPT, {});

  assert.deepEqual(kindsOf(PROMPT, {}), ["play", "discard"]);
  assert.deepEqual(arenasFor(uses.first, "imp"), [1, 3]);
  assert.deepEqual(arenasFor(uses.first, "drum"), []);
  assert.deepEqual(arenasFor(uses.first, "golem"), []);
  assert.deepEqual(arenasFor(uses.later, "golem"), [1, 2, 3]);
  assert.deepEqual(destinationsFor(uses.first, "boots", 2), [4, 5]);
  assert.deepEqual(destinationsFor(uses.first, "imp", 1), []);
  assert.deepEqual(allowed(PROMPT, {}, "play", "then"), ["end", "more"]);
});

test("a list whose first item has a schema of its own is read as it was written", () => {
  for (const actions of [[{ card: "drum" }], [{ card: "imp", arena: 3 }, { card: "golem", arena: 2 }, { card: "drum" }]]) {
    const move = { type: "play", actions, then: "more" };

    assert.deepEqual(read(PROMPT, {}, write(PROMPT, {}, move)), { value: move, missing: [] });
  }
});

test("a plan has what a move leaves out", () => {
  assert.deepEqual(planFrom({ type: "play" }), { type: "play", actions: [], then: "end" });
  assert.equal(planFrom({ type: "ready" }), null);
  assert.equal(planFrom(undefined), null);
});

test("cards count with what they always give, not with what depends", () => {
  const card = (effect: object) => ({ id: "drum", kind: "item", cost: 1, effects: [{ on: "on_play", do: "gain_mana", amount: 2, ...effect }] }) as never;

  assert.equal(manaOf(card({})), 1);
  assert.equal(manaOf(card({ if: "behind" })), -1);
  assert.equal(manaOf(card({ on: "on_win" })), -1);
  assert.equal(manaOf(undefined), 0);
  assert.equal(coinsAfter(5, ["a", "b"], new Map([["a", { price: 2, effects: [] } as never], ["b", { price: 1, effects: [{ on: "on_buy", do: "gain_coins", amount: 3 }] } as never]])), 5);
});

test("steps are found by arena and by the pointer of a refusal, and can be moved", () => {
  assert.deepEqual([...stepsAt([{ card: "imp", arena: 3 }, { card: "drum" }, { card: "boots", arena: 3, to: 5 }])], [[3, [1, 3]], [5, [3]]]);
  assert.equal(refusedStep("/move/actions/2/card"), 2);
  assert.equal(refusedStep("/then"), null);
  assert.deepEqual(moved(["a", "b", "c"], 2, -1), ["a", "c", "b"]);
});

test("drafters sit behind their partners", () => {
  assert.deepEqual(fightersFor("heaven-2"), ["hell-2", "hell-1"]);
  assert.deepEqual(fightersFor("spectator"), ["hell-1", "hell-2"]);
});
