// Groups, then a bracket: which tables a round has, and the places at the end (tournaments.md).

import { ensure } from "../faults.mjs";
import { same } from "../log/canonical.mjs";
import { between, hasShape } from "../shapes.mjs";
import { exitsOf, firstRound, forfeited, nextRound, seated, seedsOf } from "./bracket.mjs";
import { isPlayed, orderOf } from "./group_tables.mjs";

export const areGroups = (groups) => hasShape(groups, { count: between(2, 26), advance: between(1, 8) });

/** How many rounds the largest group needs, of a first round with so many entrants. */
export const roundsOf = ({ groups: { count }, cycles }, entrants) => roundsFor(Math.ceil(entrants / count), cycles);

const roundsFor = (size, cycles) => cycles * (size % 2 === 0 ? size - 1 : size);

/** The members of each group: the best of the field go to the first group, the second one and so on, and back. */
function dealt(field, count) {
  const groups = Array.from({ length: count }, () => []);
  field.forEach((one, at) => {
    const [lap, place] = [Math.floor(at / count), at % count];
    groups[lap % 2 === 0 ? place : count - 1 - place].push(one);
  });
  return groups;
}

/** The numbers at the tables of a round for so many, in the order of the seats; with an odd number, one meets nobody. */
function berger(size, round) {
  const last = size + (size % 2);
  const alone = round % 2 === 1 ? (round + 1) / 2 : (last + round) / 2;
  const around = (number) => ((number - 1 + 2 * (last - 1)) % (last - 1)) + 1;
  const pairs = Array.from({ length: last / 2 - 1 }, (_, at) => [around(alone + at + 1), around(alone - at - 1)]);
  return [round % 2 === 1 ? [alone, last] : [last, alone], ...pairs];
}

/** The tables of a group in this round, none after its last one; byes are tables of one. */
function tablesOf(members, round, cycles) {
  const inCycle = roundsFor(members.length, 1);
  if (round > cycles * inCycle) return [];
  const isSecond = round > inCycle;
  let row = isSecond ? round - inCycle : round;
  // Before the second cycle, the last two rounds change places.
  if (cycles === 2 && !isSecond && inCycle > 2 && row >= inCycle - 1) row = 2 * inCycle - 1 - row;
  return berger(members.length, row).map((two) => (isSecond ? two.reverse() : two).flatMap((number) => members.slice(number - 1, number)));
}

/** What is known of the groups: their members, and the tables of each round before the bracket, and in it. */
function stagesOf({ terms, numbered }, past) {
  const field = past[0].flatMap(({ entrants }) => entrants);
  const last = roundsOf(terms, field.length);
  return { groups: dealt(numbered.filter((one) => field.includes(one)), terms.groups.count), inGroups: past.slice(0, last), inBracket: past.slice(last) };
}

/** The members of each group who have a place, in order, and all of them: by place, by the share of points, by lot. */
function standingsOf({ terms, numbered, lots, withdrawn, unplaced }, { groups, inGroups }) {
  const rows = groups.flatMap((members, group) => {
    const tables = inGroups.flat().filter(({ entrants }) => members.includes(entrants[0]));
    return orderOf(members, tables, { ...terms, numbered, lots, withdrawn, unplaced }).map((row, place) => ({ ...row, group, place }));
  });
  const share = (one, other) => other.points * (one.possible || 1) - one.points * (other.possible || 1);
  const compare = (one, other) => one.place - other.place || share(one, other);
  return { rows: rows.sort((one, other) => compare(one, other) || lots.indexOf(one.entrant) - lots.indexOf(other.entrant)), compare };
}

/** The tables of the next round; none if there is no further one. */
function expected(known, past) {
  const { terms, numbered, lot, present, withdrawn } = known;
  const { groups, inGroups, inBracket } = past.length > 0 ? stagesOf(known, past) : { groups: dealt(present, terms.groups.count), inGroups: [], inBracket: [] };
  const all = groups.flatMap((members) => tablesOf(members, past.length + 1, terms.cycles));
  if (all.length > 0) {
    const inOrder = [...all.filter((entrants) => entrants.length > 1), ...all.filter((entrants) => entrants.length === 1)];
    return inOrder.map((entrants, at) => ({ table: at + 1, entrants, result: entrants.length === 1 ? { how: "bye", points: [0] } : forfeited(entrants, withdrawn) }));
  }
  if (inBracket.length > 0) {
    const isOver = [...exitsOf(inBracket, withdrawn).values()].filter((round) => round === Infinity).length <= 1;
    return isOver ? [] : seated(nextRound(inBracket), { numbered, lot, before: past, withdrawn });
  }
  const places = Array.from({ length: terms.groups.advance }, () => []);
  for (const { entrant, group } of standingsOf(known, { groups, inGroups }).rows) {
    const ahead = places.flat().filter((one) => one.group === group).length;
    if (!withdrawn.includes(entrant) && ahead < terms.groups.advance) places[ahead].push({ entrant, group });
  }
  return seated(firstRound(seedsOf(places).map(({ entrant }) => entrant)), { numbered, lot, before: past, withdrawn });
}

/** Check the tables of the next round, after those of earlier ones; none if no round is left. */
export function checkTables(known, past, tables) {
  const { count, advance } = known.terms.groups;
  ensure(past.length > 0 || known.present.length >= count * Math.max(2, advance), "has too few entrants for its groups");
  const logged = tables.map(({ table, entrants, result }) => ({ table, entrants, result: result ?? null }));
  ensure(same(expected(known, past), logged), "has other tables than its groups or its bracket");
}

/** Check the final places: of those in the bracket, then of the others by group. */
export function checkPlaces(known, past, places) {
  const stages = stagesOf(known, past);
  const exits = exitsOf(stages.inBracket, known.withdrawn);
  const { rows, compare } = standingsOf(known, stages);
  const exit = ({ entrant }) => exits.get(entrant) ?? -1;
  const byPlace = (one, other) => (exit(one) === exit(other) ? (exit(one) < 0 ? compare(one, other) : 0) : exit(other) - exit(one));
  const ranked = rows.sort((one, other) => byPlace(one, other) || known.lots.indexOf(one.entrant) - known.lots.indexOf(other.entrant));
  const rankOf = (row) => 1 + ranked.findIndex((other) => byPlace(row, other) === 0);
  ensure(same(ranked.map((row) => [rankOf(row), row.entrant]), places), "has other places than its bracket and groups");
}

/** Who has played at one of these tables. */
export const playersIn = (tables) => new Set(tables.filter(isPlayed).flatMap(({ entrants }) => entrants));
