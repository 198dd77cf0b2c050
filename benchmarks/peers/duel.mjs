// The Wizard's Duel as far as both servers need it: two players cast in secret, and the round is decided when both have.

const SPELLS = ["1", "2", "3", "4", "5", "6", "7", "x", "8"];
const STRENGTHS = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, x: 100 };
const NEXT = { 5: 2, 7: -2 };

/** Return a new duel. Unless it is `eager`, rounds stay open, so that casts only replace each other. */
export const begin = (eager) => ({ eager, round: 1, points: [0, 0], last: [null, null], players: [newcomer(), newcomer()] });

const newcomer = () => ({ hand: [...SPELLS], spell: null, modifier: 0, casts: 0 });

/** Cast a spell of the player's hand, in place of an earlier one; return whether that decided the round, null if illegal. */
export function cast(duel, player, spell) {
  const own = duel.players[player];
  if (!own.hand.includes(spell)) return null;
  own.spell = spell;
  own.casts += 1;
  if (!duel.eager || duel.players.some((each) => each.spell === null)) return false;
  decide(duel);
  return true;
}

function decide(duel) {
  const [a, b] = duel.players.map((player) => player.spell);
  const [one, other] = duel.players.map((player) => STRENGTHS[player.spell] + player.modifier);
  const lowerWins = (a === "4" && b !== "2") || (b === "4" && a !== "2");
  if (one !== other) {
    const winner = one > other !== lowerWins ? 0 : 1;
    const [own, met] = winner ? [b, a] : [a, b];
    duel.points[winner] += own === "6" && met !== "2" ? 2 : 1;
  }
  duel.last = [a, b];
  duel.round += 1;
  duel.players.forEach((player, seat) => {
    player.modifier = duel.last[1 - seat] === "2" ? 0 : NEXT[player.spell] ?? 0;
    player.hand = player.hand.filter((spell) => spell !== player.spell);
    if (player.hand.length === 0) Object.assign(player, { hand: [...SPELLS], modifier: 0 });
    player.spell = null;
  });
}
