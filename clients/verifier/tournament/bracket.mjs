// A bracket after groups: who has which seed, who meets whom, and who left when (tournaments.md).

import { isPlayed, total } from "./group_tables.mjs";

const BYE = { how: "bye", points: [2] };

/** The seeds, from 0, in the order of the bracket: the first two meet, the best ones meet last. */
function seedsInLine(size) {
  let line = [0];
  while (line.length < size) line = line.flatMap((one) => [one, 2 * line.length - 1 - one]);
  return line;
}

/**
 * Those who advance by seed. `places` are who advances first, second and so on of each group: [{ entrant, group }], the
 * best first.
 */
export function seedsOf(places) {
  const count = places.flat().length;
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, count)));
  const line = seedsInLine(size);
  const rounds = Math.log2(size);
  const bits = BigInt(count.toString(2).length);
  const seeds = [];
  /** How many of this group can be met if somebody had this seed: in the first round in the highest bits, and so on. */
  const tooEarly = (group, seed, known) => known.reduce((sum, one, at) => {
    if (one.group !== group) return sum;
    const meeting = (line.indexOf(at) ^ line.indexOf(seed)).toString(2).length;
    return sum + (1n << (bits * BigInt(rounds - meeting)));
  }, 0n);
  for (const those of places) {
    const known = [...seeds];
    const early = (group, choice) => tooEarly(group, known.length + choice, known) << (bits * BigInt(those.length));
    const order = (at, choice) => BigInt(choice) << (bits * BigInt(those.length - 1 - at));
    const costs = those.map(({ group }, at) => those.map((_, choice) => early(group, choice) + order(at, choice)));
    cheapest(costs).forEach((choice, at) => { seeds[known.length + choice] = those[at]; });
  }
  exchange(seeds, size);
  return seeds;
}

/** A column for each row, each once, with the least sum: row after row, by the cheapest chain of exchanges. */
function cheapest(costs) {
  const owners = costs.map(() => null);
  costs.forEach((own, row) => {
    const least = [...own];
    const from = own.map(() => null);
    for (let changed = true; changed; ) {
      changed = false;
      owners.forEach((owner, column) => owner !== null && costs[owner].forEach((cost, other) => {
        const sum = least[column] - costs[owner][column] + cost;
        if (sum < least[other]) [least[other], from[other], changed] = [sum, column, true];
      }));
    }
    let column = least.reduce((best, sum, at) => (owners[at] === null && (best === null || sum < least[best]) ? at : best), null);
    for (; from[column] !== null; column = from[column]) owners[column] = owners[from[column]];
    owners[column] = row;
  });
  return costs.map((_, row) => owners.indexOf(row));
}

/** Who would meet somebody of the same group at once exchanges seeds with the nearest at a table without that group. */
function exchange(seeds, size) {
  const tables = Array.from({ length: seeds.length - size / 2 }, (_, at) => [size - seeds.length + at, seeds.length - 1 - at]);
  for (const [high, low] of tables) {
    const { group } = seeds[high];
    if (seeds[low].group !== group) continue;
    const free = tables.filter((pair) => pair.every((at) => seeds[at].group !== group)).map(([, other]) => other);
    const [nearest] = free.sort((one, other) => Math.abs(one - low) - Math.abs(other - low) || one - other);
    if (nearest !== undefined) [seeds[low], seeds[nearest]] = [seeds[nearest], seeds[low]];
  }
}

/** Who comes to each table of the first round, by seed. */
export function firstRound(seeds) {
  if (seeds.length < 2) return [];
  const line = seedsInLine(2 ** Math.ceil(Math.log2(seeds.length)));
  const at = (slot) => seeds.slice(line[slot], line[slot] + 1);
  return Array.from({ length: line.length / 2 }, (_, slot) => [...at(2 * slot), ...at(2 * slot + 1)]);
}

/** Who comes to each table of the next round: the winners of neighbours; rounds without a table of two are left out. */
export function nextRound(rounds) {
  let arrived = rounds[0].map(({ entrants }) => entrants);
  for (const tables of rounds) {
    const left = [...tables];
    let winners = arrived.map((those) => (those.length > 0 ? winnerOf(left.shift()) : []));
    do {
      arrived = Array.from({ length: winners.length / 2 }, (_, slot) => winners.slice(2 * slot, 2 * slot + 2).flat());
      winners = arrived;
    } while (arrived.length > 1 && arrived.every((those) => those.length < 2));
  }
  return arrived;
}

function winnerOf({ entrants, result: { how, points } }) {
  if (entrants.length === 1) return entrants;
  return how === "double_forfeit" ? [] : [entrants[points[0] > points[1] ? 0 : 1]];
}

/** In which round of the bracket each left it; infinite for who is still in. Who has withdrawn leaves with the next one. */
export function exitsOf(rounds, withdrawn) {
  const exits = new Map((rounds[0] ?? []).flatMap(({ entrants }) => entrants).map((one) => [one, Infinity]));
  rounds.forEach((tables, at) => {
    for (const table of tables) for (const one of table.entrants) if (!winnerOf(table).includes(one)) exits.set(one, at);
  });
  const still = [...exits].filter(([, round]) => round === Infinity).map(([one]) => one);
  if (still.length > 1) for (const one of still) if (withdrawn.includes(one)) exits.set(one, rounds.length);
  return exits;
}

/** The tables of a round with their seats: first has who had the first seat less often, then not last, then by the lot. */
export function seated(arrived, { numbered, lot, before, withdrawn }) {
  const played = before.flat().filter(isPlayed);
  const had = (one) => played.filter(({ entrants }) => entrants.includes(one)).map(({ entrants }) => (entrants[0] === one ? 1 : -1));
  const less = (one, other) => total(had(one)) - total(had(other)) || (had(one).at(-1) ?? -2) - (had(other).at(-1) ?? -2);
  const better = (one, other) => numbered.indexOf(one) - numbered.indexOf(other);
  return arrived.filter((those) => those.length > 0).map((those, at) => {
    const number = at + 1;
    const byLot = number % 2 === lot ? -1 : 1;
    const entrants = [...those].sort((one, other) => less(one, other) || byLot * better(one, other));
    return { table: number, entrants, result: entrants.length === 1 ? BYE : forfeited(entrants, withdrawn) };
  });
}

/** The result of a table of two if somebody at it has withdrawn. */
export function forfeited(entrants, withdrawn) {
  const gone = entrants.map((one) => withdrawn.includes(one));
  if (!gone.includes(true)) return null;
  return { how: gone.includes(false) ? "forfeit" : "double_forfeit", points: gone.map((isGone) => (isGone ? 0 : 2)) };
}
