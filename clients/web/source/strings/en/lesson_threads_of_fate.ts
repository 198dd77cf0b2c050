// What the lesson of Threads of Fate says: a sentence, and a reason or a hint for each step.

const line = (say: string, more: string) => ({ say, more });

export const texts = {
  title: "First threads",
  /** As the move calls them. */
  names: { one: "Hell 1", two: "Hell 2", clotho: "Clotho", lachesis: "Lachesis", golden: "→ Hell 2", rival: "Heaven 2 → Hell 3" },
  opening: line("Heaven and hell spin hidden threads. The strongest golden one wins for its two ends.", "You are in heaven, beside Heaven 2. All weave in secret, and everything happens together. Three rounds."),
  touchOne: line("Touch Hell 1. Your threads always go to the other realm.", "You weave to nobody twice before you have woven to everybody there once."),
  weaveOne: line("Touch “Weave a thread to Hell 1”.", "It begins at 0. Every thread grows by 1 at the end of each round, a new one too."),
  sealOne: line("Seal it.", "Nobody else is shown your weave, not even when the round is over."),
  grown: line("You have a thread to Hell 1, of strength 1.", "It began at 0 and grew by 1. Only you see it. Threads of others stay hidden from you, even those to you."),
  clotho: line("Touch Clotho: she lets you make one golden thread.", "You may visit one Moira a round, and each of them once. Only a golden thread can win."),
  touchAgain: line("Touch Hell 1 again. Your plain thread there will pay you.", "It pays twine. With twine you buy more from the Moirai."),
  cut: line("Touch “Cut off Hell 1”.", "It takes all plain threads between you two, theirs too. Their strength becomes twine for whoever cuts."),
  touchTwo: line("Touch Hell 2. That is where the golden thread goes.", "If it wins, Hell 2 wins with you. So it matters to whom you weave it."),
  weaveTwo: line("Touch “Weave a thread to Hell 2”.", "The cut does not touch it: it takes only what is between you and Hell 1."),
  golden: line("Touch “Make it golden”.", "No cut takes a golden thread. You have no twine for Clotho yet, so it grows by 1, like any other."),
  sealTwo: line("Seal it.", "What you do happens in the order of its numbers: first the visit, then the cut, then the new thread."),
  paid: line("The cut paid 3 twine, though your own thread had only 1.", "So Hell 1 had a hidden thread to you, of strength 2. Both are gone, and you alone took all of it."),
  lachesis: line("The last round. Touch Lachesis: she makes a thread stronger.", "From your visit on, she does so once in each round."),
  give: line("Give her your 3 twine: touch + three times.", "3 twine buy level 1, 6 level 2, 10 level 3. At level 1 she adds 2 instead of 1."),
  boost: line("At “Boost a thread”, choose the golden one to Hell 2.", "It has 1. Lachesis adds 2, and it grows by 1: that will make 4."),
  snip: line("At “Snip a thread”, choose Heaven 2 → Hell 3.", "A snip takes 1 from any one thread, golden ones too. You cannot see whether it is there: this is a guess."),
  sealThree: line("Seal it.", "If your guess is right, the snip also pays you 1 twine."),
  won: line("You and Hell 2 win: your golden thread has 4, the other one 3.", "Your snip hit. Without it, Heaven 2 and Hell 3 would have had 4 as well, and won the tie: all their threads together were stronger."),
  usual: line("A classic match goes the same way: nine players, seven rounds.", "It ends after the last round. Beside the two who win, one more from each realm gets a place in heaven: whoever had the strongest golden thread."),
};
