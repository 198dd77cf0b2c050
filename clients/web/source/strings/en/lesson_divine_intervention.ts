// What the lesson of Divine Intervention says: a sentence, and a reason or a hint for each step.

const line = (say: string, more: string) => ({ say, more });

export const texts = {
  title: "A first prayer",
  opening: line("You are a shaman in hell. Complete rooms: the best shaman rises to heaven.", "Rooms cost mana, and mana comes from deities. So first you pray."),
  first: line("Touch Deity 1: pray to it.", "At the end of the round each deity shares 20 mana among those who prayed to it. Of which element, it decides in secret."),
  sealFirst: line("Seal it. No other shaman is told to whom you pray.", "All prayers count at the same moment. There are two deities and five shamans."),
  shared: line("10 water for you: two of you shared the 20 of Deity 1.", "20 by 2 is 10. Only the deity is told how many prayed to it; here you are told, too."),
  pink: line("Touch room A. Any mana will do, but it is pink.", "In pink rooms the others count: A fails if somebody else tries it in the same round."),
  corner: line("Touch room Y, too. It needs 5 water.", "At first only the four corners are open. A dot says that your mana would do, too."),
  prophet: line("Pray to Deity 1 again: you are its prophet now.", "A prophet who prays to the deity gets a double share. In this round the two may also talk."),
  sealProphet: line("Seal it.", "Rooms are tried first, then the prayers are paid. So new mana is for the next round."),
  opened: line("Room Y is yours. Room A failed: another shaman tried it, too.", "A takes one at a time, so both failed. What fails costs nothing: you keep that 1 water."),
  doubled: line("Your prayer brought 10 earth: twice 5, because you were the prophet.", "Four prayed to Deity 1: 5 for each, 10 for you. It could not give water: a deity changes its element each round."),
  revealed: line("Deity 1 told those who prayed to it: the secret of room X is earth.", "It won a boon, Revelation, and used it. Deities bid for boons with piety, which their worshipers bring them."),
  again: line("Touch room A once more.", "Perhaps nobody else is there this time. If somebody is, it costs you nothing."),
  beside: line("Touch room T. It is open now, because Y beside it is yours.", "A room opens when at most 2 of its neighbours are left to complete. In this round T needs 5 water."),
  secret: line("Touch room X: it wants exactly 1 of the secret element, earth.", "Its sign is on the map only for those who were told. The others can only guess."),
  other: line("Pray to Deity 2 this time.", "Many prayed to Deity 1, and its prophet is another shaman now. Where fewer pray, each gets more."),
  sealOther: line("Seal it.", "Your deity gets 3 piety for your prayer, and 1 more for each room that you complete in this round."),
  three: line("Three rooms in one round: A, T and X. You have four.", "Nobody else tried A this time. How many rooms the others have, nobody is told before the end."),
  alone: line("And 20 fire: nobody else prayed to Deity 2.", "The other four shared the 20 of Deity 1: 5 for each, 10 for its prophet. So guess where the others pray, or talk with them."),
  end: line("It would go on to round 5. Then the shaman with most rooms wins.", "Pink rooms decide ties. The deity with most piety stays in heaven, the last one falls to hell. Larger matches have more rounds, and more shamans rise."),
};
