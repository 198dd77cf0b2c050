// The verdict on one tournament: its chain, its seed, and the draws that put its entrants in order.

import { atFirst, checkByItself, noteStatus } from "../by_itself.mjs";
import { fairChance } from "../chance.mjs";
import { Fault, ensure } from "../faults.mjs";
import { faultOf, remark, unknownOutcomes } from "../remarks.mjs";
import { same } from "../log/canonical.mjs";
import { checkChain, findSeed } from "../log/chain.mjs";
import { asOfToday } from "../log/upcasting.mjs";
import { checkRedactions, isWithheld, requirePersonal } from "../log/redactions.mjs";
import { timeOf, timeText } from "../log/time.mjs";
import { checkNote, isNote, unreadNotes } from "../notes.mjs";
import { firstHolders, requireAction, takeRoles, unprovenAdministrators } from "../roles.mjs";
import { isId, requireBridge } from "../match/facts.mjs";
import { endLeave, requireGiven, takeLeave } from "../match/leaves.mjs";
import { isNoRest, isRest } from "../match/rests.mjs";
import { checkAdded } from "./arena.mjs";
import { areGroups, checkPlaces, checkTables, playersIn, roundsOf } from "./groups.mjs";
import { checkTaken, isInBracket } from "./results.mjs";
import { among, between, hasShape, isFlag, isText, isTexts, isWhole } from "../shapes.mjs";

const NUMBERS_SETTLED_IN = 4; // With the pairing of this round, numbers are fixed; with the first one where nobody can enter late.
const OPEN_FIELD = ["swiss", "heats", "own", "arena"];
const SCORED = ["swiss", "round_robin", "groups", "own"]; // Systems in which results can be worth something else than their half points.

/** What arbiters can do, and directors who have entered (access.md). */
const RIGHTS = {
  arbiter: ["pause", "resume", "note_table", "forfeit", "correct_result", "replay_table", "void_table", "extend"],
  playing: ["open", "check_in", "edit", "announce", "pair", "publish", "start_round", "pause", "resume", "finish"],
};

export const isTournament = ([{ facts = [] }]) => facts.some(({ fact }) => fact.type === "tournament_created");

const halves = between(0, 20);

/** Whether these are scores: a win is worth more than a draw, a loss at most a draw, and a bye at most a win. */
const areScores = (scores) =>
  hasShape(scores, { win: halves, draw: halves, loss: halves, bye: halves }) && scores.win > scores.draw && scores.draw >= scores.loss && scores.bye <= scores.win;

/** What was found in a log, as for a match. */
export function verifyTournament(entries, logs = new Map()) {
  const verdict = { faults: [], unchecked: [], rules: null, entropy: null };
  const fault = (...said) => void verdict.faults.push(faultOf(...said));
  checkChain(entries, fault);
  checkRedactions(entries, fault, verdict.unchecked);
  const seed = findSeed(entries, fault, "tournament_created", "tournament_over");
  if (!seed.bytes) verdict.unchecked.push(remark("no_seed", "The seed is not in the log (yet), so the draws were not checked."));
  const tournament = { course: atFirst(), terms: null, id: entries[0].match_id, seed: seed.bytes, system: null, roundsInGroups: 0, lot: null, checksIn: false, keepsPlaces: true, entrants: new Map(), away: new Map(), taken: new Set(), leaveDays: 0, rounds: 0, numbered: [], lots: [], holders: new Map(), lookers: new Set(), version: 1, players: new Map(), administrators: [], teams: null, acting: null, forbidden: new Set(), paired: new Map(), unpublished: null, provisional: false, timeIsOver: false, minutes: undefined, endsAt: undefined, leftSeconds: null, at: null, tablesAt: null, changedAt: null, readySeconds: 0, firstSeat: "a", replaced: [], notStarted: null, tables: new Map(), results: new Map(), unknown: new Set() };
  for (const entry of entries) {
    try {
      takeEntry(tournament, asOfToday(entry), logs);
    } catch (error) {
      const what = error instanceof Fault ? error.message : `makes no sense (${error.name})`;
      fault(entry.seq, "step", what, { what });
      break;
    }
  }
  if (tournament.system !== "groups") verdict.unchecked.push(remark("tournament", "The pairings and places of tournaments were not checked: `moirai verify` does that."));
  verdict.unchecked.push(...unprovenAdministrators(tournament));
  verdict.unchecked.push(...unreadNotes(entries));
  if (tournament.unknown.size > 0) verdict.unchecked.push(unknownOutcomes(tournament.unknown.size));
  return verdict;
}

function takeEntry(tournament, entry, logs) {
  const { seq, kind, facts } = entry;
  checkNote(entry, notesOn(tournament), tournament.paired.size > 0 && tournament.course.status !== "ended");
  if (isWithheld(entry)) return;
  requirePersonal(entry);
  const told = facts.map(({ fact }) => fact);
  const [first] = told;
  tournament.at = entry.at;
  ensure((seq === 1) === (kind === "created") && (seq === 1) === (first?.type === "tournament_created"), "does not create this tournament");
  ensure(seq > 1 || first.tournament_id === tournament.id, "does not create this tournament");
  requireBridge(first?.through);
  if (kind === "director_action" || isNote(kind)) {
    ensure(first.type === "director_acted", "is not an action");
    requireAction(tournament, seq, first, RIGHTS, tournament.players.has(first.director.player_id));
    tournament.acting = first.director;
  }
  takeRoles(tournament, kind, told);
  checkByItself(tournament.course, kind, facts, "tournament_cancelled");
  const paired = told.find(({ type }) => type === "round_paired");
  const drawn = told.filter(({ type }) => type === "drawn");
  if (paired) takePairing(tournament, paired, drawn);
  else ensure(drawn.length === 0, "draws for nothing");
  checkReplaced(tournament, told);
  for (const fact of told) {
    checkResult(tournament, kind, fact, logs);
    ensure(fact.type !== "entrant_replaced" || (fact.invitation === undefined) === (kind === "director_action"), "a place is claimed by a link, or given by a director");
    noteStatus(tournament.course, fact.type, "tournament");
    if (Object.hasOwn(FOLD, fact.type)) FOLD[fact.type](tournament, fact);
  }
  tournament.changedAt = entry.at;
}

/** Notes are on tables of rounds that are paired. */
const notesOn = ({ paired }) => ({
  kind: "table_noted", action: "note_table", place: { round: isWhole, table: isWhole }, isThere: ({ round, table }) => paired.get(round)?.includes(table) === true,
});

/** Note who has the place of an entrant from now on: players, or bots (null). */
function sit(tournament, entrant, ...now) {
  const { entrants, players } = tournament;
  endLeave(tournament, entrant);
  entrants.get(entrant).sitters.push(...now);
  for (const player of now) if (player) players.set(player.player_id, entrant);
}

const requireHead = (version, head) => ensure((head !== undefined) === version > 1, "the head is missing, or there is one too early");

/** Results are taken from matches in entries of their own; nowhere else is said who decided one. */
function checkResult(tournament, kind, { type, round, table: number, how, points, by }, logs) {
  if (kind === "director_action" && type === "table_replayed") return void requireReplayable(tournament, round, number);
  if (kind !== "results_taken") return void ensure(type !== "table_replayed" && (type !== "table_done" || by === undefined), "takes the outcome of no match");
  if (type !== "table_done" && type !== "table_replayed") return;
  const table = tournament.tables.get(number);
  ensure(round === tournament.rounds && table?.match, "takes the outcome of no match");
  checkTaken(tournament, round, table, type === "table_done" ? { how, points, ...(by && { by }) } : null, logs);
}

/** A director has a table of the last round that started played again, whose entrants are there. */
function requireReplayable({ system, rounds, notStarted, provisional, tables, entrants }, round, number) {
  const seated = tables.get(number)?.entrants ?? [];
  ensure(system !== "arena" && round === rounds && notStarted === null && !provisional && seated.length > 1 && seated.every((one) => entrants.get(one).present), "has a table played again that cannot be");
}

/** Change when clocks of later matches rest, how much leave there is, and how long an arena lasts. */
function changeClocks(tournament, { rest, leave_days: leave, arena }) {
  const isArena = tournament.system === "arena";
  ensure(rest === undefined || (!isArena && (isRest(rest) || isNoRest(rest))), "does not rest as a tournament can");
  if (leave !== undefined) {
    ensure(!isArena, "an arena has no leave");
    requireGiven(tournament, leave);
    tournament.leaveDays = leave;
  }
  if (arena === undefined) return;
  ensure(isArena && isLength(arena) && !tournament.timeIsOver, "does not last as an arena can");
  const longer = (arena.minutes - tournament.minutes) * 60_000;
  const { endsAt, leftSeconds: left, at } = tournament;
  ensure(endsAt === undefined || (Date.parse(endsAt) > Date.parse(at) && Date.parse(endsAt) + longer > Date.parse(at)), "would have ended by now");
  ensure(left === null || left * 1000 + longer > 0, "would have ended by now");
  Object.assign(tournament, { minutes: arena.minutes, endsAt: endsAt && laterText(endsAt, longer), leftSeconds: left === null ? null : left + longer / 1000 });
}

const isLength = (arena) => hasShape(arena, { minutes: between(10, 720) });
const laterText = (time, ms) => timeText(timeOf(time) + BigInt(ms) * 1000n);

const FOLD = {
  tournament_created: (tournament, { system, teams, maker, directors, log_version, rate_expelled: rated, table_size: size, scores, clubs_apart: apart, accelerated, rounds, groups, cycles, tie_breaks: codes, arena, absence, match, leave_days: leave }) => {
    ensure([1, 2].includes(log_version), "is of an unknown version");
    ensure(rated === undefined || typeof rated === "boolean", "does not say whether tables of the disqualified are rated");
    ensure(accelerated === undefined || accelerated === true, "cannot be accelerated");
    ensure(apart === undefined || apart > 0, "does not keep clubs apart as a tournament can");
    ensure(system === "groups" ? areGroups(groups) && rated !== undefined : groups === undefined, "does not have groups as this system can");
    ensure((arena !== undefined) === (system === "arena") && (!arena || (isLength(arena) && rounds === 1 && teams === null && match.rest === undefined && leave === undefined)), "does not last as an arena can");
    takeTerms(tournament, { system, size, rounds, scores, apart, accelerated, groups, cycles, codes });
    // In tournaments of earlier servers, everyone keeps the place.
    Object.assign(tournament, { system, teams, version: log_version, holders: firstHolders(maker, directors), keepsPlaces: rated === undefined, leaveDays: leave, minutes: arena?.minutes, readySeconds: absence.ready_seconds });
  },
  ready_said: (_, { through }) => requireBridge(through),
  settings_changed: (tournament, changes) => {
    const { rounds, tie_breaks: order, scores, clubs_apart: apart, accelerated, rest, leave_days: leave, arena } = changes;
    const [counts, pairs, clocks] = [[order, scores], [apart, accelerated], [rest, leave, arena]].map((some) => some.some((one) => one !== undefined));
    ensure(!counts || tournament.rounds === 0, "changes what the results of a published round count by");
    ensure(!pairs || tournament.paired.size === 0, "changes by what a round was paired");
    ensure(!(counts || pairs || clocks || rounds !== undefined) || !tournament.players.has(tournament.acting?.player_id), "who plays cannot decide this");
    const changed = Object.entries({ rounds, codes: order, scores, apart, accelerated }).filter(([, value]) => value !== undefined);
    takeTerms(tournament, { ...tournament.terms, ...Object.fromEntries(changed) });
    if (clocks) changeClocks(tournament, changes);
  },
  entered: (tournament, { entrant, player, partner = null, rating, waiting, invitation, unclaimed, club, through }) => {
    const { entrants } = tournament;
    requireBridge(through);
    ensure(club === undefined || (player !== null && invitation === undefined && typeof club === "string" && club !== ""), "a club is not given by a director");
    ensure(invitation === undefined || (player !== null && isId(invitation)), "an invitation does not allow this");
    ensure([undefined, true].includes(unclaimed) && (!unclaimed || (player !== null && invitation === undefined && tournament.teams === null)), "this place cannot be for somebody without an account");
    entrants.set(entrant, { rating, present: !waiting, withdrawn: false, checked: player === null, sitters: [], now: player, unclaimed: unclaimed === true });
    sit(tournament, entrant, player, ...(tournament.teams ? [partner] : []));
  },
  check_in_opened: (tournament) => { tournament.checksIn = true; },
  checked_in: ({ entrants }, { entrant, through }) => {
    requireBridge(through);
    entrants.get(entrant).checked = true;
  },
  no_round_left: (tournament) => {
    tournament.timeIsOver = true;
    if (tournament.system === "groups") checkTables(knownOf(tournament), pastOf(tournament), []);
  },
  club_set: ({ entrants }, { entrant, club }) => {
    ensure(entrants.has(entrant) && typeof club === "string", "gives nobody a club");
  },
  pair_forbidden: ({ entrants: known, forbidden }, { entrants }) => {
    ensure(entrants.length === 2 && entrants.every((one) => known.has(one)) && !forbidden.has(pairOf(entrants)), "forbids no pair of entrants, or one again");
    forbidden.add(pairOf(entrants));
  },
  pair_allowed: ({ forbidden }, { entrants }) => {
    ensure(forbidden.delete(pairOf(entrants)), "allows a pair that is not forbidden");
  },
  leave_taken: (tournament, fact) => {
    requireBridge(fact.through);
    ensure(tournament.entrants.get(fact.entrant)?.withdrawn === false, "somebody else is on leave");
    takeLeave(tournament, fact, tournament.leaveDays, tournament.at);
  },
  place_given: ({ entrants }, { entrant }) => { entrants.get(entrant).present = true; },
  entrant_withdrawn: (tournament, { entrant, because, through }) => {
    requireBridge(through);
    Object.assign(tournament.entrants.get(entrant), { present: false, withdrawn: true, left: because });
    sit(tournament, entrant, null); // A bot continues.
  },
  entrant_returned: ({ entrants }, { entrant, waiting }) => {
    ensure(entrants.get(entrant)?.left !== undefined, "brings somebody back who has not left");
    Object.assign(entrants.get(entrant), { present: !waiting, withdrawn: false, left: undefined });
  },
  entrant_replaced: (tournament, { entrant, player, partner = null, invitation }) => {
    const known = tournament.entrants.get(entrant);
    const claims = known.unclaimed && !known.withdrawn && player !== null && partner === null && isId(invitation);
    ensure(invitation === undefined || claims, "this place cannot be claimed");
    Object.assign(known, { now: player, unclaimed: false });
    sit(tournament, entrant, player, ...(tournament.teams ? [partner] : []));
  },
  round_published: (tournament, { round, tables }) => {
    ensure(tournament.system !== "groups" || same(tables, tournament.pairedTables), "publishes other tables than it paired");
    Object.assign(tournament, { rounds: round, unpublished: null, replaced: [], notStarted: round, checksIn: false });
    tournament.tables = new Map(tables.map(({ table, entrants }) => [table, { number: table, entrants, match: null, replays: 0, gone: [] }]));
    for (const [key, known] of tournament.results) if (known.round === round) tournament.results.delete(key);
    for (const { table: number, entrants, result = null } of tables) tournament.results.set(`${round}/${number}`, { round, number, entrants, result });
    if (round === 1 && tournament.system === "groups") tournament.roundsInGroups = roundsOf(tournament.terms, tables.flatMap(({ entrants }) => entrants).length);
  },
  publication_undone: (tournament, { round }) => {
    ensure(tournament.notStarted === round && round === tournament.rounds, "takes back what is not published, or has started");
    Object.assign(tournament, { rounds: round - 1, unpublished: round, notStarted: null });
  },
  start_undone: (tournament, { round }) => {
    const untouched = [...tournament.tables.values()].every(({ match, number }) => match === null || tournament.results.get(`${round}/${number}`).result === null);
    ensure(round === tournament.rounds && tournament.notStarted === null && untouched, "takes back a start on which somebody has acted");
    Object.assign(tournament, { notStarted: round, endsAt: undefined });
    for (const table of tournament.tables.values()) Object.assign(table, { match: null, replays: 0, gone: [] });
  },
  round_started: (tournament, { matches, head, ends_at: endsAt }) => {
    requireHead(tournament.version, head);
    ensure((endsAt !== undefined) === (tournament.system === "arena"), "does not last as long as it should");
    Object.assign(tournament, { endsAt, tablesAt: tournament.at });
    tournament.notStarted = null;
    for (const [table, match] of Object.entries(matches)) begin(tournament, Number(table), match);
  },
  tables_added: (tournament, added) => {
    const { round, tables, matches } = added;
    checkAdded(tournament, added);
    tournament.tablesAt = tournament.at;
    for (const { table, entrants } of tables) {
      tournament.tables.set(table, { number: table, entrants, match: null, replays: 0, gone: [] });
      tournament.results.set(`${round}/${table}`, { round, number: table, entrants, result: null });
      begin(tournament, table, matches[table]);
    }
  },
  tournament_paused: (tournament, { left_seconds: left }) => { if (left !== undefined) Object.assign(tournament, { endsAt: undefined, leftSeconds: left }); },
  tournament_resumed: (tournament, { ends_at: endsAt }) => { if (endsAt !== undefined) Object.assign(tournament, { endsAt, leftSeconds: null }); },
  table_replayed: (tournament, { round, table, match_id }) => {
    const again = tournament.tables.get(table);
    if (again.match !== null) again.replays += 1;
    begin(tournament, table, match_id);
    tournament.results.get(`${round}/${table}`).result = null;
    discardLater(tournament, round);
  },
  result_corrected: (tournament, fact) => {
    const { system, rounds, roundsInGroups: last, notStarted } = tournament;
    const isOfGroup = system === "groups" && fact.round <= last;
    ensure(!isOfGroup || rounds - (notStarted === null ? 0 : 1) <= last, "corrects a group after its bracket has begun");
    takeResult(tournament, fact);
    if (isOfGroup) discardLater(tournament, last);
    else if (isInBracket(tournament, fact.round)) discardLater(tournament, fact.round);
  },
  newcomer_seated: (tournament, { entrant, newcomer }) => {
    const { now } = Object.assign(tournament.entrants.get(newcomer), { present: false, withdrawn: true });
    Object.assign(tournament.entrants.get(entrant), { now, unclaimed: false });
    sit(tournament, entrant, now);
  },
  table_done: takeResult,
  results_provisional: (tournament, { until }) => {
    ensure(!tournament.provisional && isText(until), "ends twice");
    tournament.provisional = true;
  },
  tournament_reopened: (tournament) => {
    ensure(tournament.provisional, "reopens what goes on");
    tournament.provisional = false;
  },
  tournament_over: (tournament, { places, head }) => {
    requireHead(tournament.version, head);
    if (tournament.keepsPlaces) return;
    const gone = unplacedIn(tournament);
    ensure(!places.some(([, id]) => gone.includes(id)) && (places.length === 0 || places[0][0] === 1), "gives a place to somebody who has left without one");
    if (tournament.system === "groups") checkPlaces(knownOf(tournament), pastOf(tournament), places);
  },
};

/** Check and note the settings that fit together, as they are from now on. */
function takeTerms(tournament, terms) {
  const { system, size, rounds, scores, apart = 0, accelerated = false } = terms;
  ensure(scores === undefined || (SCORED.includes(system) && size === 2 && areScores(scores)), "does not say what results are worth as this system can");
  ensure(between(0, 100)(apart) && (apart === 0 || system === "swiss"), "does not keep clubs apart as a tournament can");
  const isPlain = scores === undefined || (scores.win === 2 && scores.draw === 1);
  ensure(isFlag(accelerated) && (!accelerated || (system === "swiss" && rounds > 0 && isPlain)), "cannot be accelerated");
  tournament.terms = terms;
}

/** Who gets no place: the disqualified, and who has withdrawn and played no table. */
function unplacedIn({ entrants, results }) {
  const played = playersIn([...results.values()]);
  return [...entrants].filter(([id, { left }]) => left === "disqualified" || (left !== undefined && !played.has(id))).map(([id]) => id);
}

/** The tables of each published round, with their results. */
const pastOf = ({ rounds, results }) => Array.from({ length: rounds }, (_, at) => [...results.values()].filter(({ round }) => round === at + 1));

/** What says which tables groups and their bracket have. */
function knownOf(tournament) {
  const { terms, numbered, lots, lot, entrants, checksIn } = tournament;
  const present = numbered.filter((one) => entrants.get(one).present && (entrants.get(one).checked || !checksIn));
  const withdrawn = [...entrants].filter(([, { withdrawn }]) => withdrawn).map(([id]) => id);
  return { terms, numbered, lots, lot, present, withdrawn, unplaced: unplacedIn(tournament) };
}

/** A next round that has not started is paired again. */
function discardLater(tournament, round) {
  if (tournament.unpublished > round) {
    throwAway(tournament);
    tournament.paired.delete(tournament.unpublished);
    tournament.unpublished = null;
  }
  if (tournament.notStarted > round) {
    tournament.paired.delete(tournament.notStarted);
    Object.assign(tournament, { rounds: tournament.notStarted - 1, notStarted: null });
  }
}

function takeResult({ results }, { round, table, how, points }) {
  results.get(`${round}/${table}`).result = { how, points };
}

/** A match of a table begins: bots have the seats of those who have withdrawn by then, also if they come back. */
function begin({ tables, entrants }, number, match) {
  const table = tables.get(number);
  Object.assign(table, { match, gone: table.entrants.filter((one) => entrants.get(one).withdrawn) });
}

/** Two entrants, in either order. */
const pairOf = (entrants) => [...entrants].sort().join();

/** Entrants who must not meet do so only where a director sent the pairing, and said why. */
function checkForbidden(forbidden, tables, reasons) {
  const met = tables.filter(({ entrants }, at) => !reasons[at]?.forced_because && entrants.some((one, seat) => entrants.slice(seat + 1).some((other) => forbidden.has(pairOf([one, other])))));
  ensure(met.length === 0, "pairs entrants who must not meet");
}

/** Check the draws of a round, and the order of the entrants that they give. */
function takePairing(tournament, { round, numbered, lots, tables, reasons }, drawn) {
  const { seed, entrants, rounds } = tournament;
  checkForbidden(tournament.forbidden, tables, reasons);
  ensure(isWhole(round) && round === rounds + 1 && isTexts(numbered) && isTexts(lots), "pairs another round than the next");
  const present = [...entrants].filter(([, { present }]) => present).map(([id]) => id);
  const settled = round > (OPEN_FIELD.includes(tournament.system) ? NUMBERS_SETTLED_IN : 1);
  const candidates = settled ? present.filter((id) => !tournament.numbered.includes(id)) : present;
  const draw = drawn.find(({ label }) => label === "lots");
  ensure(same(draw?.candidates ?? [], candidates), "draws lots for others than the entrants");
  const picks = draw?.picks ?? [];
  if (seed) {
    const chance = fairChance(seed, round);
    const byName = tournament.version > 1;
    for (const { label, candidates, picks } of drawn) byName && label === "lots" ? chance.lots(label, candidates) : chance.pick(label, candidates, picks.length);
    const logged = drawn.map(({ label, candidates, picks }) => ({ label, candidates, picks }));
    ensure(same(chance.draws, logged), "the seed gives other draws");
  }
  const byRating = (one, other) => entrants.get(other).rating - entrants.get(one).rating; // Sorting keeps the order of lots.
  const expected = settled ? [...tournament.numbered, ...picks] : [...picks].sort(byRating);
  ensure(same([...picks].sort(), [...candidates].sort()) && same(numbered, expected), "the draws give other numbers");
  ensure(same(lots, settled ? [...tournament.lots, ...picks] : picks), "the draws give other lots");
  const seat = drawn.find(({ label }) => label === "first seat");
  if (seat) [tournament.firstSeat] = seat.picks;
  tournament.paired.set(round, tables.map(({ table }) => table));
  if (tournament.unpublished === round) throwAway(tournament);
  Object.assign(tournament, { numbered, lots, unpublished: round, pairedTables: tables });
  const first = drawn.find(({ label }) => label === "first seat");
  if (first) tournament.lot ??= first.picks[0] === "a" ? 0 : 1;
  if (tournament.system === "groups") checkTables(knownOf(tournament), pastOf(tournament), tables);
}

const throwAway = ({ replaced, acting }) => void (acting && replaced.push(acting));

/** With a round that is published comes who had earlier pairings of it replaced. */
function checkReplaced({ version, replaced }, told) {
  const published = told.findIndex(({ type }) => type === "round_published");
  const expected = published >= 0 && version > 1 && replaced.length > 0;
  const said = told.filter(({ type }) => type === "pairings_replaced");
  ensure(said.length === Number(expected), "pairings that were thrown away are not told, or others");
  if (!expected) return;
  const by = replaced.filter((one, at) => replaced.findIndex((other) => same(other, one)) === at);
  ensure(same(told[published + 1], { type: "pairings_replaced", round: told[published].round, count: replaced.length, by }), "pairings that were thrown away are not told, or others");
}
