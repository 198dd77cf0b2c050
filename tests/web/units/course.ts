// How points went through a match, and which turn mattered most.

import assert from "node:assert/strict";
import { test } from "node:test";
import { courseOf, turnOf } from "../../../clients/web/source/moments/course.js";

const duel = (...points: [number, number][]) =>
  courseOf(points.map(([mine, theirs], at) => ({ cursor: at + 1, scene: { sides: [side("Ada", true, mine), side("Bo", false, theirs)] } })));
const side = (name: string, isMine: boolean, after: number, before = 0) => ({ name, isMine, cards: [], score: { of: "Points", before, after } });
const alone = (...totals: number[]) =>
  courseOf(totals.map((after, at) => ({ cursor: at + 1, scene: { sides: [side("Ada", true, after, totals[at - 1] ?? 0)] } })));

test("of two, the turn that decided is the one in which the winner took the lead for good", () => {
  const turn = turnOf(duel([1, 0], [1, 1], [1, 2], [2, 2], [3, 2], [4, 3]));

  assert.deepEqual([turn?.type, turn?.moment.cursor], ["decided", 5]);
});

test("who led from the first turn on decided it there; a tie was decided by none", () => {
  assert.equal(turnOf(duel([1, 0], [2, 1]))?.moment.cursor, 1);
  assert.equal(turnOf(duel([1, 0], [1, 1])), null);
});

test("who is told only the own points has a biggest turn, up or down", () => {
  const turn = turnOf(alone(3, 5, -2, 0));

  assert.deepEqual([turn?.type, turn?.moment.cursor, turn?.change], ["biggest", 3, -7]);
});

test("phases without points are no part of the course", () => {
  assert.deepEqual(courseOf([{ cursor: 1, scene: null }, { cursor: 2, scene: { sides: [{ name: "Ada", isMine: true, cards: [] }] } }]), []);
  assert.equal(turnOf([]), null);
});
