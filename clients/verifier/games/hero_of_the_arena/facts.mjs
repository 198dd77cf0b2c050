// The seats, the facts of this game, and to whom they are told (§9).

export const DRAFTERS = ["heaven-1", "heaven-2"];
export const FIGHTERS = ["hell-1", "hell-2"];
export const partner = (seat) => (seat.startsWith("heaven") ? seat.replace("heaven", "hell") : seat.replace("hell", "heaven"));
export const rival = (seat) => seat.slice(0, -1) + (seat.endsWith("1") ? "2" : "1");

export const say = (t, to, type, fact) => t.facts.push({ to, fact: { type, ...fact } });
export const tell = (t, type, fact, to = "everyone") => say(t, to, `hero_of_the_arena.${type}`, fact);

// §9: the effects of a move are told step by step, until the steps of a closing and the items that they list are too many.
export const LONGEST_STORY = 400;
export function tellStep(t, type, fact, listed = 0) {
  if (t.story === null) return;
  if (t.story <= 0) {
    t.story = null;
    tell(t, "story_cut", {});
    return;
  }
  t.story -= 1 + listed;
  tell(t, type, fact);
}

// §9: when a phase of the fight opens, and when the match ends, the board is told, and other things if they have changed.

export const strength = (t, u) => Math.max(0, t.cards.get(u.card).attack + u.bonus + u.combat);
export const seen = (t, u) => ({ card: u.card, attack: strength(t, u), hp: u.hp, max_hp: u.maxHp, durability: u.durability });
const cooled = (c, all) => ({ left: c.left, start: c.start, face_down: c.faceDown,
  card: c.faceDown && !all ? null : c.card, durability: c.faceDown && !all ? null : c.durability });

function tellIfNew(t, key, type, fact, to) {
  const now = JSON.stringify(fact);
  if (t.told[key] !== now) tell(t, type, fact, to);
  t.told[key] = now;
}

export function tellOwn(t, seat) {
  const { hand, deck, pile } = t.fight.fighters[seat];
  const held = ({ card, durability }) => ({ card, durability });
  const inPackOrder = [...deck].sort((a, b) => t.cards.get(a.card).order - t.cards.get(b.card).order);
  tellIfNew(t, seat, "own_cards", { seat, cards: { hand: hand.map(held), deck: inPackOrder.map(held), pile: pile.map((c) => cooled(c, true)) } }, [seat]);
}

export function tellBoard(t) {
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
