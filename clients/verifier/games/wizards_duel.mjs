// Wizard's Duel, after its rulebook. "C5" is a step of section 5, "T4" and "E2" are steps of section 7, "R3" is a ruling.

import { table, inOrder } from "../lists.mjs";
import { isText, isFlag, orNull, among, between, UNFIT, hasShape } from "../shapes.mjs";

const SEATS = ["a", "b"];
const ITEMS = ["athenas_wisdom", "hestias_hearth", "apollos_daybreak"];
const VARIANTS = ["genius_3_3", "colosseum", "archwizard", "puzzler", "gods_collide"];
/* What differs between the versions of the rules: where Charm forbids any power (R14), whether a round against an absent seat pays one
point (R3), and whether the Hearth decides a duel only with equal points (R8). Then by which newer versions a match can continue. */
const VERSIONS = {
  1: { charmsAnything: [], absencePaysOne: false, hearthNeedsTie: false, carriesOverTo: [2] },
  2: { charmsAnything: ["gods_collide"], absencePaysOne: true, hearthNeedsTie: true },
};
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

const begin = (options, version) => ({
  options, version, items: { ...options.items }, draft: [...options.item_draft], wins: bySeat(() => 0), wisdomSpent: false,
  daybreakLeft: options.daybreak_uses, phases: 0, phase: null, duel: 0, extra: false, replay: 0, round: 0, attempt: 0, restarts: 0,
  board: null, // hands, points, last, pending: new in each duel, and restored by Daybreak
  undo: null, // the board and Wisdom before the last round
  casters: [], // the seats that may name a spell in a charm phase
  secrets: [], duelSecrets: [], // what is hidden in the public records of the match, and of this duel
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
  if (spell === "w" && t.wisdomSpent) return "wisdom_spent";
  if (spell === "w") return t.board.pending[seat].banned === "w" ? "spell_banned" : null;
  if (!pool(t).includes(spell)) return "unknown_spell";
  if (!t.board.hands[seat].includes(spell)) return "spell_not_in_hand";
  return castable(t, seat).includes(spell) ? null : "spell_banned";
}

function charmRefusal(t, { spell }) {
  if (spell === null) return null;
  if (["2", "x", "w"].includes(spell) && !t.version.charmsAnything.includes(t.options.variant)) return "charm_forbidden_spell";
  const castsWisdom = t.items.athenas_wisdom !== null && !t.wisdomSpent;
  return pool(t).includes(spell) || (spell === "w" && castsWisdom) ? null : "unknown_spell";
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
  const scored = score(t, spells, penalised);
  const { winner, gain, cancelled, cause } = scored;
  for (const seat of SEATS) points[seat] += gain[seat];
  const ends = scored.instant !== null || t.round === pool(t).length;
  const works = (seat, spell) => !ends && spells[seat] === spell && !cancelled.includes(seat); // R13
  const before = bySeat((seat) => (works(seat, "1") ? last[seat] : null)); // the spell that each takes back

  const opensUp = (seat) => before[seat] !== null || works(seat, "8"); // section 8: such a spell reveals itself
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
function score({ board: { points, pending }, version }, spells, penalised) {
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
  const paysTwo = (seat) => works(seat, "6") && !(version.absencePaysOne && penalised.length > 0);
  const gain = winner ? { ...none, [winner]: paysTwo(winner) ? 2 : 1 } : none; // C7
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
  const { points } = t.board;
  if (hestias_hearth && (points.a === points.b || !t.version.hearthNeedsTie)) return endDuel(t, facts, chance, hestias_hearth, "holder"); // T1
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

/** The newer versions by which a match can continue, with what makes its truth one of theirs. */
const carriesOver = ({ carriesOverTo = [] }) => Object.fromEntries(carriesOverTo.map((newer) => [newer, (t) => ({ ...t, version: VERSIONS[newer] })]));

export const wizardsDuels = Object.entries(VERSIONS).map(([number, version]) => ({
  name: "wizards_duel", rulesVersion: Number(number), variants: VARIANTS, options, secrets: null, seats, begin: (options) => begin(options, version), setup, legal, resolve,
  carriesOver: carriesOver(version),
}));
