// What results are worth in standings: as the server counts them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { worthAt } from "../../../clients/web/source/tournament/worth.js";

const THREE = { win: 6, draw: 2, loss: 0, bye: 2 };
const TWO_FOR_A_DRAW = { win: 6, draw: 4, loss: 2, bye: 6 };

test("results are worth their own half points unless a tournament says otherwise", () => {
  assert.equal(worthAt({ how: "played", points: [2, 0] }, 0, undefined), 2);
  assert.equal(worthAt({ how: "bye", points: [2] }, 0, undefined), 2);
  assert.equal(worthAt({ how: "played", points: [4, 1, 1] }, 0, undefined), 4);
});

test("wins, draws, losses and byes are worth what the scores say", () => {
  assert.deepEqual([0, 1].map((seat) => worthAt({ how: "played", points: [2, 0] }, seat, TWO_FOR_A_DRAW)), [6, 2]);
  assert.deepEqual([0, 1].map((seat) => worthAt({ how: "adjudicated", points: [1, 1] }, seat, THREE)), [2, 2]);
  assert.equal(worthAt({ how: "bye", points: [2] }, 0, THREE), 2);
  assert.equal(worthAt({ how: "half_bye", points: [1] }, 0, TWO_FOR_A_DRAW), 4);
});

test("who forfeits, or has a bye without points, gets nothing even if a loss is worth something", () => {
  assert.deepEqual([0, 1].map((seat) => worthAt({ how: "forfeit", points: [2, 0] }, seat, TWO_FOR_A_DRAW)), [6, 0]);
  assert.equal(worthAt({ how: "zero_bye", points: [0] }, 0, TWO_FOR_A_DRAW), 0);
});
