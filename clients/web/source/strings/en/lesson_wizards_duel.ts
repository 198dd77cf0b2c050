// What the lesson of Wizard's Duel says: a sentence, and a reason or a hint for each step.

const line = (say: string, more: string) => ({ say, more });

export const texts = {
  title: "A first duel",
  opening: line("You both choose in secret, then both are opened. Nine spells each, the same nine.", "No reading first: the rules come as you meet them."),
  six: line("Touch Firebolt: the 6 that pays 2 points if it wins.", "The higher number wins a round, unless a spell says otherwise."),
  sealSix: line("Seal it. Until both have sealed, nobody sees it.", "You could still change it. Here you keep it."),
  lost: line("6 against 4, and the 4 wins: a point for your opponent.", "Confusion was cast: in its round the lower number wins. So your Firebolt paid nothing."),
  five: line("Touch Bless: your next spell will count 2 more.", "It is only a 5 now, and it works in the next round."),
  sealFive: line("Seal it.", "Firebolt is gone for this duel: every spell comes once."),
  won: line("5 beats 1: your point. And 2 more wait on your next spell.", "The higher number wins. Greater Restoration takes Confusion back into your opponent's hand."),
  seven: line("Touch Ray of Frost: 7, and 2 more from Bless make 9.", "Nothing in this game is higher than a 9 but a 10: an 8 with Bless."),
  sealSeven: line("Seal it.", "The bonus is used up by whatever you cast next, so cast something that it helps."),
  led: line("9 beats 8: your point, and you lead 2 : 1.", "Without Bless your 7 had lost against Charm Person. Its price: it forbids you a spell for the next round, and Ray of Frost takes 2 from your next one."),
};
