// Threads of Fate, after its rulebook. "§ 4" is section 4, "R9" is a ruling. This game has no draws (§ 8).

import { table, sum } from "../lists.mjs";
import { isText, isTexts, isFlag, orNull, among, between, UNFIT, hasShape } from "../shapes.mjs";

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
// § 1: threads in the order of their ids as texts, so hell-10 is before hell-2; `t.threads` has that of their creation.
const threadsInOrder = (t) => t.ids.filter((id) => t.threads.has(id)).sort().map((id) => [id, t.threads.get(id)]);
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

function channels(t, opens) {                     // § 9: only changes are told, pair by pair
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
  // The value of the threads with the wanted ends: the strongest golden one, all golden ones, all.
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

export const threadsOfFate = { name: "threads_of_fate", rulesVersion: 1, variants: VARIANTS, options, secrets: null, seats, begin, setup, legal, resolve };
