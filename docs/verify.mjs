#!/usr/bin/env node
/*
A second verifier of Moirai's match logs, for players who would rather not take the server's word for it.

  node docs/verify.mjs match.ndjson [--receipt HASH]… [--head HASH]…

It exits 0 if every match in the file is good, 1 if something is wrong, 2 if the file cannot be read. It needs nothing but
Node 20 and shares nothing with the server: it is written from log.md (entries, chain, steps), chance.md (seed and
draws), protocol.md (channels), openapi.json (the fields of facts) and the games' rulebooks.

How to read this file, from top to bottom:

  1  Entries      canonical JSON, hashes, and what counts as an entry at all
  2  Chance       the key of all draws, and the draws
  3  Facts        the fields of the server's own facts
  4  Steps        what an entry can stand for: when that may happen, and which facts must follow
  5  Folding      what a match is after its facts
  6  Verdicts     the chain, the seed and every step of one match; the command line is at the very end
  7  Games        the rules of each game, one block a game

A game is { name, rulesVersion, variants, options, secrets, seats, begin, setup, legal, resolve }; see `GAMES`.
*/

import { createHash, createHmac } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const isTexts = (value) => Array.isArray(value) && value.every(isText);
const isFlag = (value) => typeof value === "boolean";
const isWhole = (value) => Number.isSafeInteger(value);
const orNull = (fits) => (value) => value === null || fits(value);
const among = (...values) => (value) => values.includes(value);
const between = (least, most) => (value) => isWhole(value) && value >= least && value <= most;
const table = (keys, value) => Object.fromEntries(keys.map((key) => [key, value(key)]));
const sum = (numbers) => numbers.reduce((one, two) => one + two, 0);
const inOrder = (all, some) => all.filter((one) => some.includes(one));

/** Whether an object has exactly these fields, each fit for what is asked of it. */
const hasShape = (value, shape) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.entries(shape).every(([name, fits]) => Object.hasOwn(value, name) && fits(value[name]));

/** What could not have happened, said of the entry at hand. */
class Wrong extends Error {}

function ensure(condition, otherwise) {
  if (!condition) throw new Wrong(otherwise);
}

// ---------------------------------------------------------------------------------------------------------------------
// 1  Entries (log.md)

/** Canonical JSON (RFC 8785). Throws where there is none: halves of characters, and numbers that are not whole. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(",")}]`;
  if (isObject(value)) {
    const fields = Object.keys(value).sort().map((name) => `${canonical(name)}:${canonical(value[name])}`);
    return `{${fields.join(",")}}`;
  }
  if (isText(value) && value.isWellFormed()) return JSON.stringify(value);
  if (value === null || isFlag(value) || isWhole(value)) return String(value);
  throw new TypeError("no canonical JSON");
}

const same = (one, two) => canonical(one) === canonical(two);
const hashed = (value) => createHash("sha256").update(canonical(value)).digest("hex");
const GENESIS = "0".repeat(64);

const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isAudience = (to) => to === "everyone" || to === "host" || (isTexts(to) && to.length > 0);
const isFact = (fact) => isObject(fact) && isText(fact.type);
const isTold = (told) => hasShape(told, { to: isAudience, fact: isFact });
const anything = () => true;

const PLACE = { match_id: isText, seq: isWhole, kind: anything, previous: isText, hash: isText };
const ENTRY = { ...PLACE, at: isText, nonce: isText, facts: (facts) => Array.isArray(facts) && facts.every(isTold) };
const WITHHELD = { ...PLACE, body: isText };

export const bodyOf = ({ body, at, facts, nonce }) => body ?? hashed({ at, facts, nonce });
export const hashOf = (entry) => {
  const { match_id, seq, kind, previous } = entry;
  return hashed({ match_id, seq, kind, previous, body: bodyOf(entry) });
};

/** A line holds its entry and nothing else, so it is the canonical JSON of it to the byte. */
function readEntry(line) {
  const entry = JSON.parse(line);
  if (canonical(entry) !== line || !(hasShape(entry, ENTRY) || hasShape(entry, WITHHELD))) throw new TypeError("no entry");
  return entry;
}

class Unreadable extends Error {}

/** The entries of each match of a file, by match, in the order of their lines. */
function readLogs(bytes) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const logs = new Map();
  text.split("\n").forEach((line, at) => {
    const trimmed = line.replace(/^[ \t\r]+|[ \t\r]+$/g, "");
    if (trimmed === "") return;
    try {
      const entry = readEntry(trimmed);
      if (!logs.has(entry.match_id)) logs.set(entry.match_id, []);
      logs.get(entry.match_id).push(entry);
    } catch {
      throw new Unreadable(`Line ${at + 1} is no entry of a log.`);
    }
  });
  if (logs.size === 0) throw new Unreadable("There is no entry in the file.");
  return logs;
}

// Times are whole microseconds since 1970, as bigints.

const SECOND = 1_000_000n;

function timeText(time) {
  const milliseconds = Number(time / 1000n);
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(time % 1000n).padStart(3, "0")}Z`;
}

function timeOf(text) {
  ensure(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text), "its time is no time");
  const milliseconds = Date.parse(`${text.slice(0, 23)}Z`);
  ensure(!Number.isNaN(milliseconds), "its time is no time");
  const time = BigInt(milliseconds) * 1000n + BigInt(text.slice(23, 26));
  ensure(timeText(time) === text, "its time is no time"); // 30 February is the 2nd of March.
  return time;
}

// ---------------------------------------------------------------------------------------------------------------------
// 2  Chance (chance.md)

export const commitmentTo = (seed) => createHash("sha256").update("moirai-seed-1\n").update(seed).digest("hex");

/** The key of all draws; `entropy` is a map from seats to what stands there at the start. */
export function drawKey(seed, seats, entropy) {
  const given = seats.filter((seat) => entropy.has(seat)).map((seat) => `${seat}\n${entropy.get(seat)}\n`);
  if (given.length === 0) return seed;
  return createHmac("sha256", seed).update(`moirai-seed-mix-1\n${given.join("")}`).digest();
}

/** The draws of one phase, worked out from the key. `draws` is what was drawn so far. */
export function fairChance(key, phase) {
  const draws = [];

  function* words(label, use) {
    for (let block = 0; ; block++) {
      const bytes = createHmac("sha256", key).update(`moirai-draw-1\n${phase}\n${label}\n${use}\n${block}`).digest();
      for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
    }
  }

  const below = (m, stream) => {
    for (;;) {
      const { value: word } = stream.next();
      if (word < 2 ** 32 - (2 ** 32 % m)) return word % m;
    }
  };

  function pick(label, candidates, k = 1) {
    const rest = [...candidates];
    const stream = words(label, draws.filter((draw) => draw.label === label).length);
    const picks = [];
    while (picks.length < k && rest.length > 0) picks.push(...rest.splice(below(rest.length, stream), 1));
    if (picks.length > 0) draws.push({ label, candidates: [...candidates], picks });
    return picks;
  }

  return { draws, pick, one: (label, candidates) => pick(label, candidates)[0] };
}

/** The draws of one phase as the log has them: what can be checked while the seed is not known. */
function loggedChance(logged) {
  const draws = [];

  function pick(label, candidates, k = 1) {
    const count = Math.min(k, candidates.length);
    if (count <= 0) return [];
    const draw = logged[draws.length];
    ensure(draw && draw.label === label && same(draw.candidates, candidates), `the rules draw ${label} here, the log does not`);
    const possible = new Set(draw.picks).size === count && draw.picks.length === count;
    ensure(possible && draw.picks.every((pick) => candidates.includes(pick)), `nothing draws ${label} like this`);
    draws.push(draw);
    return [...draw.picks];
  }

  return { draws, pick, one: (label, candidates) => pick(label, candidates)[0] };
}

// ---------------------------------------------------------------------------------------------------------------------
// 3  Facts (openapi.json): the fields of those that are the server's, besides `type`

const PERSON = { player_id: isText, name: isText };
const isPerson = (value) => hasShape(value, PERSON);
const isMove = anything;
const CONSEQUENCES = ["winner", "ascends", "descends", "mark_of_elimination", "elimination_candidate", "token_of_life"];
const isOutcome = (value) =>
  hasShape(value, { rank: isObject, consequences: isObject }) &&
  Object.values(value.rank).every(isWhole) &&
  Object.values(value.consequences).every((list) => isTexts(list) && list.every(among(...CONSEQUENCES)));

const FACTS = {
  match_created: {
    match_id: isText, game: isText, variant: isText, rules_version: isWhole, options: isObject, seats: Array.isArray,
    pace: among("deadline", "eager"), visibility: among("public", "unlisted", "private"), autostart: isFlag,
    show_submitted: isFlag, open_log: isFlag, spectator_lag: isWhole, host: isPerson, seed_commitment: isText,
  },
  secret_options: { options: isObject },
  seat_taken: { seat: isText, player: orNull(isPerson), entropy: orNull(isHash) },
  seat_left: { seat: isText },
  match_started: {},
  drawn: { label: isText, candidates: isTexts, picks: isTexts },
  deadline_set: { phase: isWhole, closes_at: orNull(isText) },
  submitted: { seat: isText, phase: isWhole, move: isMove, keep_thinking: isFlag, by_bot: isFlag },
  withdrawn: { seat: isText, phase: isWhole },
  seat_submitted: { seat: isText, phase: isWhole, has_submission: isFlag },
  phase_closed: { phase: isWhole, because: among("deadline", "all_submitted", "host"), head: isText },
  match_paused: { reason: isText },
  match_resumed: {},
  message_sent: { channel: isText, sender: isText, text: isText },
  seat_muted: { seat: isText, reason: isText },
  seat_unmuted: { seat: isText },
  match_adjudicated: { outcome: isOutcome, reason: isText },
  match_voided: { reason: isText },
  seed_revealed: { seed: isText },
};

// Facts of the contract between the server and its games; a game's own are named after it.
const PHASE = {
  number: isWhole, name: isText, round: isWhole, must: isTexts, may: isTexts, seconds: isWhole, keeps_deadline: isFlag,
  early_close: isFlag, withdrawable: isFlag,
};
const SHARED_FACTS = {
  phase_opened: { phase: (value) => hasShape(value, PHASE) },
  match_ended: { outcome: isOutcome },
  channel_opened: { channel: isText, members: isTexts, spectators: isFlag },
  channel_closed: { channel: isText },
};

const ofGame = (match, { type }) => Object.hasOwn(SHARED_FACTS, type) || type.startsWith(`${match.created?.game}.`);

function requireShape(match, fact) {
  const shape = { ...FACTS, ...SHARED_FACTS };
  if (Object.hasOwn(shape, fact.type)) ensure(hasShape(fact, { type: isText, ...shape[fact.type] }), `${fact.type} has other fields`);
  else ensure(ofGame(match, fact), `there is no fact ${fact.type} in this game`);
}

const toEveryone = (fact) => ({ to: "everyone", fact });
const toHost = (fact) => ({ to: "host", fact });
const toSeats = (seats, fact) => ({ to: seats, fact });

// ---------------------------------------------------------------------------------------------------------------------
// 4  Steps (log.md): for each kind of entry and its first fact, the facts that the entry must hold, all of them

const STEPS = {
  created: { match_created: create },
  seat_taken: { seat_taken: takeSeat },
  seat_left: { seat_left: leaveSeat },
  started: { match_started: start },
  submitted: { submitted: submit },
  withdrawn: { withdrawn: withdraw },
  resolved: { phase_closed: close },
  message: { message_sent: say },
  host_action: {
    match_paused: pause, match_resumed: resume, deadline_set: extend, seat_taken: replacePlayer, seat_muted: mute,
    seat_unmuted: unmute, match_adjudicated: adjudicate, match_voided: voidMatch,
  },
};

function create(match, entry, created) {
  ensure(match.status === null, "a match is created once");
  ensure(created.match_id === match.id, "does not create this match");
  const told = entry.facts.map(({ fact }) => fact);
  const secret = told.find(({ type }) => type === "secret_options")?.options;
  const taken = told.filter(({ type }) => type === "seat_taken");
  const options = secret ?? created.options;
  const game = GAMES.get(created.game);
  const rules = game?.rulesVersion === created.rules_version ? game : null;
  if (rules) requireTerms(rules, created, options, secret !== undefined);
  requireSeating(created.seats, taken);
  Object.assign(match, { created, rules, options, seats: created.seats.map(({ id }) => id) });
  return [toEveryone(created), ...(secret ? [toHost({ type: "secret_options", options })] : []), ...taken.map(toEveryone)];
}

/** What a match of this game may be created with. */
function requireTerms(rules, created, options, secret) {
  ensure(rules.variants.includes(created.variant), "the game has no such variant");
  ensure(options.variant === created.variant, "the options are another variant's");
  const fault = rules.options(options);
  ensure(fault === null, `no match has these options: ${fault}`);
  ensure(secret === (rules.secrets !== null), "the game's secret options are missing, or it has none");
  ensure(same(created.options, rules.secrets ? rules.secrets(options) : options), "the public options are not the match's");
  ensure(same(created.seats, rules.seats(options)), "the seats are not those of the game");
}

function requireSeating(seats, taken) {
  const ids = seats.map((seat) => seat.id);
  const players = taken.flatMap(({ player }) => (player ? [player.player_id] : []));
  ensure(ids.every(isText), "seats have names");
  ensure(taken.every(({ seat }) => ids.includes(seat)), "seats are taken that the match has not");
  ensure(new Set(taken.map(({ seat }) => seat)).size === taken.length, "a seat is taken twice");
  ensure(new Set(players).size === players.length, "a player sits in two seats");
  ensure(taken.every(({ entropy }) => entropy === null), "holds entropy, which could have been known when the seed was chosen");
}

const requireSeat = (match, seat) => ensure(match.seats.includes(seat), `the match has no seat ${seat}`);
const requireOpen = (match) => ensure(match.status === "open", "the match has started, or is over");
const requireStarted = (match) => ensure(["running", "paused"].includes(match.status), "the match is not under way");
const requireRunning = (match) => ensure(match.status === "running", "the match does not run");

function requireUnseated(match, player) {
  const sits = [...match.occupants.values()].some((other) => other && other.player_id === player.player_id);
  ensure(!sits, "a player has at most one seat");
}

function takeSeat(match, entry, { type, seat, player, entropy }) {
  requireSeat(match, seat);
  requireOpen(match);
  if (match.occupants.has(seat)) {
    const sitsThere = player !== null && same(match.occupants.get(seat), player);
    ensure(sitsThere, `seat ${seat} is taken`);
    ensure(entropy !== null && entropy !== match.entropy.get(seat), "changes nothing");
  } else if (player) {
    requireUnseated(match, player);
  }
  ensure(player !== null || entropy === null, "a bot gives no entropy");
  return [toEveryone({ type, seat, player, entropy })];
}

function leaveSeat(match, entry, { type, seat }) {
  requireOpen(match);
  ensure(match.occupants.has(seat), `nobody sits in seat ${seat}`);
  return [toEveryone({ type, seat })];
}

function start(match, entry, fact) {
  requireOpen(match);
  ensure(match.occupants.size === match.seats.length, "a match starts when every seat is taken");
  const key = match.seed && drawKey(match.seed, match.seats, match.entropy);
  Object.assign(match, { key, truth: match.rules?.begin(match.options) });
  return [toEveryone(fact), ...playOn(match, entry, 0, (chance) => match.rules.setup(match.truth, chance))];
}

/** The draws and facts that the game adds, and what follows from the phase or outcome that they end in. */
function playOn(match, entry, phase, play) {
  const logged = entry.facts.map(({ fact }) => fact).filter(({ type }) => type === "drawn");
  const chance = match.key && match.rules ? fairChance(match.key, phase) : loggedChance(logged);
  const facts = match.rules ? play(chance) : entry.facts.filter(({ fact }) => ofGame(match, fact));
  const draws = match.rules ? chance.draws.map((draw) => ({ type: "drawn", ...draw })) : logged;
  return [...draws.map(toHost), ...facts, ...followUp(match, facts, timeOf(entry.at))];
}

function followUp(match, facts, now) {
  const last = facts.at(-1)?.fact;
  if (last?.type === "match_ended") return [reveal(match)];
  ensure(last?.type === "phase_opened", "neither opens a phase nor ends the match");
  const { number, seconds, keeps_deadline } = last.phase;
  const begins = keeps_deadline && match.closesAt !== null ? match.closesAt : now;
  return [toEveryone({ type: "deadline_set", phase: number, closes_at: timeText(begins + BigInt(seconds) * SECOND) })];
}

function reveal(match) {
  const fact = { type: "seed_revealed", seed: match.revealed };
  return match.created.open_log ? toEveryone(fact) : toHost(fact);
}

/** The open phase, if it has this number. */
function openPhase(match, number) {
  requireRunning(match);
  ensure(match.phase.number === number, `phase ${number} is not the open one`);
  return match.phase;
}

function requireInTime(match, entry) {
  ensure(match.closesAt === null || timeOf(entry.at) < match.closesAt, "came after the deadline of its phase");
}

const seatSubmitted = (seat, phase, has_submission) => toEveryone({ type: "seat_submitted", seat, phase, has_submission });

function submit(match, entry, fact) {
  const { seat, phase: number, move } = fact;
  requireInTime(match, entry);
  const phase = openPhase(match, number);
  ensure([...phase.must, ...phase.may].includes(seat), `seat ${seat} has no part in the open phase`);
  const refusal = match.rules ? match.rules.legal(match.truth, seat, move) : null;
  ensure(refusal === null, `the move was not legal: ${refusal}`);
  const standing = match.submissions.get(seat);
  ensure(!standing || !same(standing, fact), "repeats what stands, which makes no entry");
  const news = match.created.show_submitted && !standing;
  return [toSeats([seat], fact), ...(news ? [seatSubmitted(seat, number, true)] : [])];
}

function withdraw(match, entry, { type, seat, phase: number }) {
  requireInTime(match, entry);
  ensure(openPhase(match, number).withdrawable, "in this phase nothing can be withdrawn");
  ensure(match.submissions.has(seat), "there is nothing to withdraw");
  const news = match.created.show_submitted;
  return [toSeats([seat], { type, seat, phase: number }), ...(news ? [seatSubmitted(seat, number, false)] : [])];
}

function close(match, entry, { type, phase: number, because }) {
  const phase = openPhase(match, number);
  if (because === "deadline") ensure(timeOf(entry.at) >= match.closesAt, "the phase was closed before its deadline");
  if (because === "all_submitted") ensure(waitsForNobody(match), "the phase was closed early though it had to wait");
  const moves = table([...phase.must, ...phase.may], (seat) => match.submissions.get(seat)?.move ?? null);
  const closed = toEveryone({ type, phase: number, because, head: match.head });
  return [closed, ...playOn(match, entry, number, (chance) => match.rules.resolve(match.truth, moves, chance))];
}

function waitsForNobody({ created, phase, submissions }) {
  const awaited = phase.must.length > 0 ? phase.must : phase.may;
  const ready = (seat) => submissions.has(seat) && !submissions.get(seat).keep_thinking;
  return (created.pace === "eager" || phase.early_close) && awaited.every(ready);
}

// Who may write where is told by channel_opened and channel_closed; the line between a seat and the host is the server's.

const MESSAGE_CHARACTERS = 2000;
const STEERING = "\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff";
const INVISIBLE = "\\s\\u00ad\\u200b-\\u200d\\u2060\\u2800\\u3164";
const VISIBLE_LINE = new RegExp(`^[^${STEERING}]*[^${STEERING}${INVISIBLE}][^${STEERING}]*$`, "u"); // SayRequest in openapi.json
const RATE = { messages: 30, span: 60n * SECOND };

function say(match, entry, { type, channel: name, sender, text }) {
  const now = timeOf(entry.at);
  ensure([...text].length <= MESSAGE_CHARACTERS && VISIBLE_LINE.test(text), "no such message can be sent");
  const channel = match.channels.get(name);
  const knows = channel && (sender === "host" || channel.to === "everyone" || channel.to.includes(sender));
  ensure(knows, `${sender} knows of no channel ${name}`);
  ensure(channel.members.includes(sender), `only members write in ${name}`);
  ensure(channel.open, `channel ${name} is closed`);
  if (!channel.members.includes("host")) {
    ensure(!match.muted.has(sender), `the host has muted ${sender}`);
    ensure(match.status !== "paused", "the match is paused");
    ensure(match.closesAt === null || now < match.closesAt, "the time of the phase is up");
  }
  const recent = match.spoken.get(sender) ?? [];
  ensure(recent.length < RATE.messages || now >= recent[0] + RATE.span, "too many messages at once");
  const told = { type, channel: name, sender, text };
  const seats = channel.members.filter((member) => member !== "host");
  return [channel.spectators ? toEveryone(told) : toSeats(seats, told)];
}

// What hosts do

const deadlineSet = (phase, closes_at) => toEveryone({ type: "deadline_set", phase, closes_at });

function pause(match, entry, fact) {
  requireRunning(match);
  return [toEveryone(fact), deadlineSet(match.phase.number, null)];
}

function resume(match, entry, fact) {
  ensure(match.status === "paused", "the match is not paused");
  const left = match.timeLeft > 0n ? match.timeLeft : 0n;
  return [toEveryone(fact), deadlineSet(match.phase.number, timeText(timeOf(entry.at) + left))];
}

const LONGEST = 30n * 24n * 3600n * SECOND; // from now

/** A deadline is put off by whole seconds, from one to `LONGEST`; a late one is cut to `LONGEST` from now. */
function extend(match, entry, { closes_at }) {
  requireRunning(match);
  requireInTime(match, entry);
  ensure(closes_at !== null, "only a pause takes the deadline away");
  const [before, after] = [match.closesAt, timeOf(closes_at)];
  const furthest = before > timeOf(entry.at) + LONGEST ? before : timeOf(entry.at) + LONGEST;
  const longer = after - before;
  const asked = longer % SECOND === 0n && longer >= SECOND && longer <= LONGEST && after <= furthest;
  ensure(asked || after === furthest, "no extension leads to this deadline");
  return [deadlineSet(match.phase.number, closes_at)];
}

function replacePlayer(match, entry, { type, seat, player }) {
  requireSeat(match, seat);
  requireStarted(match);
  if (player) {
    requireUnseated(match, player);
    const before = match.played.get(player.player_id) ?? seat;
    ensure(before === seat, "this player has played from another seat");
  }
  return [toEveryone({ type, seat, player, entropy: null })];
}

function mute(match, entry, { type, seat, reason }) {
  requireSeat(match, seat);
  requireStarted(match);
  ensure(!match.muted.has(seat), `seat ${seat} is muted already`);
  return [toEveryone({ type, seat, reason })];
}

function unmute(match, entry, { type, seat }) {
  requireStarted(match);
  ensure(match.muted.has(seat), `seat ${seat} is not muted`);
  return [toEveryone({ type, seat })];
}

function adjudicate(match, entry, fact) {
  requireStarted(match);
  for (const part of [fact.outcome.rank, fact.outcome.consequences])
    ensure(same(Object.keys(part).sort(), [...match.seats].sort()), "an outcome is about each seat once");
  return [toEveryone(fact), reveal(match)];
}

function voidMatch(match, entry, fact) {
  ensure(["open", "running", "paused"].includes(match.status), "the match is over");
  return [toEveryone(fact), reveal(match)];
}

// ---------------------------------------------------------------------------------------------------------------------
// 5  Folding: a match is what its facts made of it. `truth` is the game's own and belongs to its rules.

const newMatch = (id, seed, revealed) => ({
  id, seed, revealed, key: null, head: GENESIS, status: null, created: null, rules: null, options: null, seats: [], truth: null,
  occupants: new Map(), entropy: new Map(), played: new Map(), phase: null, closesAt: null, timeLeft: null,
  submissions: new Map(), channels: new Map(), muted: new Set(), spoken: new Map(),
});

const FOLD = {
  match_created: (match) => { match.status = "open"; },
  seat_taken(match, { seat, player, entropy }) {
    match.occupants.set(seat, player);
    if (match.status === "open") return void (entropy ? match.entropy.set(seat, entropy) : match.entropy.delete(seat));
    if (player && !match.played.has(player.player_id)) match.played.set(player.player_id, seat);
    match.muted.delete(seat); // A mute was for whoever sat there.
  },
  seat_left(match, { seat }) {
    match.occupants.delete(seat);
    match.entropy.delete(seat);
  },
  match_started(match) {
    match.status = "running";
    for (const [seat, player] of match.occupants) if (player) match.played.set(player.player_id, seat);
    for (const seat of match.seats) openChannel(match, `host:${seat}`, [seat, "host"], false, [seat]);
  },
  phase_opened: (match, { phase }) => Object.assign(match, { phase, submissions: new Map() }),
  deadline_set(match, { closes_at }, told) {
    const timeLeft = closes_at === null ? match.closesAt - told.at : null;
    Object.assign(match, { closesAt: closes_at === null ? null : timeOf(closes_at), timeLeft });
  },
  submitted: (match, fact) => match.submissions.set(fact.seat, fact),
  withdrawn: (match, { seat }) => match.submissions.delete(seat),
  channel_opened: (match, { channel, members, spectators }, { to }) => openChannel(match, channel, members, spectators, to),
  channel_closed(match, { channel }) {
    ensure(match.channels.has(channel), `closes channel ${channel}, which never opened`);
    match.channels.get(channel).open = false;
  },
  message_sent(match, { sender }, { at }) {
    match.spoken.set(sender, [...(match.spoken.get(sender) ?? []), at].slice(-RATE.messages));
  },
  seat_muted: (match, { seat }) => match.muted.add(seat),
  seat_unmuted: (match, { seat }) => match.muted.delete(seat),
  match_paused: (match) => { match.status = "paused"; },
  match_resumed: (match) => { match.status = "running"; },
  match_ended: (match) => end(match, "over"),
  match_adjudicated: (match) => end(match, "over"),
  match_voided: (match) => end(match, "void"),
};

const openChannel = (match, name, members, spectators, to) => match.channels.set(name, { members, spectators, to, open: true });

function end(match, status) {
  Object.assign(match, { status, phase: null, closesAt: null, timeLeft: null, submissions: new Map() });
  for (const channel of match.channels.values()) channel.open = false;
}

// ---------------------------------------------------------------------------------------------------------------------
// 6  Verdicts

/** What is to be said of one match: its faults, each of one entry, and what could not be checked. */
export function verify(entries) {
  const verdict = { faults: [], unchecked: [] };
  const fault = (seq, what) => verdict.faults.push(`entry ${seq}: ${what}`);
  checkChain(entries, fault);
  const withheld = entries.filter((entry) => entry.body !== undefined).length;
  if (withheld) verdict.unchecked.push(`${withheld} private messages are withheld; of them only kind and place were checked.`);
  const seed = findSeed(entries, fault);
  checkSteps(entries, seed, fault, verdict.unchecked);
  return verdict;
}

function checkChain(entries, fault) {
  let previous = GENESIS;
  for (const [at, entry] of entries.entries()) {
    // Everything behind a gap would be out of place too.
    if (entry.seq !== at + 1) return fault(entry.seq, `entry ${at + 1} should stand here: entries are missing, moved or inserted`);
    if (entry.previous !== previous) fault(entry.seq, "does not follow from the entry before it: `previous` is not that one's hash");
    if (entry.hash !== hashOf(entry)) fault(entry.seq, "was changed: its hash does not fit its content");
    const heads = (entry.facts ?? []).filter(({ fact }) => fact.type === "phase_closed");
    if (heads.some(({ fact }) => fact.head !== previous)) fault(entry.seq, "tells a head that is not the hash of the entry before it");
    previous = entry.hash;
  }
}

/** The seed as it was revealed, and its bytes if it is what was committed to. */
function findSeed(entries, fault) {
  const first = (wanted) => entries.flatMap(({ seq, facts = [] }) => facts.map(({ fact }) => ({ seq, fact }))).find(({ fact }) => fact.type === wanted);
  const revealed = first("seed_revealed");
  if (!revealed) return { text: null, bytes: null };
  const text = revealed.fact.seed;
  const bytes = isHash(text) ? Buffer.from(text, "hex") : null;
  if (!bytes) fault(revealed.seq, "the revealed seed is no seed");
  else if (commitmentTo(bytes) !== first("match_created")?.fact.seed_commitment)
    fault(revealed.seq, "the revealed seed is not the one committed to before play");
  else return { text, bytes };
  return { text, bytes: null };
}

function checkSteps(entries, seed, fault, unchecked) {
  const match = newMatch(entries[0].match_id, seed.bytes, seed.text);
  if (!seed.bytes) unchecked.push("The seed is not in the log (yet), so whether the draws were fair was not checked.");
  for (const entry of entries) {
    try {
      takeStep(match, entry);
    } catch (error) {
      fault(entry.seq, error instanceof Wrong ? error.message : `makes no sense (${error.name})`);
      const left = entries.length - entries.indexOf(entry) - 1;
      if (left) unchecked.push(`The steps of the ${left} entries after entry ${entry.seq} were not judged: they rest on it.`);
      break;
    }
  }
  if (match.created && !match.rules) unchecked.push(unknownRules(match.created));
}

const unknownRules = ({ game, rules_version }) =>
  `The rules of ${game}, version ${rules_version}, are not in this file, so they were not checked.`;

function takeStep(match, entry) {
  const { kind, facts } = entry;
  if (entry.body !== undefined) {
    ensure(kind === "message" && ["running", "paused"].includes(match.status), "is withheld, which only messages may be");
  } else {
    const at = timeOf(entry.at);
    for (const { fact } of facts) requireShape(match, fact);
    const steps = isText(kind) && Object.hasOwn(STEPS, kind) ? STEPS[kind] : {};
    const first = facts[0]?.fact;
    ensure(first && Object.hasOwn(steps, first.type), "could not have happened");
    ensure(match.status !== null || kind === "created", "does not begin a match");
    const expected = steps[first.type](match, entry, first);
    ensure(same(expected, facts), `${kind === "created" ? "a match begins with" : "the rules give"} something else${difference(expected, facts)}`);
    for (const { to, fact } of facts) if (Object.hasOwn(FOLD, fact.type)) FOLD[fact.type](match, fact, { to, at });
  }
  match.head = entry.hash;
}

function difference(expected, logged) {
  const number = expected.findIndex((told, at) => !logged[at] || !same(told, logged[at]));
  if (number < 0 || !logged[number]) return `: ${expected.length} facts instead of ${logged.length}`;
  const [ours, theirs] = [expected[number], logged[number]];
  if (ours.fact.type !== theirs.fact.type) return `: fact ${number + 1} is ${ours.fact.type}, not ${theirs.fact.type}`;
  if (!same(ours.to, theirs.to)) return `: fact ${number + 1} (${theirs.fact.type}) is told to others`;
  return `: fact ${number + 1} is ${ours.fact.type} with other content`;
}

// ---------------------------------------------------------------------------------------------------------------------
// 7  Games: one block each

const wizardsDuel = (() => {
  // Wizard's Duel, after its rulebook: "C5" is a step of its section 5, "T4" and "E2" are of section 7, "R3" is a ruling.

  const SEATS = ["a", "b"];
  const ITEMS = ["athenas_wisdom", "hestias_hearth", "apollos_daybreak"];
  const VARIANTS = ["genius_3_3", "colosseum", "archwizard", "puzzler", "gods_collide"];
  const isSeat = among(...SEATS);
  const isSeconds = between(10, 604800);
  const OPTIONS = {
    variant: among(...VARIANTS), phantasmal_killer: isFlag, wins_needed: between(1, 5), tied_duel: among("holder_wins", "replay", "draw"),
    advantage_seat: orNull(isSeat), timeout: among("random_penalty", "lose_duel"), max_restarts: between(0, 10),
    max_replays: between(0, 10), items: (items) => hasShape(items, table(ITEMS, () => orNull(isSeat))),
    item_draft: (seats) => Array.isArray(seats) && seats.every(isSeat), daybreak_uses: between(1, 5),
    hidden_reveal: among("duel_end", "match_end", "never"), theme: among("wizards", "olympians"), cast_seconds: isSeconds,
    charm_seconds: isSeconds, daybreak_seconds: isSeconds, draft_seconds: isSeconds, break_seconds: between(0, 604800),
    early_close: isFlag, table_talk: isFlag,
  };

  function options(values) {
    if (!hasShape(values, OPTIONS)) return "one is missing, out of bounds or not known";
    const free = ITEMS.filter((item) => values.items[item] === null);
    return values.item_draft.length <= free.length ? null : "more items are drafted than are free";
  }

  const seats = () => SEATS.map((id) => ({ id, realm: null, team: null, role: null }));
  const other = (seat) => (seat === "a" ? "b" : "a");
  const bySeat = (value) => table(SEATS, value);
  const pool = (t) => [...(t.options.phantasmal_killer ? ["0"] : []), ..."12345678x"];
  const strengthOf = (spell) => (spell === "x" ? null : Number(spell));
  const NEUTRAL = { modifier: 0, fogged: false, banned: null };

  const begin = (options) => ({
    options, items: { ...options.items }, draft: [...options.item_draft], wins: bySeat(() => 0), wisdomSpent: false,
    daybreakLeft: options.daybreak_uses, phases: 0, phase: null, duel: 0, extra: false, replay: 0, round: 0, attempt: 0, restarts: 0,
    board: null, // hands, points, last, pending: what a duel starts afresh and Daybreak puts back
    undo: null, // the board and Wisdom before the round just played
    casters: [], // who may name a spell in an open charm phase
    secrets: [], duelSecrets: [], // what the public records of the match, and of this duel, keep
  });

  function setup(t) {
    const facts = [];
    if (t.options.table_talk) tell(facts, "everyone", "channel_opened", { channel: "table", members: SEATS, spectators: true });
    return goOnDrafting(t, facts);
  }

  const tell = (facts, to, type, fields) => facts.push({ to, fact: { type, ...fields } });
  const announce = (facts, type, fields) => tell(facts, "everyone", `wizards_duel.${type}`, fields);

  /** Sections 3 and 4 of the rulebook: who may act, how long, and what. */
  function openPhase(t, facts, name, seconds, { must = [], may = [] }) {
    t.phase = { name, must, may };
    const phase = {
      number: ++t.phases, name, round: t.round, must, may, seconds, keeps_deadline: false, early_close: t.options.early_close,
      withdrawable: false,
    };
    tell(facts, "everyone", "phase_opened", { phase });
    return facts;
  }

  function legal(t, seat, move) {
    const { name, must, may } = t.phase;
    if (![...must, ...may].includes(seat)) return "not_your_phase";
    const shape = {
      draft: { item: isText }, cast: { spell: isText }, charm: { spell: orNull(isText) }, daybreak: { use: isFlag },
    }[name];
    if (!hasShape(move, { type: among(name), ...shape })) return `it is no ${name} with its fields`;
    return { draft: draftRefusal, cast: castRefusal, charm: charmRefusal, daybreak: () => null }[name](t, move, seat);
  }

  function draftRefusal(t, { item }) {
    if (!ITEMS.includes(item)) return "unknown_item";
    return t.items[item] === null ? null : "item_taken";
  }

  function castRefusal(t, { spell }, seat) {
    if (spell === "w" && t.items.athenas_wisdom !== seat) return "wisdom_not_yours";
    if (spell === "w") return t.wisdomSpent ? "wisdom_spent" : null;
    if (!pool(t).includes(spell)) return "unknown_spell";
    if (!t.board.hands[seat].includes(spell)) return "spell_not_in_hand";
    return castable(t, seat).includes(spell) ? null : "spell_banned";
  }

  function charmRefusal(t, { spell }) {
    if (spell === null) return null;
    if (["2", "x", "w"].includes(spell)) return "charm_forbidden_spell";
    return pool(t).includes(spell) ? null : "unknown_spell";
  }

  /** The hand spells a seat may cast: a ban that would leave none is void (R15). */
  function castable(t, seat) {
    const hand = t.board.hands[seat];
    const allowed = hand.filter((spell) => spell !== t.board.pending[seat].banned);
    return allowed.length > 0 ? allowed : hand;
  }

  function resolve(t, moves, chance) {
    return { draft: resolveDraft, cast: resolveCast, charm: resolveCharm, daybreak: resolveDaybreak }[t.phase.name](t, moves, chance);
  }

  const freeItems = (t) => ITEMS.filter((item) => t.items[item] === null);

  function takeItem(t, facts, seat, item) {
    t.items[item] = seat;
    t.draft.shift();
    announce(facts, "item_drafted", { seat, item });
  }

  function resolveDraft(t, moves) {
    const facts = [];
    const [seat] = t.draft;
    takeItem(t, facts, seat, moves[seat]?.item ?? freeItems(t)[0]);
    return goOnDrafting(t, facts);
  }

  function goOnDrafting(t, facts) {
    const [seat] = t.draft;
    if (t.draft.length === freeItems(t).length && t.draft.every((picker) => picker === seat)) // section 3
      for (const item of freeItems(t)) takeItem(t, facts, seat, item);
    if (t.draft.length > 0) return openPhase(t, facts, "draft", t.options.draft_seconds, { must: [seat] });
    return startDuel(t, facts, { duel: 1, extra: false, replay: 0 });
  }

  function startDuel(t, facts, which) {
    const first = t.board === null;
    const board = { hands: bySeat(() => pool(t)), points: bySeat(() => 0), last: bySeat(() => null), pending: bySeat(() => NEUTRAL) };
    Object.assign(t, which, { board, duelSecrets: [] });
    announce(facts, "duel_started", which);
    return openRound(t, facts, 1, first ? 0 : t.options.break_seconds);
  }

  function openRound(t, facts, round, pause = 0) {
    Object.assign(t, { round, attempt: 1, restarts: 0 });
    return openPhase(t, facts, "cast", t.options.cast_seconds + pause, { must: SEATS });
  }

  function openAgain(t, facts) {
    t.attempt += 1;
    return openPhase(t, facts, "cast", t.options.cast_seconds, { must: SEATS });
  }

  function resolveCast(t, moves, chance) {
    const facts = [];
    const absent = SEATS.filter((seat) => moves[seat] === null);
    const missed = (restarted) => announce(facts, "round_missed", { round: t.round, attempt: t.attempt, absent, restarted });
    if (absent.length > 0 && t.options.timeout === "lose_duel") { // C1
      missed(false);
      const present = SEATS.filter((seat) => !absent.includes(seat));
      for (const seat of present) tell(facts, "host", "wizards_duel.cast_voided", { seat, spell: moves[seat].spell });
      return present.length > 0 ? endDuel(t, facts, chance, present[0], "timeout") : endTiedDuel(t, facts, chance);
    }
    if (absent.length === 2 && t.restarts < t.options.max_restarts) {
      missed(true);
      t.restarts += 1;
      return openAgain(t, facts);
    }
    const spells = bySeat((seat) => moves[seat]?.spell ?? chance.one(`absent_cast.${seat}`, castable(t, seat)));
    return playRound(t, facts, chance, spells, absent);
  }

  /** C2 to C12, both spells known. */
  function playRound(t, facts, chance, spells, penalised) {
    t.undo = { board: structuredClone(t.board), wisdomSpent: t.wisdomSpent };
    const { hands, points, last, pending } = t.board;
    for (const seat of SEATS) { // C2
      if (spells[seat] === "w") t.wisdomSpent = true;
      hands[seat] = hands[seat].filter((spell) => spell !== spells[seat]);
    }
    const scored = score(points, pending, spells, penalised);
    const { winner, gain, cancelled, cause } = scored;
    for (const seat of SEATS) points[seat] += gain[seat];
    const ends = scored.instant !== null || t.round === pool(t).length;
    const works = (seat, spell) => !ends && spells[seat] === spell && !cancelled.includes(seat); // R13
    const before = bySeat((seat) => (works(seat, "1") ? last[seat] : null)); // what each takes back

    const opensUp = (seat) => before[seat] !== null || works(seat, "8"); // section 8: such a spell gives itself away
    const hidden = bySeat((seat) => pending[seat].fogged && spells[seat] !== "w" && !opensUp(seat));
    const record = { round: t.round, attempt: t.attempt };
    const restored = bySeat((seat) => before[seat]?.spell ?? null);
    announce(facts, "round_played", {
      ...record, absent: penalised, spells: bySeat((seat) => (hidden[seat] ? "hidden" : spells[seat])), winner, gain, points: { ...points },
      instant: scored.instant, restored: bySeat((seat) => (before[seat]?.hidden ? "hidden" : restored[seat])),
    });
    for (const seat of SEATS) {
      const kept = { seat, spell: hidden[seat] ? spells[seat] : null, restored: before[seat]?.hidden ? restored[seat] : null };
      if (kept.spell === null && kept.restored === null) continue;
      tell(facts, [seat], "wizards_duel.withheld", kept);
      t.duelSecrets.push({ duel: t.duel, replay: t.replay, ...record, ...kept });
    }
    tell(facts, "host", "wizards_duel.round_explained", { spells, restored, cancelled, strengths: scored.strengths, cause });

    if (scored.instant) return endDuel(t, facts, chance, scored.instant, "instant");
    if (ends) return points.a === points.b ? endTiedDuel(t, facts, chance) : endDuel(t, facts, chance, points.a > points.b ? "a" : "b", "points"); // C9
    for (const seat of SEATS) { // C10
      const modifier = (works(seat, "5") ? 2 : 0) - (works(seat, "7") ? 2 : 0);
      pending[seat] = { modifier, fogged: works(seat, "3"), banned: null };
      if (before[seat]) hands[seat] = inOrder(pool(t), [...hands[seat], before[seat].spell]);
      last[seat] = spells[seat] === "w" ? null : { spell: spells[seat], hidden: hidden[seat] };
    }
    t.casters = SEATS.filter((seat) => works(seat, "8"));
    if (t.casters.length > 0) return openPhase(t, facts, "charm", t.options.charm_seconds, { may: t.casters }); // C11
    return afterRound(t, facts);
  }

  /** C3 to C8: who wins the round, by what, and who wins the duel at once. */
  function score(points, pending, spells, penalised) {
    const present = (seat) => !penalised.includes(seat);
    const cancelled = SEATS.filter((seat) => spells[other(seat)] === "2"); // C3
    const works = (seat, spell) => spells[seat] === spell && !cancelled.includes(seat);
    const strengths = bySeat((seat) => (/^[0-8]$/.test(spells[seat]) ? strengthOf(spells[seat]) + pending[seat].modifier : null)); // C4
    const wise = SEATS.find((seat) => spells[seat] === "w");
    if (wise && strengths[other(wise)] !== null) strengths[wise] = cancelled.includes(wise) ? 0 : strengths[other(wise)] + 1;

    const none = bySeat(() => 0);
    const deadly = (seat) => present(seat) && ["2x", "x1"].includes(spells[seat] + spells[other(seat)]);
    const instant = SEATS.find(deadly); // C5
    if (instant) return { winner: instant, gain: none, cancelled, strengths, instant, cause: spells[instant] };

    const winner = roundWinner(); // C6
    const gain = winner ? { ...none, [winner]: works(winner, "6") ? 2 : 1 } : none; // C7
    const leads = (seat) => points[seat] + gain[seat] - points[other(seat)] - gain[other(seat)] >= 2;
    const killer = SEATS.find((seat) => works(seat, "0") && present(seat) && leads(seat)) ?? null; // C8
    return { winner, gain, cancelled, strengths, instant: killer, cause: killer && "0" };

    function roundWinner() {
      if (penalised.length > 0) return penalised.length === 1 ? other(penalised[0]) : null;
      const killers = SEATS.filter((seat) => spells[seat] === "x");
      if (killers.length > 0) return killers.length === 1 ? killers[0] : null;
      if (strengths.a === strengths.b) return null;
      const higher = strengths.a > strengths.b ? "a" : "b";
      return SEATS.some((seat) => works(seat, "4")) ? other(higher) : higher;
    }
  }

  /** C12 */
  function afterRound(t, facts) {
    const owner = t.items.apollos_daybreak;
    if (owner && t.daybreakLeft > 0) return openPhase(t, facts, "daybreak", t.options.daybreak_seconds, { may: [owner] });
    return openRound(t, facts, t.round + 1);
  }

  function resolveCharm(t, moves) {
    const facts = [];
    const named = table(t.casters, (seat) => moves[seat]?.spell ?? null);
    for (const seat of t.casters) t.board.pending[other(seat)].banned = named[seat];
    announce(facts, "charmed", { named });
    return afterRound(t, facts);
  }

  function resolveDaybreak(t, moves) {
    const facts = [];
    const seat = t.items.apollos_daybreak;
    if (!moves[seat]?.use) return openRound(t, facts, t.round + 1);
    announce(facts, "round_undone", { seat, round: t.round, attempt: t.attempt });
    Object.assign(t, t.undo, { daybreakLeft: t.daybreakLeft - 1, restarts: 0 });
    return openAgain(t, facts);
  }

  function endTiedDuel(t, facts, chance) {
    const { tied_duel, advantage_seat, max_replays } = t.options;
    const { hestias_hearth } = t.items;
    if (hestias_hearth) return endDuel(t, facts, chance, hestias_hearth, "holder"); // T1
    if (tied_duel === "holder_wins" && advantage_seat) return endDuel(t, facts, chance, advantage_seat, "holder"); // T2
    if (tied_duel === "draw") return endDuel(t, facts, chance, null, "drawn"); // T3
    if (t.replay < max_replays) return endDuel(t, facts, chance, null, "replayed"); // T4
    if (advantage_seat) return endDuel(t, facts, chance, advantage_seat, "holder");
    return endDuel(t, facts, chance, chance.one("tie_break", SEATS), "coin");
  }

  function endDuel(t, facts, chance, winner, reason) {
    const { duel, extra, replay, wins, options } = t;
    if (winner) wins[winner] += 1;
    announce(facts, "duel_ended", { duel, extra, replay, winner, reason, points: { ...t.board.points }, wins: { ...wins } });
    t.secrets.push(...t.duelSecrets);
    if (options.hidden_reveal === "duel_end") liftFog(facts, t.duelSecrets);

    if (reason === "replayed") return startDuel(t, facts, { duel, extra, replay: replay + 1 }); // E1
    if (extra && winner) return endMatch(t, facts, winner, "extra_duel"); // E2
    if (extra && options.advantage_seat) return endMatch(t, facts, options.advantage_seat, "holder");
    if (extra) return endMatch(t, facts, chance.one("tie_break", SEATS), "coin");
    if (winner && wins[winner] === options.wins_needed) return endMatch(t, facts, winner, "wins"); // E3
    const last = 2 * options.wins_needed - 1;
    if (duel === last && wins.a !== wins.b) return endMatch(t, facts, wins.a > wins.b ? "a" : "b", "wins"); // E4
    return startDuel(t, facts, { duel: duel + 1, extra: duel === last, replay: 0 });
  }

  function endMatch(t, facts, winner, reason) {
    announce(facts, "match_decided", { winner, reason, wins: { ...t.wins } });
    if (t.options.hidden_reveal === "match_end") liftFog(facts, t.secrets);
    if (t.options.table_talk) tell(facts, "everyone", "channel_closed", { channel: "table" });
    const rank = bySeat((seat) => (seat === winner ? 1 : 2));
    const outcome = { rank, consequences: bySeat((seat) => (seat === winner ? ["winner"] : [])) };
    tell(facts, "everyone", "match_ended", { outcome });
    return facts;
  }

  const liftFog = (facts, secrets) => secrets.length > 0 && announce(facts, "hidden_revealed", { secrets });

  return { name: "wizards_duel", rulesVersion: 1, variants: VARIANTS, options, secrets: null, seats, begin, setup, legal, resolve };
})();

// ---------------------------------------------------------------------------------------------------------------------
// The games of this file by name, and the command line

const GAMES = new Map([wizardsDuel].map((game) => [game.name, game]));

/** Print a line in which a name from anywhere may stand: nothing in it may steer the terminal. */
const print = (line) => console.log(line.replace(/[\p{C}\p{Z}]/gu, (sign) => (sign === " " ? sign : "\uFFFD")));

function main(given) {
  const told = [];
  const files = [];
  for (let at = 0; at < given.length; at++) {
    if (["--receipt", "--head"].includes(given[at])) told.push(given[++at]);
    else files.push(given[at]);
  }
  if (files.length !== 1 || files[0].startsWith("--") || told.includes(undefined)) {
    print("Usage: node verify.mjs match.ndjson [--receipt HASH] [--head HASH]");
    return 2;
  }
  let logs;
  try {
    logs = readLogs(readFileSync(files[0]));
  } catch (error) {
    print(error instanceof Unreadable ? error.message : `The file cannot be read (${error.code ?? error.name}).`);
    return 2;
  }
  return report(logs, told);
}

function report(logs, told) {
  let sound = true;
  for (const [id, entries] of logs) {
    const { faults, unchecked } = verify(entries);
    print(`${id}: ${faults.length > 0 ? "WRONG" : "good"}, ${entries.length} entries`);
    for (const fault of faults) print(`  ${fault}`);
    for (const what of unchecked) print(`  not checked: ${what}`);
    sound &&= faults.length === 0;
  }
  const known = new Set([...logs.values()].flat().map(({ hash }) => hash));
  const lost = told.filter((hash) => !known.has(hash));
  for (const hash of lost) print(`no entry has the hash ${hash}`);
  return sound && lost.length === 0 ? 0 : 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
