// Whether a table's result is what its match came to (log.md).

import { endOf, requireSitters } from "../match/end.mjs";
import { requireGivenLeaves } from "../match/leaves.mjs";
import { ensure } from "../faults.mjs";
import { same } from "../log/canonical.mjs";

const MAX_REPLAYS = 3;
const BRACKETS = ["single_elimination", "double_elimination"];
const WIN = 2;

/** Whether a round is one of a bracket, perhaps after groups. */
export const isInBracket = ({ system, roundsInGroups }, round) => BRACKETS.includes(system) || (system === "groups" && round > roundsInGroups);

/** Check the result of a table that was taken from its match, or that it is played again (null), if its log is known. */
export function checkTaken(tournament, number, table, taken, logs) {
  const log = logs.get(table.match);
  if (!log) return void tournament.unknown.add(table.match);
  const end = endOf(log);
  const place = { tournament_id: tournament.id, round: number, table: table.number };
  ensure(end && same(end.created.tournament ?? null, place), `match ${table.match} is not that of table ${table.number}, or not over`);
  const sitting = seatsOf(end.created.seats, table.entrants.length, tournament.teams);
  const placed = sitting.flatMap((seats, at) => seats.map((seat) => [seat, table.entrants[at]]));
  requireSitters(log, new Map(placed.map(([seat, one]) => [seat, tournament.entrants.get(one).sitters])), `match ${table.match}`);
  requireGivenLeaves(log, new Map(placed), tournament.taken, `match ${table.match}`);
  ensure(same(resultOf(tournament, table, end), taken), `match ${table.match} came to something else`);
}

function resultOf(tournament, table, { created, outcome, by, silent }) {
  const { entrants } = table;
  const sitting = seatsOf(created.seats, entrants.length, tournament.teams);
  if (silent) return without(entrants, sitting.flatMap((seats, at) => (seats.some((seat) => silent.includes(seat)) ? [entrants[at]] : [])));
  const judge = tournament.version >= 2 ? by : undefined;
  const points = outcome ? pointsOf(tournament, table, sitting.map(([seat]) => outcome.rank[seat])) : entrants.map(() => 0);
  const isLevel = points.filter((each) => each === Math.max(...points)).length > 1;
  const mustWin = isInBracket(tournament, tournament.rounds) && isLevel;
  if ((mustWin || !outcome) && table.replays < MAX_REPLAYS) return null;
  if (mustWin) {
    const best = tournament.numbered.find((one) => entrants.includes(one));
    return { how: "adjudicated", points: entrants.map((one) => (one === best ? WIN : 0)) };
  }
  if (!outcome) return { how: "double_forfeit", points };
  return judge ? { how: "adjudicated", points, by: judge } : { how: "played", points };
}

function without(entrants, missing) {
  if (missing.length > 1) return { how: "double_forfeit", points: [0, 0] };
  return { how: "forfeit", points: entrants.map((one) => (missing.includes(one) ? 0 : WIN)) };
}

/**
 * Two half points for everyone behind, and one for everyone level; at larger tables, entrants do not count who have
 * withdrawn, or had when the match began.
 */
function pointsOf({ entrants: known }, { entrants, gone }, ranks) {
  const counts = entrants.map((one) => entrants.length === 2 || !(known.get(one).withdrawn || gone.includes(one)));
  const counted = ranks.filter((_, at) => counts[at]);
  return ranks.map((own, at) => (counts[at] ? 2 * counted.filter((other) => other > own).length + counted.filter((other) => other === own).length - 1 : 0));
}

/** The seats of each of so many entrants: those of a team, or one, in turn from each realm. */
export function seatsOf(seats, count, teams) {
  if (teams) return grouped(seats.filter(({ team }) => team), ({ team }) => team).slice(0, count).map((own) => own.map(({ id }) => id));
  const realms = grouped(seats, ({ realm }) => realm ?? null);
  const inTurn = Array.from({ length: seats.length }, (_, row) => realms.flatMap((own) => own.slice(row, row + 1))).flat().slice(0, count);
  return seats.filter((seat) => inTurn.includes(seat)).map(({ id }) => [id]);
}

function grouped(all, key) {
  const groups = new Map();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups.values()];
}
