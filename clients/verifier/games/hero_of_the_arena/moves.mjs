// §3 and §4: moves, and what they do.

import { isObject, isText, orNull, among } from "../../shapes.mjs";
import { cool, wear, enter, settle, sourceOf, fire } from "./fight.mjs";
import { DRAFTERS, partner, rival, tell } from "./facts.mjs";

const opposite = (kind) => (kind === "unit" ? "item" : "unit");

export const DECISIONS = { // who decides (0: the first drafter), in which order, and what comes next
  draft_first: { who: 0, order: ["pick"], next: "draft_second" },
  draft_second: { who: 1, order: ["pick", "ban"], next: "draft_third" },
  draft_third: { who: 0, order: ["ban", "pick"], next: "draft_fourth" },
  draft_fourth: { who: 1, order: ["pick"] },
};

export const firstDrafter = (t, round) => (round % 2 ? t.draft.starter : rival(t.draft.starter));
export const kindOf = (t, id) => t.cards.get(id).kind;

// The kind of card that a decision must be about, if there is one.
export function boundTo(t, seat, what) {
  const { decisions } = t.draft;
  if (t.phase.name === "draft_third" && what === "ban") return opposite(kindOf(t, decisions[1].ban));
  const mine = decisions.find((d) => d.seat === seat);
  return mine && opposite(kindOf(t, mine.pick));
}

// §4: moves. These carry out a move up to its first illegal part, and return a sentence about that part, or null.

const list = (of) => (x) => Array.isArray(x) && x.every(of);
const record = (fields) => (x) => isObject(x) && Object.keys(x).length === Object.keys(fields).length
  && Object.entries(fields).every(([key, of]) => Object.hasOwn(x, key) && of(x[key]));
const arenaNumber = among(1, 2, 3, 4, 5);

export const SHAPES = {
  choose_starter: record({ type: isText, seat: among(...DRAFTERS) }),
  ready: record({ type: isText }),
  draft: record({ type: isText, pick: isText, ban: orNull(isText) }),
  play: record({ type: isText, actions: list(record({ card: isText, arena: orNull(arenaNumber), to: orNull(arenaNumber) })), then: among("end", "more") }),
  discard: record({ type: isText, cards: list(record({ card: isText, arena: arenaNumber })) }),
  shop: record({ type: isText, buy: list(isText), then: among("leave", "refresh") }),
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
    const nameable = new Set(hand); // objects, not ids: a card that left the hand and was drawn again is another one
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

export const carryOut = (t, seat, move) => CARRY_OUT[move.type](t, seat, move);
