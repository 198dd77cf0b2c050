// §5 to §7: cards, combat and effects.

import { bytesOf, toHex } from "../../sha256.mjs";
import { rival, tellStep, strength, seen } from "./facts.mjs";

export const heroes = (t, seat) => t.fight.arenas.map((a) => a.hero).filter((u) => u?.owner === seat);
export const gainCoins = (t, seat, amount) => {
  const fighter = t.fight.fighters[seat], before = fighter.coins;
  fighter.coins = Math.min(before + amount, t.options.max_coins);
  return fighter.coins - before;
};
export const drawCards = ({ hand, deck }, count) => {
  const drawn = deck.splice(0, Math.max(0, count));
  hand.push(...drawn);
  return drawn.length;
};

// Cards by start, then by lower-cased name by code point (as the bytes of UTF-8 are ordered).
export function release(t, seat) {
  const fighter = t.fight.fighters[seat];
  const name = (c) => toHex(bytesOf(t.cards.get(c.card).name.toLowerCase()));
  const byName = (a, b) => (name(a) < name(b) ? -1 : Number(name(a) > name(b)));
  const due = fighter.pile.filter((c) => c.left <= 0).sort((a, b) => a.start - b.start || byName(a, b));
  if (due.length === 0) return;
  fighter.pile = fighter.pile.filter((c) => c.left > 0);
  fighter.deck.push(...due.map(({ card, durability }) => ({ card, durability })));
  const cards = due.filter((c) => !c.faceDown).map((c) => c.card);
  tellStep(t, "cards_released", { seat, cards, face_down: due.length - cards.length }, cards.length);
}

export const cool = (t, seat, { card, durability }, cooldown, faceDown = false) =>
  t.fight.fighters[seat].pile.push({ card, durability, left: cooldown, start: cooldown, faceDown });

export function wear(t, seat, { card, durability }, cooldown, diedIn) {
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

export function enter(t, unit, arena) {
  const place = t.fight.arenas[arena - 1];
  place[place.hero ? "challenger" : "hero"] = unit;
}

// A challenger fights the hero, if there is still one. The survivor becomes the hero.
export function settle(t, arena) {
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

// Until a unit dies there are only strikes, so all of them are one fact.
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

export const sourceOf = (t, seat, id, more = {}) => ({ seat, card: t.cards.get(id), ...more });
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
// These return what happened: an amount, and the cards that left a hand; or null if nothing is to be told.
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

export function fire(t, source, trigger) {
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
