// The result of a phase in its reader's person, with what it changed, from the facts that the reader was told.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Told } from "../../../clients/web/source/boards/props.js";
import { readResult as apocalypse } from "../../../clients/web/source/boards/apocalypse/result.js";
import { readResult as divine } from "../../../clients/web/source/boards/divine_intervention/result.js";
import { readResult as arena } from "../../../clients/web/source/boards/hero_of_the_arena/result.js";
import { readResult as threads } from "../../../clients/web/source/boards/threads_of_fate/result.js";
import { readResult as duel } from "../../../clients/web/source/boards/wizards_duel/result.js";

const NAMES: { [seat: string]: string } = { a: "Ada", b: "Bo", "heaven-1": "Ada", "fighter-1": "Ada", "fighter-2": "Bo" };
const words = { seat: (seat: string) => NAMES[seat] ?? null, thing: (_: string, id: string) => id };
const told = (viewer: string, facts: object[], before: object[] = [], details: object = { options: { start_piety: 3 } }): Told => ({ viewer, words, details, event: { facts }, before: [{ facts: before }] }) as never;

const round = (winner: string | null, gain: number, points: [number, number], more: object = {}) => ({ type: "wizards_duel.round_played", round: 3, winner, gain: winner ? { a: 0, b: 0, [winner]: gain } : {}, points: { a: points[0], b: points[1] }, instant: null, ...more });

test("a duel says who takes the round, by how much, and how it stands for its reader", () => {
  assert.equal(duel(told("a", [round("a", 2, [3, 1])])), "You take round 3: +2, now 3 : 1.");
  assert.equal(duel(told("b", [round("a", 2, [3, 1])])), "Ada takes round 3: +2, now 1 : 3.");
  assert.equal(duel(told("spectator", [round("b", 1, [3, 2])])), "Bo takes round 3: +1, now 3 : 2.");
  assert.equal(duel(told("a", [round(null, 0, [3, 1])])), "Nobody scores in round 3: still 3 : 1.");
  assert.equal(duel(told("a", [round(null, 0, [0, 0], { instant: "b" })])), "Bo won the duel at once.");
  assert.equal(duel(told("a", [{ type: "wizards_duel.round_missed" }])), null);
});

test("a Charm is told with the round that it followed, and the end of a duel in place of its last round", () => {
  const ended = { type: "wizards_duel.duel_ended", winner: "b", points: { a: 2, b: 5 }, wins: { a: 1, b: 1 } };

  assert.equal(duel(told("a", [{ type: "wizards_duel.charmed", named: { a: null, b: "bless" } }], [round("b", 1, [1, 2])])), "Bo takes round 3: +1, now 1 : 2. Bo forbids bless in the next round.");
  assert.equal(duel(told("a", [round("b", 1, [2, 5]), ended])), "Bo wins the duel, 2 : 5. Duels: 1 : 1.");
});

test("points say what the round has changed, also where it took some", () => {
  const points = (total: number) => ({ type: "apocalypse.points", round: 2, seat: "heaven-1", total });

  assert.equal(apocalypse(told("heaven-1", [points(1)])), "You have 1 point: +1 in round 2.");
  assert.equal(apocalypse(told("heaven-1", [points(-2)], [points(3), points(1)])), "You have −2 points: −3 in round 2.");
  assert.equal(apocalypse(told("spectator", [{ type: "apocalypse.card_counts" }], [points(3)])), null);
});

test("threads, piety and rooms are counted, with what has changed", () => {
  const own = (...strengths: number[]) => ({ type: "threads_of_fate.own_threads", threads: Object.fromEntries(strengths.map((strength, at) => [`a>${at}`, { strength, golden: false }])) });
  const deity = (piety: number, worshipers: number | null) => ({ type: "divine_intervention.deity_reported", piety, worshipers });
  const shaman = (rituals: object) => ({ type: "divine_intervention.shaman_reported", rituals });

  assert.equal(threads(told("a", [own(3, 5), { type: "threads_of_fate.twine", total: 4 }], [own(3)])), "Your 2 threads have strength 8 in all: +5. You have 4 twine.");
  assert.equal(threads(told("a", [own()], [own(3)])), "No thread of yours is left.");
  assert.equal(divine(told("a", [deity(12, 1)], [deity(9, 2)])), "You have 12 piety: +3. 1 shaman follows you.");
  assert.equal(divine(told("a", [deity(9, null)])), "You have 9 piety: +6.");
  assert.equal(divine(told("a", [shaman({ A: true, B: true, C: false })], [shaman({ D: true, E: false })])), "You complete A and B: +2, now 3 rooms. You fail in C.");
  assert.equal(divine(told("a", [shaman({})], [shaman({ D: true })])), "You complete no room: still 1 room.");
});

test("the Arena counts for the reader's team first", () => {
  const details = { seats: [["fighter-1", "1"], ["drafter-1", "1"], ["fighter-2", "2"], ["drafter-2", "2"]].map(([id, team]) => ({ id, team })) };
  const scored = (seat: string, scored: number) => [{ type: "hero_of_the_arena.turn_scored", seat, scored, points: { "fighter-1": 2, "fighter-2": 3 } }];

  assert.equal(arena(told("drafter-2", scored("fighter-2", 2), [], details)), "Your team scores 2: now 3 : 2.");
  assert.equal(arena(told("fighter-1", scored("fighter-2", 2), [], details)), "Bo scores 2: now 2 : 3.");
  assert.equal(arena(told("fighter-1", scored("fighter-1", 0), [], details)), "Your team scores nothing: still 2 : 3.");
});
