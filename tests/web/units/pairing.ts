// Pairing by hand: who sits where after each touch, and what is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstRows, freeRow, isForbidden, metIn, pairable, seat, seatNext, tablesOf, unseated } from "../../../clients/web/source/tournament/pairing.js";

const entrant = (name: string, more: object = {}) => ({ entrant: name, waiting: false, withdrawn: false, checked_in: false, ...more });
const view = (more: object = {}): never =>
  ({ status: "running", settings: { table_size: 2 }, entrants: ["e1", "e2", "e3"].map((name) => entrant(name)), rounds: [], ...more }) as never;
const table = (entrants: string[], how: string | null = null) => ({ entrants, result: how && { how } });

test("whoever is here and not excused from the round can be paired", () => {
  const entrants = [entrant("e1", { checked_in: true }), entrant("e2"), entrant("e3", { withdrawn: true, checked_in: true }), entrant("e4", { waiting: true })];
  const told = [{ facts: [{ type: "entrant_excused", entrant: "e1", round: 2, how: "zero_bye" }] }] as never;

  assert.deepEqual(pairable(view({ entrants }), 1, told), ["e1", "e2"]);
  assert.deepEqual(pairable(view({ entrants }), 2, told), ["e2"]);
  assert.deepEqual(pairable(view({ entrants, status: "check_in" }), 1, told), ["e1"]);
});

test("one who is left over begins with a bye, and an unpublished pairing as it is", () => {
  const paired = { tables: [table(["e3", "e1"]), table(["e2"], "half_bye"), table(["e9"], "zero_bye")] } as never;

  assert.deepEqual(firstRows(view(), ["e1", "e2", "e3"], undefined), [freeRow(null, 2), freeRow("bye", 2)]);
  assert.deepEqual(firstRows(view(), ["e1", "e2", "e3"], paired), [{ bye: null, places: ["e3", "e1"] }, { bye: "half_bye", places: ["e2"] }]);
});

test("a touch gives the first free place, and whoever is chosen for a taken place changes with the other", () => {
  let rows = ["e1", "e2", "e3"].reduce((before, one) => seatNext(before, one, 2), [freeRow(null, 2)]);
  assert.deepEqual(rows.map(({ places }) => places), [["e1", "e2"], ["e3", null]]);

  rows = seat(rows, 0, 1, "e3");
  assert.deepEqual(rows.map(({ places }) => places), [["e1", "e3"], ["e2", null]]);
  rows = seat(rows, 1, 0, null);
  assert.deepEqual(unseated(rows, ["e1", "e2", "e3"]), ["e2"]);
});

test("free tables are not sent, and what is sent leads back to its row", () => {
  const rows = [freeRow(null, 2), { bye: null, places: ["e1", "e2"] }, { bye: "zero_bye" as const, places: ["e3"] }];

  assert.deepEqual(tablesOf(rows), { tables: [{ entrants: ["e1", "e2"] }, { entrants: ["e3"], bye: "zero_bye" }], rows: [1, 2] });
});

test("two have met if they played, also where a director decided, but not by forfeit", () => {
  const rounds = [
    { round: 1, tables: [table(["e2", "e1"], "played")] },
    { round: 2, tables: [table(["e1", "e2"], "forfeit")] },
    { round: 3, tables: [table(["e1", "e2"], "adjudicated")] },
  ];

  assert.deepEqual(metIn(view({ rounds }), 4, { bye: null, places: ["e1", "e2"] }), [1, 3]);
  assert.deepEqual(metIn(view({ rounds }), 1, { bye: null, places: ["e1", "e2"] }), []);
  assert.deepEqual(metIn(view({ rounds }), 4, { bye: null, places: ["e1", "e2", "e3"] }), []);
});

test("a table has a forbidden pair if both sit there", () => {
  const forbidden = [["e1", "e2"]];

  assert.equal(isForbidden(view({ forbidden }), { bye: null, places: ["e2", "e1"] }), true);
  assert.equal(isForbidden(view({ forbidden }), { bye: null, places: ["e1", "e3"] }), false);
  assert.equal(isForbidden(view({ forbidden }), { bye: null, places: ["e1", null] }), false);
});
