// The verdict on one series: its chain, its seed and draws, and who is where after each episode.

import { atFirst, checkByItself, noteStatus } from "../by_itself.mjs";
import { fairChance } from "../chance.mjs";
import { Fault, ensure } from "../faults.mjs";
import { faultOf, remark, unknownOutcomes } from "../remarks.mjs";
import { same } from "../log/canonical.mjs";
import { checkChain, findSeed } from "../log/chain.mjs";
import { asOfToday } from "../log/upcasting.mjs";
import { checkRedactions, isWithheld, requirePersonal } from "../log/redactions.mjs";
import { checkNote, isNote, unreadNotes } from "../notes.mjs";
import { firstHolders, requireAction, takeRoles, unprovenAdministrators } from "../roles.mjs";
import { endOf, requireSitters } from "../match/end.mjs";
import { isId, requireBridge } from "../match/facts.mjs";
import { endLeave, requireGiven, requireGivenLeaves, takeLeave } from "../match/leaves.mjs";
import { isNoRest, isRest } from "../match/rests.mjs";
import { among, isWhole } from "../shapes.mjs";

/** What arbiters can do; who has a place decides nothing (access.md). */
const RIGHTS = { arbiter: ["pause", "resume", "extend", "replay", "decide", "note_match"], playing: [] };

export const isSeries = ([{ facts = [] }]) => facts.some(({ fact }) => fact.type === "series_created");

/** What was found in a log, as for a match. */
export function verifySeries(entries, logs = new Map()) {
  const verdict = { faults: [], unchecked: [], rules: null, entropy: null };
  const fault = (...said) => void verdict.faults.push(faultOf(...said));
  checkChain(entries, fault);
  checkRedactions(entries, fault, verdict.unchecked);
  const seed = findSeed(entries, fault, "series_created", "series_over");
  if (!seed.bytes) verdict.unchecked.push(remark("no_seed", "The seed is not in the log (yet), so the draws were not checked."));
  const series = { course: atFirst(), id: entries[0].match_id, seed: seed.bytes, terms: null, left: new Map(), entrants: [], heaven: null, set: [], episode: null, decisions: new Map(), over: false, holders: new Map(), lookers: new Set(), version: 1, players: new Set(), sitters: new Map(), administrators: [], made: new Map(), begun: new Set(), match: null, away: new Map(), taken: new Set(), leaveDays: 0, at: null, unknown: new Set() };
  for (const entry of entries) {
    try {
      takeEntry(series, asOfToday(entry), logs);
    } catch (error) {
      const what = error instanceof Fault ? error.message : `makes no sense (${error.name})`;
      fault(entry.seq, "step", what, { what });
      break;
    }
  }
  verdict.unchecked.push(remark("series", "What directors did in a series was not checked: `moirai verify` does that."));
  verdict.unchecked.push(...unprovenAdministrators(series), ...unreadNotes(entries));
  if (series.unknown.size > 0) verdict.unchecked.push(unknownOutcomes(series.unknown.size));
  return verdict;
}

function takeEntry(series, entry, logs) {
  checkNote(entry, notesOn(series), series.episode !== null && series.course.status !== "ended");
  if (isWithheld(entry)) return;
  requirePersonal(entry);
  const { seq, kind, facts } = entry;
  const told = facts.map(({ fact }) => fact);
  const [first] = told;
  series.at = entry.at;
  ensure((seq === 1) === (kind === "created") && (seq === 1) === (first?.type === "series_created"), "does not create this series");
  ensure(seq > 1 || first.series_id === series.id, "does not create this series");
  requireBridge(first?.through);
  ensure(seq > 1 || told.every(({ invitation }) => invitation === undefined), "contains an accepted invitation, before there could be one");
  ensure(!series.over || kind === "loss_noted", "comes after the end");
  if (kind === "director_action" || isNote(kind)) {
    ensure(first.type === "director_acted", "is not an action");
    requireAction(series, seq, first, RIGHTS, series.players.has(first.director.player_id));
  }
  takeRoles(series, kind, told);
  checkByItself(series.course, kind, facts, "series_cancelled");
  let drawn = [];
  for (const fact of told) {
    noteStatus(series.course, fact.type, "series");
    if (fact.type === "drawn") drawn.push(fact);
    else {
      if (fact.type === "episode_begun" || fact.type === "decision_closed") checkDraws(series, fact, drawn.splice(0));
      checkOutcome(series, kind, fact, logs);
      if (Object.hasOwn(FOLD, fact.type)) FOLD[fact.type](series, fact);
    }
  }
  ensure(drawn.length === 0, "draws for nothing");
}

/** Notes are on matches of episodes that have begun. */
const notesOn = ({ begun }) => ({
  kind: "match_noted", action: "note_match", place: { episode: isWhole, match: among("main", "death") }, isThere: ({ episode, match }) => begun.has(`${match} ${episode}`),
});

/** Note who has a place from now on: a player, or a bot (null). */
function sit({ players, sitters }, entrant, player) {
  sitters.set(entrant, [...(sitters.get(entrant) ?? []), player]);
  if (player) players.add(player.player_id);
}

/** Note a match that begins; `begun` are all so far, by which and of which episode. */
function begin(series, match, episode) {
  series.match = match;
  series.begun.add(`${match.name} ${episode}`);
}

const requireHead = (version, head) => ensure((head !== undefined) === version > 1, "the head is missing, or there is one too early");

/** Whether the outcome of a match is what its log says, if that is known, or one that directors decide. */
function checkOutcome(series, kind, fact, logs) {
  if (!["main_match_done", "death_match_done"].includes(fact.type)) return;
  const { how, by } = fact;
  if (kind !== "results_taken") return void ensure(how === "decided" && by === undefined, "takes the outcome of no match");
  const { match } = series;
  ensure(how === (by === undefined ? "played" : "adjudicated") && match && (by === undefined || series.version > 1), "a match cannot end so");
  const log = logs.get(match.id);
  if (!log) return void series.unknown.add(match.id);
  const end = endOf(log);
  const place = { series_id: series.id, episode: fact.episode, match: match.name };
  ensure(end?.outcome && same(end.created.series ?? null, place), `match ${match.id} is not that of the episode, or not over`);
  ensure(series.version === 1 || same(end.by ?? null, by ?? null), `match ${match.id} came to something else`);
  requireSitters(log, new Map(Object.entries(match.seats).map(([seat, entrant]) => [seat, series.sitters.get(entrant)])), `match ${match.id}`);
  requireGivenLeaves(log, new Map(Object.entries(match.seats)), series.taken, `match ${match.id}`);
  const { rank, consequences } = end.outcome;
  const of = (all) => Object.fromEntries(Object.entries(match.seats).map(([seat, entrant]) => [entrant, all[seat]]));
  if (match.name === "main") return void ensure(same(of(rank), fact.rank) && same(withLists(of(consequences)), fact.consequences), `match ${match.id} came to something else`);
  const [candidate, opponent] = series.episode.pair.map((entrant) => of(rank)[entrant]);
  ensure(candidate !== opponent && fact.loser === series.episode.pair[candidate > opponent ? 0 : 1], `match ${match.id} came to something else`);
}

const withLists = (all) => Object.fromEntries(Object.entries(all).map(([one, list]) => [one, list ?? []]));

/** Draws stand right before what follows from them: the seats of an episode, or the choice of somebody silent. */
function checkDraws(series, fact, drawn) {
  if (fact.type === "episode_begun") checkSeats(series, fact, drawn);
  else checkChoice(series, fact, drawn);
}

/** Lots give the seats of each realm in all episodes but the final, and say who begins in heaven if nothing else did. */
function checkSeats(series, fact, drawn) {
  const { episode, heaven, hell } = fact;
  const first = series.heaven === null ? [["heaven", staying(series), heaven.length]] : [];
  const seats = series.terms.episodes[episode - 1]?.seats === null ? [["seats:heaven", heaven, heaven.length], ["seats:hell", hell, hell.length]] : [];
  requireDraws(series, episode, drawn, [...first, ...seats]);
  const [begins, ...others] = first.length > 0 ? drawn : [null, ...drawn];
  ensure(!begins || same(inOrder(series, begins.picks), heaven), "the draw gives another heaven");
  ensure(others.every(({ candidates, picks }) => same(picks, Object.values(seatsOf(fact, candidates)))), "the draw gives other seats");
}

/** Who is silent gets the worst of the main match, and anybody by lot otherwise, or where several are worst. */
function checkChoice(series, { decision, choice, because }, drawn) {
  const { about, choices, episode } = series.decisions.get(decision) ?? {};
  const { rank } = series.episode?.main ?? {};
  const byDefault = because === "silent" || because === "bot";
  const last = byDefault && Math.max(...choices.map((one) => rank[one]));
  const worst = about === "pick" && series.terms.pick.silent === "worst_rank" ? choices.filter((one) => rank[one] === last) : choices;
  requireDraws(series, episode, drawn, byDefault && worst.length > 1 ? [[`decision:${decision}`, worst, 1]] : []);
  ensure(!byDefault || choice === (drawn[0]?.picks ?? worst)[0], "silence decides otherwise");
}

/** Check that exactly this is drawn, and with a seed that it gives these draws. */
function requireDraws({ seed }, episode, drawn, expected) {
  ensure(same(drawn.map(({ label, candidates, picks }) => [label, candidates, picks.length]), expected), "draws something else than is decided by lot");
  ensure(drawn.every(({ candidates, picks }) => new Set(picks).size === picks.length && picks.every((one) => candidates.includes(one))), "a draw is not possible");
  if (!seed) return;
  const chance = fairChance(seed, episode);
  for (const each of expected) chance.pick(...each);
  ensure(same(chance.draws.map(({ picks }) => picks), drawn.map(({ picks }) => picks)), "the seed gives other draws");
}

const staying = ({ entrants, left }) => entrants.filter((one) => !left.has(one));
const inOrder = ({ entrants }, some) => entrants.filter((one) => some.includes(one));
const without = (all, some) => all.filter((one) => !some.includes(one));
/** The seats of a realm, in their order, with who has them. */
const seatsOf = ({ seats }, realm) =>
  Object.fromEntries(Object.entries(seats).filter(([, one]) => realm.includes(one)).sort(([one], [other]) => numberOf(one) - numberOf(other)));
const numberOf = (seat) => Number(seat.split("-")[1] ?? 0);

const FOLD = {
  series_created: (series, terms) => {
    const { log_version: version } = terms;
    ensure([1, 2].includes(version), "is of an unknown version");
    Object.assign(series, { terms, version, leaveDays: terms.leave_days, holders: firstHolders(terms.maker, terms.directors) });
  },
  series_changed: (series, { rest, leave_days: leave }) => {
    ensure(rest === undefined || isRest(rest) || isNoRest(rest), "does not rest as a series can");
    if (leave === undefined) return;
    requireGiven(series, leave);
    series.leaveDays = leave;
  },
  place_taken: (series, { entrant, player, invitation, through }) => {
    const { entrants, episode } = series;
    requireBridge(through);
    sit(series, entrant, player);
    ensure(!entrants.includes(entrant), "gives a place twice");
    ensure(invitation === undefined || (player !== null && isId(invitation) && !episode), "an invitation does not allow this");
    entrants.push(entrant);
  },
  place_handed_over: (series, { entrant, player }) => {
    sit(series, entrant, player);
    endLeave(series, entrant);
  },
  leave_taken: (series, fact) => {
    requireBridge(fact.through);
    ensure(series.sitters.get(fact.entrant)?.at(-1) && staying(series).includes(fact.entrant), "somebody else is on leave");
    takeLeave(series, fact, series.leaveDays, series.at);
  },
  place_left: (series, { entrant, through }) => {
    requireBridge(through);
    series.entrants = without(series.entrants, [entrant]);
    if (series.set.includes(entrant)) Object.assign(series, { heaven: null, set: [] });
  },
  places_set: (series, { heaven, hell }) => {
    ensure(same([...heaven, ...hell].sort(), staying(series).sort()), "sets the places of others than those who are there");
    Object.assign(series, { heaven: inOrder(series, heaven), set: [...heaven, ...hell] });
  },
  episode_begun: (series, { episode, heaven, hell, seats, match_id, head }) => {
    requireHead(series.version, head);
    const plan = series.terms.episodes[episode - 1];
    ensure(episode === (series.episode?.number ?? 0) + 1 && plan, "begins another episode than the next");
    ensure((series.episode?.done ?? true) && heaven.length === plan.heaven && hell.length === plan.hell, "does not begin as planned");
    ensure(series.heaven === null || same(series.heaven, heaven), "others are in heaven");
    ensure(same(hell, without(staying(series), heaven)), "others are in hell");
    ensure(same(Object.values(seats).sort(), [...heaven, ...hell].sort()), "the seats are those of others");
    begin(series, { name: "main", id: match_id, seats }, episode);
    series.episode = { number: episode, plan, heaven, hell, done: false, main: null, settled: null, pair: [], decided: new Map() };
  },
  match_replayed: ({ match }, { match_id }) => { match.id = match_id; },
  main_match_done: ({ episode }, fact) => { episode.main = fact; },
  realms_settled: (series, { heaven, hell, candidate, spared }) => {
    const { episode } = series;
    const { plan, main } = episode;
    const all = inOrder(series, [...episode.heaven, ...episode.hell]);
    const having = (consequence) => all.filter((one) => main.consequences[one].includes(consequence));
    const expected = plan.finalists ? having("winner").filter((one) => episode.heaven.includes(one)) : { ascends: having("ascends"), winner: having("winner"), stays: episode.heaven }[plan.heaven_next];
    const rest = plan.finalists ? having("winner").filter((one) => episode.hell.includes(one)) : without(all, expected);
    ensure(same(heaven, expected) && same(hell, rest), "others follow from the main match");
    if (plan.death !== null) {
      ensure(same([candidate], having("elimination_candidate")) && hell.includes(candidate), "another is the candidate");
      const tokens = having("token_of_life").filter((one) => hell.includes(one) && one !== candidate);
      const isSparing = series.terms.token_spares !== null && tokens.length < hell.length - 1;
      ensure(same(spared, isSparing ? tokens : []), "others are spared");
    }
    Object.assign(episode, { settled: { heaven, hell, candidate, spared } });
  },
  decision_asked: ({ episode, decisions }, fact) => {
    const { heaven, hell, candidate, spared } = episode.settled;
    const picks = fact.about === "pick";
    const asked = fact.about === "partner:opponent" ? episode.decided.get("pick") : candidate;
    const choices = picks ? without(hell, [candidate, ...spared]) : without(heaven, [...episode.decided.values()]);
    ensure(fact.decision === decisions.size + 1 && fact.entrant === asked && same(fact.choices, choices), "asks somebody else, or something else");
    decisions.set(fact.decision, fact);
  },
  decision_made: ({ decisions, made }, { decision, entrant, choice, through }) => {
    const asked = decisions.get(decision);
    requireBridge(through);
    ensure(asked?.entrant === entrant && asked.choices.includes(choice), "decides what nobody was asked");
    made.set(decision, choice);
  },
  decision_closed: ({ episode, decisions, made }, { decision, choice, because }) => {
    const asked = decisions.get(decision);
    ensure(because === "only_choice" || (because === "made") === made.has(decision), "closes a decision otherwise than it was made");
    ensure(because !== "made" || choice === made.get(decision), "closes a decision otherwise than it was made");
    ensure(asked?.choices.includes(choice) && !episode.decided.has(asked.about), "decides for nobody who could be chosen");
    episode.decided.set(asked.about, choice);
  },
  death_match_begun: (series, { match_id, seats }) => {
    const { episode } = series;
    begin(series, { name: "death", id: match_id, seats }, episode.number);
    const { settled, decided } = episode;
    ensure(same(Object.values(seats).sort(), [settled.candidate, ...decided.values()].sort()), "others play the death match");
    episode.pair = [settled.candidate, decided.get("pick")];
  },
  death_match_done: ({ episode }, { loser }) => {
    ensure(episode.pair.includes(loser), "somebody else loses");
    episode.loser = loser;
  },
  entrant_left: (series, { entrant, episode, because }) => {
    const { loser, settled } = series.episode;
    const leaves = because === "death_match" ? entrant === loser : ![...settled.heaven, ...settled.hell].includes(entrant);
    ensure(leaves && !series.left.has(entrant) && episode === series.episode.number, "somebody else leaves");
    series.left.set(entrant, episode);
  },
  episode_done: (series) => {
    series.heaven = without(series.episode.settled.heaven, [...series.left.keys()]);
    series.episode.done = true;
  },
  series_over: (series, { winner, places, head }) => {
    requireHead(series.version, head);
    const { rank } = series.episode.main;
    const best = Object.keys(rank).filter((one) => rank[one] === Math.min(...Object.values(rank)));
    const until = (one) => series.left.get(one) ?? series.episode.number;
    const others = without(series.entrants, [winner]);
    const expected = [[1, winner], ...others.map((one) => [2 + others.filter((other) => until(other) > until(one)).length, one])];
    const sorted = (list) => list.map(([place, one]) => `${place} ${one}`).sort();
    ensure(same(best, [winner]) && same(sorted(places), sorted(expected)), "the places are others");
    series.over = true;
  },
};
