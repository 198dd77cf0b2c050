// §4 and §5: preparation and turns.

import { heroes, gainCoins, drawCards, release, sourceOf, fire } from "./fight.mjs";
import { carryOut } from "./moves.mjs";
import { ids } from "./pack.mjs";
import { open } from "./phases.mjs";
import { DRAFTERS, FIGHTERS, partner, rival, say, tell, tellBoard } from "./facts.mjs";

export function closePreparation(t, moves, chance) {
  const f = t.fight;
  for (const seat of FIGHTERS) {
    const { deck } = f.fighters[seat];
    f.fighters[seat].deck = chance.pick(`deck.${seat}`, deck.map((c) => c.card), 10).map((id) => deck.find((c) => c.card === id));
  }
  f.row = chance.pick("shop.deal", ids(t.pack.shop_cards), t.options.shop_size);
  f.perks = chance.pick("perks.deal", ids(t.pack.perks), 3).map(onDisplay);
  beginTurn(t);
}

const onDisplay = (perk) => ({ perk, boughtBy: [], leavesAfter: null });

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

// The present heroes in arena order, then the perks in order of purchase.
function everyTurn(t, trigger) {
  const seat = t.fight.active;
  const units = heroes(t, seat).map((unit) => sourceOf(t, seat, unit.card, { unit }));
  const perks = t.fight.fighters[seat].perks.map((id) => sourceOf(t, seat, id));
  for (const source of [...units, ...perks]) fire(t, source, trigger);
}

export function closeTurn(t, moves, chance) {
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
