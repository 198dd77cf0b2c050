// When a clock that rests goes on: as `Rests` of the server says, which has the same cases in its tests.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rest } from "moirai-client";
import { restEnd } from "../../../clients/web/source/parts/rest_end.js";

const BERLIN = [{ since: "2027-01-01T00:00:00.000000Z", minutes: 60 }, { since: "2027-03-28T01:00:00.000000Z", minutes: 120 }];
const NIGHT = { begins: "22:00", ends: "08:00" };

const rest = (some: Partial<Rest>): Rest => ({ time_zone: "Europe/Berlin", offsets: BERLIN, weekdays: [], dates: [], ...some });
const ends = (calendar: Rest, now: string): string | null => {
  const end = restEnd(calendar, Date.parse(now));
  return end === null ? null : new Date(end).toISOString();
};

test("a night ends in the morning, by local time", () => {
  const nights = rest({ night: NIGHT });

  assert.equal(ends(nights, "2027-01-04T21:00:00Z"), "2027-01-05T07:00:00.000Z");
  assert.equal(ends(nights, "2027-01-05T06:59:59Z"), "2027-01-05T07:00:00.000Z");
  assert.equal(ends(nights, "2027-01-05T07:00:00Z"), null);
  assert.equal(ends(nights, "2027-01-05T20:59:59Z"), null);
});

test("a night within a day ends on that day", () => {
  const early = rest({ night: { begins: "01:00", ends: "09:00" } });

  assert.equal(ends(early, "2027-01-05T00:00:00Z"), "2027-01-05T08:00:00.000Z");
  assert.equal(ends(early, "2027-01-04T23:59:00Z"), null);
});

test("a weekend, the nights around it and a holiday after it are one rest", () => {
  const slow = rest({ night: NIGHT, weekdays: ["saturday", "sunday"], dates: ["2027-01-11"] });

  assert.equal(ends(slow, "2027-01-08T21:30:00Z"), "2027-01-12T07:00:00.000Z");
});

test("in the night in which clocks change it ends an hour earlier", () => {
  assert.equal(ends(rest({ night: NIGHT }), "2027-03-27T22:00:00Z"), "2027-03-28T06:00:00.000Z");
});

test("without a night it ends at midnight", () => {
  assert.equal(ends(rest({ weekdays: ["sunday"] }), "2027-01-03T12:00:00Z"), "2027-01-03T23:00:00.000Z");
  assert.equal(ends(rest({ weekdays: ["sunday"] }), "2027-01-04T12:00:00Z"), null);
});
