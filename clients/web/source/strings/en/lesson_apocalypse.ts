// What the lesson of The Apocalypse says: a sentence, and a reason or a hint for each step.

const line = (say: string, more: string) => ({ say, more });

export const texts = {
  title: "A first apocalypse",
  opening: line("Three sit in heaven, three in hell. All secretly play two cards each round.", "Everybody has the same four cards. They make six pairs, and in six rounds you play each pair once."),
  deathFamine: line("Touch Death and Famine, your pair for this round.", "In round 1, both cards use Communications: each opens a chat with an opponent for the next round, and does what is written there."),
  game: line("Aim Death at Hell 1: a game of ally or betray.", "You play it in the next round, when your chat is open. Both choose in secret."),
  loan: line("Aim Famine at Hell 2: you both lose 2 now and gain 3 next round.", "You can use Communications on each opponent only once in a match."),
  sealFirst: line("Seal it. All six players choose in secret.", "After the round, everybody learns how often each card was played, but not by whom."),
  robbed: line("You have −5 points: 2 went to Famine, and 3 are missing.", "Only War steals 3, so an opponent used it on you. Nobody tells you who. But Hell 3 opened a chat to you: perhaps with War."),
  pestilenceWar: line("Touch Pestilence and War.", "In rounds 2 to 5, your two cards use two different abilities out of Communications, Active and Passive."),
  guess: line("Touch Active for Pestilence: you will guess what an opponent plays.", "You name a pair. If at least one opponent plays it in this round, you gain 5."),
  larger: line("Touch Passive for War: each gain of this round is 1 larger.", "Each loss, too. But you expect gains now: Famine and Death still have to pay."),
  warFamine: line("Name War and Famine: all opponents can still play it.", "In round 1, Famine was played once, and that was you. So nobody else has used up a pair with Famine."),
  betray: line("Betray Hell 1, with whom Death started the game.", "Two allies get 2 each. A traitor gets 4, and the ally loses 2. Two traitors get nothing."),
  sealSecond: line("Seal it. Hell 1 chooses in secret, too.", "In a match you can talk to opponents whose chat is open, and promise whatever you like."),
  paid: line("15 points at once: you have 10.", "4 from Famine, 5 from your betrayal, 6 from Pestilence: an opponent did play War and Famine. War’s Passive added 1 to each."),
  warDeath: line("Touch War and Death.", "Each pair comes once, but each card three times: plan which abilities go together."),
  steal: line("Touch Active for War: name a card, and steal from whoever plays it.", "You steal 1 from everybody else who plays it, in heaven, too."),
  twice: line("Touch Passive for Death: now War acts twice.", "Death’s Passive doubles the other card. So you name two cards."),
  namePestilence: line("Name Pestilence: it is overdue.", "Six players play each card three times: 18 times in all. In two rounds, Pestilence came only 4 times."),
  nameFamine: line("Name Famine: it came only 3 times.", "War came 9 times and Death 8 times: they will come less often now."),
  sealThird: line("Seal it.", "Whoever plays Pestilence and Famine together is robbed twice."),
  stolen: line("You stole 7 points: you have 17.", "In round 3, Pestilence was played 3 times and Famine 4 times. Three more rounds follow. Then whoever has the most points in each realm wins."),
};
