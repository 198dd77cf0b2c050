// What an evening, a weekend and a month set: times that are to come, and thinking time within what a game allows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SPANS, thinkingFor, timesFor } from "../../../clients/web/source/form/spans.js";

const MONDAY = new Date(2026, 10, 30, 9);
const LATE = new Date(2026, 10, 30, 22);
const SATURDAY = new Date(2026, 11, 5, 11);

test("rounds are at the next times that suit, and at none that has passed", () => {
  assert.deepEqual(timesFor("evening", 5, MONDAY), ["2026-11-30T19:00"]);
  assert.deepEqual(timesFor("evening", 5, LATE), ["2026-12-01T19:00"]);
  assert.deepEqual(timesFor("weekend", 6, MONDAY), ["2026-12-05T10:00", "2026-12-05T13:00", "2026-12-05T16:00", "2026-12-06T10:00", "2026-12-06T13:00", "2026-12-06T16:00"]);
  assert.deepEqual(timesFor("weekend", 1, SATURDAY), ["2026-12-12T10:00"]);
  assert.deepEqual(timesFor("month", 4, LATE), ["2026-12-07T18:00", "2026-12-14T18:00", "2026-12-21T18:00", "2026-12-28T18:00"]);
});

test("there are no more times than rounds", () => {
  for (const span of SPANS) assert.equal(timesFor(span, 1, MONDAY).length, 1);
});

test("only options of the game are set, within its bounds", () => {
  const options_schema = { properties: { cast_seconds: { minimum: 10, maximum: 3600 }, wins_needed: { minimum: 1 } } } as never;

  assert.deepEqual(SPANS.map((span) => thinkingFor(span, { options_schema })), [{ "/cast_seconds": 60 }, { "/cast_seconds": 120 }, { "/cast_seconds": 3600 }]);
});
