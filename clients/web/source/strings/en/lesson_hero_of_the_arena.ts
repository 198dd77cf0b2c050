// What the lesson of Hero of the Arena says: a sentence, and a reason or a hint for each step.

const line = (say: string, more: string) => ({ say, more });

export const texts = {
  title: "A first fight",
  opening: line("Two teams: one member drafts a deck, the other fights with it. You fight.", "The two who draft choose now, for a few seconds. You cannot see it, and cannot talk with your partner."),
  ready: line("Your deck is drafted. Touch “I am ready to fight”.", "Five units and five items, below. Your opponent does not see them."),
  arenas: line("Five arenas. Each one that you hold scores a point whenever your turn ends.", "You have five cards and 3 mana to play them. Your opponent sees how many you hold, not which."),
  seraph: line("Touch Fallen Seraph: a unit with attack 4 and 6 HP.", "It costs all of your mana: the drop says 3. The sword is attack, the heart HP."),
  seraphTo: line("Touch arena 1: nobody is there, so the Seraph holds it at once.", "A unit that falls waits as many turns of its owner as its arena’s number says. Low numbers suit strong ones."),
  purse: line("Touch Lucky Purse too: it costs no mana and gives 1 coin.", "You also get a coin at the start of each turn. You will need four in the shop."),
  sealFirst: line("Seal it. The cards are played in this order, and your turn ends.", "Then your opponent has a turn. Both turns together are a round."),
  behind: line("1 : 2. You hold one arena, your opponent two.", "At the end of a turn, its fighter gets a point for each arena held: you for 1, your opponent for 4 and 5."),
  firePot: line("Touch Fire Pot: 3 damage to a hero, 1 to those beside it.", "It costs 2 of your 3 mana. Units in an arena are its heroes."),
  firePotAt: line("Touch arena 4: the Blood Knight has 5 HP, so 2 are left.", "The Ember Imp in arena 5, next to it, has only 1 HP. The fire next door is enough for it."),
  duelist: line("Touch Duelist: attack 3 beats what the Blood Knight has left.", "It costs your last mana."),
  duelistTo: line("Touch arena 4 again: your Duelist challenges its hero.", "They strike in turns until one falls, and the Duelist strikes first. The one left holds the arena."),
  sealSecond: line("Seal it: first the fire, then the fight.", "The other way round, the Blood Knight would survive the first strike, and kill your Duelist."),
  closer: line("3 : 4. You hold two arenas, and so does your opponent again.", "The Blood Knight and the Ember Imp fell: they wait 4 and 5 turns of their owner, as their arenas say. But two new units came."),
  shop: line("Touch “Shop”. In a turn you play cards, discard or shop: only one of these.", "You have 4 coins. Your heroes score while you shop."),
  favour: line("Touch Crowd Favour: a perk for 4 coins that gives 3 points.", "Your opponent could buy it too in the next turn, but will have only 3 coins."),
  sealThird: line("Seal it: 3 points for the perk, and 2 for your arenas.", "It is your last turn here. Then your opponent has one more."),
  won: line("8 : 7. More points after the last turn: your team wins.", "Three arenas brought your opponent from 4 to 7. Your arenas alone would have made 5; Crowd Favour made it 8."),
  others: line("This fight had three rounds. A standard one goes on for 25.", "If points are equal at the end, the team that led last wins. Cards wear out with use, and are gone for good in the end."),
};
