// The tables that are added to an arena: who is free, whom they meet, and who has which seat (tournaments.md, "Arenas").

import { ensure } from "../faults.mjs";
import { same } from "../log/canonical.mjs";
import { isId } from "../match/facts.mjs";

const WAVE_MS = 10_000;
const REMATCH_MS = 60_000;
const MOST_TABLES = 1000;
const ROW = 2; // After so many wins in a row, the next table counts double.
const WIN = 2;
const UNPLAYED = ["bye", "half_bye", "zero_bye", "forfeit", "double_forfeit"];
const OTHER = { a: "b", b: "a" };

/** Check that these tables are the next ones, and that it was time for them. */
export function checkAdded(tournament, { round, tables, matches, ready_until: until }) {
  const { system, rounds, notStarted, timeIsOver, endsAt, at, readySeconds } = tournament;
  ensure(system === "arena" && round === rounds && notStarted === null && !timeIsOver && endsAt, "adds tables where none can be");
  const wave = nextWave(tournament);
  ensure(wave && Date.parse(at) >= wave.due && Date.parse(at) < Date.parse(endsAt), "adds tables before or after their time");
  const first = tournament.tables.size + 1;
  const expected = pairsOf(wave, tournament).slice(0, MOST_TABLES - tournament.tables.size);
  ensure(same(tables, expected.map((entrants, place) => ({ table: first + place, entrants, result: null }))), "adds other tables than those of neighbours who are free");
  ensure(tables.every(({ table }) => isId(matches[table])) && Object.keys(matches).length === tables.length, "a table has no match");
  const waits = until === null ? 0 : Math.round((Date.parse(until) - Date.parse(at)) / 1000);
  ensure(waits === readySeconds, "tables wait for another time than they should");
}

/** Who is free, in the order of numbers and of entry, who of them may meet, and from when on. */
function nextWave({ entrants, numbered, tables, results, rounds, forbidden, tablesAt, changedAt }) {
  const order = [...numbered, ...[...entrants.keys()].filter((id) => !numbered.includes(id))];
  const there = order.filter((id) => entrants.get(id).present && !entrants.get(id).unclaimed);
  const played = [...tables.keys()].map((number) => results.get(`${rounds}/${number}`));
  const busy = new Set(played.filter(({ result }) => result === null).flatMap((table) => table.entrants));
  const free = there.filter((id) => !busy.has(id));
  const last = new Map(played.flatMap(({ entrants: [one, other] }) => [[one, other], [other, one]]));
  const mayMeet = (again) => (one, other) =>
    (again || (last.get(one) !== other && last.get(other) !== one)) && !forbidden.has([one, other].sort().join());
  const canPair = (may) => free.some((one, at) => free.slice(at + 1).some((other) => may(one, other)));
  const due = Date.parse(tablesAt) + WAVE_MS;
  if (canPair(mayMeet(false))) return { due, free, played, may: mayMeet(false) };
  if (!canPair(mayMeet(true))) return null;
  return { due: there.length > 2 ? Math.max(due, Date.parse(changedAt) + REMATCH_MS) : due, free, played, may: mayMeet(true) };
}

/** The pairs of a wave in the order of the seats. */
function pairsOf({ free, played, may }, { firstSeat }) {
  const points = pointsOf(played);
  const seats = seatsOf(played);
  const sitters = free
    .map((entrant, at) => ({ entrant, at, score: points.get(entrant) ?? 0, seats: seats.get(entrant) ?? [] }))
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .map((sitter, place) => ({ ...sitter, place }));
  return neighbours(sitters, (one, other) => may(one.entrant, other.entrant)).map(([higher, lower]) => seated(higher, lower, firstSeat));
}

/** Each, from the top, with the next one whom it may meet; who are left over change partners with the lowest pair that can. */
function neighbours(sitters, may) {
  let pairs = [];
  let alone = [];
  const rest = [...sitters];
  while (rest.length > 0) {
    const one = rest.shift();
    const at = rest.findIndex((other) => may(one, other));
    if (at < 0) alone.push(one);
    else pairs.push([one, ...rest.splice(at, 1)]);
  }
  while (alone.length > 1) {
    const changed = changedPartners(pairs, alone[0], alone[1], may);
    if (changed === null) break;
    [pairs, alone] = [changed, alone.slice(2)];
  }
  return pairs.sort(([one], [other]) => one.place - other.place);
}

function changedPartners(pairs, higher, lower, may) {
  for (let at = pairs.length - 1; at >= 0; at--) {
    for (const [mine, yours] of [pairs[at], [...pairs[at]].reverse()]) {
      if (may(higher, mine) && may(lower, yours)) return [...pairs.slice(0, at), ...pairs.slice(at + 1), inOrder(higher, mine), inOrder(lower, yours)];
    }
  }
  return null;
}

const inOrder = (one, other) => (one.place < other.place ? [one, other] : [other, one]);

/** Half points by entrant: 4 for a win and 2 for a draw, twice as many in a row of wins. */
function pointsOf(played) {
  const points = new Map();
  const rows = new Map();
  for (const { entrants, result } of played) {
    if (result === null) continue;
    const made = result.points;
    entrants.forEach((entrant, seat) => {
      const row = rows.get(entrant) ?? 0;
      points.set(entrant, (points.get(entrant) ?? 0) + 2 * made[seat] * (row >= ROW ? 2 : 1));
      rows.set(entrant, made[seat] === WIN ? row + 1 : 0);
    });
  }
  return points;
}

/** The seats that each entrant had at tables that were played. */
function seatsOf(played) {
  const seats = new Map();
  for (const { entrants, result } of played) {
    if (result === null || UNPLAYED.includes(result.how)) continue;
    entrants.forEach((entrant, at) => seats.set(entrant, [...(seats.get(entrant) ?? []), "ab"[at]]));
  }
  return seats;
}

/** More seats `a` than `b`. */
const difference = (seats) => 2 * seats.filter((seat) => seat === "a").length - seats.length;

/** Which seat an entrant should have next, and how much: 3 is absolute (C.04.3, 1.7). */
function preference(seats) {
  if (seats.length === 0) return { seat: null, strength: 0 };
  const more = difference(seats);
  const last = seats.at(-1);
  if (Math.abs(more) >= 2) return { seat: more > 0 ? "b" : "a", strength: 3 };
  if (seats.at(-2) === last) return { seat: OTHER[last], strength: 3 };
  return more ? { seat: more > 0 ? "b" : "a", strength: 2 } : { seat: OTHER[last], strength: 1 };
}

function seated(higher, lower, firstSeat) {
  const seat = seatOfHigher(higher, lower, firstSeat);
  return seat === "a" ? [higher.entrant, lower.entrant] : [lower.entrant, higher.entrant];
}

/** The rules of C.04.3, 5.2, one after another. */
function seatOfHigher(higher, lower, firstSeat) {
  const [wish, other] = [preference(higher.seats), preference(lower.seats)];
  if (wish.seat === null && other.seat === null) return higher.place % 2 === 0 ? firstSeat : OTHER[firstSeat];
  if (wish.seat === null || other.seat === null || wish.seat !== other.seat) return wish.seat ?? OTHER[other.seat];
  if (wish.strength !== other.strength) return wish.strength > other.strength ? wish.seat : OTHER[wish.seat];
  const [more, less] = [Math.abs(difference(higher.seats)), Math.abs(difference(lower.seats))];
  if (wish.strength === 3 && more !== less) return more > less ? wish.seat : OTHER[wish.seat];
  for (let back = 1; back <= Math.min(higher.seats.length, lower.seats.length); back++) {
    if (higher.seats.at(-back) !== lower.seats.at(-back)) return lower.seats.at(-back);
  }
  return wish.seat;
}
