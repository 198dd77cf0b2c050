#!/usr/bin/env node
/*
A second verifier of Moirai's match logs, for players who would rather not take the server's word for it.

  node verify.mjs match.ndjson [--commitment HASH]… [--receipt HASH]… [--head HASH]… [--kept FILE] [--seat SEAT --events FILE]

It exits 0 if every match in the file is good, 1 if something is wrong, 2 if the file cannot be read. It needs nothing but
Node 20 and shares nothing with the server: it is written from log.md (entries, chain, steps), chance.md (seed and
draws), protocol.md (channels), openapi.json (the fields of facts) and the games' rulebooks.

How to read this file, from top to bottom:

  1  Entries      canonical JSON, hashes, and what counts as an entry at all
  2  Chance       the key of all draws, and the draws
  3  Facts        the fields of the server's own facts
  4  Steps        what an entry can stand for: when that may happen, and which facts must follow
  5  Folding      what a match is after its facts
  6  Verdicts     the chain, the seed and every step of one match
  7  Games        the rules of each game, one block a game
  8  What players kept, compared with the log, and the command line

A game is { name, rulesVersion, variants, options, secrets, seats, begin, setup, legal, resolve }; see `GAMES`.
*/

import { createHash, createHmac } from "node:crypto";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
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

const UNFIT = "one is missing, unknown or out of bounds";

/** A field that may be absent. */
const ifGiven = (fits) => Object.assign((value) => fits(value), { mayBeAbsent: true });

/** Whether an object has exactly these fields, each fit for what is asked of it. */
const hasShape = (value, shape) =>
  isObject(value) &&
  Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
  Object.entries(shape).every(([name, fits]) => (Object.hasOwn(value, name) ? fits(value[name]) : fits.mayBeAbsent === true));

/** What could not have happened, said of the entry at hand. */
class Wrong extends Error {}

function ensure(condition, otherwise) {
  if (!condition) throw new Wrong(otherwise);
}

// ---------------------------------------------------------------------------------------------------------------------
// 1  Entries (log.md)

const isPlain = (name) => /^[\x00-\x7f]*$/.test(name);

/**
 * Canonical JSON (RFC 8785), at most 64 levels deep. Throws where there is none: halves of characters, numbers that are
 * not whole, names that are not ASCII.
 */
export function canonical(value, levels = 64) {
  const inside = (one) => canonical(one, levels - 1);
  if (levels === 0 && value !== null && typeof value === "object") throw new TypeError("too deep");
  if (Array.isArray(value)) return `[${value.map(inside).join(",")}]`;
  if (isObject(value) && Object.keys(value).every(isPlain)) {
    const fields = Object.keys(value).sort().map((name) => `${inside(name)}:${inside(value[name])}`);
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

/** What whoever made an entry was told of it. */
export const receiptOf = ({ hash, nonce }) => hashed({ hash, nonce });

/** What stands for an organiser's pack in the public options (packs.md). */
const packId = (pack) => (pack === null ? null : `sha256:${hashed(pack)}`);

/** A line holds its entry and nothing else, so it is the canonical JSON of it to the byte. */
function readEntry(line) {
  const entry = JSON.parse(line);
  if (canonical(entry) !== line || !(hasShape(entry, ENTRY) || hasShape(entry, WITHHELD))) throw new TypeError("no entry");
  return entry;
}

class Unreadable extends Error {}

const MAX_FILE_BYTES = 256 * 2 ** 20;
const MAX_VALUES = 8_000_000; // A list of empty lists takes twenty times as much memory as text.
const MAX_LINE_BYTES = 8 * 2 ** 20; // The server writes no entry of more than 256 KiB; earlier ones wrote up to 5 MiB.

/** The entries of each match of a file, by match, in the order of their lines. */
function readLogs(bytes) {
  const logs = new Map();
  requireFewValues(bytes);
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let begin = 0, end, number = 1; begin < bytes.length; begin = end + 1, number++) {
    end = bytes.indexOf(10, begin);
    if (end < 0) end = bytes.length;
    if (end - begin > MAX_LINE_BYTES) throw new Unreadable(`Line ${number} is longer than ${MAX_LINE_BYTES} bytes, and so no entry of a log.`);
    const trimmed = text.decode(bytes.subarray(begin, end)).replace(/^[ \t\r]+|[ \t\r]+$/g, "");
    if (trimmed === "") continue;
    try {
      const entry = readEntry(trimmed);
      if (!logs.has(entry.match_id)) logs.set(entry.match_id, []);
      logs.get(entry.match_id).push(entry);
    } catch {
      throw new Unreadable(`Line ${number} is no entry of a log.`);
    }
  }
  if (logs.size === 0) throw new Unreadable("There is no entry in the file.");
  return logs;
}

/** Whether there are more commas and brackets in a file, and so more values, than are read. */
function requireFewValues(bytes) {
  let values = 0;
  for (const byte of bytes) if (byte === 44 || byte === 91 || byte === 123) values++;
  if (values > MAX_VALUES) throw new Unreadable(`The file holds more than ${MAX_VALUES} values. Split it by matches.`);
}

// Times are whole microseconds since 1970, as bigints.

const SECOND = 1_000_000n;

function timeText(time) {
  const milliseconds = Number(time / 1000n);
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(time % 1000n).padStart(3, "0")}Z`;
}

function isTime(text) {
  if (!isText(text) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const milliseconds = Date.parse(`${text.slice(0, 23)}Z`);
  return milliseconds >= 0 && timeText(BigInt(milliseconds) * 1000n) === `${text.slice(0, 23)}000Z`; // There is no 30 February.
}

function timeOf(text) {
  ensure(isTime(text), "a time is no time");
  return BigInt(Date.parse(`${text.slice(0, 23)}Z`)) * 1000n + BigInt(text.slice(23, 26));
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

// What people choose stands in no log where the API refuses it: the bounds are those of its requests (openapi.json).

const STEERING = "\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff";
const JOINING = "\\u200b-\\u200d";
const INVISIBLE = `\\s\\u00ad${JOINING}\\u2060\\u2800\\u3164`;
const textOf = (most, pattern) => {
  const whole = new RegExp(`^${pattern}$`, "u");
  return (value) => isText(value) && [...value].length <= most && whole.test(value);
};
const visible = (unfit) => `[^${unfit}]*[^${unfit}${INVISIBLE}][^${unfit}]*`;
const isName = textOf(40, visible(STEERING + JOINING)); // PlayerRequest
const isReason = textOf(500, `[^${STEERING}]*`); // PauseAction, MuteAction, AdjudicateAction, VoidAction
const isMessage = textOf(2000, visible(STEERING)); // MessageRequest
const isRank = between(1, 64); // AdjudicateAction
const isLag = between(0, 100); // MatchRequest
const isId = textOf(26, "[0-9abcdefghjkmnpqrstvwxyz]{26}");

const PERSON = { player_id: isId, name: isName };
const isPerson = (value) => hasShape(value, PERSON);
const isMove = anything;
const CONSEQUENCES = ["winner", "ascends", "descends", "mark_of_elimination", "elimination_candidate", "token_of_life"];
const isOutcome = (rank) => (value) =>
  hasShape(value, { rank: isObject, consequences: isObject }) &&
  Object.values(value.rank).every(rank) &&
  Object.values(value.consequences).every((list) => isTexts(list) && list.every(among(...CONSEQUENCES)));

const FACTS = {
  match_created: {
    match_id: isId, game: isText, variant: isText, rules_version: isWhole, options: isObject, seats: Array.isArray,
    pace: among("deadline", "eager"), visibility: among("public", "unlisted", "private"), autostart: isFlag,
    show_submitted: isFlag, open_log: isFlag, spectator_lag: isLag, host: isPerson, seed_commitment: isHash,
    log_version: ifGiven(among(2)), // Where it is absent, no seat was told which of its submissions counted.
  },
  secret_options: { options: isObject },
  seat_taken: { seat: isText, player: orNull(isPerson), entropy: orNull(isHash) },
  seat_left: { seat: isText },
  seat_reserved: { seat: isText, player: isPerson },
  seat_released: { seat: isText },
  door_closed: {},
  door_opened: {},
  match_started: {},
  drawn: { label: isText, candidates: isTexts, picks: isTexts },
  deadline_set: { phase: isWhole, closes_at: orNull(isText) },
  submitted: { seat: isText, phase: isWhole, move: isMove, keep_thinking: isFlag, by_bot: isFlag, head: ifGiven(isHash) },
  withdrawn: { seat: isText, phase: isWhole },
  seat_submitted: { seat: isText, phase: isWhole, has_submission: isFlag },
  phase_closed: { phase: isWhole, because: among("deadline", "all_submitted", "host"), head: isText, head_seen_by: ifGiven(isTexts) },
  submission_counted: { seat: isText, phase: isWhole, receipt: orNull(isHash) },
  match_paused: { reason: isReason },
  match_resumed: {},
  message_sent: { channel: isText, sender: isText, text: isMessage },
  seat_muted: { seat: isText, reason: isReason },
  seat_unmuted: { seat: isText },
  match_adjudicated: { outcome: isOutcome(isRank), reason: isReason },
  match_voided: { reason: isReason },
  seed_revealed: { seed: isText },
  entries_lost: { last: isWhole, head: isHash },
};

// Facts of the contract between the server and its games; a game's own are named after it.
const PHASE = {
  number: isWhole, name: isText, round: isWhole, must: isTexts, may: isTexts, seconds: isWhole, keeps_deadline: isFlag,
  early_close: isFlag, withdrawable: isFlag,
};
const SHARED_FACTS = {
  phase_opened: { phase: (value) => hasShape(value, PHASE) },
  match_ended: { outcome: isOutcome(isWhole) },
  channel_opened: { channel: isText, members: isTexts, spectators: isFlag },
  channel_closed: { channel: isText },
};

const ofGame = (match, { type }) => Object.hasOwn(SHARED_FACTS, type) || type.startsWith(`${match.created?.game}.`);

function requireShape(match, fact) {
  const shape = { ...FACTS, ...SHARED_FACTS };
  if (Object.hasOwn(shape, fact.type)) ensure(hasShape(fact, { type: isText, ...shape[fact.type] }), `${fact.type} has other fields, or values out of bounds`);
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
  seat_reserved: { seat_reserved: reserveSeat },
  seat_released: { seat_released: releaseSeat },
  started: { match_started: start },
  submitted: { submitted: submit },
  withdrawn: { withdrawn: withdraw },
  resolved: { phase_closed: close },
  message: { message_sent: say },
  host_action: {
    match_paused: pause, match_resumed: resume, deadline_set: extend, seat_taken: replacePlayer,
    seat_reserved: reserveDuringPlay, door_closed: closeDoor, door_opened: openDoor, seat_muted: mute,
    seat_unmuted: unmute, match_adjudicated: adjudicate, match_voided: voidMatch,
  },
  loss_noted: { entries_lost: noteLoss },
};

function create(match, entry, created) {
  ensure(match.status === null, "a match is created once");
  ensure(created.match_id === match.id, "does not create this match");
  const told = entry.facts.map(({ fact }) => fact);
  const secret = told.find(({ type }) => type === "secret_options")?.options;
  const given = told.filter(({ type }) => type === "seat_taken" || type === "seat_reserved");
  const options = secret ?? created.options;
  const game = GAMES.get(created.game);
  const rules = game?.rulesVersion === created.rules_version ? game : null;
  noteUnchecked(match, created, rules, options);
  if (rules) requireTerms(rules, created, options, secret !== undefined);
  requireSeating(created.seats, given);
  Object.assign(match, { created, rules, options, seats: created.seats.map(({ id }) => id) });
  return [toEveryone(created), ...(secret ? [toHost({ type: "secret_options", options })] : []), ...given.map(toEveryone)];
}

function noteUnchecked({ notes }, { game, rules_version, log_version }, rules, options) {
  if (!log_version) notes.push("The log is of an earlier server, which told no seat which of its submissions counted.");
  if (!rules) notes.push(`The rules of ${game}, version ${rules_version}, are not in this file, so they were not checked.`);
  else if (options.pack) notes.push("Whether the pack in the options fits the game was not checked: it was played as it is.");
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

function requireSeating(seats, given) {
  const ids = seats.map((seat) => seat.id);
  const players = given.flatMap(({ player }) => (player ? [player.player_id] : []));
  ensure(ids.every(isText), "seats have names");
  ensure(given.every(({ seat }) => ids.includes(seat)), "seats are taken or reserved that the match has not");
  ensure(new Set(given.map(({ seat }) => seat)).size === given.length, "a seat is taken or reserved twice");
  ensure(new Set(players).size === players.length, "a player has two seats");
  ensure(given.every(({ entropy = null }) => entropy === null), "holds entropy, which could have been known when the seed was chosen");
}

const requireSeat = (match, seat) => ensure(match.seats.includes(seat), `the match has no seat ${seat}`);
const requireOpen = (match) => ensure(match.status === "open", "the match has started, or is over");
const requireStarted = (match) => ensure(["running", "paused"].includes(match.status), "the match is not under way");
const requireRunning = (match) => ensure(match.status === "running", "the match does not run");

function requireUnseated(match, player) {
  const sits = [...match.occupants.values()].some((other) => other && other.player_id === player.player_id);
  ensure(!sits, "a player has at most one seat");
}

function requireUninvited(match, player) {
  requireUnseated(match, player);
  const invited = [...match.reserved.values()].some((other) => other.player_id === player.player_id);
  ensure(!invited, "a player has at most one seat or reservation");
}

const isReservedFor = (match, seat, player) => match.reserved.has(seat) && same(match.reserved.get(seat), player);

function takeSeat(match, entry, { type, seat, player, entropy }) {
  requireSeat(match, seat);
  if (player && match.status !== "open" && isReservedFor(match, seat, player)) {
    requireReplaceable(match, seat, player);
    ensure(entropy === null, "gives entropy after the start");
    return [toEveryone({ type, seat, player, entropy })];
  }
  requireOpen(match);
  if (match.occupants.has(seat)) {
    const sitsThere = player !== null && same(match.occupants.get(seat), player);
    ensure(sitsThere, `seat ${seat} is taken`);
    ensure(entropy !== null && entropy !== match.entropy.get(seat), "changes nothing");
  } else if (player) {
    requireUnseated(match, player);
    const admitted = match.doorOpen || match.created.host.player_id === player.player_id;
    ensure(isReservedFor(match, seat, player) || !match.reserved.has(seat), `seat ${seat} is reserved for another`);
    ensure(isReservedFor(match, seat, player) || admitted, "the door is closed");
  }
  ensure(player !== null || entropy === null, "a bot gives no entropy");
  return [toEveryone({ type, seat, player, entropy })];
}

function leaveSeat(match, entry, { type, seat }) {
  requireOpen(match);
  ensure(match.occupants.has(seat), `nobody sits in seat ${seat}`);
  return [toEveryone({ type, seat })];
}

function reserveSeat(match, entry, { type, seat, player }) {
  requireSeat(match, seat);
  requireOpen(match);
  ensure(!match.occupants.has(seat), `seat ${seat} is taken`);
  requireUninvited(match, player);
  return [toEveryone({ type, seat, player })];
}

function releaseSeat(match, entry, { type, seat }) {
  ensure(match.reserved.has(seat), `seat ${seat} is not reserved`);
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

/** What was read before the deadline may be judged, and put into the log, a little later. */
const JUDGED_WITHIN = 10n * SECOND;

function requireInTime(match, entry, longer = 0n) {
  ensure(match.closesAt === null || timeOf(entry.at) < match.closesAt + longer, "came after the deadline of its phase");
}

const seatSubmitted = (seat, phase, has_submission) => toEveryone({ type: "seat_submitted", seat, phase, has_submission });

function submit(match, entry, fact) {
  const { seat, phase: number, move } = fact;
  requireInTime(match, entry, JUDGED_WITHIN);
  const phase = openPhase(match, number);
  ensure(fact.head === undefined || fact.head === match.toldHead, "carries a head that is not the one told when the last phase closed");
  ensure([...phase.must, ...phase.may].includes(seat), `seat ${seat} has no part in the open phase`);
  ensure(fact.by_bot === (match.occupants.get(seat) === null), "bots move for seats without a player, and for no others");
  const refusal = match.rules ? match.rules.legal(match.truth, seat, move) : null;
  ensure(refusal === null, `the move was not legal: ${refusal}`);
  const standing = match.submissions.get(seat);
  ensure(!standing || !same(standing, fact), "repeats what stands, which makes no entry");
  const news = match.created.show_submitted && !standing;
  return [toSeats([seat], fact), ...(news ? [seatSubmitted(seat, number, true)] : [])];
}

function withdraw(match, entry, { type, seat, phase: number }) {
  requireInTime(match, entry, JUDGED_WITHIN);
  ensure(openPhase(match, number).withdrawable, "in this phase nothing can be withdrawn");
  ensure(match.submissions.has(seat), "there is nothing to withdraw");
  const news = match.created.show_submitted;
  return [toSeats([seat], { type, seat, phase: number }), ...(news ? [seatSubmitted(seat, number, false)] : [])];
}

function close(match, entry, { type, phase: number, because }) {
  const phase = openPhase(match, number);
  if (because === "deadline") ensure(timeOf(entry.at) >= match.closesAt, "the phase was closed before its deadline");
  if (because === "all_submitted") {
    ensure(waitsForNobody(match), "the phase was closed early though it had to wait");
    ensure(match.closesAt === null || timeOf(entry.at) < match.closesAt, "the phase was closed as if early, though its time was up");
  }
  const moves = table([...phase.must, ...phase.may], (seat) => match.submissions.get(seat)?.move ?? null);
  return [...closing(match, phase, { type, phase: number, because, head: match.head }), ...playOn(match, entry, number, (chance) => match.rules.resolve(match.truth, moves, chance))];
}

/** The close with its head, and to each seat of the phase alone the receipt of the submission that counted. */
function closing({ created, submissions, receipts }, phase, fact) {
  if (!created.log_version) return [toEveryone(fact)];
  const seats = [...phase.must, ...phase.may];
  const seenBy = seats.filter((seat) => created.show_submitted && submissions.get(seat)?.head);
  const counted = (seat) => ({ type: "submission_counted", seat, phase: phase.number, receipt: submissions.has(seat) ? receipts.get(seat) : null });
  return [toEveryone(seenBy.length > 0 ? { ...fact, head_seen_by: seenBy } : fact), ...seats.map((seat) => toSeats([seat], counted(seat)))];
}

function waitsForNobody({ created, phase, submissions }) {
  const awaited = phase.must.length > 0 ? phase.must : phase.may;
  const ready = (seat) => submissions.has(seat) && !submissions.get(seat).keep_thinking;
  return (created.pace === "eager" || phase.early_close) && awaited.every(ready);
}

// Who may write where is told by channel_opened and channel_closed; the line between a seat and the host is the server's.

const RATE = { messages: 30, span: 60n * SECOND };

function say(match, entry, { type, channel: name, sender, text }) {
  const now = timeOf(entry.at);
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
  ensure(recent.length < RATE.messages || now >= recent[0] + RATE.span || now < recent[0], "too many messages at once");
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

function requireReplaceable(match, seat, player) {
  requireSeat(match, seat);
  requireStarted(match);
  if (!player) return;
  requireUnseated(match, player);
  const before = match.played.get(player.player_id) ?? seat;
  ensure(before === seat, "this player has played from another seat");
}

/** Bots take a seat over at once; players did before seats were reserved. */
function replacePlayer(match, entry, { type, seat, player }) {
  requireReplaceable(match, seat, player);
  return [toEveryone({ type, seat, player, entropy: null })];
}

function reserveDuringPlay(match, entry, { type, seat, player }) {
  requireReplaceable(match, seat, player);
  requireUninvited(match, player);
  return [toEveryone({ type, seat, player })];
}

function closeDoor(match, entry, fact) {
  requireOpen(match);
  ensure(match.doorOpen, "the door is closed already");
  return [toEveryone(fact)];
}

function openDoor(match, entry, fact) {
  requireOpen(match);
  ensure(!match.doorOpen, "the door is open already");
  return [toEveryone(fact)];
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

function noteLoss(match, entry, { type, last, head }) {
  ensure(!match.lostHeads.has(head), "this loss is noted already");
  return [toHost({ type, last, head })];
}

function voidMatch(match, entry, fact) {
  ensure(["open", "running", "paused"].includes(match.status), "the match is over");
  return [toEveryone(fact), reveal(match)];
}

// ---------------------------------------------------------------------------------------------------------------------
// 5  Folding: a match is what its facts made of it. `truth` is the game's own and belongs to its rules.

const newMatch = (id, seed, revealed) => ({
  id, seed, revealed, notes: [], key: null, head: GENESIS, status: null, created: null, rules: null, options: null, seats: [], truth: null,
  occupants: new Map(), entropy: new Map(), played: new Map(), phase: null, closesAt: null, timeLeft: null,
  submissions: new Map(), receipts: new Map(), toldHead: null, channels: new Map(), muted: new Set(), spoken: new Map(),
  reserved: new Map(), doorOpen: true, lostHeads: new Set(),
});

const FOLD = {
  match_created: (match) => { match.status = "open"; },
  seat_taken(match, { seat, player, entropy }) {
    match.occupants.set(seat, player);
    match.reserved.delete(seat);
    for (const [other, kept] of match.reserved) if (same(kept, player)) match.reserved.delete(other);
    if (match.status === "open") return void (entropy ? match.entropy.set(seat, entropy) : match.entropy.delete(seat));
    if (player && !match.played.has(player.player_id)) match.played.set(player.player_id, seat);
    match.muted.delete(seat); // A mute was for whoever sat there.
  },
  seat_left(match, { seat }) {
    match.occupants.delete(seat);
    match.entropy.delete(seat);
  },
  seat_reserved: (match, { seat, player }) => match.reserved.set(seat, player),
  seat_released: (match, { seat }) => match.reserved.delete(seat),
  door_closed: (match) => { match.doorOpen = false; },
  door_opened: (match) => { match.doorOpen = true; },
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
  submitted(match, fact, { receipt }) {
    match.submissions.set(fact.seat, fact);
    match.receipts.set(fact.seat, receipt);
  },
  phase_closed: (match, { head }) => { match.toldHead = head; },
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
  entries_lost: (match, { head }) => match.lostHeads.add(head),
  match_paused: (match) => { match.status = "paused"; },
  match_resumed: (match) => { match.status = "running"; },
  match_ended: (match) => end(match, "over"),
  match_adjudicated: (match) => end(match, "over"),
  match_voided: (match) => end(match, "void"),
};

const openChannel = (match, name, members, spectators, to) => match.channels.set(name, { members, spectators, to, open: true });

function end(match, status) {
  Object.assign(match, { status, phase: null, closesAt: null, timeLeft: null, submissions: new Map(), reserved: new Map() });
  for (const channel of match.channels.values()) channel.open = false;
}

// ---------------------------------------------------------------------------------------------------------------------
// 6  Verdicts

/** What is to be said of one match: its faults, each of one entry, and what could not be checked. */
export function verify(entries) {
  const verdict = { faults: [], unchecked: [], entropy: null };
  const fault = (seq, what) => verdict.faults.push(`entry ${seq}: ${what}`);
  checkChain(entries, fault);
  const withheld = entries.filter((entry) => entry.body !== undefined).length;
  if (withheld) verdict.unchecked.push(`${withheld} private messages are withheld; of them only kind and place were checked.`);
  const seed = findSeed(entries, fault);
  const match = checkSteps(entries, seed, fault, verdict.unchecked);
  if (entries.some(({ kind }) => kind === "started")) verdict.entropy = match.entropy;
  return verdict;
}

function checkChain(entries, fault) {
  let previous = GENESIS;
  for (const [at, entry] of entries.entries()) {
    // Everything behind a gap would be out of place too.
    if (entry.seq !== at + 1) return fault(entry.seq, `entry ${at + 1} should stand here: entries are missing, moved or inserted`);
    if (entry.previous !== previous) fault(entry.seq, "does not follow from the entry before it: `previous` is not that one's hash");
    if (entry.body === undefined && !isTime(entry.at)) fault(entry.seq, "its time is no time, or not written as times are");
    if (entry.body === undefined && !/^[0-9a-f]{32}$/.test(entry.nonce)) fault(entry.seq, "its nonce is not 16 bytes in hexadecimal");
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
  unchecked.push(...match.notes);
  return match;
}

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
    for (const { to, fact } of facts) if (Object.hasOwn(FOLD, fact.type)) FOLD[fact.type](match, fact, { to, at, receipt: receiptOf(entry) });
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
    if (!hasShape(values, OPTIONS)) return UNFIT;
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

const apocalypse = (() => {
  // The Apocalypse, after its rulebook ("s6" is section 6, "R4" a ruling of section 11, "reading" one at the end of rules.md).

  const REALMS = ["heaven", "hell"];
  const CARDS = ["pestilence", "war", "death", "famine"];
  const PAIRS = CARDS.flatMap((one, i) => CARDS.slice(i + 1).map((two) => `${one}_${two}`));
  const PHASES = { 1: "opening", 6: "endgame" };
  const ABILITIES = { opening: ["communications"], middlegame: ["communications", "active", "passive"], endgame: ["endgame"] };
  const AB_GAME = { ally: { ally: 2, betray: -2 }, betray: { ally: 4, betray: 0 } }; // own choice, other's choice
  const REFUSALS = {
    seat: "There is no such seat.",
    shape: "This is not a play in canonical form: type, two plays with card, ability, targets and guesses, and ab.",
    cards: "Two different cards are wanted, in card order.",
    pair: "This seat has played that pair before.",
    ability: "That ability is not allowed in this phase.",
    same_ability: "Both cards use the same ability.",
    targets: "These are not the targets the ability wants, each once, in order, and none used before.",
    realms: "Death's Endgame wants one seat of each realm.",
    same_target: "Both cards are aimed at the same opponent.",
    guesses: "These are not the guesses the ability wants.",
    ab: "AB choices are wanted for just the opponents whose chat was opened for this round: ally or betray.",
  };

  const phaseName = (truth) => PHASES[truth.round] ?? "middlegame";
  const realmOf = (seat) => seat.slice(0, seat.indexOf("-"));
  const others = (truth, seat) => truth.seats.filter((one) => one !== seat);
  const mates = (truth, seat) => others(truth, seat).filter((one) => realmOf(one) === realmOf(seat));
  const opponents = (truth, seat) => truth.seats.filter((one) => realmOf(one) !== realmOf(seat));
  const untargeted = (truth, seat) => opponents(truth, seat).filter((one) => !truth.targeted[seat].includes(one));
  const unselected = (truth, seat) => mates(truth, seat).filter((one) => !truth.selected[seat].includes(one));
  const partners = (truth, seat) => truth.opened.filter((pair) => pair.includes(seat)).map(([one, two]) => (one === seat ? two : one));

  function seats(options) {
    return REALMS.flatMap((realm) =>
      Array.from({ length: options[`${realm}_size`] }, (_, i) => ({ id: `${realm}-${i + 1}`, realm, team: null, role: null })));
  }

  function begin(options) {
    const ids = seats(options).map((seat) => seat.id);
    return {
      options, seats: ids, round: 0,
      left: table(ids, () => PAIRS), targeted: table(ids, () => []), selected: table(ids, () => []),
      totals: table(ids, () => 0), hurts: table(ids, () => 0),
      uses: [], opened: [], // Communications of the round before, and the pairs of opponents opened by them
      talking: [], // pairs with an open channel across the realms, oldest first
      rounds: [], // the record
    };
  }

  // Channels (s8)

  const channelName = (pair) => `pair:${pair[0]}:${pair[1]}`;
  const channelOpened = (channel, members) => ({ to: members, fact: { type: "channel_opened", channel, members, spectators: false } });

  const holds = (pairs, pair) => pairs.some((one) => channelName(one) === channelName(pair));

  // From now on just these pairs of opponents can talk.
  function talkAcross(truth, pairs) {
    const closed = truth.talking.filter((pair) => !holds(pairs, pair));
    const opened = pairs.filter((pair) => !holds(truth.talking, pair));
    truth.talking = [...truth.talking.filter((pair) => holds(pairs, pair)), ...opened];
    return [
      ...closed.map((pair) => ({ to: pair, fact: { type: "channel_closed", channel: channelName(pair) } })),
      ...opened.map((pair) => channelOpened(channelName(pair), pair)),
    ];
  }

  const crossPairs = (truth) =>
    truth.seats.filter((seat) => realmOf(seat) === "heaven").flatMap((seat) => opponents(truth, seat).map((other) => [seat, other]));

  function openPhase(truth) {
    truth.round += 1;
    const phase = {
      number: truth.round, round: truth.round, name: phaseName(truth), must: truth.seats, may: [], seconds: truth.options.round_seconds,
      early_close: false, keeps_deadline: false, withdrawable: true,
    };
    return { to: "everyone", fact: { type: "phase_opened", phase } };
  }

  function setup(truth) {
    const facts = [];
    for (const realm of truth.options.realm_talk ? REALMS : []) {
      const members = truth.seats.filter((seat) => realmOf(seat) === realm);
      facts.push(channelOpened(realm, members));
      members.forEach((one, i) => members.slice(i + 1).forEach((two) => facts.push(channelOpened(channelName([one, two]), [one, two]))));
    }
    if (truth.options.cross_realm_talk === "always") facts.push(...talkAcross(truth, crossPairs(truth)));
    return [...facts, openPhase(truth)];
  }

  // Moves (s4)

  const hasFields = (value, ...names) =>
    isObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
  const isPlay = (play) => hasFields(play, "card", "ability", "targets", "guesses") && Array.isArray(play.targets) && isObject(play.guesses);
  const isMove = (move) => hasFields(move, "type", "plays", "ab") && move.type === "play" &&
    Array.isArray(move.plays) && move.plays.length === 2 && move.plays.every(isPlay);
  const inOrderAlready = (all, some) => some.length === inOrder(all, some).length && inOrder(all, some).every((one, i) => one === some[i]);

  // What an ability takes: [candidates, how many] of targets and [whom, how many] of guesses. `uses` is 2 beside Death's Passive (R11).
  function wanted(truth, seat, { card, ability }, uses) {
    const rest = others(truth, seat);
    return {
      communications: { targets: [untargeted(truth, seat), uses] },
      pestilence_active: { targets: [PAIRS, uses] },
      war_active: { targets: [CARDS, uses] },
      death_active: { targets: [unselected(truth, seat), 1] },
      famine_active: { targets: [REALMS, uses] },
      pestilence_endgame: { guesses: [rest, rest.length] },
      war_endgame: { guesses: [rest, 1] },
      death_endgame: { targets: [rest, 2] },
    }[ability === "communications" ? ability : `${card}_${ability}`] ?? {};
  }

  // Only what is canonical is legal: cards and targets stand in order, each once, and `ab` has everybody it may have. After round 6 no pair is left.
  function legal(truth, seat, move) {
    if (!truth.seats.includes(seat)) return REFUSALS.seat;
    if (!isMove(move)) return REFUSALS.shape;
    const [one, two] = move.plays;
    const cards = [one.card, two.card];
    if (!inOrderAlready(CARDS, cards)) return REFUSALS.cards;
    if (!truth.left[seat].includes(cards.join("_"))) return REFUSALS.pair;
    if (!move.plays.every((play) => ABILITIES[phaseName(truth)].includes(play.ability))) return REFUSALS.ability;
    if (phaseName(truth) === "middlegame" && one.ability === two.ability) return REFUSALS.same_ability;
    for (const [play, other] of [[one, two], [two, one]]) {
      const uses = other.card === "death" && other.ability === "passive" ? 2 : 1;
      const { targets: [candidates, n] = [[], 0], guesses: [whom, m] = [[], 0] } = wanted(truth, seat, play, uses);
      if (play.targets.length !== n || !inOrderAlready(candidates, play.targets)) return REFUSALS.targets;
      if (play.card === "death" && play.ability === "endgame" && realmOf(play.targets[0]) === realmOf(play.targets[1])) return REFUSALS.realms;
      const guesses = Object.entries(play.guesses);
      if (guesses.length !== m || !guesses.every(([whose, pair]) => whom.includes(whose) && PAIRS.includes(pair))) return REFUSALS.guesses;
    }
    if (truth.round === 1 && one.targets[0] === two.targets[0]) return REFUSALS.same_target;
    if (!hasFields(move.ab, ...partners(truth, seat)) || !Object.values(move.ab).every((choice) => Object.keys(AB_GAME).includes(choice)))
      return REFUSALS.ab;
    return null;
  }

  // The default play of an absent seat (s3, s7)

  function defaultMove(truth, seat, chance) {
    const at = `r${truth.round}:${seat}`;
    const phase = phaseName(truth);
    const pair = phase === "endgame" ? truth.left[seat][0] : chance.one(`default_pair:${at}`, truth.left[seat]);
    const cards = pair.split("_");
    const play = (card, ability, targets = [], guesses = {}) => ({ card, ability, targets, guesses });
    const choose = (card, n) => {
      const from = { pestilence: PAIRS, war: CARDS }[card];
      return play(card, "active", from ? inOrder(from, chance.pick(`default_choice:${at}`, from, n)) : REALMS);
    };
    const plays = {
      opening() {
        const targets = chance.pick(`default_targets:${at}`, opponents(truth, seat), 2);
        return cards.map((card, i) => play(card, "communications", [targets[i]]));
      },
      middlegame() {
        if (!cards.includes("death")) return [choose(cards[0], 1), play(cards[1], "passive")];
        const free = unselected(truth, seat);
        const active = free.length > 0
          ? play("death", "active", [chance.one(`default_mate:${at}`, free)])
          : choose(cards.find((card) => card !== "death"), 2);
        return cards.map((card) => (card === active.card ? active : play(card, "passive")));
      },
      endgame() {
        const rest = others(truth, seat);
        const endings = {
          pestilence: () => [[], table(rest, (other) => chance.one(`default_guess:${at}:${other}`, PAIRS))],
          war() {
            const target = chance.one(`default_war_target:${at}`, rest);
            return [[], { [target]: chance.one(`default_war_guess:${at}`, PAIRS) }];
          },
          death: () => [REALMS.map((realm) => chance.one(`default_gift:${at}:${realm}`, rest.filter((one) => realmOf(one) === realm)))],
          famine: () => [],
        };
        return cards.map((card) => play(card, "endgame", ...endings[card]()));
      },
    }[phase]();
    return { plays, ab: table(partners(truth, seat), () => "ally") };
  }

  // What counts as played, in the form of the fact
  function played(truth, seat, move, chance) {
    const { plays, ab } = move ?? defaultMove(truth, seat, chance);
    return {
      type: "apocalypse.played", round: truth.round, seat, pair: plays.map((play) => play.card).join("_"),
      cards: Object.fromEntries(plays.map(({ card, ability, targets, guesses }) => [card, { ability, targets, guesses }])),
      ab, defaulted: move === null,
    };
  }

  // Points (s6, steps A to G): the records, and who was hurt
  function score(truth, plays, uses, games) {
    const records = [];
    const ability = (seat, card) => plays[seat].cards[card]?.ability;
    const times = (seat, cause, by, base) => {
      const extra = ability(seat, "war") === "passive" ? Math.sign(base) : 0; // War's Passive; R4, R5
      if (base !== 0) records.push({ seat, cause, by, base, extra });
    };
    const each = (step) => truth.seats.forEach((seat) => Object.entries(plays[seat].cards).forEach(([card, play]) => step(seat, card, play)));

    // A: owed from the round before; the ledger has the AB games last
    for (const { by, target, card } of truth.uses) {
      const samePair = card === "pestilence" && plays[by].pair === plays[target].pair;
      if (card === "famine" || samePair) times(by, `${card}_communications`, by, 3);
      if (card === "famine" || (samePair && truth.options.pestilence_bonus === "both")) times(target, `${card}_communications`, by, 3);
    }
    for (const { by, target, by_choice, target_choice } of games) {
      times(by, "death_communications", by, AB_GAME[by_choice][target_choice]);
      times(target, "death_communications", by, AB_GAME[target_choice][by_choice]);
    }

    // B: Communications
    for (const { by, target, card } of uses) {
      if (card === "war") [[target, -3], [by, 3]].forEach(([seat, base]) => times(seat, "war_communications", by, base));
      if (card === "famine") [by, target].forEach((seat) => times(seat, "famine_communications", by, -2));
    }

    // C: Active
    const actives = {
      pestilence(by, pair) {
        if (opponents(truth, by).some((other) => plays[other].pair === pair)) times(by, "pestilence_active", by, 5); // R7
      },
      war(by, card) {
        for (const other of others(truth, by).filter((one) => ability(one, card))) // R6
          [[other, -1], [by, 1]].forEach(([seat, base]) => times(seat, "war_active", by, base));
      },
      death: (by, mate) => times(mate, "death_active", by, 3),
      famine(by, realm) {
        truth.seats.filter((seat) => realmOf(seat) === realm).forEach((seat) => times(seat, "famine_active", by, -1));
        times(by, "famine_active", by, 3);
      },
    };
    each((by, card, play) => play.ability === "active" && play.targets.forEach((target) => actives[card](by, target)));

    // D: Pestilence's Passive
    const passive = (card) => truth.seats.filter((seat) => ability(seat, card) === "passive");
    for (const by of passive("pestilence"))
      times(by, "pestilence_passive", by, 2 * mates(truth, by).filter((mate) => ability(mate, "pestilence") === "passive").length); // R8

    // E: losses (R2)
    const lost = table(truth.seats, () => 0);
    for (const { seat, base, extra } of records)
      if (base < 0 || truth.options.loss_counting === "net") lost[seat] -= base + extra;
    const hurt = truth.seats.filter((seat) => lost[seat] >= 2);

    // F: Famine's Passive
    for (const by of passive("famine")) times(by, "famine_passive", by, hurt.filter((seat) => realmOf(seat) === realmOf(by)).length);

    // G: Endgame
    const hits = ({ guesses }) => Object.keys(guesses).filter((other) => plays[other].pair === guesses[other]);
    const endings = {
      pestilence: (by, play) => times(by, "pestilence_endgame", by, hits(play).length),
      war: (by, play) => hits(play).forEach((victim) => [[victim, -5], [by, 5]].forEach(([seat, base]) => times(seat, "war_endgame", by, base))),
      death: (by, play) => play.targets.forEach((target) => times(target, "death_endgame", by, 2)),
      famine: (by) => times(by, "famine_endgame", by, truth.hurts[by] + (truth.hurts[by] === 5 ? 2 : 0)),
    };
    each((by, card, play) => play.ability === "endgame" && endings[card](by, play));
    return { records, hurt };
  }

  // The end (s9)
  function outcome(truth, chance) {
    const history = (seat) => [...truth.rounds].reverse().map((round) => round.totals[seat]);
    const compare = (one, two) => history(two).map((total, i) => total - history(one)[i]).find((by) => by !== 0) ?? 0;
    const level = truth.seats.filter((seat) => others(truth, seat).some((other) => compare(seat, other) === 0));
    const lots = chance.pick("tie_lots", level, level.length); // R18
    const ranking = [...truth.seats].sort((one, two) => compare(one, two) || lots.indexOf(one) - lots.indexOf(two));
    const realm = (name) => ranking.filter((seat) => realmOf(seat) === name);
    const winners = REALMS.map((name) => realm(name)[0]);
    const ascends = [...winners, ranking.find((seat) => !winners.includes(seat))];
    const consequences = table(truth.seats, (seat) => [
      ...(winners.includes(seat) ? ["winner"] : []),
      ascends.includes(seat) ? "ascends" : "descends",
      ...(realm("heaven").at(-1) === seat ? ["mark_of_elimination"] : []),
      ...(realm("hell").at(-1) === seat ? ["elimination_candidate"] : []),
    ]);
    return { rank: table(truth.seats, (seat) => ranking.indexOf(seat) + 1), consequences };
  }

  function resolve(truth, moves, chance) {
    const facts = [];
    const { round, options, opened } = truth;
    const tell = (to, type, fields) => facts.push({ to, fact: { type: `apocalypse.${type}`, ...fields } });

    const plays = table(truth.seats, (seat) => played(truth, seat, moves[seat], chance));
    for (const seat of truth.seats) facts.push({ to: [seat], fact: plays[seat] });

    const uses = truth.seats.flatMap((by) => CARDS.flatMap((card) => {
      const play = plays[by].cards[card];
      return play?.ability === "communications" ? play.targets.map((target) => ({ by, target, card })) : [];
    }));
    tell("host", "chat_used", { round, uses });
    const games = truth.uses.filter((use) => use.card === "death")
      .map(({ by, target }) => ({ by, target, by_choice: plays[by].ab[target], target_choice: plays[target].ab[by] })); // R13
    tell("host", "ab_settled", { round, games });
    const { records, hurt } = score(truth, plays, uses, games);
    tell("host", "ledger", { round, records });
    tell("host", "hurt", { round, seats: hurt });
    const counts = table(CARDS, (card) => truth.seats.filter((seat) => plays[seat].cards[card]).length); // R16
    tell("everyone", "card_counts", { round, counts });

    for (const { seat, base, extra } of records) truth.totals[seat] += base + extra;
    for (const seat of truth.seats) tell([seat], "points", { round, seat, total: truth.totals[seat] });
    for (const seat of hurt) truth.hurts[seat] += 1;
    for (const seat of truth.seats) {
      truth.left[seat] = truth.left[seat].filter((pair) => pair !== plays[seat].pair);
      if (plays[seat].cards.death?.ability === "active") truth.selected[seat].push(...plays[seat].cards.death.targets);
    }
    for (const { by, target } of uses) truth.targeted[by].push(target);
    truth.rounds.push({ round, opened, plays, uses, ab_games: games, ledger: records, hurt, card_counts: counts, totals: { ...truth.totals } });

    if (round === 6) {
      tell("everyone", "final_totals", { totals: { ...truth.totals } });
      tell(options.reveal_at_end === "full" ? "everyone" : "host", "record", { rounds: truth.rounds });
      return [...facts, ...talkAcross(truth, []), { to: "everyone", fact: { type: "match_ended", outcome: outcome(truth, chance) } }];
    }

    const between = ([one, two], list) => list.some((use) => [one, two].includes(use.by) && [one, two].includes(use.target));
    truth.uses = uses;
    truth.opened = crossPairs(truth).filter((pair) => between(pair, uses));
    if (options.cross_realm_talk === "opened") {
      const stays = options.chat_lifetime === "rest_of_match" ? truth.talking : []; // R15
      facts.push(...talkAcross(truth, crossPairs(truth).filter((pair) => holds([...stays, ...truth.opened], pair))));
    }
    for (const pair of truth.opened) tell(pair, "chat_opened", { round: round + 1, seats: pair });
    for (const pair of truth.opened.filter((one) => between(one, uses.filter((use) => use.card === "death"))))
      tell(options.announce_ab_games ? pair : "host", "ab_game_open", { round: round + 1, seats: pair }); // R14
    return [...facts, openPhase(truth)];
  }

  // Options (s2)

  const VARIANTS = ["classic", "aftermath", "skirmish", "open_seals"];
  const OPTIONS = {
    variant: among(...VARIANTS), heaven_size: between(3, 8), hell_size: between(3, 8), realm_talk: isFlag,
    cross_realm_talk: among("opened", "always"), chat_lifetime: among("next_round", "rest_of_match"), announce_ab_games: isFlag,
    pestilence_bonus: among("user", "both"), loss_counting: among("gross", "net"), reveal_at_end: among("outcome", "full"),
    round_seconds: between(60, 1209600),
  };
  const options = (values) => (hasShape(values, OPTIONS) ? null : UNFIT);

  return { name: "apocalypse", rulesVersion: 1, variants: VARIANTS, options, secrets: null, seats, begin, setup, legal, resolve };
})();

const threadsOfFate = (() => {
  // Threads of Fate, after its rulebook (§ n: section n; R n: ruling n). Nothing is drawn in this game (§ 8).

  const ABILITIES = {                               // § 6: amounts at level 0, 1, 2 and 3
    gilding: [0, 1, 2, 3], head_start: [1, 2, 3, 4], boosting: [1, 2, 3, 4],
    protection: [1, 2, 3, 10], recycling: [1, 2, 3, 3], stronger_cutters: [1, 2, 4, 8],
  };
  const EMPTY = { type: "weave", visit: null, donate: 0, boost: null, cut: null, snip: null, create: null,
                  golden: false, head_start: false };                                           // § 4, § 5
  const FIELDS = { type: (x) => x === "weave", visit: orNull(isText), donate: Number.isInteger, boost: orNull(isText),
                   cut: orNull(isText), snip: orNull(isText), create: orNull(isText), golden: isFlag, head_start: isFlag };

  const best = (numbers) => Math.max(0, ...numbers);
  const across = (t, seat) => (t.heaven.includes(seat) ? t.hell : t.heaven);
  const amount = (t, seat, ability) => ABILITIES[ability][t.abilities[seat][ability]] ?? 0;
  const stands = (thread) => ({ strength: thread.strength, golden: thread.golden });
  // § 1: threads in the order of their seats; `t.threads` itself has the order in which they were made.
  const threadsInOrder = (t) => t.ids.filter((id) => t.threads.has(id)).map((id) => [id, t.threads.get(id)]);
  const descending = (a, b) => {                    // compares lists: the first difference decides, larger is better
    const i = a.findIndex((x, at) => x !== b[at]);
    return i < 0 ? 0 : b[i] - a[i];
  };

  function seats({ heaven_size, hell_size }) {      // § 2
    const realm = (name, size) =>
      Array.from({ length: size }, (_, i) => ({ id: `${name}-${i + 1}`, realm: name, team: null, role: null }));
    return [...realm("heaven", heaven_size), ...realm("hell", hell_size)];
  }

  function begin(options) {                         // § 3
    const all = seats(options), of = (realm) => all.filter((seat) => seat.realm === realm).map((seat) => seat.id);
    const heaven = of("heaven"), hell = of("hell"), names = [...heaven, ...hell];
    const t = { options, heaven, hell, seats: names, round: 0, over: false, threads: new Map(), open: new Set(), history: [],
                twine: table(names, () => 0), abilities: table(names, () => ({})), x: table(names, () => null),
                gilded: table(names, () => false), goldness: table(names, () => 0) };
    t.counts = table(names, (seat) => table(across(t, seat), () => 0));
    t.ids = names.flatMap((seat) => across(t, seat).map((other) => `${seat}>${other}`));
    t.pairs = heaven.flatMap((above) => hell.map((below) => [above, below]));
    return t;
  }

  const channelOpened = (channel, members) =>
    ({ to: members, fact: { type: "channel_opened", channel, members, spectators: false } });
  const pairChannel = (members) => `pair:${members.join(":")}`;

  function channels(t, opens) {                     // § 9: told where something changes, pair by pair
    return t.pairs.flatMap((pair) => {
      const channel = pairChannel(pair), was = t.open.has(channel), is = opens(pair);
      if (was === is) return [];
      if (is) t.open.add(channel); else t.open.delete(channel);
      return [is ? channelOpened(channel, pair) : { to: pair, fact: { type: "channel_closed", channel } }];
    });
  }

  function nextRound(t) {                           // § 4
    const number = ++t.round;
    return { to: "everyone", fact: { type: "phase_opened", phase: {
      number, name: "weave", round: number, must: t.seats, may: [], seconds: t.options.round_seconds,
      keeps_deadline: false, early_close: false, withdrawable: true } } };
  }

  function setup(t) {
    const realm = (name) => [channelOpened(name, t[name]), ...t[name].flatMap((a, i) =>
      t[name].slice(i + 1).map((b) => channelOpened(pairChannel([a, b]), [a, b])))];
    return [...(t.options.realm_talk ? [...realm("heaven"), ...realm("hell")] : []),
            ...channels(t, () => t.options.cross_realm_talk === "always"), nextRound(t)];
  }

  function legal(t, seat, move) {                   // § 5, in the order of its table; each sentence begins with the code
    if (!t.seats.includes(seat)) return "unknown_seat: no such seat in this match";
    if (t.over) return "match_over: the match is over";
    if (move === null || typeof move !== "object" || Array.isArray(move)) return "bad_move: a move is an object";
    const fields = Object.keys(FIELDS);
    const wrong = fields.find((field) => !Object.hasOwn(move, field) || !FIELDS[field](move[field]));
    if (wrong) return `bad_move: ${wrong} is missing or not of its type`;
    if (Object.keys(move).length !== fields.length) return "bad_move: a field too many";
    const { visit, donate, boost, cut, snip, create, golden, head_start } = move;
    const others = across(t, seat), holds = (ability) => visit === ability || Object.hasOwn(t.abilities[seat], ability);
    const rules = [
      [visit !== null && !Object.hasOwn(ABILITIES, visit), "unknown_moira: visit names no ability"],
      [visit !== null && Object.hasOwn(t.abilities[seat], visit), "already_visited: the ability was got before"],
      [donate < 0, "bad_donation: less than nothing is donated"],
      [donate > 0 && visit === null, "donate_without_visit: a donation needs a visit"],
      [donate > t.twine[seat], "not_enough_twine: more is donated than the seat has"],
      [boost !== null && !t.ids.includes(boost), "bad_thread: boost names no thread"],
      [boost !== null && !boost.split(">").includes(seat), "not_your_thread: the boosted thread has other ends"],
      [boost !== null && !holds("boosting"), "no_boosting: boost needs boosting"],
      [cut !== null && !others.includes(cut), "bad_target: cut names no seat of the other realm"],
      [snip !== null && !t.ids.includes(snip), "bad_thread: snip names no thread"],
      [create !== null && !others.includes(create), "bad_target: create names no seat of the other realm"],
      [create !== null && t.counts[seat][create] > Math.min(...Object.values(t.counts[seat])),
       "create_unbalanced: another seat was selected less often"],
      [golden && create === null, "golden_without_create: golden needs a create"],
      [golden && !holds("gilding"), "no_gilding: golden needs gilding"],
      [golden && t.gilded[seat], "gilding_spent: the one golden thread is spent"],
      [head_start && create === null, "head_start_without_create: head_start needs a create"],
      [head_start && !holds("head_start"), "no_head_start: head_start needs its ability"],
    ];
    return rules.find(([broken]) => broken)?.[1] ?? null;
  }

  function updateGoldness(t) {                      // § 7, R9; says whether any changed
    const before = t.seats.map((seat) => t.goldness[seat]);
    for (const [id, thread] of t.threads)
      if (thread.golden) for (const end of id.split(">")) t.goldness[end] = Math.max(t.goldness[end], thread.strength);
    return t.seats.some((seat, i) => t.goldness[seat] !== before[i]);
  }

  function gain(t, seat, base) {                    // § 7, Twine; R14
    const level = t.abilities[seat].recycling;
    const gained = base + amount(t, seat, "recycling") + (level === 3 ? base : 0);
    t.twine[seat] += gained;
    return gained;
  }

  function resolve(t, moves) {                      // § 7
    const facts = [], round = t.round;
    const tell = (to, type, fields) => facts.push({ to, fact: { type: `threads_of_fate.${type}`, ...fields } });
    const weaves = t.seats.map((seat) => [seat, moves[seat] ?? EMPTY]);
    const who = (wanted) => weaves.filter(([seat, weave]) => wanted(weave, seat)).map(([seat]) => seat);
    const tellGoldness = () => tell("host", "goldness", { goldness: { ...t.goldness } });

    for (const [seat, { visit, donate }] of weaves) {                                           // 1 Visits
      if (visit === null) continue;
      const level = [3, 6, 10].filter((threshold) => donate >= threshold).length;               // § 6
      t.twine[seat] -= donate;
      t.abilities[seat][visit] = level;
      if (visit === "head_start") t.x[seat] = 0;
      tell([seat], "visited", { seat, ability: visit, donated: donate, level });
    }
    const starts = { ...t.x };                      // 6 Counters, told before all else; step 5 goes by X as it was
    for (const [seat, weave] of weaves) {
      if (t.x[seat] !== null) t.x[seat] = weave.head_start ? 0 : t.x[seat] + amount(t, seat, "head_start");
      tell([seat], "woven", { round, seat, weave, head_start_x: t.x[seat] });
    }

    for (const thread of new Set(weaves.map(([, weave]) => weave.boost))) {                     // 2 Boosts, in order of boosters
      const boosters = who((weave) => weave.boost === thread), it = t.threads.get(thread);
      if (!it) continue;
      const boosts = table(boosters, (seat) => amount(t, seat, "boosting"));
      it.strength += sum(Object.values(boosts));
      tell("host", "thread_boosted", { thread, boosts, strength: it.strength });
    }
    if (updateGoldness(t)) tellGoldness();

    for (const [thread, { strength, golden }] of threadsInOrder(t)) {                                  // 3 Cuts, R7
      const ends = thread.split(">"), cuts = (weave, seat) => ends.includes(seat) && ends.includes(weave.cut);
      if (golden || !who(cuts).length) continue;
      const takers = who((weave, seat) => cuts(weave, seat) || weave.snip === thread);
      const share = Math.ceil(strength / takers.length);
      t.threads.delete(thread);
      tell("host", "thread_cut", { thread, strength, share, gains: table(takers, (seat) => gain(t, seat, share)) });
    }

    for (const [thread, it] of threadsInOrder(t)) {                                                    // 4 Snips, R8
      const snippers = who((weave) => weave.snip === thread);
      if (!snippers.length) continue;
      const shield = amount(t, thread.split(">")[0], "protection");
      const reductions = table(snippers, (seat) => Math.max(0, 1 + amount(t, seat, "stronger_cutters") - shield));
      it.strength -= sum(Object.values(reductions));
      if (it.strength <= 0) t.threads.delete(thread);
      tell("host", "thread_snipped", { thread, reductions, strength: it.strength,
                                       gains: it.strength < 0 ? {} : table(snippers, (seat) => gain(t, seat, 1)) });
    }

    for (const [seat, { create, golden, head_start }] of weaves) {                              // 5 Creates, R6
      if (create === null) continue;
      const thread = `${seat}>${create}`;
      t.counts[seat][create] += 1;
      if (golden) t.gilded[seat] = true;
      if (t.threads.has(thread)) { tell("host", "create_failed", { thread }); continue; }
      const it = { strength: head_start ? starts[seat] : 0, golden, extra: golden ? amount(t, seat, "gilding") : 0 };
      t.threads.set(thread, it);
      tell("host", "thread_created", { thread, ...it });
    }

    for (const thread of t.threads.values()) thread.strength += 1 + thread.extra;               // 7 Growth
    tell("host", "threads_grown", { round, strengths: Object.fromEntries(threadsInOrder(t).map(([id, it]) => [id, it.strength])) });
    updateGoldness(t);
    tellGoldness();
    const threadsOf = (wanted) => Object.fromEntries(threadsInOrder(t).filter(([id]) => wanted(id)).map(([id, it]) => [id, stands(it)]));
    for (const seat of t.seats) {
      tell([seat], "twine", { seat, total: t.twine[seat] });
      tell([seat], "own_threads", { seat, threads: threadsOf((id) => id.startsWith(`${seat}>`)) });
    }

    t.over = round === t.options.rounds;                                                        // 8 Channels, 9 Snapshot
    const joins = ([above, below]) => [`${above}>${below}`, `${below}>${above}`].some((id) =>
      t.threads.has(id) && (t.threads.get(id).golden || t.threads.get(id).strength >= round));
    const talk = { threads: joins, always: () => true, never: () => false }[t.options.cross_realm_talk];
    facts.push(...channels(t, (pair) => !t.over && talk(pair)));
    t.history.unshift({ threads: threadsOf(() => true), goldness: { ...t.goldness } });         // the latest first
    if (!t.over) {
      for (const seat of t.seats) {
        const mine = across(t, seat).filter((other) =>
          t.open.has(pairChannel(t.heaven.includes(seat) ? [seat, other] : [other, seat])));
        tell([seat], "can_talk_to", { seat, seats: mine });
      }
      return [...facts, nextRound(t)];
    }
    const { twine, goldness, abilities } = t;
    tell(t.options.reveal_at_end === "full" ? "everyone" : "host", "final_state",
         { final: { threads: threadsOf(() => true), goldness, twine, abilities } });
    return [...facts, { to: "everyone", fact: { type: "match_ended", outcome: outcome(t) } }];
  }

  function outcome(t) {                             // § 10
    // What the threads with the wanted ends are worth: the strongest golden one, all golden ones, all.
    const worth = ({ threads }, wanted) => {
      const ours = Object.entries(threads).filter(([id]) => wanted(id.split(">"))).map(([, it]) => it);
      const gold = ours.filter((it) => it.golden).map((it) => it.strength);
      return [best(gold), sum(gold), sum(ours.map((it) => it.strength))];
    };
    const pairs = t.pairs.filter((pair) => !pair.some((seat) => t.options.marked.includes(seat)))
      .map((pair) => ({ pair, key: t.history.flatMap((end) => worth(end, (ends) => pair.every((seat) => ends.includes(seat)))) }))
      .filter(({ key }) => key[0] > 0)
      .sort((a, b) => descending(a.key, b.key));    // stable: level pairs stay in seat order (5.)
    const winners = pairs[0]?.pair ?? [];

    const keys = table(t.seats, (seat) =>
      t.history.flatMap((end) => [end.goldness[seat], ...worth(end, (ends) => ends.includes(seat))]));
    const order = [...t.seats].sort((a, b) => descending(keys[a], keys[b]));
    const rest = order.filter((seat) => !winners.includes(seat));
    const places = [t.heaven, t.hell].flatMap((realm) =>                                        // R11, R13
      rest.filter((seat) => realm.includes(seat)).slice(0, winners.length ? 1 : 2));
    const fallen = rest.filter((seat) => t.heaven.includes(seat) && !places.includes(seat));
    const below = rest.filter((seat) => t.hell.includes(seat) && !places.includes(seat));
    const candidate = below.pop();

    const rank = table(winners, () => 1);
    [...rest.filter((seat) => places.includes(seat)), ...below, ...fallen, candidate].forEach((seat, i) => {
      rank[seat] = winners.length + 1 + i;
    });
    const consequences = table(t.seats, (seat) =>
      winners.includes(seat) ? ["winner", "token_of_life", "ascends"] : places.includes(seat) ? ["ascends"]
      : fallen.includes(seat) ? ["descends", "mark_of_elimination"] : seat === candidate ? ["elimination_candidate"] : []);
    return { rank, consequences };
  }

  const VARIANTS = ["classic", "quick", "even", "grand", "open_table"];
  const OPTIONS = {                                 // § 2
    variant: among(...VARIANTS), heaven_size: between(2, 8), hell_size: between(3, 12), rounds: between(3, 14),
    round_seconds: between(30, 1209600), marked: isTexts, realm_talk: isFlag, cross_realm_talk: among("threads", "always", "never"),
    reveal_at_end: among("outcome", "full"),
  };
  function options(values) {
    if (!hasShape(values, OPTIONS)) return UNFIT;
    const known = seats(values).map(({ id }) => id), { marked } = values;
    return new Set(marked).size === marked.length && marked.every((seat) => known.includes(seat)) ? null : "marks are for distinct seats";
  }

  return { name: "threads_of_fate", rulesVersion: 1, variants: VARIANTS, options, secrets: null, seats, begin, setup, legal, resolve };
})();

const divineIntervention = (() => {
  // Divine Intervention for the verifier: rulebook sections as §, rulings as R.
  const ELEMENTS = ["fire", "air", "earth", "water"], PINK = "AEIOU";

  // §6. room: [needs, form(m, here), against, rivals(m, others)]; m: f, a, e, w, their sum t and the list v;
  // here: round r, earth held at the start, secret element, fire that H takes.
  const all4 = (m) => m.v.every((x) => x >= 1), equals = (m, o) => m.v.every((x, i) => x === o.v[i]);
  const ALL4 = "All four elements";
  const ROOMS = {
    A: ["Any mana.", (m) => m.t >= 1, "No other ritual stands here.", (m, others) => !others.length],
    B: [`${ALL4}.`, all4],
    C: [`${ALL4}, 13 in all, 1 less for each round that has passed, but never below 4.`, (m, { r }) => all4(m) && m.t >= Math.max(4, 13 - r)],
    D: ["3 air, from round 6 on 7.", (m, { r }) => m.a >= (r <= 5 ? 3 : 7)],
    E: ["5 of one element and nothing else.", (m) => m.t === 5 && m.v.includes(5),
      "Exactly one other brings the same.", (m, others) => others.filter((o) => equals(m, o)).length === 1],
    F: ["3 of one element, 2 of another, 1 of a third.", (m) => [...m.v].sort((x, y) => y - x).every((x, i) => x >= 3 - i)],
    G: ["Both fire and water, 3 together; both air and earth, 3 together.", (m) => all4(m) && m.f + m.w >= 3 && m.a + m.e >= 3],
    H: ["500 fire; far less once somebody has tamed the inferno.", (m, { inferno }) => m.f >= inferno],
    I: ["1 of each of three elements and nothing else.", (m) => m.t === 3 && Math.max(...m.v) === 1,
      "Nobody else brings the same.", (m, others) => !others.some((o) => equals(m, o))],
    J: ["All the earth you held when the round opened, 3 of it at the least.", (m, { earth }) => m.e === earth && m.e >= 3],
    K: ["8 in all, of exactly two elements.", (m) => m.v.filter(Boolean).length === 2 && m.t >= 8],
    L: ["2 water, 2 air, and 1 fire or 1 earth.", (m) => m.w >= 2 && m.a >= 2 && (m.f >= 1 || m.e >= 1)],
    M: ["6 fire or 6 earth.", (m) => m.f >= 6 || m.e >= 6],
    N: ["2 water, from round 3 on 4, from round 6 on 8.", (m, { r }) => m.w >= (r < 3 ? 2 : r < 6 ? 4 : 8)],
    O: [`${ALL4}.`, all4, "Fewer than three others bring as much or more.", (m, others) => others.filter((o) => o.t >= m.t).length < 3],
    P: ["3 earth, and 3 of one other element.", (m) => m.e >= 3 && (m.f >= 3 || m.a >= 3 || m.w >= 3)],
    Q: ["6 air, or each of the three other elements.", (m) => m.a >= 6 || (m.f >= 1 && m.e >= 1 && m.w >= 1)],
    R: ["2 fire, 2 air, and 1 more of either.", (m) => m.f >= 2 && m.a >= 2 && m.f + m.a >= 5],
    S: [`${ALL4}, 9 in all.`, (m) => all4(m) && m.t >= 9],
    T: ["5 water in even rounds, 5 earth in odd ones.", (m, { r }) => (r % 2 ? m.e : m.w) >= 5],
    U: ["Any mana.", (m) => m.t >= 1, "Of some element you bring the largest amount that nobody else brings.",
      (m, others) => ELEMENTS.some((_, i) => {                      // the largest amount that stands once is mine
        const amounts = [m, ...others].map((o) => o.v[i]);
        return m.v[i] > 0 && m.v[i] === Math.max(0, ...amounts.filter((x) => amounts.filter((y) => y === x).length === 1));
      })],
    V: ["3 fire, and two other elements.", (m) => m.f >= 3 && [m.a, m.e, m.w].filter(Boolean).length >= 2],
    W: ["7 of one element.", (m) => m.v.some((x) => x >= 7)],
    X: ["1 of a secret element and nothing else.", (m, { secret }) => m.t === 1 && m.v[ELEMENTS.indexOf(secret)] === 1],
    Y: ["5 water.", (m) => m.w >= 5],
  };

  // §7, in the order in which boons act: [name, kind, offered, parameter, idle in the last round (†), text, numbers]
  const CATALOGUE = {
    skeleton_key: ["Skeleton Key", "ritual", "opening", "room", 0, "Your flock gets a key to a room: from this round on it is unlocked for them, whatever lies around it.", {}],
    pilgrims_road: ["Pilgrims' Road", "ritual", "opening", null, 0, "In this round and the next a room is unlocked for your flock with up to 3 incomplete neighbours.", { rounds: 2 }],
    sealed_door: ["Sealed Door", "ritual", "both", "room", 0, "This round a room is locked for all outside your flock. 1 piety for each of them turned away at the door.", { piety: 1 }],
    tamed_inferno: ["Tamed Inferno", "ritual", "opening", null, 0, "From this round on room H takes 10 fire of anybody, and whoever completes it brings you 2 piety.", { fire: 10, piety: 2 }],
    plain_altar: ["Plain Altar", "ritual", "opening", "room", 0, "From this round on your flock may complete a room with any 4 mana; not a pink one, nor H or X.", { mana: 4 }],
    harmony: ["Harmony", "ritual", "both", null, 0, "This round no rivals can keep your flock from completing pink rooms.", {}],
    eclipse: ["Eclipse", "ritual", "both", "element", 0, "This round rituals that hold any mana of an element fail, except those of your flock.", {}],
    conversion: ["Conversion", "resource", "opening", "seat", 1, "A shaman who prayed to another deity this round follows you instead.", {}],
    revelation: ["Revelation", "resource", "opening", null, 0, "You and your flock learn the element of room X. 1 piety for each of your flock.", { piety: 1 }],
    harvest: ["Harvest", "resource", "opening", null, 1, "You hand out half as much mana again.", { percent: 150 }],
    second_spring: ["Second Spring", "resource", "opening", "element", 1, "Each of your worshipers also gets 3 mana of an element.", { mana: 3 }],
    drought: ["Drought", "resource", "opening", "seat", 1, "Another deity has only half its mana to hand out.", { percent: 50 }],
    tithe: ["Tithe", "resource", "opening", null, 1, "Your worshipers get half their shares. 2 piety for each of them, twice that for your prophet.", { percent: 50, piety: 2 }],
    covet: ["Covet", "resource", "opening", "seat", 1, "1 piety for each worshiper of another deity, taken from what it gains.", { piety: 1 }],
    silenced_prophet: ["Silenced Prophet", "resource", "opening", "seat", 1, "The prophet of another deity counts as any other of its worshipers.", {}],
    wrath: ["Wrath", "resource", "opening", null, 1, "If your prophet does not follow you he gets no mana this round, and you 5 piety.", { piety: 5 }],
    constancy: ["Constancy", "resource", "opening", null, 1, "2 piety for each worshiper who also prayed to you in the round before.", { piety: 2 }],
    all_seeing_eye: ["All-Seeing Eye", "resource", "opening", null, 0, "You learn whom each shaman follows, before anybody is converted, and get 2 piety.", { piety: 2 }],
    prophecy: ["Prophecy", "resource", "both", "number", 0, "Foretell how many rooms your flock completes this round, in all: 6 piety if right, 2 if off by one.", { exact: 6, near: 2 }],
    last_rites: ["Last Rites", "resource", "closing", null, 0, "1 piety for each room that your flock completes this round, 2 if it is pink.", { piety: 1, pink: 2 }],
    judgement: ["Judgement", "resource", "closing", "seat", 0, "6 piety if a shaman of your choice completes a room this round and nobody completes more.", { piety: 6 }],
    congregation: ["Congregation", "resource", "closing", null, 0, "1 piety for each shaman who has ever prayed to you.", { piety: 1 }],
    undying_zeal: ["Undying Zeal", "resource", "closing", null, 0, "4 zeal.", { zeal: 4 }],
  };
  const BOONS = Object.entries(CATALOGUE).map(([id, [name, , offered, , , text, numbers]]) => ({ id, name, text, offered, numbers }));
  const parameterOf = (id) => CATALOGUE[id][3];

  const numbered = (realm, n) => Array.from({ length: n }, (_, i) => `${realm}-${i + 1}`);
  const part = (x, percent) => Math.floor((x * percent) / 100);
  const auctionIn = (truth, r) => r % 2 === 0 && r < truth.options.last_round;
  const told = (to, type, fields) => ({ to, fact: { type: `divine_intervention.${type}`, ...fields } });

  function seats(options) {
    const realm = (name, n) => numbered(name, n).map((id) => ({ id, realm: name, team: null, role: null }));
    return [...realm("heaven", options.deities), ...realm("hell", options.shamans)];
  }

  function begin(options) {
    const deities = numbered("heaven", options.deities), shamans = numbered("hell", options.shamans);
    const at = {};                                                  // "row,column" -> room; neighbours share a side (§1)
    options.layout.forEach((row, y) => [...row].forEach((room, x) => { if (room !== ".") at[`${y},${x}`] = room; }));
    const neighbours = Object.fromEntries(Object.entries(at).map(([place, room]) => {
      const [y, x] = place.split(",").map(Number);
      return [room, [at[`${y - 1},${x}`], at[`${y + 1},${x}`], at[`${y},${x - 1}`], at[`${y},${x + 1}`]].filter(Boolean)];
    }));
    return {
      options, deities, shamans, neighbours, boons: options.pack?.boons ?? BOONS,
      phase: { number: 0 }, secret: options.secret_element, offers: {}, inferno: null, result: null,
      piety: table(deities, () => options.start_piety), zeal: table(deities, () => 0), history: table(deities, () => [options.start_piety]),
      elements: table(deities, () => []), prophets: table(deities, () => []), held: table(deities, () => null),
      mana: table(shamans, () => table(ELEMENTS, () => 0)), completed: table(shamans, () => ({})), prayers: table(shamans, () => []),
      keys: table(shamans, () => []), altars: table(shamans, () => []), road: table(shamans, () => -1),
    };
  }

  // §2: the phase that opens is the last fact.
  function open(truth, name, round, must) {
    const seconds = name === "round" ? 86400 : 43200;
    truth.phase = { early_close: false, keeps_deadline: false, may: [], must, name, number: truth.phase.number + 1, round, seconds, withdrawable: true };
    return { to: "everyone", fact: { type: "phase_opened", phase: { ...truth.phase } } };
  }

  // §9, channels
  const opened = (channel, members) => ({ to: members, fact: { type: "channel_opened", channel, members, spectators: false } });
  const pair = (a, b) => opened(`pair:${a}:${b}`, [a, b]);
  function prophetChannels(truth, r, make) {
    if (truth.options.cross_realm_chat) return [];
    return truth.deities.filter((d) => truth.prophets[d][r]).map((d) => make(d, truth.prophets[d][r]));
  }
  const closePair = (d, s) => ({ to: [d, s], fact: { type: "channel_closed", channel: `pair:${d}:${s}` } });

  function setup(truth, chance) {
    const { options, deities, shamans } = truth;
    truth.secret ??= chance.one("secret_element", ELEMENTS);
    const facts = [told("host", "secret_element_set", { element: truth.secret })];
    if (options.realm_chat) for (const [realm, all] of [["heaven", deities], ["hell", shamans]])
      facts.push(opened(realm, all), ...all.flatMap((a, i) => all.slice(i + 1).map((b) => pair(a, b))));
    if (options.cross_realm_chat) facts.push(...deities.flatMap((d) => shamans.map((s) => pair(d, s))));
    return [...facts, open(truth, "anointing", 0, deities)];
  }

  // §5 step 10 and the close of `anointing`: prophets, their channels, the offer, the phase.
  function openRound(truth, r, chance) {
    const { options, deities, shamans, prophets, boons } = truth, facts = [];
    for (const d of deities) facts.push(told([d], "prophet_named", { seat: d, round: r, prophet: prophets[d][r] }));
    for (const s of shamans) facts.push(told([s], "prophet_of", { seat: s, round: r, deities: deities.filter((d) => prophets[d][r] === s) }));
    facts.push(...prophetChannels(truth, r - 1, closePair), ...prophetChannels(truth, r, pair));
    if (auctionIn(truth, r)) {                                      // §7, offers
      let offer = options.boon_offers?.[r];
      if (!offer) {
        const mark = r + 1 === options.last_round ? "closing" : "opening", before = Object.values(truth.offers).flat();
        const rest = boons.filter((b) => [mark, "both"].includes(b.offered) && !before.includes(b.id)).map((b) => b.id);
        const first = r === 0 && rest.includes("revelation") ? ["revelation"] : [];
        offer = [...first, ...chance.pick(`boons:${r}`, rest.filter((id) => !first.includes(id)), 3 - first.length)];
      }
      truth.offers[r] = offer;
      const cards = offer.map((id) => {
        const { name, text } = boons.find((b) => b.id === id);
        return { id, name, text, kind: CATALOGUE[id][1], parameter: parameterOf(id) };
      });
      facts.push(told(options.boons_public ? "everyone" : deities, "boons_offered", { round: r, boons: cards }));
    }
    return [...facts, open(truth, "round", r, [...deities, ...shamans])];
  }

  function resolve(truth, moves, chance) {
    return { anointing: resolveAnointing, round: resolveRound, ascension: resolveAscension }[truth.phase.name](truth, moves, chance);
  }

  function resolveAnointing(truth, moves, chance) {
    for (const d of truth.deities) truth.prophets[d].push(moves[d]?.prophet ?? null);
    const rooms = table(Object.keys(ROOMS), (room) => ({ needs: ROOMS[room][0], against: ROOMS[room][2] ?? null, pink: PINK.includes(room) }));
    return [told("everyone", "rooms_shown", { layout: truth.options.layout, rooms }), ...openRound(truth, 0, chance)];
  }

  function resolveRound(truth, moves, chance) {
    const { options, deities, shamans, completed, mana, boons } = truth;
    const r = truth.phase.round, last = r === options.last_round, facts = [], tell = (...args) => facts.push(told(...args));
    const number = (id) => boons.find((b) => b.id === id).numbers;

    // Step 1. No boon is used twice in a match (§11), so uses go by id.
    const decrees = {}, rituals = {}, uses = {};
    for (const d of deities) {
      const element = last ? null : ELEMENTS.find((x) => x !== truth.elements[d][r - 1]);
      const decree = decrees[d] = moves[d] ?? { type: "decree", element, prophet: null, bids: {}, boon: null };
      if (!last) truth.elements[d].push(decree.element), truth.prophets[d].push(decree.prophet);
      if (decree.boon) uses[decree.boon.id] = { user: d, ...decree.boon }, truth.held[d] = null;
      tell([d], "decree_counted", { seat: d, round: r, decree });
    }
    for (const s of shamans) {
      const devotion = moves[s] ?? { type: "devote", pray: null, rituals: [] };
      rituals[s] = devotion.rituals;
      if (!last) truth.prayers[s].push(devotion.pray);
      tell([s], "devotion_counted", { seat: s, round: r, devotion });
    }
    const follows = table(shamans, (s) => truth.prayers[s].at(-1)), prayed = { ...follows };      // §4
    const flockOf = (d) => shamans.filter((s) => follows[s] === d), outside = (use, s) => use && follows[s] !== use.user;
    const use = (id) => (last && CATALOGUE[id][4] ? undefined : uses[id]);                         // †
    const piety = table(deities, () => 0), zeal = table(deities, () => 0);
    const brought = {}, others = {}, own = {};                      // by boon: piety, notices for others, fields for its user
    const pay = (id, d, n) => { piety[d] += n; brought[id] = (brought[id] ?? 0) + n; };
    const notice = (id, to, fields = {}) => { if (to.length) (others[id] ??= []).push([to, fields]); };

    // Step 2
    const { skeleton_key: key, pilgrims_road: road, sealed_door: door, tamed_inferno: tamer, plain_altar: altar, harmony, eclipse } = uses;
    if (key) {
      for (const s of flockOf(key.user)) truth.keys[s].push(key.room);
      tell("host", "key_granted", { room: key.room, shamans: flockOf(key.user) });
      notice("skeleton_key", flockOf(key.user), { room: key.room });
    }
    if (road) {
      const until = Math.min(r + number("pilgrims_road").rounds - 1, options.last_round);
      for (const s of flockOf(road.user)) truth.road[s] = until;
      tell("host", "road_granted", { until, shamans: flockOf(road.user) });
      notice("pilgrims_road", flockOf(road.user), { until });
    }
    if (door) notice("sealed_door", "everyone", { room: door.room });
    if (tamer) {
      truth.inferno = tamer.user;
      tell("host", "inferno_tamed", { seat: tamer.user });
      notice("tamed_inferno", "everyone");
    }
    if (altar) {
      for (const s of flockOf(altar.user)) truth.altars[s].push(altar.room);
      tell("host", "altar_granted", { room: altar.room, shamans: flockOf(altar.user) });
      notice("plain_altar", flockOf(altar.user), { room: altar.room });
    }
    if (harmony) notice("harmony", flockOf(harmony.user));
    if (eclipse) notice("eclipse", "everyone", { element: eclipse.element });

    // Steps 3 and 4
    const inferno = truth.inferno ? number("tamed_inferno").fire : 500, verdicts = table(shamans, () => ({})), standing = [];
    for (const s of shamans) for (const { room, ...amounts } of rituals[s]) {
      const v = ELEMENTS.map((x) => amounts[x]), [f, a, e, w] = v, m = { s, room, f, a, e, w, v, t: sum(v) };
      const here = { r, earth: mana[s].earth, secret: truth.secret, inferno };
      const incomplete = truth.neighbours[room].filter((n) => !(n in completed[s])).length;
      const unlocked = truth.keys[s].includes(room) || incomplete <= (truth.road[s] >= r ? 3 : 2);
      const sealed = outside(door, s) && door.room === room;
      if (unlocked && sealed) pay("sealed_door", door.user, number("sealed_door").piety);
      const plain = truth.altars[s].includes(room) && m.t >= number("plain_altar").mana;
      verdicts[s][room] = !unlocked || sealed ? "locked" : outside(eclipse, s) && amounts[eclipse.element] ? "eclipsed"
        : ROOMS[room][1](m, here) || plain ? "completed" : "form";
      if (verdicts[s][room] === "completed") standing.push(m);
    }
    for (const m of standing) {
      const others = standing.filter((o) => o !== m && o.room === m.room), rivals = ROOMS[m.room][3];
      if (rivals && !rivals(m, others) && !(harmony && !outside(harmony, m.s))) verdicts[m.s][m.room] = "rivals";
    }
    const spent = {}, done = table(shamans, () => []);              // done: the rooms completed in this round
    for (const m of standing) if (verdicts[m.s][m.room] === "completed") {
      completed[m.s][m.room] = r;
      done[m.s].push(m.room);
      spent[m.s] ??= table(ELEMENTS, () => 0);
      ELEMENTS.forEach((x, i) => { spent[m.s][x] += m.v[i]; mana[m.s][x] -= m.v[i]; });
      if (m.room === "H" && truth.inferno) pay("tamed_inferno", truth.inferno, number("tamed_inferno").piety);
    }
    tell("host", "rituals_judged", { round: r, verdicts, spent });

    // Step 5: what needs only the flock; the rest of the resource boons act with worship.
    const doneBy = (list) => list.flatMap((s) => done[s]), conversion = use("conversion"), wrath = use("wrath");
    if (uses.conversion) own.conversion = { converted: false };
    if (conversion && ![null, conversion.user].includes(follows[conversion.seat])) {
      follows[conversion.seat] = conversion.user;
      own.conversion.converted = true;
      notice("conversion", [conversion.seat], { deity: conversion.user });
    }
    const effects = {
      revelation: ({ user }) => {
        notice("revelation", flockOf(user), { element: truth.secret });
        own.revelation = { element: truth.secret };
        return flockOf(user).length * number("revelation").piety;
      },
      drought: ({ seat }) => notice("drought", [seat]),
      covet: ({ seat }) => notice("covet", [seat]),
      silenced_prophet: ({ seat }) => notice("silenced_prophet", [seat]),
      constancy: ({ user }) => flockOf(user).filter((s) => truth.prayers[s][r - 1] === user).length * number("constancy").piety,
      all_seeing_eye: () => { own.all_seeing_eye = { prayers: prayed }; return number("all_seeing_eye").piety; },
      prophecy: (boon) => [number("prophecy").exact, number("prophecy").near][Math.abs(doneBy(flockOf(boon.user)).length - boon.number)],
      last_rites: ({ user }) => sum(doneBy(flockOf(user)).map((room) => number("last_rites")[PINK.includes(room) ? "pink" : "piety"])),
      judgement: ({ seat }) => (done[seat].length && shamans.every((s) => done[s].length <= done[seat].length) ? number("judgement").piety : 0),
      congregation: ({ user }) => shamans.filter((s) => truth.prayers[s].includes(user)).length * number("congregation").piety,
      undying_zeal: ({ user }) => { zeal[user] += number("undying_zeal").zeal; },
    };
    for (const id in effects) if (use(id)) pay(id, use(id).user, effects[id](use(id)) ?? 0);
    let struck = null;
    if (uses.wrath) own.wrath = { struck: false };
    if (wrath) {
      const prophet = truth.prophets[wrath.user][r];
      if (prophet && follows[prophet] !== wrath.user) {
        struck = prophet;
        own.wrath.struck = true;
        pay("wrath", wrath.user, number("wrath").piety);
        notice("wrath", [struck], { deity: wrath.user });
      }
    }

    // Step 6
    const received = {};
    if (!last) for (const d of deities) {
      const mine = (id) => use(id)?.user === d, against = (id) => use(id)?.seat === d, worshipers = flockOf(d);
      let pool = mine("harvest") ? part(options.pool, number("harvest").percent) : options.pool;
      if (against("drought")) pool = part(pool, number("drought").percent);
      let share = Math.floor(pool / worshipers.length);
      if (mine("tithe")) share = part(share, number("tithe").percent);
      for (const s of worshipers) {
        const factor = truth.prophets[d][r] === s && !against("silenced_prophet") ? 2 : 1;
        piety[d] += factor * (options.worshiper_piety + done[s].length);
        zeal[d] += factor;
        if (mine("tithe")) pay("tithe", d, factor * number("tithe").piety);
        if (against("covet")) piety[d] -= number("covet").piety, pay("covet", use("covet").user, number("covet").piety);
        if (s === struck) continue;
        received[s] = table(ELEMENTS, () => 0);
        received[s][decrees[d].element] += factor * share;
        if (mine("second_spring")) received[s][use("second_spring").element] += number("second_spring").mana;
        for (const x of ELEMENTS) mana[s][x] += received[s][x];
      }
    }
    for (const d of deities) truth.piety[d] += piety[d], truth.zeal[d] += zeal[d];
    tell("host", "gains_counted", { round: r, follows: { ...follows }, mana: received, piety, zeal });

    // Steps 7 to 9
    const over = last || shamans.some((s) => Object.keys(completed[s]).length === 25), wins = {}, won = table(deities, () => null);
    if (!over && auctionIn(truth, r)) {
      const amounts = new Set(deities.flatMap((d) => Object.values(decrees[d].bids)));
      for (const bid of [...amounts].sort((x, y) => y - x)) {
        const able = deities.filter((d) => !won[d]), free = truth.offers[r].filter((id) => !wins[id]);
        for (const id of free) {
          const bidders = able.filter((d) => decrees[d].bids[id] === bid);
          if (bidders.length === 1) wins[id] = { seat: bidders[0], bid }, won[bidders[0]] = { boon: id, bid };
        }
      }
      tell("host", "auction_held", { round: r, wins });
    }
    for (const d of deities) {
      if (truth.held[d]?.until === r) truth.held[d] = null;
      if (won[d]) truth.piety[d] -= won[d].bid, truth.held[d] = { id: won[d].boon, until: r + 2 };
      truth.history[d].push(truth.piety[d]);
    }

    // Step 10
    for (const d of deities) {
      const prophet = truth.prophets[d][r];
      tell([d], "deity_reported", {
        seat: d, round: r, piety: truth.piety[d], won: won[d], worshipers: last ? null : flockOf(d).length,
        prophet_worshiped: last || !prophet ? null : follows[prophet] === d,
      });
    }
    for (const s of shamans)
      tell([s], "shaman_reported", { seat: s, round: r, mana: { ...mana[s] }, rituals: table(Object.keys(verdicts[s]), (room) => verdicts[s][room] === "completed") });
    for (const id in CATALOGUE) {
      for (const [to, fields] of others[id] ?? []) tell(to, "boon_noticed", { notice: { round: r, boon: id, ...fields }, public: to === "everyone" });
      const user = uses[id]?.user ?? (id === "tamed_inferno" && brought[id] ? truth.inferno : null);
      if (user) tell([user], "boon_noticed", { notice: { round: r, boon: id, ...own[id], own: true, piety: brought[id] ?? 0 }, public: false });
    }
    return [...facts, ...(over ? endPlay(truth, chance) : openRound(truth, r + 1, chance))];
  }

  // §8. Seats by rank; `keys` gives what to compare, smaller first; equal keys are drawn.
  function ranking(list, keys, label, chance) {
    const compare = (x, y) => keys[x].map((k, i) => k - keys[y][i]).find(Boolean) ?? 0;
    const sorted = [...list].sort(compare), ranks = [];
    while (ranks.length < list.length) {
      const tied = list.filter((seat) => compare(seat, sorted[ranks.length]) === 0);
      ranks.push(...(tied.length > 1 ? chance.pick(`${label}:${ranks.length + 1}`, tied, tied.length) : tied));
    }
    return ranks;
  }

  function endPlay(truth, chance) {
    const { deities, shamans, piety, zeal, completed } = truth;
    const first = (d) => truth.history[d].findIndex((x) => x >= piety[d]);                       // R26
    const heaven = ranking(deities, table(deities, (d) => [-piety[d], -zeal[d], first(d)]), "heaven_tie", chance);
    const hell = ranking(shamans, table(shamans, (s) => {
      const rooms = Object.keys(completed[s]), rounds = Object.values(completed[s]).sort((x, y) => y - x);
      return [-rooms.length, -rooms.filter((room) => PINK.includes(room)).length, ...rounds];     // R27
    }), "hell_tie", chance);
    const second = heaven[1], second_stays = heaven.length > 2 && deities.every((d) => d === second || zeal[d] < zeal[second]);
    const rooms = table(shamans, (s) => Object.keys(completed[s]).length);
    truth.result = { heaven, hell, second_stays, piety: { ...piety }, zeal: { ...zeal }, rooms };
    const facts = [...prophetChannels(truth, truth.phase.round, closePair), told("everyone", "play_ended", { result: truth.result })];
    return [...facts, ...(second_stays ? end(truth, []) : [open(truth, "ascension", truth.phase.round, [heaven[0]])])];
  }

  const eligible = ({ result, options }) => result.hell.slice(options.ascenders, -1);

  function resolveAscension(truth, moves) {
    const seat = truth.phase.must[0], shaman = moves[seat]?.seat ?? eligible(truth)[0];
    return [told("everyone", "shaman_raised", { seat, shaman }), ...end(truth, [shaman])];
  }

  function end(truth, raised) {
    const { heaven, hell, second_stays } = truth.result, risen = hell.slice(0, truth.options.ascenders), stay = heaven.slice(0, second_stays ? 2 : 1);
    const lists = {
      winner: [heaven[0], ...risen], ascends: [...stay, ...risen, ...raised], descends: heaven.slice(stay.length),
      mark_of_elimination: heaven.slice(-1), elimination_candidate: hell.slice(-1),
    };
    const all = [...truth.deities, ...truth.shamans];
    const consequences = table(all, (seat) => Object.keys(lists).filter((name) => lists[name].includes(seat)));
    truth.phase = { name: "over", number: truth.phase.number, must: [] };
    const closed = truth.options.cross_realm_chat ? truth.deities.flatMap((d) => truth.shamans.map((s) => closePair(d, s))) : [];
    return [...closed, { to: "everyone", fact: { type: "match_ended", outcome: { consequences, rank: table(all, (seat) => (heaven.indexOf(seat) + 1) || hell.indexOf(seat) + 1) } } }];
  }

  // §3. Moves are judged in canonical form: every field there, bids of 0 left out.
  const hasOnly = (x, ...fields) => isObject(x) && Object.keys(x).length === fields.length && fields.every((field) => Object.hasOwn(x, field));
  const isCount = (x) => Number.isSafeInteger(x) && x >= 0;

  function legal(truth, seat, move) {
    const { name, must, round } = truth.phase;
    if (!must.includes(seat)) return `${seat} has no move now.`;
    const type = { anointing: "anoint", ascension: "raise", round: truth.deities.includes(seat) ? "decree" : "devote" }[name];
    if (!isObject(move) || move.type !== type) return `Not a move of type ${type}.`;
    return { anoint, decree, devote, raise }[type](truth, seat, move, round);
  }

  function anoint(truth, seat, move) {
    if (!hasOnly(move, "type", "prophet")) return "Not in the form of an anoint.";
    return move.prophet === null || truth.shamans.includes(move.prophet) ? null : "The prophet is not a shaman.";
  }

  function decree(truth, seat, move, r) {
    if (!hasOnly(move, "type", "element", "prophet", "bids", "boon") || !isObject(move.bids)) return "Not in the form of a decree.";
    const { element, prophet, bids, boon } = move, last = r === truth.options.last_round, held = truth.held[seat];
    if (last ? element !== null : !ELEMENTS.includes(element)) return "An element is due in all rounds but the last.";
    if (!last && element === truth.elements[seat][r - 1]) return "The element of the round before.";
    if (prophet !== null && last) return "No prophet is named in the last round.";
    if (prophet !== null && !truth.shamans.includes(prophet)) return "The prophet is not a shaman.";
    if (prophet !== null && truth.prophets[seat].includes(prophet)) return "A prophet named before.";
    const amounts = Object.values(bids);
    if (amounts.length && !auctionIn(truth, r)) return "No auction in this round.";
    if (!Object.keys(bids).every((id) => truth.offers[r].includes(id))) return "A bid for a boon that is not offered.";
    if (!amounts.every((x) => isCount(x) && x > 0)) return "A bid that is not a whole number above 0.";
    if (new Set(amounts).size < amounts.length) return "Equal bids.";
    if (sum(amounts) > truth.piety[seat]) return "Bids above the piety held.";
    if (boon === null) return null;
    if (!isObject(boon) || !held || boon.id !== held.id) return "A boon that is not held.";
    const parameter = parameterOf(held.id), value = boon[parameter];
    if (!hasOnly(boon, "id", ...(parameter ? [parameter] : []))) return "Not the fields of this boon.";
    const within = {
      room: () => typeof value === "string" && Object.hasOwn(ROOMS, value) && !(held.id === "plain_altar" && `${PINK}HX`.includes(value)),
      element: () => ELEMENTS.includes(value),
      seat: () => (["conversion", "judgement"].includes(held.id) ? truth.shamans : truth.deities.filter((d) => d !== seat)).includes(value),
      number: () => isCount(value) && value <= 25 * truth.shamans.length,
    };
    return !parameter || within[parameter]() ? null : "The boon's parameter is out of range.";
  }

  function devote(truth, seat, move, r) {
    if (!hasOnly(move, "type", "pray", "rituals") || !Array.isArray(move.rituals)) return "Not in the form of a devotion.";
    if (move.pray !== null && r === truth.options.last_round) return "Nobody prays in the last round.";
    if (move.pray !== null && !truth.deities.includes(move.pray)) return "A prayer to no deity.";
    if (move.rituals.length && r === 0) return "No rituals in round 0.";
    const seen = new Set();
    for (const ritual of move.rituals) {
      if (!hasOnly(ritual, "room", ...ELEMENTS) || !ELEMENTS.every((x) => isCount(ritual[x]))) return "Not in the form of a ritual.";
      if (typeof ritual.room !== "string" || !Object.hasOwn(ROOMS, ritual.room)) return "No such room.";
      if (seen.has(ritual.room)) return "Two rituals in one room.";
      if (ritual.room in truth.completed[seat]) return "A room completed before.";
      if (!ELEMENTS.some((x) => ritual[x])) return "A ritual without mana.";
      seen.add(ritual.room);
    }
    return ELEMENTS.every((x) => sum(move.rituals.map((ritual) => ritual[x])) <= truth.mana[seat][x]) ? null : "More mana than is held.";
  }

  function raise(truth, seat, move) {
    if (!hasOnly(move, "type", "seat")) return "Not in the form of a raise.";
    return eligible(truth).includes(move.seat) ? null : "A shaman who cannot be raised.";
  }

  // §1: the options. A pack is taken as it is.
  const VARIANTS = ["standard", "small", "grand", "open_altar"];
  const isLayout = (rows) =>
    isTexts(rows) && between(1, 50)(rows.length) && between(1, 50)(rows[0].length) && rows.every((row) => row.length === rows[0].length) &&
    [...rows.join("")].filter((cell) => cell !== ".").sort().join("") === "ABCDEFGHIJKLMNOPQRSTUVWXY";
  const isOffers = (offers) => isObject(offers) && Object.values(offers).every((offer) =>
    isTexts(offer) && offer.length === 3 && offer.every((id) => Object.hasOwn(CATALOGUE, id)));
  const OPTIONS = {
    variant: among(...VARIANTS), deities: between(2, 4), shamans: between(5, 16), last_round: between(5, 9), pool: between(1, 1000),
    start_piety: between(0, 50), worshiper_piety: between(1, 10), ascenders: between(1, 6), pack: orNull(isObject), layout: isLayout,
    secret_element: orNull(among(...ELEMENTS)), boon_offers: orNull(isOffers), boons_public: isFlag, realm_chat: isFlag,
    cross_realm_chat: isFlag,
  };
  function options(values) {
    if (!hasShape(values, OPTIONS)) return UNFIT;
    if (values.ascenders > values.shamans - 2) return "more shamans ascend than two less than there are";
    if (values.boon_offers === null) return null;
    const rounds = Array.from({ length: values.last_round }, (_, r) => r).filter((r) => r % 2 === 0);
    if (!same(Object.keys(values.boon_offers).sort(), rounds.map(String))) return "there is an offer for each auction round";
    const ids = Object.values(values.boon_offers).flat();
    const offered = (values.pack?.boons ?? BOONS).map(({ id }) => id);
    if (new Set(ids).size < ids.length) return "a boon is offered twice";
    return ids.every((id) => offered.includes(id)) ? null : "a boon is offered that the pack has not";
  }
  const secrets = (values) => ({ ...values, layout: null, secret_element: null, boon_offers: null, pack: packId(values.pack) });

  return { name: "divine_intervention", rulesVersion: 1, variants: VARIANTS, options, secrets, seats, begin, setup, legal, resolve };
})();

const heroOfTheArena = (() => {
  // The rules of hero_of_the_arena. "§" is a section of its rulebook.

  // §7: the bundled pack. name | numbers (see HEADS) | effects | text
  const BUNDLED = readPack("standard", "The Sand and the Flame", {
    draft_units: `
Street Urchin|0 1 1 3|on_death gain_coins amount=1|When it dies, gain 1 coin.
Torch Bearer|0 1 2 2|on_play buff_attack amount=1 target=adjacent_own|When played, your units in adjacent arenas get +1 attack.
Shield Maiden|1 1 5 3|on_combat_start buff_attack if=hero amount=-1 until=combat target=foe|As the hero, her challenger has -1 attack for the combat.
Javelin Thrower|1 2 2 3|on_combat_start damage amount=1 target=foe|Before the first strike of a combat, deal 1 damage to the foe.
Duelist|1 3 2 3|on_combat_start strike_first|Strikes first, even as the hero.
Pit Brawler|1 2 3 4|on_win buff_attack amount=1 target=self|After winning a combat, gets +1 attack.
Field Medic|1 1 3 3|end_of_turn heal amount=1 target=adjacent_own|At the end of your turn, heal your units in adjacent arenas by 1.
Ember Imp|1 2 1 4|on_death damage amount=2 target=foe|When it dies, deal 2 damage to the foe in its arena.
Net Fighter|2 2 4 3|on_combat_start buff_attack amount=-1 until=combat target=foe|The foe has -1 attack for the combat.
Centurion|2 3 4 3|on_play buff_hp amount=1 target=all_own|When played, all your units (this one too) get +1 HP.
Blood Knight|2 3 5 3|on_win heal amount=3 target=self|After winning a combat, heals 3.
Storm Archer|2 2 3 3|on_play damage amount=1 target=all_enemy|When played, deal 1 damage to every enemy unit.
Lancer|2 3 4 3|on_combat_start buff_attack if=challenger amount=2 until=combat target=self|As the challenger, has +2 attack for the combat.
Ash Seer|2 2 4 3|on_play draw amount=1|When played, draw a card.
Colossus|3 5 9 2|end_of_turn damage amount=1 target=self|At the end of your turn, takes 1 damage.
Fallen Seraph|3 4 6 3|on_death cooldown amount=-2 whose=self|When it dies, its own cooldown is 2 shorter.
`,
    draft_items: `
Bandage|0 4 own_hero -|on_play heal amount=3 target=chosen|Heal one of your heroes by 3.
Blinding Sand|0 3 enemy_hero -|on_play buff_attack amount=-1 target=chosen|An enemy hero gets -1 attack.
Lucky Purse|0 2 none 3|on_play gain_coins amount=1|Gain 1 coin.
Adrenaline|0 3 none 2|on_play gain_mana amount=1|Gain 1 mana this turn.
Throwing Knife|1 4 enemy_hero -|on_play damage amount=2 target=chosen|Deal 2 damage to an enemy hero.
Whetstone|1 3 own_hero -|on_play buff_attack amount=2 target=chosen|One of your heroes gets +2 attack.
Tower Shield|1 3 own_hero -|on_play buff_hp amount=3 target=chosen|One of your heroes gets +3 HP.
War Drum|1 3 none 3|on_play buff_attack amount=1 target=all_own|All your units get +1 attack.
Scrying Bowl|1 3 none 2|on_play draw amount=2|Draw 2 cards.
Swift Sandals|1 3 own_hero -|on_play heal amount=1 target=chosen; on_play move|Heal one of your heroes by 1, then move it to an arena you do not hold (challenging its hero, if any).
Hourglass|1 3 none 3|on_play cooldown amount=-1 whose=own|All your cards on cooldown come 1 turn closer.
Grappling Hook|1 3 enemy_hero -|on_play damage amount=1 target=chosen; on_play move adjacent=true|Deal 1 damage to an enemy hero, then drag it to an empty adjacent arena.
Fire Pot|2 3 enemy_hero -|on_play damage amount=3 target=chosen; on_play damage amount=1 target=adjacent_enemy|Deal 3 damage to an enemy hero and 1 to enemy units in adjacent arenas.
Writ of Exile|2 2 enemy_hero -|on_play return_to_hand target=chosen|Return an enemy hero to its owner's hand.
Rain of Arrows|2 3 none 4|on_play damage amount=2 target=all_enemy|Deal 2 damage to every enemy unit.
Divine Verdict|3 2 enemy_hero -|on_play damage amount=7 target=chosen|Deal 7 damage to an enemy hero.
`,
    shop_cards: `
Alley Cat|0 1 1 5 1|on_win draw amount=1|After winning a combat, draw a card.
Plague Rat|0 1 1 4 1|on_death buff_attack amount=-1 target=foe|When it dies, the foe in its arena gets -1 attack.
Mercenary|1 3 3 3 2||No effect.
Underdog|1 2 3 4 2|on_play buff_attack if=behind amount=2 target=self|When played, gets +2 attack if you are behind on points.
Pickpocket|1 1 2 4 1|on_play steal_coins amount=1|When played, steal 1 coin.
Tax Collector|1 1 4 2 2|start_of_turn gain_coins amount=1|At the start of your turn, gain 1 coin.
Assassin|2 5 1 3 3|on_combat_start strike_first|Strikes first, even as the hero.
Paladin|2 3 5 3 3|start_of_turn heal amount=2 target=self|At the start of your turn, heals 2.
Necromancer|2 2 4 3 3|on_play cooldown amount=-1 whose=own|When played, all your cards on cooldown come 1 turn closer.
Phoenix|2 3 3 4 4|on_death cooldown amount=-5 whose=self|When it dies, it goes to the bottom of your deck at once.
Wandering Ronin|2 4 4 3 3|on_win return_to_hand if=challenger target=self|After winning as the challenger, returns to your hand.
War Elephant|3 5 6 3 4|on_play damage amount=1 target=adjacent_enemy|When played, deal 1 damage to enemy units in adjacent arenas.
Iron Golem|3 3 9 2 4|on_combat_start buff_attack amount=-1 until=combat target=foe|The foe has -1 attack for the combat.
Mountain Giant|3 4 5 2 3|on_play buff_hp amount=1 per=arena target=self|When played, gets +1 HP for each step of its arena's number.
Warlord|3 2 7 3 4|on_play buff_attack amount=1 per=own_heroes target=self|When played, gets +1 attack for each arena you hold.
Greatsword|1 3 own_hero - 2|on_play buff_attack amount=3 target=chosen|One of your heroes gets +3 attack.
Healing Spring|1 3 none 3 2|on_play heal amount=3 target=all_own|Heal all your units by 3.
Falling Star|3 2 enemy_hero - 4|on_play damage amount=5 target=chosen; on_play damage amount=2 target=adjacent_enemy|Deal 5 damage to an enemy hero and 2 to enemy units in adjacent arenas.
Mana Crystal|0 3 none 3 3|on_play gain_mana amount=2|Gain 2 mana this turn.
Thief's Glove|0 3 none 4 2|on_play steal_coins amount=2|Steal 2 coins.
War Horn|1 2 none 4 3|on_play buff_attack amount=1 target=all_own; on_play draw amount=1|All your units get +1 attack; draw a card.
Portable Anvil|0 3 own_hero - 2|on_play repair amount=1 target=chosen; on_play buff_hp amount=1 target=chosen|One of your heroes gets +1 durability and +1 HP.
Winged Boots|0 4 own_hero - 2|on_play move|Move one of your heroes to an arena you do not hold (challenging its hero, if any).
Jeering Crowd|1 3 none 3 2|on_play discard_oldest amount=1 cooldown=3|The card your opponent has held longest goes on cooldown 3.
Quicksand|1 3 none 2 2|on_play cooldown amount=1 whose=enemy|All your opponent's cards on cooldown stay 1 turn longer.
Poisoned Wine|1 3 enemy_hero - 2|on_play damage amount=1 target=chosen; on_play buff_attack amount=-2 target=chosen|An enemy hero takes 1 damage and gets -2 attack.
Recall Horn|0 3 any_hero - 1|on_play damage amount=1 target=chosen; on_play return_to_hand target=chosen|Deal 1 damage to any hero; if it lives, it returns to its owner's hand.
Last Stand|1 2 own_hero - 2|on_play buff_attack amount=1 per=enemy_heroes target=chosen; on_play buff_hp if=behind amount=3 target=chosen|One of your heroes gets +1 attack for each arena the enemy holds, and +3 HP if you are behind on points.
`,
    perks: `
Second Wind|2|on_buy heal amount=4 target=all_own|Heal all your units by 4.
Sharpened Steel|3|on_buy buff_attack amount=1 target=all_own|All your units get +1 attack.
Volley|3|on_buy damage amount=2 target=all_enemy|Deal 2 damage to every enemy unit.
Deep Pockets|4|start_of_turn gain_coins amount=1|From now on, gain 1 more coin at the start of your turns.
Mana Font|5|start_of_turn gain_mana amount=1|From now on, you have 1 more mana each turn.
Quick Hands|3|start_of_turn draw amount=1|From now on, draw 1 more card at the start of your turns.
Field Smith|2|on_buy repair amount=1 target=hand|Every card in your hand gets +1 durability.
Bone Setter|2|on_buy repair amount=1 target=pile; on_buy cooldown amount=-1 whose=own|Your cards on cooldown get +1 durability and come 1 turn closer.
Open Gates|1|on_buy cooldown amount=-2 whose=own|Your cards on cooldown come 2 turns closer.
Saboteur|2|on_buy cooldown amount=2 whose=enemy|Your opponent's cards on cooldown stay 2 turns longer.
Crowd Favour|4|on_buy gain_points amount=3|Gain 3 points.
Standing Ovation|5|end_of_turn gain_points if=three_heroes amount=1|From now on, gain 1 point at the end of your turns if you hold three or more arenas.
Underdog's Purse|1|on_buy gain_coins if=behind amount=3|Gain 3 coins if you are behind on points.
Bribed Guards|3|on_buy discard_oldest amount=2 cooldown=2|The two cards your opponent has held longest go on cooldown 2.
Battle Hymn|4|end_of_turn heal amount=1 target=all_own|From now on, heal all your units by 1 at the end of your turns.
Fresh Recruits|1|on_buy draw amount=2|Draw 2 cards.
Tribute|2|on_buy steal_coins amount=3|Steal 3 coins.
Iron Rations|3|on_buy buff_hp amount=2 target=all_own|All your units get +2 HP.
`,
  });

  function readPack(id, name, lists) {
    const HEADS = { unit: ["cost", "attack", "hp", "durability", "price"], item: ["cost", "durability", "aim", "cooldown", "price"], perk: ["price"] };
    const value = (word) => (/^-?\d+$/.test(word) ? Number(word) : word === "true" ? true : word);
    const effect = (words) => {
      const [on, act, ...rest] = words.trim().split(" ");
      return { on, do: act, ...Object.fromEntries(rest.map((w) => w.split("=")).map(([k, v]) => [k, value(v)])) };
    };
    const card = (line) => {
      const [called, numbers, effects, text] = line.split("|");
      const head = numbers.split(" ");
      const kind = head.length === 1 ? "perk" : /\d/.test(head[2]) ? "unit" : "item";
      const filled = HEADS[kind].map((key, i) => [key, value(head[i] ?? "-")]).filter(([, v]) => v !== "-");
      return {
        id: called.toLowerCase().replaceAll("'", "").replaceAll(" ", "_"), name: called, ...(kind !== "perk" && { kind }),
        ...Object.fromEntries(filled), effects: effects ? effects.split(";").map(effect) : [], text,
      };
    };
    return { id, name, ...Object.fromEntries(Object.entries(lists).map(([list, lines]) => [list, lines.trim().split("\n").map(card)])) };
  }

  // Small helpers.

  const DRAFTERS = ["heaven-1", "heaven-2"];
  const FIGHTERS = ["hell-1", "hell-2"];
  const partner = (seat) => (seat.startsWith("heaven") ? seat.replace("heaven", "hell") : seat.replace("hell", "heaven"));
  const rival = (seat) => seat.slice(0, -1) + (seat.endsWith("1") ? "2" : "1");
  const opposite = (kind) => (kind === "unit" ? "item" : "unit");
  const ids = (cards) => cards.map((c) => c.id);
  const withoutNulls = (data) => (Array.isArray(data) ? data.map(withoutNulls) : data && typeof data === "object"
    ? Object.fromEntries(Object.entries(data).filter(([, v]) => v !== null).map(([k, v]) => [k, withoutNulls(v)])) : data);
  const say = (t, to, type, fact) => t.facts.push({ to, fact: { type, ...fact } });
  const tell = (t, type, fact, to = "everyone") => say(t, to, `hero_of_the_arena.${type}`, fact);

  // §9: what a move brings about is told step by step, until the steps of a closing and what they list are too many.
  const LONGEST_STORY = 400;
  function tellStep(t, type, fact, listed = 0) {
    if (t.story === null) return;
    if (t.story <= 0) {
      t.story = null;
      tell(t, "story_cut", {});
      return;
    }
    t.story -= 1 + listed;
    tell(t, type, fact);
  }

  // §1

  const seats = () => [...DRAFTERS.map((id) => [id, "heaven", "drafter"]), ...FIGHTERS.map((id) => [id, "hell", "fighter"])]
    .map(([id, realm, role]) => ({ id, realm, team: id.slice(-1), role }));

  function begin(options) {
    const pack = withoutNulls(options.pack ?? BUNDLED);
    const all = [...pack.draft_units, ...pack.draft_items, ...pack.shop_cards, ...pack.perks];
    return {
      options, pack, cards: new Map(all.map((card, i) => [card.id, { ...card, order: i }])), facts: [], told: {}, phase: null, plays: 0, story: LONGEST_STORY,
      draft: { starter: null, unseen: { units: ids(pack.draft_units), items: ids(pack.draft_items) }, offer: [], open: [], decisions: [], aside: [],
        decks: { "hell-1": [], "hell-2": [] } },
      fight: null,
    };
  }

  // §2: what each phase accepts, and its length.

  const PHASES = {
    starter: { accepts: ["choose_starter"], seconds: (o) => o.starter_seconds },
    draft_review: { accepts: ["ready"], seconds: (o) => o.review_seconds },
    draft_first: { accepts: ["draft"], seconds: (o) => o.decision_seconds },
    draft_second: { accepts: ["draft"], seconds: (o) => 2 * o.decision_seconds },
    draft_third: { accepts: ["draft"], seconds: (o) => 2 * o.decision_seconds },
    draft_fourth: { accepts: ["draft"], seconds: (o) => o.decision_seconds },
    preparation: { accepts: ["ready"], seconds: (o) => o.preparation_seconds },
    turn: { accepts: ["play", "discard", "shop"], seconds: (o) => o.turn_seconds },
    play: { accepts: ["play"], seconds: () => 0, keeps: true },
    shop: { accepts: ["shop"], seconds: (o) => o.refresh_seconds, keeps: true },
  };

  function open(t, name, round, must, may = []) {
    const { seconds, keeps = false } = PHASES[name];
    t.phase = { number: (t.phase?.number ?? 0) + 1, name, round, must, may, seconds: seconds(t.options), keeps_deadline: keeps,
      early_close: true, withdrawable: true };
    t.plays = name === "play" ? t.plays + 1 : 0; // how often this turn was played on
    say(t, "everyone", "phase_opened", { phase: t.phase });
  }

  // §9: channels.

  const openChannel = (t, channel, members) => say(t, members, "channel_opened", { channel, members, spectators: false });
  const openTeams = (t) => DRAFTERS.forEach((seat) => openChannel(t, `team:${seat.slice(-1)}`, [seat, partner(seat)]));

  function setup(t) {
    t.facts = [];
    openChannel(t, "heaven", DRAFTERS);
    openChannel(t, "hell", FIGHTERS);
    if (t.options.partner_channel === "always") openTeams(t);
    const caller = `heaven-${t.options.opponent_team}`;
    open(t, "starter", 0, [caller], [partner(caller)]);
    return t.facts;
  }

  // §3: the draft.

  const DECISIONS = { // who decides (0: the first drafter), in which order, and what comes next
    draft_first: { who: 0, order: ["pick"], next: "draft_second" },
    draft_second: { who: 1, order: ["pick", "ban"], next: "draft_third" },
    draft_third: { who: 0, order: ["ban", "pick"], next: "draft_fourth" },
    draft_fourth: { who: 1, order: ["pick"] },
  };

  const firstDrafter = (t, round) => (round % 2 ? t.draft.starter : rival(t.draft.starter));
  const kindOf = (t, id) => t.cards.get(id).kind;

  // The kind that a decision is bound to, if it is.
  function boundTo(t, seat, what) {
    const { decisions } = t.draft;
    if (t.phase.name === "draft_third" && what === "ban") return opposite(kindOf(t, decisions[1].ban));
    const mine = decisions.find((d) => d.seat === seat);
    return mine && opposite(kindOf(t, mine.pick));
  }

  function defaultDraft(t, seat) {
    const move = { type: "draft", pick: null, ban: null };
    for (const what of DECISIONS[t.phase.name].order) {
      const kind = boundTo(t, seat, what);
      move[what] = t.draft.open.find((id) => id !== move.pick && id !== move.ban && (!kind || kindOf(t, id) === kind));
    }
    return move;
  }

  function openReview(t, round, chance) {
    const d = t.draft;
    if (round < 5) {
      d.offer = ["units", "items"].flatMap((list) => chance.pick(`draft.${round}.${list}`, d.unseen[list], 4));
      for (const list of ["units", "items"]) d.unseen[list] = d.unseen[list].filter((id) => !d.offer.includes(id));
    } else d.offer = ["unit", "item"].flatMap((kind) => d.aside.map((pair) => pair[kind]));
    [d.open, d.decisions] = [[...d.offer], []];
    const lists = [...t.pack.draft_units, ...t.pack.draft_items];
    tell(t, "offer_revealed", { round, cards: d.offer.map((id) => lists.find((c) => c.id === id)) }, DRAFTERS);
    open(t, "draft_review", round, DRAFTERS);
  }

  function closeStarter(t, moves, chance) {
    const [caller] = t.phase.must;
    const starter = (moves[caller] ?? moves[partner(caller)])?.seat ?? caller;
    t.draft.starter = starter;
    tell(t, "draft_starter", { starter, moves_first: partner(rival(starter)) });
    openReview(t, 1, chance);
  }

  function closeDraft(t, moves, chance) {
    const { name, round, must: [seat] } = t.phase;
    const d = t.draft;
    carryOut(t, seat, moves[seat] ?? defaultDraft(t, seat));
    tell(t, "draft_decided", { decision: d.decisions.at(-1) }, DRAFTERS);
    const { next } = DECISIONS[name];
    if (next) return open(t, next, round, [DECISIONS[next].who ? rival(firstDrafter(t, round)) : firstDrafter(t, round)]);
    const [unit, item] = ["unit", "item"].map((kind) => d.open.find((id) => kindOf(t, id) === kind));
    d.aside.push({ unit, item });
    tell(t, "cards_set_aside", { round, unit, item }, DRAFTERS);
    if (round < 5) return openReview(t, round + 1, chance);
    tell(t, "pack_revealed", { pack: t.pack });
    const held = (id) => ({ card: id, durability: t.cards.get(id).durability });
    const fighter = (seat) => ({ coins: 0, mana: 0, points: 0, perks: [], removed: [], hand: [], deck: d.decks[seat].map(held), pile: [] });
    t.fight = { turn: 0, active: null, arenas: [1, 2, 3, 4, 5].map(() => ({ hero: null, challenger: null })),
      fighters: { "hell-1": fighter("hell-1"), "hell-2": fighter("hell-2") }, row: [], sold: [], perks: [], refreshes: 0, idle: 0,
      perkBought: false, lead: null };
    for (const seat of FIGHTERS) tellOwn(t, seat);
    if (t.options.partner_channel === "after_draft") openTeams(t);
    open(t, "preparation", 0, FIGHTERS);
  }

  function closePreparation(t, moves, chance) {
    const f = t.fight;
    for (const seat of FIGHTERS) {
      const { deck } = f.fighters[seat];
      f.fighters[seat].deck = chance.pick(`deck.${seat}`, deck.map((c) => c.card), 10).map((id) => deck.find((c) => c.card === id));
    }
    f.row = chance.pick("shop.deal", ids(t.pack.shop_cards), t.options.shop_size);
    f.perks = chance.pick("perks.deal", ids(t.pack.perks), 3).map(onDisplay);
    beginTurn(t);
  }

  // §9: what is told of the fight when a phase of it opens or the match ends: the board, and what else has changed.

  const strength = (t, u) => Math.max(0, t.cards.get(u.card).attack + u.bonus + u.combat);
  const seen = (t, u) => ({ card: u.card, attack: strength(t, u), hp: u.hp, max_hp: u.maxHp, durability: u.durability });
  const cooled = (c, all) => ({ left: c.left, start: c.start, face_down: c.faceDown,
    card: c.faceDown && !all ? null : c.card, durability: c.faceDown && !all ? null : c.durability });

  function tellIfNew(t, key, type, fact, to) {
    const now = JSON.stringify(fact);
    if (t.told[key] !== now) tell(t, type, fact, to);
    t.told[key] = now;
  }

  function tellOwn(t, seat) {
    const { hand, deck, pile } = t.fight.fighters[seat];
    const held = ({ card, durability }) => ({ card, durability });
    const inPackOrder = [...deck].sort((a, b) => t.cards.get(a.card).order - t.cards.get(b.card).order);
    tellIfNew(t, seat, "own_cards", { seat, cards: { hand: hand.map(held), deck: inPackOrder.map(held), pile: pile.map((c) => cooled(c, true)) } }, [seat]);
  }

  function tellBoard(t) {
    const f = t.fight;
    const fighters = Object.fromEntries(FIGHTERS.map((seat) => {
      const { coins, mana, points, perks, removed, hand, deck, pile } = f.fighters[seat];
      return [seat, { coins, mana, points, perks, removed, hand_size: hand.length, deck_size: deck.length, pile: pile.map((c) => cooled(c, false)) }];
    }));
    const shop = { row: f.row, sold: f.sold, refreshes: f.refreshes, idle_rounds: f.idle, perk_bought: f.perkBought,
      perks: f.perks.map((p) => ({ perk: p.perk, bought_by: p.boughtBy, leaves_after: p.leavesAfter })) };
    const arenas = f.arenas.map(({ hero }) => hero && { ...seen(t, hero), owner: hero.owner, bonus: hero.bonus });
    tell(t, "board", structuredClone({ board: { turn: f.turn, active: f.active, lead: f.lead, arenas, fighters, shop } })); // even if nothing changed
    for (const seat of FIGHTERS) tellOwn(t, seat);
    tellIfNew(t, "decks", "decks_stacked", { decks: Object.fromEntries(FIGHTERS.map((seat) => [seat, f.fighters[seat].deck.map((c) => c.card)])) }, "host");
  }

  // §5: a turn.

  const onDisplay = (perk) => ({ perk, boughtBy: [], leavesAfter: null });
  const heroes = (t, seat) => t.fight.arenas.map((a) => a.hero).filter((u) => u?.owner === seat);
  const gainCoins = (t, seat, amount) => {
    const fighter = t.fight.fighters[seat], before = fighter.coins;
    fighter.coins = Math.min(before + amount, t.options.max_coins);
    return fighter.coins - before;
  };
  const drawCards = ({ hand, deck }, count) => {
    const drawn = deck.splice(0, Math.max(0, count));
    hand.push(...drawn);
    return drawn.length;
  };

  function beginTurn(t) {
    const f = t.fight;
    f.turn += 1;
    f.active = partner(f.turn % 2 ? rival(t.draft.starter) : t.draft.starter);
    f.refreshes = 0;
    const fighter = f.fighters[f.active];
    gainCoins(t, f.active, 1);
    fighter.mana = t.options.mana;
    tell(t, "turn_began", { turn: f.turn, seat: f.active });
    const drawn = drawCards(fighter, t.options.hand_size - fighter.hand.length);
    if (drawn) tell(t, "hand_filled", { seat: f.active, drawn });
    everyTurn(t, "start_of_turn");
    tellBoard(t);
    openInTurn(t, "turn");
  }

  const openInTurn = (t, name) => open(t, name, Math.ceil(t.fight.turn / 2), [t.fight.active]);

  // Heroes in arena order, then perks in order of purchase, as they are now.
  function everyTurn(t, trigger) {
    const seat = t.fight.active;
    const units = heroes(t, seat).map((unit) => sourceOf(t, seat, unit.card, { unit }));
    const perks = t.fight.fighters[seat].perks.map((id) => sourceOf(t, seat, id));
    for (const source of [...units, ...perks]) fire(t, source, trigger);
  }

  function closeTurn(t, moves, chance) {
    const f = t.fight, seat = f.active;
    const absent = { turn: { type: "discard", cards: [] }, play: { type: "play", actions: [], then: "end" }, shop: { type: "shop", buy: [], then: "leave" } };
    const move = moves[seat] ?? absent[t.phase.name];
    carryOut(t, seat, move);
    if (move.then === "refresh") {
      f.row = chance.pick(`shop.refresh.${f.turn}.${f.refreshes}`, [...shopPool(t), ...f.row].sort((a, b) => t.cards.get(a).order - t.cards.get(b).order), t.options.shop_size);
      tell(t, "shop_refreshed", { seat, cost: f.refreshes, row: [...f.row] });
    }
    if (move.then !== "refresh" && move.then !== "more") return endTurn(t, chance);
    tellBoard(t);
    openInTurn(t, move.then === "refresh" ? "shop" : "play");
  }

  const shopPool = (t) => ids(t.pack.shop_cards).filter((id) => !t.fight.row.includes(id) && !t.fight.sold.includes(id));

  function rotatePerks(t, chance, label, leaves, stale) {
    const f = t.fight;
    const left = f.perks.filter(leaves).map((p) => p.perk);
    if (left.length === 0) return;
    const pool = ids(t.pack.perks).filter((id) => !f.perks.some((p) => p.perk === id));
    const entered = chance.pick(label, pool, left.length);
    f.perks = [...f.perks.filter((p) => !leaves(p)), ...entered.map(onDisplay)];
    tell(t, "perks_rotated", { left, entered, stale });
  }

  function endTurn(t, chance) {
    const f = t.fight, seat = f.active, o = t.options, fighter = f.fighters[seat];
    everyTurn(t, "end_of_turn"); // 1
    const scored = heroes(t, seat).length; // 2
    fighter.points += scored;
    for (const card of fighter.pile) card.left -= 1; // 3
    release(t, seat);
    const cards = chance.pick(`shop.restock.${f.turn}`, shopPool(t), o.shop_size - f.row.length); // 4: only a visit leaves gaps
    f.row.push(...cards);
    if (cards.length) tell(t, "shop_restocked", { cards });
    rotatePerks(t, chance, `perks.rotate.${f.turn}`, (p) => p.leavesAfter === f.turn, false); // 5
    if (f.turn % 2 === 0) { // 6
      f.idle = f.perkBought ? 0 : f.idle + 1;
      f.perkBought = false;
      if (f.idle >= o.perk_stale_rounds) {
        rotatePerks(t, chance, `perks.stale.${f.turn / 2}`, () => true, true);
        f.idle = 0;
      }
    }
    fighter.mana = 0; // 7
    const points = Object.fromEntries(FIGHTERS.map((s) => [s, f.fighters[s].points]));
    const ahead = FIGHTERS.find((s) => points[s] > points[rival(s)]) ?? null;
    f.lead = ahead ?? f.lead;
    tell(t, "turn_scored", { turn: f.turn, seat, scored, points, lead: ahead });
    if (f.turn < 2 * o.rounds) return beginTurn(t); // 8
    tellBoard(t);
    // §10: who moves last has moved second.
    const best = f.lead ?? seat;
    const winners = [partner(best), best];
    tell(t, "decided", { winners, decided_by: ahead ? "score" : f.lead ? "last_lead" : "never_led", points });
    const each = (of) => Object.fromEntries([...DRAFTERS, ...FIGHTERS].map((s) => [s, of(winners.includes(s))]));
    t.phase = null;
    say(t, "everyone", "match_ended", { outcome: { rank: each((won) => (won ? 1 : 2)), consequences: each((won) => (won ? ["winner"] : [])) } });
  }

  // Cards by start, then by lower-cased name by code point (as the bytes of UTF-8 are ordered).
  function release(t, seat) {
    const fighter = t.fight.fighters[seat];
    const name = (c) => Buffer.from(t.cards.get(c.card).name.toLowerCase());
    const due = fighter.pile.filter((c) => c.left <= 0).sort((a, b) => a.start - b.start || Buffer.compare(name(a), name(b)));
    if (due.length === 0) return;
    fighter.pile = fighter.pile.filter((c) => c.left > 0);
    fighter.deck.push(...due.map(({ card, durability }) => ({ card, durability })));
    const cards = due.filter((c) => !c.faceDown).map((c) => c.card);
    tellStep(t, "cards_released", { seat, cards, face_down: due.length - cards.length }, cards.length);
  }

  const cool = (t, seat, { card, durability }, cooldown, faceDown = false) =>
    t.fight.fighters[seat].pile.push({ card, durability, left: cooldown, start: cooldown, faceDown });

  function wear(t, seat, { card, durability }, cooldown, diedIn) {
    const left = durability - 1;
    if (left > 0) cool(t, seat, { card, durability: left }, cooldown);
    else t.fight.fighters[seat].removed.push(card);
    tellStep(t, "card_worn", { seat, card, died_in: diedIn, durability: left, cooldown: left > 0 ? cooldown : null });
  }

  // §6: combat and death.

  const unitsInPlay = (t) => t.fight.arenas.flatMap(({ challenger, hero }, i) => [challenger, hero].filter(Boolean).map((unit) => ({ unit, arena: i + 1 })));
  const arenaOf = (t, unit) => unitsInPlay(t).find((x) => x.unit === unit)?.arena ?? null;

  function leavePlay(t, unit) {
    const place = t.fight.arenas[arenaOf(t, unit) - 1];
    place[place.hero === unit ? "hero" : "challenger"] = null;
  }

  function checkDeaths(t) {
    const dead = unitsInPlay(t).filter((x) => x.unit.hp <= 0);
    for (const { unit, arena } of dead) {
      leavePlay(t, unit);
      wear(t, unit.owner, unit, arena, arena);
    }
    for (const { unit, arena } of dead) fire(t, sourceOf(t, unit.owner, unit.card, { unit, arena }), "on_death");
  }

  function enter(t, unit, arena) {
    const place = t.fight.arenas[arena - 1];
    place[place.hero ? "challenger" : "hero"] = unit;
  }

  // A challenger fights the hero, if there still is one; whoever lives is the hero.
  function settle(t, arena) {
    const place = t.fight.arenas[arena - 1];
    const { challenger, hero } = place;
    if (challenger && hero) fight(t, arena, challenger, hero);
    else if (challenger) [place.hero, place.challenger] = [challenger, null];
  }

  function fight(t, arena, challenger, hero) {
    const place = t.fight.arenas[arena - 1];
    const both = () => place.challenger === challenger && place.hero === hero;
    const start = (unit, role) => fire(t, sourceOf(t, unit.owner, unit.card, { unit, role }), "on_combat_start");
    challenger.first = hero.first = false;
    start(challenger, "challenger");
    if (both()) start(hero, "hero");
    if (both()) exchangeStrikes(t, arena, challenger, hero);
    for (const { unit } of unitsInPlay(t)) unit.combat = 0;
    const winner = place.challenger ?? place.hero;
    if (!winner) return;
    const role = winner === challenger ? "challenger" : "hero";
    [place.hero, place.challenger] = [winner, null];
    tellStep(t, "combat_won", { arena, seat: winner.owner, card: winner.card });
    fire(t, sourceOf(t, winner.owner, winner.card, { unit: winner, role }), "on_win");
  }

  // Nothing but strikes happens until a unit dies, so they are told as one fact.
  function exchangeStrikes(t, arena, challenger, hero) {
    const order = hero.first && !challenger.first ? [hero, challenger] : [challenger, hero];
    const units = order.map((unit) => ({ card: unit.card, attack: strength(t, unit), hp: unit.hp }));
    let strikes = 0;
    for (; strikes < 100 && order.every((unit) => unit.hp > 0); strikes++) order[(strikes + 1) % 2].hp -= units[strikes % 2].attack;
    const [first, second] = units.map((unit, i) => ({ ...unit, hp_left: order[i].hp }));
    const fell = order.every((unit) => unit.hp > 0);
    if (fell) challenger.hp = 0;
    tellStep(t, "combat_fought", { arena, first, second, strikes, fell: fell ? challenger.card : null }, 2);
    checkDeaths(t);
  }

  // §7: effects. A source is a card or perk of a seat; a unit has its role in a combat, an item its arena, `chosen` and `to`.

  const sourceOf = (t, seat, id, more = {}) => ({ seat, card: t.cards.get(id), ...more });
  const whereIs = (t, source) => (source.unit && arenaOf(t, source.unit)) ?? source.arena;
  const CONDITIONS = {
    challenger: (t, s) => s.role === "challenger",
    hero: (t, s) => s.role === "hero",
    behind: (t, s) => t.fight.fighters[s.seat].points < t.fight.fighters[rival(s.seat)].points,
    three_heroes: (t, s) => heroes(t, s.seat).length >= 3,
  };
  const COUNTERS = {
    own_heroes: (t, s) => heroes(t, s.seat).length,
    enemy_heroes: (t, s) => heroes(t, rival(s.seat)).length,
    arena: whereIs,
  };
  const TARGETS = { // own: is the unit the source's; step: how far it is from the source's arena
    self: ({ unit, s }) => unit === s.unit,
    chosen: ({ unit, s }) => unit === s.chosen,
    foe: ({ own, step }) => !own && step === 0,
    adjacent_own: ({ own, step }) => own && step === 1,
    adjacent_enemy: ({ own, step }) => !own && step === 1,
    all_own: ({ own }) => own,
    all_enemy: ({ own }) => !own,
  };
  const ON_UNITS = {
    damage: (t, u, n) => (u.hp -= n),
    heal: (t, u, n) => (u.hp = Math.min(u.hp + n, u.maxHp)),
    buff_attack: (t, u, n, effect) => (u[effect.until === "combat" ? "combat" : "bonus"] += n),
    buff_hp: (t, u, n) => { u.hp += n; u.maxHp += n; },
    repair: (t, u, n) => (u.durability += n),
    strike_first: (t, u) => (u.first = true),
    return_to_hand: (t, u) => {
      leavePlay(t, u);
      t.fight.fighters[u.owner].hand.push({ card: u.card, durability: u.durability });
    },
    move: (t, u, n, effect, s) => {
      leavePlay(t, u);
      enter(t, u, s.to);
    },
  };
  // The others give what came of them: an amount and the cards that left a hand; or null, of which nothing is told.
  const ON_FIGHTERS = {
    draw: (t, me, foe, n) => ({ amount: drawCards(me, n) }),
    gain_mana: (t, me, foe, n) => (me !== t.fight.fighters[t.fight.active] ? null : ((me.mana += n), { amount: n })),
    gain_coins: (t, me, foe, n, effect, s) => ({ amount: gainCoins(t, s.seat, n) }),
    steal_coins: (t, me, foe, n, effect, s) => {
      const lost = Math.min(n, foe.coins);
      foe.coins -= lost;
      gainCoins(t, s.seat, lost);
      return { amount: lost };
    },
    gain_points: (t, me, foe, n) => ((me.points += n), { amount: n }),
    repair: (t, me, foe, n, effect) => {
      for (const card of me[effect.target]) card.durability += n;
      return me[effect.target].length ? { amount: n } : null;
    },
    cooldown: (t, me, foe, n, effect, s) => {
      const pile = effect.whose === "enemy" ? foe.pile : effect.whose === "own" ? me.pile : me.pile.filter((c) => c.card === s.card.id);
      for (const card of pile) card.left += n;
      return pile.length ? { amount: n, then: () => release(t, effect.whose === "enemy" ? rival(s.seat) : s.seat) } : null;
    },
    discard_oldest: (t, me, foe, n, effect, s) => {
      const gone = foe.hand.splice(0, n);
      for (const card of gone) cool(t, rival(s.seat), card, effect.cooldown);
      return { amount: gone.length, cards: gone.map((c) => c.card) };
    },
  };

  function act(t, s, effect, amount) {
    const told = ({ units = [], cards = [], ...fact }) =>
      tellStep(t, "effect_happened", { seat: s.seat, source: s.card.id, do: effect.do, amount, units, cards, ...fact }, units.length + cards.length);
    const change = ON_UNITS[effect.do];
    if (!change || effect.target === "hand" || effect.target === "pile") {
      const { fighters } = t.fight;
      const came = ON_FIGHTERS[effect.do](t, fighters[s.seat], fighters[rival(s.seat)], amount, effect, s);
      if (!came) return;
      const { then, ...fact } = came;
      told(fact);
      return then?.();
    }
    const target = effect.do === "move" ? "chosen" : effect.do === "strike_first" ? "self" : effect.target;
    const here = whereIs(t, s);
    const hit = unitsInPlay(t).filter(({ unit, arena }) => TARGETS[target]({ unit, s, own: unit.owner === s.seat, step: Math.abs(arena - here) }));
    if (hit.length === 0) return;
    for (const { unit } of hit) change(t, unit, amount, effect, s);
    told({ units: hit.map(({ unit, arena }) => ({ ...seen(t, unit), arena: arenaOf(t, unit) ?? arena })) });
    if (effect.do === "move") settle(t, s.to);
  }

  function fire(t, source, trigger) {
    for (const effect of source.card.effects) {
      if (effect.on !== trigger) continue;
      if (source.unit && trigger !== "on_death" && !arenaOf(t, source.unit)) return;
      if (effect.if && !CONDITIONS[effect.if](t, source)) continue;
      const amount = effect.amount === undefined ? null : effect.amount * (effect.per ? COUNTERS[effect.per](t, source) : 1);
      if (amount === 0) continue;
      act(t, source, effect, amount);
      checkDeaths(t);
    }
  }

  // §4: moves. Each carries a move out as far as it is legal, and gives a sentence about what is not, or null.

  const list = (of) => (x) => Array.isArray(x) && x.every(of);
  const oneOf = (...values) => (x) => values.includes(x);
  const orNull = (of) => (x) => x === null || of(x);
  const record = (fields) => (x) => isObject(x) && Object.keys(x).length === Object.keys(fields).length
    && Object.entries(fields).every(([key, of]) => Object.hasOwn(x, key) && of(x[key]));
  const text = (x) => typeof x === "string";
  const arenaNumber = oneOf(1, 2, 3, 4, 5);

  const SHAPES = {
    choose_starter: record({ type: text, seat: oneOf(...DRAFTERS) }),
    ready: record({ type: text }),
    draft: record({ type: text, pick: text, ban: orNull(text) }),
    play: record({ type: text, actions: list(record({ card: text, arena: orNull(arenaNumber), to: orNull(arenaNumber) })), then: oneOf("end", "more") }),
    discard: record({ type: text, cards: list(record({ card: text, arena: arenaNumber })) }),
    shop: record({ type: text, buy: list(text), then: oneOf("leave", "refresh") }),
  };

  const CARRY_OUT = {
    choose_starter: () => null,
    ready: () => null,

    draft(t, seat, move) {
      const d = t.draft;
      const { order } = DECISIONS[t.phase.name];
      if (order.includes("ban") !== (move.ban !== null)) return move.ban === null ? "this phase bans a card" : "this phase bans no card";
      for (const what of order) {
        const kind = boundTo(t, seat, what);
        if (!d.open.includes(move[what])) return `${move[what]} is no open card of the offer`;
        if (kind && kindOf(t, move[what]) !== kind) return `the ${what} must be a card of kind ${kind}`;
        d.open = d.open.filter((id) => id !== move[what]);
      }
      d.decisions.push({ round: t.phase.round, seat, pick: move.pick, ban: move.ban });
      d.decks[partner(seat)].push(move.pick);
      return null;
    },

    play(t, seat, { actions, then }) {
      if (actions.length === 0 && then === "more") return "nothing is played, so there is no more";
      if (actions.length > 40) return "more than 40 cards are played in one move";
      if (then === "more" && t.plays === 19) return "cards were played 20 times in this turn, so there is no more";
      if (actions.length === 0) tell(t, "passed", { seat, move: "play" });
      const { hand } = t.fight.fighters[seat];
      const nameable = new Set(hand); // these very cards: one that left and was drawn again is another
      for (const action of actions) {
        const held = hand.find((c) => c.card === action.card);
        if (!held || !nameable.has(held)) return `${action.card} is not in the hand`;
        const why = actionFault(t, seat, action);
        if (why) return why;
        playCard(t, seat, action, held);
      }
      return null;
    },

    discard(t, seat, { cards }) {
      const { hand } = t.fight.fighters[seat];
      if (new Set(cards.map((c) => c.arena)).size < cards.length) return "two cards for one arena";
      for (const { card, arena } of cards) {
        const at = hand.findIndex((c) => c.card === card);
        if (at < 0) return `${card} is not in the hand`;
        cool(t, seat, hand.splice(at, 1)[0], arena, t.options.hidden_discards);
      }
      tell(t, "hand_discarded", { seat, cards: cards.map((c) => ({ card: t.options.hidden_discards ? null : c.card, arena: c.arena })) });
      return null;
    },

    shop(t, seat, { buy, then }) {
      const f = t.fight, fighter = f.fighters[seat];
      if (buy.length === 0 && then === "leave") tell(t, "passed", { seat, move: "shop" });
      for (const id of buy) {
        const perk = f.perks.find((p) => p.perk === id);
        if (!perk && !f.row.includes(id)) return `${id} is not in the shop`;
        if (perk?.boughtBy.includes(seat)) return `${id} was bought already`;
        const { price, durability } = t.cards.get(id);
        if (price > fighter.coins) return `${id} costs more than there are coins`;
        fighter.coins -= price;
        tell(t, "shop_sold", { seat, bought: id, price });
        if (perk) {
          perk.boughtBy.push(seat);
          perk.leavesAfter ??= f.turn + 1;
          f.perkBought = true;
          fighter.perks.push(id);
          fire(t, sourceOf(t, seat, id), "on_buy");
        } else {
          f.row = f.row.filter((x) => x !== id);
          f.sold.push(id);
          fighter[t.options.bought_cards_to === "hand" ? "hand" : "deck"].push({ card: id, durability });
        }
      }
      if (then === "leave") return null;
      f.refreshes += 1;
      fighter.coins -= f.refreshes;
      return fighter.coins < 0 ? "a refresh costs more than there are coins" : null;
    },
  };

  function actionFault(t, seat, { card, arena, to }) {
    const { kind, aim, cost, effects } = t.cards.get(card);
    const hero = arena && t.fight.arenas[arena - 1].hero;
    const move = effects.find((e) => e.do === "move");
    if ((arena === null) !== (aim === "none")) return arena === null ? `${card} needs an arena` : `${card} takes no arena`;
    if ((to === null) !== !move) return to === null ? `${card} needs a destination` : `${card} takes no destination`;
    if (kind === "unit" && hero?.owner === seat) return `arena ${arena} has a hero of one's own`;
    if (kind === "item" && aim !== "none" && !(hero && (aim === "any_hero" || (hero.owner === seat) === (aim === "own_hero")))) return `arena ${arena} has no hero to aim at`;
    if (move) { // §7: where a hero may be moved
      const there = t.fight.arenas[to - 1].hero;
      if (to === arena || (move.adjacent && Math.abs(to - arena) !== 1) || (there && (hero.owner !== seat || there.owner === seat))) return `arena ${to} is no place to move to`;
    }
    return cost > t.fight.fighters[seat].mana ? `${card} costs more than there is mana` : null;
  }

  function playCard(t, seat, { card, arena, to }, held) {
    const fighter = t.fight.fighters[seat];
    const data = t.cards.get(card);
    fighter.mana -= data.cost;
    fighter.hand.splice(fighter.hand.indexOf(held), 1);
    tell(t, "card_played", { seat, card, arena, to });
    if (data.kind === "unit") {
      const unit = { ...held, owner: seat, bonus: 0, combat: 0, hp: data.hp, maxHp: data.hp, first: false };
      enter(t, unit, arena);
      fire(t, sourceOf(t, seat, card, { unit }), "on_play");
      settle(t, arena);
    } else {
      const chosen = arena && t.fight.arenas[arena - 1].hero;
      fire(t, sourceOf(t, seat, card, { arena, to, chosen }), "on_play");
      wear(t, seat, held, arena ?? data.cooldown, null);
    }
  }

  const carryOut = (t, seat, move) => CARRY_OUT[move.type](t, seat, move);

  function legal(t, seat, move) {
    if (!t.phase) return "the match is over";
    if (![...t.phase.must, ...t.phase.may].includes(seat)) return `${seat} does not act in this phase`;
    if (!isObject(move) || !Object.hasOwn(SHAPES, move.type)) return "not a move of this game";
    if (!PHASES[t.phase.name].accepts.includes(move.type)) return `${move.type} is not for phase ${t.phase.name}`;
    if (!SHAPES[move.type](move)) return "not a move in its full form";
    return carryOut({ ...t, ...structuredClone({ draft: t.draft, fight: t.fight }), facts: [] }, seat, move);
  }

  const CLOSE = {
    starter: closeStarter,
    draft_review: (t) => open(t, "draft_first", t.phase.round, [firstDrafter(t, t.phase.round)]),
    draft_first: closeDraft, draft_second: closeDraft, draft_third: closeDraft, draft_fourth: closeDraft,
    preparation: closePreparation,
    turn: closeTurn, play: closeTurn, shop: closeTurn,
  };

  function resolve(t, moves, chance) {
    t.facts = [];
    t.story = LONGEST_STORY;
    CLOSE[t.phase.name](t, moves, chance);
    return t.facts;
  }

  // §1: the options. A pack is taken as it is.

  const VARIANTS = ["standard", "skirmish", "shadow", "high_rollers"];
  const isSeconds = between(5, 86400);
  const OPTIONS = {
    variant: among(...VARIANTS), opponent_team: between(1, 2), rounds: between(1, 50), mana: between(1, 6), hand_size: between(1, 10),
    max_coins: between(1, 20), shop_size: between(1, 10), perk_stale_rounds: between(1, 25), bought_cards_to: among("hand", "deck_bottom"),
    hidden_discards: isFlag, partner_channel: among("closed", "after_draft", "always"), pack: orNull(isObject), starter_seconds: isSeconds,
    review_seconds: isSeconds, decision_seconds: isSeconds, preparation_seconds: between(0, 604800), turn_seconds: isSeconds,
    refresh_seconds: between(0, 86400),
  };
  const options = (values) => (hasShape(values, OPTIONS) ? null : UNFIT);
  const secrets = (values) => ({ ...values, pack: packId(values.pack) });

  return { name: "hero_of_the_arena", rulesVersion: 2, variants: VARIANTS, options, secrets, seats, begin, setup, legal, resolve };
})();

// ---------------------------------------------------------------------------------------------------------------------
// The games of this file by name

const GAMES = new Map([wizardsDuel, apocalypse, threadsOfFate, divineIntervention, heroOfTheArena].map((game) => [game.name, game]));

// ---------------------------------------------------------------------------------------------------------------------
// 8  What players kept, and the command line

// What is kept is { commitment, receipt, head, streams }: lists of hashes, and of { match, viewer, events }, where events
// are [cursor, event] and an event is the canonical JSON of { at, facts }. `match` is null where it is not known.

const nothingKept = () => ({ commitment: [], receipt: [], head: [], streams: [] });

/** What somebody was told by an entry, or got in answer: each hash, and as what it was told. */
function* toldBy(entry) {
  if (entry.body !== undefined) return;
  if (entry.kind === "submitted" || entry.kind === "withdrawn") yield ["receipt", receiptOf(entry)];
  for (const { fact } of entry.facts) {
    if (fact.type === "match_created" && entry.seq === 1) yield ["commitment", fact.seed_commitment];
    if (fact.type === "phase_closed") yield ["head", fact.head];
  }
}

/** Where the logs have what was kept; each finding is { good, line }. */
function lookFor(kept, logs) {
  const found = new Map();
  for (const entries of logs.values())
    for (const [at, entry] of entries.entries())
      for (const [what, hash] of toldBy(entry)) {
        const key = `${what} ${hash}`;
        if (found.has(key) || !kept[what].includes(hash)) continue;
        const place = `${key}: entry ${entry.seq} of match ${entry.match_id}`;
        found.set(key, what === "receipt" ? follow(place, entries.slice(at), kept.receipt) : { good: true, line: place });
      }
  const hashes = ["commitment", "receipt", "head"].flatMap((what) => kept[what].map((hash) => `${what} ${hash}`));
  const missing = (key) => ({ good: false, line: `${key}: no entry has it` });
  return [...hashes.map((key) => found.get(key) ?? missing(key)), ...kept.streams.map((stream) => compare(stream, logs))];
}

/** What became of the submission or withdrawal with which the entries begin: another may have come in its place. */
function follow(place, [mine, ...later], receipts) {
  const first = mine.facts[0]?.fact ?? {};
  place += `, ${canonical(first)}`;
  let passedOn = "";
  for (const { seq, hash, nonce, facts = [] } of later) {
    const fact = facts[0]?.fact ?? {};
    if (["submitted", "withdrawn"].includes(fact.type) && fact.seat === first.seat && fact.phase === first.phase) {
      const replaced = `${place}; replaced by entry ${seq}, ${canonical(fact)}`;
      if (receipts.includes(receiptOf({ hash, nonce }))) return { good: true, line: `${replaced}, whose receipt is given too` };
      if (passedOn) return { good: true, line: replaced + passedOn };
      return { good: false, line: `${replaced}, WHOSE RECEIPT IS NOT GIVEN: if you did not send it, who did?` };
    }
    if (facts.some(({ fact }) => fact.type === "seat_taken" && fact.seat === first.seat)) passedOn = `, after the seat changed hands in entry ${seq}`;
    if (fact.type === "phase_closed" && fact.phase === first.phase) return { good: true, line: `${place}; it stood when its phase closed, in entry ${seq}` };
  }
  return { good: true, line: `${place}; its phase was not closed` };
}

const isToldTo = (viewer, to) => viewer === "host" || to === "everyone" || (isTexts(to) && to.includes(viewer));

/** Whether each event that was kept is what the log tells its viewer under that cursor. */
function compare({ match, viewer, events }, logs) {
  const kept = new Map(events);
  const id = match ?? (logs.size === 1 ? [...logs.keys()][0] : null);
  if (id === null) return { good: false, line: `stream of ${viewer}: the events do not say of which match they are` };
  const place = `stream of ${viewer} in match ${id}`;
  if (!logs.has(id)) return { good: false, line: `${place}: the match is not in the file` };
  // The cursors that the viewer may have reached: more than one only behind messages that are withheld.
  let cursors = new Set([0]);
  for (const entry of logs.get(id)) {
    const told = (entry.facts ?? []).filter(({ to }) => isToldTo(viewer, to)).map(({ fact }) => fact);
    if (told.length === 0 && entry.body === undefined) continue;
    const reached = cursorsAfter(entry, viewer, told, kept, cursors);
    if (reached.size === 0) {
      const says = told.map(({ type }) => type).join(", ") || "a private message";
      return { good: false, line: `${place}: EVENT ${least(cursors) + 1} IS NOT WHAT WAS KEPT: entry ${entry.seq} tells ${says}` };
    }
    cursors = reached;
  }
  const last = kept.size > 0 ? most(kept.keys()) : 0;
  if (last > most(cursors)) return { good: false, line: `${place}: THE LOG ENDS BEFORE EVENT ${last}, which was kept` };
  return { good: true, line: `${place}: ${kept.size} events, each as the log has it` };
}

const least = (numbers) => [...numbers].reduce((one, two) => (one < two ? one : two));
const most = (numbers) => [...numbers].reduce((one, two) => (one > two ? one : two));

/** Which cursors are possible behind an entry; none where all of them contradict what was kept. */
function cursorsAfter(entry, viewer, told, kept, cursors) {
  const next = [...cursors].map((cursor) => cursor + 1);
  if (entry.body === undefined) {
    const event = canonical({ at: entry.at, facts: told });
    return new Set(next.filter((cursor) => (kept.get(cursor) ?? event) === event));
  }
  if (viewer === "spectator") return cursors;
  // Of a withheld message the log does not say whom it was told to.
  const heard = next.filter((cursor) => !kept.has(cursor) || isLoneMessage(kept.get(cursor)));
  return new Set(viewer === "host" ? heard : [...cursors, ...heard]);
}

function isLoneMessage(event) {
  const { facts } = JSON.parse(event);
  return facts.length === 1 && facts[0].type === "message_sent";
}

/** A file that a client wrote: { match_id, commitments, receipts, heads, streams: { viewer: [event] } }, each if it has it. */
function readKept(text) {
  const { match_id = null, commitments = [], receipts = [], heads = [], streams = {}, ...rest } = JSON.parse(text);
  const fit = [commitments, receipts, heads].every(isTexts) && isObject(streams) && orNull(isText)(match_id);
  if (!fit || Object.keys(rest).length > 0) throw new TypeError("not what clients write");
  const read = Object.entries(streams).flatMap(([viewer, events]) => streamsOf(viewer, events, match_id));
  return { commitment: commitments, receipt: receipts, head: heads, streams: read };
}

/** Events as they came: one a line, a list of them, or a page of `listEvents`. */
function readEvents(viewer, text) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    read = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
  if (isObject(read)) read = read.events ?? [read];
  return { ...nothingKept(), streams: streamsOf(viewer, read, null) };
}

/** The streams of events, by match. */
function streamsOf(viewer, events, inMatch) {
  if (!Array.isArray(events)) throw new TypeError("events stand in a list");
  const matches = new Map();
  for (const event of events) {
    if (!isObject(event) || (event.type ?? "event") !== "event") continue; // Other frames of a socket, if all was kept.
    const { match_id: match = inMatch, cursor, at, facts } = event;
    if (!orNull(isText)(match) || !isWhole(cursor) || !isText(at) || !Array.isArray(facts)) throw new TypeError("no event");
    if (!matches.has(match)) matches.set(match, new Map());
    const told = canonical({ at, facts });
    if ((matches.get(match).get(cursor) ?? told) !== told) throw new TypeError("two events under one cursor");
    matches.get(match).set(cursor, told);
  }
  return [...matches].map(([match, of]) => ({ match, viewer, events: [...of] }));
}

/** A line in which a name from anywhere may stand: nothing in it may steer the terminal. */
const harmless = (line) => line.replace(/[\p{C}\p{Z}]/gu, (sign) => (sign === " " ? sign : "\uFFFD"));

function entropyLines(entropy) {
  if (entropy.size === 0) return ["  no player mixed entropy into the draws"];
  return [...entropy].sort().map(([seat, given]) => `  seat ${seat} mixed entropy ${given} into the draws`);
}

const COMPARE = "compare it with what the other players find; where it differs, you were shown different matches";

/** The exit code for a file's bytes, and the lines to print. */
export function judge(bytes, kept = nothingKept()) {
  let logs;
  try {
    logs = readLogs(bytes);
  } catch (error) {
    return { code: 2, lines: [error instanceof Unreadable ? error.message : "The file is not text."] };
  }
  const lines = [];
  let sound = true;
  for (const [id, entries] of logs) {
    const { faults, unchecked, entropy } = verify(entries);
    sound &&= faults.length === 0;
    lines.push(`${id}: ${faults.length > 0 ? "WRONG" : "good"}, ${entries.length} entries`);
    lines.push(...faults.map((fault) => `  ${fault}`), ...unchecked.map((what) => `  not checked: ${what}`));
    if (faults.length > 0) continue;
    if (entropy) lines.push(...entropyLines(entropy));
    lines.push(`  last hash ${entries.at(-1).hash}: ${COMPARE}`);
  }
  const findings = lookFor(kept, logs);
  lines.push(...findings.map(({ line }) => line));
  return { code: sound && findings.every(({ good }) => good) ? 0 : 1, lines: lines.map(harmless) };
}

/** A file's bytes, as many as are read of a file at all. */
function readBytes(path) {
  const file = openSync(path);
  const parts = [];
  try {
    for (let size = 0; ; ) {
      const part = Buffer.allocUnsafe(2 ** 20);
      const read = readSync(file, part);
      if (read === 0) return Buffer.concat(parts);
      parts.push(part.subarray(0, read));
      size += read;
      if (size > MAX_FILE_BYTES) throw new Unreadable(`${path}: The file is larger than ${MAX_FILE_BYTES} bytes. Split it by matches.`);
    }
  } finally {
    closeSync(file);
  }
}

const USAGE = "Usage: node verify.mjs match.ndjson [--commitment HASH]… [--receipt HASH]… [--head HASH]… [--kept FILE] [--seat SEAT --events FILE]";

/** The words of the command line, by option; those of no option are files. Null where a value is missing. */
function parse(words) {
  const given = { commitment: [], receipt: [], head: [], kept: [], seat: [], events: [], files: [] };
  while (words.length > 0) {
    const word = words.shift();
    const [, option, value = words[0]] = /^--(\w+)(?:=(.*))?$/.exec(word) ?? [];
    if (option === undefined) given.files.push(word);
    else if (option === "files" || !Object.hasOwn(given, option) || value === undefined) return null;
    else given[option].push(word.includes("=") ? value : words.shift());
  }
  const together = given.seat.length === given.events.length && given.seat.length < 2 && given.kept.length < 2;
  return given.files.length === 1 && together ? given : null;
}

function collect({ commitment, receipt, head, kept, seat, events }) {
  const read = (path, how) => {
    const text = readBytes(path).toString("utf8");
    try {
      return how(text);
    } catch {
      throw new Unreadable(`${path}: The file holds nothing that a client kept.`);
    }
  };
  const files = [...kept.map((path) => read(path, readKept)), ...events.map((path) => read(path, (text) => readEvents(seat[0], text)))];
  const all = [{ ...nothingKept(), commitment, receipt, head }, ...files];
  return Object.fromEntries(Object.keys(nothingKept()).map((what) => [what, all.flatMap((one) => one[what])]));
}

function main(words) {
  const given = parse(words);
  if (!given) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { code, lines } = judge(readBytes(given.files[0]), collect(given));
    for (const line of lines) code === 2 ? console.error(harmless(`${given.files[0]}: ${line}`)) : console.log(line);
    return code;
  } catch (error) {
    if (!(error instanceof Unreadable) && !error.code) throw error;
    console.error(harmless(error instanceof Unreadable ? error.message : `${error.path ?? "The file"} cannot be read (${error.code}).`));
    return 2;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
