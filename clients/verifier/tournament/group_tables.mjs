// The order of those in a group, by points and tie-breaks (tournaments.md): everyone meets everyone.

const UNPLAYED = ["bye", "half_bye", "zero_bye", "forfeit", "double_forfeit"];
const REQUESTED = ["half_bye", "zero_bye"];
const FORFEITS = ["forfeit", "double_forfeit"];
const STANDARD = { win: 2, draw: 1, loss: 0, bye: 2 };
const ORDERING = ["TPN", "LOT"];

export const total = (values) => values.reduce((sum, each) => sum + each, 0);

/** Whether a table has a result that was played for, or adjudicated. */
export const isPlayed = ({ result }) => result !== null && !UNPLAYED.includes(result.how);


const madeBy = (one, { entrants, result }) => result.points[entrants.indexOf(one)];

/**
 * The members of a group who have a place in it, the best first, each with the points made and those that were possible.
 *
 * `tables` are all of the group, in the order of the rounds, with their results; `numbered` and `lots` are all entrants.
 */
export function orderOf(members, tables, { codes, cycles, scores, numbered, lots, withdrawn, unplaced }) {
  const worth = scores ?? STANDARD;
  const games = cycles * (members.length - 1);
  const left = members.filter((one) => playsTooFew(one, tables, games, withdrawn.includes(one)));
  const cards = new Map(members.map((one) => [one, cardOf(one, tables, left, worth)]));
  let levels = split([members.filter((one) => !left.includes(one) && !unplaced.includes(one))], (one) => -cards.get(one).points);
  for (const code of codes) {
    if (ORDERING.includes(code)) continue;
    levels = levels.flatMap((level) => {
      const places = code === "DE" ? encounters(level, cards, worth.win) : null;
      return split([level], (one) => (places ? places.get(one) : -VALUES[code](cards.get(one), cards)));
    });
  }
  const lists = [...codes.filter((code) => ORDERING.includes(code)), "LOT"].map((code) => (code === "TPN" ? numbered : lots));
  const inLists = (one, other) => lists.map((list) => list.indexOf(one) - list.indexOf(other)).find((apart) => apart !== 0) ?? 0;
  return levels.flatMap((level) => level.sort(inLists)).map((entrant) => ({ entrant, ...cards.get(entrant) }));
}

/** Split each list by a value of its members, the lowest first. */
function split(lists, valueOf) {
  const values = (list) => [...new Set(list.map(valueOf))].sort((one, other) => one - other);
  return lists.flatMap((list) => values(list).map((value) => list.filter((each) => valueOf(each) === value)));
}

/** Whether somebody has played, and can still play, less than half of the games. */
function playsTooFew(one, tables, games, isGone) {
  const done = tables.filter(({ entrants }) => entrants.length > 1 && entrants.includes(one));
  const played = done.filter((table) => isPlayed(table) || madeBy(one, table) > 0).length;
  return 2 * (played + (isGone ? 0 : games - done.length)) < games;
}

/** What each round came to for an entrant; tables against somebody who left count for nothing. */
function cardOf(one, tables, left, worth) {
  const turns = tables.filter(({ entrants }) => entrants.includes(one)).map((table) => {
    const [opponent = null] = table.entrants.filter((other) => other !== one);
    if (!left.includes(one) && left.includes(opponent)) return { opponent: null, points: 0, won: false, counts: false };
    const { how } = table.result;
    const points = [UNPLAYED.includes(how) ? 0 : worth.loss, worth.draw, how === "bye" ? worth.bye : worth.win][madeBy(one, table)];
    const chosen = REQUESTED.includes(how) || (FORFEITS.includes(how) && points === 0);
    return { opponent, points, won: points === worth.win, wonByPlay: points === worth.win && isPlayed(table), counts: !chosen };
  });
  const met = turns.filter(({ opponent }) => opponent !== null);
  const possible = worth.win * turns.filter(({ opponent, points }) => opponent !== null || points > 0).length;
  return { turns, met, points: total(turns.map(({ points }) => points)), possible };
}

/** By opponent: the points that the opponent made, and these times the points against the opponent. */
const products = ({ met }, cards) => met.map(({ opponent, points }) => ({ score: cards.get(opponent).points, value: points * cards.get(opponent).points }));
const byScore = (one, other) => one.score - other.score || one.value - other.value;
const hasHalf = ({ points, possible }) => 2 * points >= possible;

/** Tie-breaks of which more is better. */
const VALUES = {
  WIN: ({ turns }) => turns.filter(({ won }) => won).length,
  WON: ({ turns }) => turns.filter(({ wonByPlay }) => wonByPlay).length,
  PS: ({ turns }) => total(turns.map((_, at) => total(turns.slice(0, at + 1).map(({ points }) => points)))),
  SB: (card, cards) => total(products(card, cards).map(({ value }) => value)),
  "SB/C1": (card, cards) => total(products(card, cards).sort(byScore).slice(1).map(({ value }) => value)),
  KS: ({ met }, cards) => total(met.filter(({ opponent }) => hasHalf(cards.get(opponent))).map(({ points }) => points)),
  REP: ({ turns }) => turns.filter(({ counts }) => counts).length,
};

/** The place of each among those who are level, by the points from their own tables, again among those still level. */
function encounters(level, cards, win, first = 1) {
  const against = (one, other) => cards.get(one).met.filter(({ opponent }) => opponent === other).map(({ points }) => points);
  // Two meet at most twice, so that twice an average is whole.
  const twice = (points) => (points.length === 0 ? 0 : (2 * total(points)) / points.length);
  const others = (one) => level.filter((other) => other !== one);
  const made = (one) => total(others(one).map((other) => twice(against(one, other))));
  const most = (one) => made(one) + 2 * win * others(one).filter((other) => against(one, other).length === 0).length;
  const inOrder = [...level].sort((one, other) => made(other) - made(one) || most(other) - most(one));
  const apart = level.every((one) => made(one) === most(one)) ? split([inOrder], (one) => -made(one)) : leaders(inOrder, made, most);
  if (apart.length < 2) return new Map(level.map((one) => [one, first]));
  const places = new Map();
  for (const some of apart) for (const [one, place] of encounters(some, cards, win, first + places.size)) places.set(one, place);
  return places;
}

/** Those who are ahead whatever missing tables come to, one by one, and all others. */
function leaders(inOrder, made, most) {
  let ahead = 0;
  while (ahead + 1 < inOrder.length && inOrder.slice(ahead + 1).every((other) => made(inOrder[ahead]) > most(other))) ahead += 1;
  return [...inOrder.slice(0, ahead).map((one) => [one]), inOrder.slice(ahead)];
}
