// The rules of Hero of the Arena, for people.

import type { HeroOfTheArenaOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type Data = typeof import("../../rules/hero_of_the_arena.js");
type G = Given<HeroOfTheArenaOptions, Data>;

const yes = (is: boolean) => (is ? "yes" : "no");
const cards = (g: G, ids: readonly string[]) => ids.map((id) => ({ title: g.name("card", id), does: g.text("card", id) }));
const partners = ({ o }: G) => ({ closed: "never", after_draft: "from the end of the draft", always: "all match" })[o.partner_channel];
const bought = ({ o }: G) => (o.bought_cards_to === "hand" ? "into your hand" : "under your deck");

export const texts: Told<HeroOfTheArenaOptions, Data> = {
  aim: ({ o }) => `Score more points than the other fighter in ${o.rounds === 1 ? "1 round" : `${o.rounds} rounds`}.`,
  more: () => "Two teams, each of a drafter in heaven and a fighter in hell. First the drafters pick a deck of 10 cards, each for its partner. Then the fighters take turns with these decks. A team wins or loses together.",
  picture: () => "Five arenas between two fighters; each arena that your hero holds is worth a point",
  round: (g) => [
    ["Your turn begins", `You get 1 coin and ${g.o.mana} mana, and draw until you hold ${g.o.hand_size} cards.`],
    ["Play, discard or shop", "Exactly one of the three. Playing costs mana, buying costs coins, and discarding costs the turn."],
    ["Units go to arenas", "There are 5. In an empty one your unit becomes the hero. Beside an enemy hero it is the challenger, and they fight at once."],
    ["They fight", "The challenger strikes first, then in turn, until one is dead. A dead card waits on the cooldown pile."],
    ["You score", "At the end of your turn: 1 point for each arena whose hero is yours."],
  ],
  things: (g) => {
    const { o } = g;
    const fixed = [
      { title: "Unit", sign: "unit", does: "Attack is what it takes from the other at each strike, HP is what it can lose. It stays until it dies, and keeps its wounds.", example: "Attack 3 and 4 HP against attack 2 and 5 HP: 5 − 3, 4 − 2, 2 − 3. The challenger wins in its second strike." },
      { title: "Item", sign: "item", does: "Works once when you play it. An item aimed at a hero waits as many turns as the number of its arena; another has a number of its own.", example: "A bandage on your hero in arena 2 is back under your deck at the end of your next turn." },
      { title: "Cooldown", sign: "cooldown", does: "A card that died in arena 4 waits 4 of your turns, the one in which it went there included when it is yours. Then it goes to the bottom of your deck.", example: "Arena 1 gives cards back at once, arena 5 late. So the arenas are not alike." },
      { title: "Durability", sign: "durability", does: "How often a card can be used. Each time that it dies or works, it loses 1. At 0 it is gone for good. A discard costs none.", example: "Durability 3: the third death is the last one." },
      { title: "Mana", sign: "mana", does: `${o.mana} in each turn. What is left is lost.`, example: "A card of cost 2 and one of cost 1 need 3 together." },
      { title: "Coins", sign: "coin", does: `1 at the start of each of your turns; you can hold ${o.max_coins}. They buy cards and perks.`, example: "With a full purse the next coin is lost, so a turn in the shop pays." },
      { title: "Shop", sign: "shop", does: `${o.shop_size} cards and 3 perks, for both fighters. A bought card comes ${bought(g)}. New cards cost 1 coin the first time in a turn, then 2, then 3; each gives you ${g.long(o.refresh_seconds)} more.`, example: "You buy one card, leave, and your turn is over: no card is played." },
      { title: "Perk", sign: "perk", does: `Works from the moment you buy it. The other fighter may buy the same one in the next turn; then it leaves. After ${o.perk_stale_rounds} rounds without a perk bought, all 3 are replaced.`, example: "You buy it, and your opponent has exactly one turn to follow." },
    ];
    const general = [{ title: "What lies on the table", things: fixed }, { title: "The draft", things: draft(g) }];
    if (o.pack !== null) return general;
    return [
      ...general,
      { title: "The units", note: `For example ${g.name("card", "duelist")}: it strikes first even as the hero.`, isFolded: true, things: cards(g, g.data.UNITS) },
      { title: "The items", note: `For example ${g.name("card", "throwing_knife")}, aimed at the enemy hero of arena 3: 2 of its HP are gone, and the knife waits 3 turns.`, isFolded: true, things: cards(g, g.data.ITEMS) },
      { title: "The perks", note: `For example ${g.name("card", "mana_font")}, bought twice in a match: 2 more mana in every turn.`, isFolded: true, things: cards(g, g.data.PERKS) },
    ];
  },
  secrets: (g) => ({
    own: ["A fighter: the hand, and which cards are left in the deck", "A move, until it counts"],
    some: ["The draft: what is offered, picked and banned, the two drafters", "A deck before the fight: its fighter", "What the two drafters say to each other, and the two fighters", ...(g.o.partner_channel === "closed" ? [] : ["What partners say to each other"])],
    all: ["All cards that may appear, once the draft is over", "Arenas, points, coins, mana and perks", g.o.hidden_discards ? "The cooldown piles, but for discarded cards, which lie face down" : "The cooldown piles", "How many cards are in a hand and a deck", "Shop and perks, and everything that a turn did"],
    none: ["In which order a deck lies", "What comes into the shop next"],
  }),
  end: (g) => [
    ["Who wins?", `The team with more points after ${g.o.rounds === 1 ? "1 round" : `${g.o.rounds} rounds`}: one turn of each fighter in each.`],
    ["As many points?", "Whoever was ahead most recently. If nobody ever was, the fighter who moves second."],
    ["You sent nothing?", "A fighter discards nothing: the turn is lost. A drafter gets the first card that is left."],
    ["What comes after?", "By the rules, nothing more is opened at the end."],
  ],
  asked: (g) => [
    ["When is a point scored?", "At the end of your own turn, 1 for each arena whose hero is yours then. Killing scores nothing by itself, and the turn of your opponent scores nothing for you."],
    ["Why can I not play this card?", "It costs more mana than you have left, your own hero stands in that arena, or there is no hero to aim at."],
    ["Where did my card go?", "To the cooldown pile, with the number of its arena. It comes back under the deck when the number is used up. At durability 0 it is gone."],
    ["Why do I draft and not fight?", "You sit in heaven: your partner fights with the deck that you pick, and you win together."],
    ["Can I talk to my partner?", `Across the realms: ${partners(g)}.`],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Rounds", String(o.rounds)],
      ["A turn lasts", g.long(o.turn_seconds)],
      ["Longer for each refresh", o.refresh_seconds ? g.long(o.refresh_seconds) : "no"],
      ["Counts as soon as it is sealed", yes(g.isEager)],
      ["Mana in a turn", String(o.mana)],
      ["Cards in a hand", String(o.hand_size)],
      ["Coins at most", String(o.max_coins)],
      ["Cards in the shop", String(o.shop_size)],
      ["Perks go stale after", o.perk_stale_rounds === 1 ? "1 round" : `${o.perk_stale_rounds} rounds`],
      ["A bought card comes", bought(g)],
      ["Discards", o.hidden_discards ? "face down" : "open"],
      ["Partners talk", partners(g)],
      ["Cards", o.pack === null ? "the usual ones" : "of this match's own"],
      ["Chooses who begins", g.name("team", String(o.opponent_team))],
      ["Time to choose that", g.long(o.starter_seconds)],
      ["Time to look at the cards", g.long(o.review_seconds)],
      ["Time for a pick or a ban", g.long(o.decision_seconds)],
      ["Time before the fight", o.preparation_seconds ? g.long(o.preparation_seconds) : "none"],
    ];
  },
};

const draft = (g: G) => [
  { title: "Four rounds of new cards", sign: "unit", does: `Each shows 4 units and 4 items. The first drafter picks; the second picks and bans; the first bans and picks; the second picks. So each gets one unit and one item. ${g.long(g.o.review_seconds)} to look, ${g.long(g.o.decision_seconds)} for each pick or ban.`, example: "You picked a unit first: your second pick of this round is an item." },
  { title: "A fifth round of what was left", sign: "item", does: "The 4 units and 4 items that nobody took are offered once more. A banned card never comes back.", example: "A card that both passed over in round 1 can still be yours in round 5." },
  { title: "Who begins", sign: "person", does: `${g.name("team", String(g.o.opponent_team))} was called out, and its drafter chooses which drafter begins, within ${g.long(g.o.starter_seconds)}. They take turns from round to round. The fighter of the other drafter moves first in the fight.`, example: "Beginning the draft means moving second in the fight." },
];
