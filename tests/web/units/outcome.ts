// Who won and what follows, in words: at the table, and for the season that made something of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { notesOf } from "../../../clients/web/source/series/notes.js";
import { consequencesOf, isSharedBy, outcomeLine } from "../../../clients/web/source/table/outcome.js";

const seat = (id: string, more: object = {}) => ({ id, realm: null, team: null, player: { player_id: id, name: id.toUpperCase() }, bot: false, ...more });
const table = (...seats: object[]): never => ({ host: { player_id: "host", name: "Host" }, tournament: null, series: null, seats }) as never;
const outcome = (rank: object, consequences: object = {}): never => ({ rank, consequences }) as never;

test("a team wins together, and shares nothing with itself", () => {
  const teams = table(seat("a", { team: "1" }), seat("b", { team: "1" }), seat("c", { team: "2" }), seat("d", { team: "2" }));
  const rank = { a: 1, b: 1, c: 2, d: 2 };

  assert.equal(outcomeLine(outcome(rank, { a: ["winner"], b: ["winner"], c: [], d: [] }), teams, "spectator"), "A and B won.");
  assert.equal(outcomeLine(outcome(rank), teams, "spectator"), "A and B won.");
  assert.equal(outcomeLine(outcome(rank), teams, "c"), "You came in second. A and B won.");
  assert.equal(outcomeLine(outcome(rank), teams, "a"), "A (you) and B won.");
});

test("the first of each realm win, and whoever is first without having won shares the first place", () => {
  const realms = table(seat("a", { realm: "heaven" }), seat("b", { realm: "heaven" }), seat("c", { realm: "hell" }));

  assert.equal(outcomeLine(outcome({ a: 1, b: 2, c: 1 }, { a: ["winner"], c: ["winner"] }), realms, "spectator"), "A and C won.");
  assert.equal(outcomeLine(outcome({ a: 1, b: 1, c: 3 }), realms, "spectator"), "A and B share the first place.");
  assert.equal(outcomeLine(outcome({ a: 1, b: 2, c: 3 }), realms, "a"), "You won.");
});

test("a rank is shared with seats that it is compared with, and never within a team", () => {
  const rank = { a: 1, b: 2, c: 1, d: 2 };
  const realms = [seat("a", { realm: "heaven" }), seat("b", { realm: "heaven" }), seat("c", { realm: "hell" }), seat("d", { realm: "hell" })] as never[];
  const teams = [seat("a", { team: "1" }), seat("b", { team: "2" }), seat("c", { team: "1" }), seat("d", { team: "2" })] as never[];

  assert.equal(isSharedBy(realms, realms[0]!, { rank }, table(...realms)), true);
  assert.equal(isSharedBy(realms.slice(0, 2), realms[0]!, { rank }, table(...realms)), false);
  assert.equal(isSharedBy(teams, teams[0]!, { rank }, table(...teams)), false);
});

test("an event decides what follows from its matches, so the table only says who won", () => {
  const ended = outcome({ a: 1, b: 2 }, { a: ["winner", "ascends"], b: ["elimination_candidate"] });
  const inSeason = { tournament: null, series: { series_id: "s", episode: 1, match: "main" } } as never;
  const inTournament = { tournament: { tournament_id: "t", round: 1, table: 1 }, series: null } as never;

  assert.deepEqual(consequencesOf(ended, table(), "a"), ["winner", "ascends"]);
  for (const event of [inSeason, inTournament]) {
    assert.deepEqual(consequencesOf(ended, event, "a"), ["winner"]);
    assert.deepEqual(consequencesOf(ended, event, "b"), []);
  }
});

test("a season says who changed the realm, whatever the game says", () => {
  const consequences = { e1: ["winner", "ascends"], e2: ["ascends"], e3: ["winner", "ascends"], e4: ["mark_of_elimination", "token_of_life", "descends"], e5: ["elimination_candidate"] };
  const episode = (more: object): never =>
    ({ heaven: ["e1", "e2"], hell: ["e3", "e4", "e5"], marked: ["e2"], main: { consequences }, heaven_next: null, hell_next: null, candidate: null, spared: [], left: [], ...more }) as never;
  const notes = (more: object, marks = 0) => Object.keys(consequences).map((entrant) => notesOf(entrant, episode(more), { mark_episodes: marks }));
  const stays = { heaven_next: ["e1", "e2"], hell_next: ["e3", "e4", "e5"], candidate: "e5", spared: ["e4"], left: ["e5"] };
  const rises = { heaven_next: ["e1", "e3"], hell_next: ["e2", "e4", "e5"] };

  assert.deepEqual(notes(stays), [["winner"], ["marked"], ["winner"], ["spared"], ["must play the death match", "leaves"]]);
  assert.deepEqual(notes(rises, 1), [["winner"], ["marked", "descends to Hell"], ["winner", "ascends to Heaven"], ["bears the Mark of Elimination"], []]);
  assert.deepEqual(notes({}), [["winner"], ["marked"], ["winner"], [], []]);
});
