// The Apocalypse, after its rulebook. "s6" is section 6, "R4" is a ruling of section 11.

import { table, inOrder } from "../lists.mjs";
import { isObject, isFlag, among, between, UNFIT, hasShape } from "../shapes.mjs";

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

// From now on, only these pairs of opponents can talk.
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

// Only canonical moves are legal: cards and targets in order, each once, and `ab` with all partners. After round 6 no pair is left.
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

// What was played, as a fact
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

  // A: points owed from the round before; the ledger has the AB games last
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

export const apocalypse = { name: "apocalypse", rulesVersion: 1, variants: VARIANTS, options, secrets: null, seats, begin, setup, legal, resolve };
