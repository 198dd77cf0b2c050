// What the board of The Apocalypse makes of a view, and how a move is built, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chatsOf, owedNow, usedIn } from "../../../clients/web/source/boards/apocalypse/knowledge.js";
import { branchesOf, draftOf, EMPTY, planOf, withAbility, type Plan } from "../../../clients/web/source/boards/apocalypse/plan.js";
import { read } from "../../../clients/web/source/form/schema.js";

const use = (ability: string, ...targets: string[]) => ({ ability, targets, guesses: {} });
const view = (more: object = {}): never =>
  ({
    viewer: "heaven-1",
    seats: ["heaven-1", "heaven-2", "hell-1", "hell-2", "hell-3"].map((id) => ({ id, realm: id.split("-")[0] })),
    options: { cross_realm_talk: "opened", chat_lifetime: "next_round" },
    phase: { round: 2 },
    round: 2,
    plays: { 1: { round: 1, pair: "pestilence_war", cards: { pestilence: use("communications", "hell-1"), war: use("communications", "hell-2") } } },
    opened: { 2: ["hell-1", "hell-2", "hell-3"] },
    can_talk_to: ["hell-1", "hell-2", "hell-3"],
    ...more,
  }) as never;

test("an opponent opened where the viewer did not; with which card is not told", () => {
  const openings = chatsOf(view()).map(({ seat, openings, isOpen }) => [seat, openings, isOpen]);

  assert.deepEqual(openings, [
    ["hell-1", [{ round: 1, card: "pestilence" }], true],
    ["hell-2", [{ round: 1, card: "war" }], true],
    ["hell-3", [{ round: 1, card: null }], true],
  ]);
});

test("where everybody can always talk, a chat is open if a card opened it for the round", () => {
  const always = view({ options: { cross_realm_talk: "always" }, opened: { 2: ["hell-3"] } });

  assert.deepEqual(chatsOf(always).map(({ isOpen }) => isOpen), [false, false, true]);
});

test("cards of the last round are owed only as far as they pay later", () => {
  assert.deepEqual(owedNow(view()), [{ card: "pestilence", seats: ["hell-1"] }]);
  assert.deepEqual(owedNow(view({ phase: null })), []);
  assert.equal(usedIn(view(), "communications", "hell-2"), 1);
  assert.equal(usedIn(view(), "active", "heaven-2"), null);
});

test("nothing is known from a view without fields, and nothing breaks", () => {
  assert.deepEqual(chatsOf({}), []);
  assert.deepEqual(owedNow({}), []);
});

const part = (card: string, ability: string, targets: object) => ({
  type: "object",
  properties: { card: { const: card }, ability: { const: ability }, targets, guesses: { const: {} } },
  required: ["card", "ability", "targets"],
});
const nothing = { const: [] };
const someCards = (count: number) => ({ type: "array", minItems: count, maxItems: count, items: { enum: ["pestilence", "war", "death", "famine"] }, uniqueItems: true });
const someMate = { type: "array", minItems: 1, maxItems: 1, items: { enum: ["heaven-2"] } };
const prompt = {
  type: "object",
  properties: {
    type: { const: "play" },
    plays: {
      type: "array",
      oneOf: [
        { prefixItems: [part("war", "active", someCards(2)), part("death", "passive", nothing)] },
        { prefixItems: [part("war", "passive", nothing), part("death", "active", someMate)] },
      ],
    },
    ab: { type: "object", properties: { "hell-1": { enum: ["ally", "betray"] } } },
  },
  required: ["type", "plays"],
} as never;
const branches = branchesOf(prompt, {});
const plan = (more: Partial<Plan>): Plan => ({ ...EMPTY, pair: "war_death", ...more });

test("an ability that the other card has changes places", () => {
  const begun = plan({ abilities: { war: "active", death: "passive" }, targets: { war: ["pestilence", "famine"] } });

  assert.deepEqual(withAbility(branches, begun, "death", "active")?.abilities, { war: "passive", death: "active" });
  assert.deepEqual(withAbility(branches, begun, "death", "active")?.targets, {});
  assert.equal(withAbility(branches, begun, "war", "communications"), null);
});

test("a plan becomes answers to the prompt, and comes back from them", () => {
  const whole = plan({ abilities: { war: "active", death: "passive" }, targets: { war: ["pestilence", "famine"] }, ab: { "hell-1": "betray" } });
  const draft = draftOf(whole, prompt, {});
  const { value, missing } = read(prompt, {}, draft);
  const { plan: _, ...answers } = draft;

  assert.deepEqual(missing, []);
  assert.deepEqual(value, {
    type: "play",
    plays: [
      { card: "war", ability: "active", targets: ["pestilence", "famine"] },
      { card: "death", ability: "passive", targets: [] },
    ],
    ab: { "hell-1": "betray" },
  });
  assert.deepEqual(planOf(answers, prompt, {}).targets["war"], ["pestilence", "famine"]);
  assert.equal(planOf(answers, prompt, {}).pair, "war_death");
});

test("what leaves no choice need not be chosen, and what is missing is said", () => {
  const only = draftOf(plan({ abilities: { war: "passive", death: "active" } }), prompt, {});
  const half = draftOf(plan({ abilities: { war: "active", death: "passive" }, targets: { war: ["famine"] } }), prompt, {});

  assert.deepEqual(read(prompt, {}, only).missing, []);
  assert.deepEqual(read(prompt, {}, half).missing, ["/plays/0/targets"]);
  assert.deepEqual(draftOf(EMPTY, prompt, {}), {});
});
