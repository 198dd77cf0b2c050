// What the board of Threads of Fate makes of a view, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { consistent, forecast, goneThreads, levelOf, provenThreads } from "../../../clients/web/source/boards/threads_of_fate/loom.js";

const spun = (strength: number, golden = false) => ({ strength, golden });
const view = (more: object = {}): never =>
  ({
    viewer: "heaven-1",
    seats: { heaven: ["heaven-1", "heaven-2"], hell: ["hell-1", "hell-2", "hell-3", "hell-4"] },
    options: { cross_realm_talk: "threads" },
    threads: { "heaven-1>hell-1": spun(5), "heaven-1>hell-2": spun(3, true), "heaven-1>hell-3": spun(1) },
    can_talk_to: ["hell-1", "hell-2", "hell-3", "hell-4"],
    reports: [
      { round: 1, submission: { type: "weave" }, threads: { "heaven-1>hell-1": spun(3), "heaven-1>hell-4": spun(1) } },
      { round: 2, submission: { type: "weave", cut: "hell-4" }, threads: { "heaven-1>hell-1": spun(4) } },
      { round: 3, submission: { type: "weave" }, threads: {} },
    ],
    abilities: { gilding: 1, protection: 0 },
    ...more,
  }) as never;

test("a talk proves a thread of the other only where no own thread is the reason", () => {
  assert.deepEqual(provenThreads(view()), ["hell-3", "hell-4"]);
  assert.deepEqual(provenThreads(view({ options: { cross_realm_talk: "always" } })), []);
});

test("threads that are gone are told with what the viewer did, not with what others may have done", () => {
  assert.deepEqual(goneThreads(view()), [{ id: "heaven-1>hell-4", recipient: "hell-4", round: 2, own: "cut" }]);
});

test("a round is foreseen in its order, as if nobody else touched the threads", () => {
  const after = (move: object) => forecast(view(), move as never).map(({ recipient, strength }) => [recipient, strength]);

  assert.deepEqual(after({}), [["hell-1", 6], ["hell-2", 5], ["hell-3", 2]]);
  assert.deepEqual(after({ cut: "hell-2" }), [["hell-1", 6], ["hell-2", 5], ["hell-3", 2]]);
  assert.deepEqual(after({ cut: "hell-1", create: "hell-1" }), [["hell-2", 5], ["hell-3", 2], ["hell-1", 1]]);
  assert.deepEqual(after({ visit: "boosting", donate: 6, boost: "heaven-1>hell-3" }), [["hell-1", 6], ["hell-2", 5], ["hell-3", 5]]);
  // The own Protection takes what the own snip would.
  assert.deepEqual(after({ snip: "heaven-1>hell-3" }), [["hell-1", 6], ["hell-2", 5], ["hell-3", 2]]);
  assert.deepEqual(after({ visit: "stronger_cutters", snip: "heaven-1>hell-3" }), [["hell-1", 6], ["hell-2", 5]]);
});

test("donations give levels, and parts of a weave go with what they need", () => {
  assert.deepEqual([0, 2, 3, 5, 6, 9, 10, 30].map(levelOf), [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.deepEqual(consistent(view(), { donate: 3, boost: "heaven-1>hell-1", golden: true }), {});
  assert.deepEqual(consistent(view(), { visit: "boosting", donate: 3, boost: "heaven-1>hell-1" }), { visit: "boosting", donate: 3, boost: "heaven-1>hell-1" });
  assert.deepEqual(consistent(view({ gilding_used: true }), { create: "hell-4", golden: true }), { create: "hell-4" });
});

test("nothing is known from a view without fields, and nothing breaks", () => {
  assert.deepEqual(provenThreads({}), []);
  assert.deepEqual(goneThreads({}), []);
  assert.deepEqual(forecast({}, {}), []);
});
