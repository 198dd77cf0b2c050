// Letters as large as rows allow that have to be seen as a whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, fit } from "../../../clients/web/source/tournament/screen/fit.js";

const BOX = { width: 1800, height: 800 };
const LETTERS = { least: 30, most: 90, columns: 4 };

/** Rows of one line, whatever the width. */
const lines = (count: number) => (size: number) => Array.from({ length: count }, () => 1.5 * size);

/** A row whose only word is so many letters long. */
const word = (length: number) => (size: number, width: number) => [length * size * 0.5 > width ? Infinity : 1.5 * size];

test("few rows have the largest letters, in one column", () => {
  const { size, pages } = fit(BOX, LETTERS, lines(4));

  assert.ok(size > 85 && size <= 90);
  assert.deepEqual(pages, [[[0, 1, 2, 3]]]);
});

test("more rows have more columns, and the largest letters that one page allows", () => {
  const { size, pages } = fit(BOX, LETTERS, lines(40));

  assert.equal(pages.length, 1);
  assert.ok(size >= 30 && size < 40);
  assert.deepEqual(pages.flat(2), Array.from({ length: 40 }, (_, at) => at));
});

test("letters that can be read across the room come before few pages", () => {
  const { size, pages } = fit(BOX, LETTERS, lines(200));

  assert.ok(size >= 30 && pages.length > 3);
  assert.equal(pages.flat(2).length, 200);
});

test("a word that is wider than a page makes letters smaller, and is not broken", () => {
  assert.ok(fit(BOX, LETTERS, word(40)).size <= 90);
  const { size } = fit({ width: 300, height: 600 }, { ...LETTERS, least: 16 }, word(40));
  assert.ok(size < 16 && 40 * size * 0.5 <= 300);
});

test("a column ends where the next row would not fit, and a row that is too high fits nowhere", () => {
  assert.deepEqual(filled([3, 3, 5, 1], 6), [[0, 1], [2, 3]]);
  assert.equal(filled([3, 7], 6), null);
});
