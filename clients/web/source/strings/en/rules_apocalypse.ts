// The rules of The Apocalypse, for people.

import type { ApocalypseOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type G = Given<ApocalypseOptions>;

const seats = ({ o }: G) => o.heaven_size + o.hell_size;
const ability = (g: G, id: string) => g.name("ability", id);
const card = (g: G, id: string) => g.name("card", id);
const yes = (is: boolean) => (is ? "yes" : "no");
const counted = ({ o }: G) => (o.loss_counting === "gross" ? "losses alone, whatever was gained" : "losses minus gains");

const cardOf = (g: G, id: string, tag: string, [communications, active, passive, endgame]: [string, string, string, string], example: string) => ({
  title: card(g, id),
  sign: id,
  tag,
  rows: [
    [ability(g, "communications"), communications],
    [ability(g, "active"), active],
    [ability(g, "passive"), passive],
    [ability(g, "endgame"), endgame],
  ] as const,
  example,
});

export const texts: Told<ApocalypseOptions> = {
  aim: () => "Have more points after 6 rounds than anyone else in your realm.",
  more: (g) => `The best of heaven, the best of hell and the best of all the others rise. The other ${seats(g) - 3} go down.`,
  picture: () => "Seats of two realms below a line: the best of each, and the best of the rest, rise above it",
  round: (g) => [
    ["Take a pair", "Two cards that you have not played together. There are 6 pairs and 6 rounds: each comes once."],
    ["Give each a task", `Two different ones of ${g.listed([ability(g, "communications"), ability(g, "active"), ability(g, "passive")])}. In round 1 both use ${ability(g, "communications")}, in round 6 both use ${ability(g, "endgame")}.`],
    ["Seal it", `You have ${g.long(g.o.round_seconds)}, and may change it until the round closes. Nobody sees whether you have.`],
    ["All count at once", `${seats(g)} pairs in one moment${g.isEager ? ", as soon as everybody has sealed" : ""}. Who was first never matters.`],
    ["You learn your total", "And how many seats played each card. Not why, and not from whom."],
  ],
  things: (g) => [
    {
      title: "The four cards",
      note: `Each opponent can be named by a ${ability(g, "communications")} of yours only once in the match.`,
      things: [
        cardOf(g, "pestilence", "knows", [
          `Opens your chat with an opponent for the next round. If you both play the same pair then, you gain 3${g.o.pestilence_bonus === "both" ? ", and so does the other" : ""}.`,
          "Name a pair. If an opponent plays it this round, you gain 5.",
          "2 for every mate who uses this, too.",
          `Guess the last pair of all ${seats(g) - 1} others: 1 for each that is right.`,
        ], `You name ${g.name("pair", "war_death")}. An opponent plays it: +5. A second one plays it as well: still +5.`),
        cardOf(g, "war", "takes", [
          "Opens your chat with an opponent, and steals 3 from it at once.",
          "Name a card: steal 1 from every other seat that plays it, mates too.",
          "Each gain and each loss of yours in this round is 1 bigger.",
          "Guess the last pair of one other seat. If it is right, steal 5 from it.",
        ], `You name ${card(g, "death")}. Three others play it: +3 for you, −1 for each of them.`),
        cardOf(g, "death", "deals", [
          `Opens your chat with an opponent, and a hidden game: next round both choose ${g.name("choice", "ally")} or ${g.name("choice", "betray")}. Both ally: 2 each. One betrays: 4 for it, −2 for the other. Both betray: nothing.`,
          "Name a mate: it gains 3. Each mate once in the match.",
          "Your other card works twice, on two different targets.",
          "Name one seat of each realm, not yourself: each gains 2.",
        ], "You opened a chat, and next round you betray while the other allies: +4 for you, −2 for the other."),
        cardOf(g, "famine", "waits", [
          "Opens your chat with an opponent: you both lose 2 now, and gain 3 each next round.",
          "Name a realm: every seat in it loses 1, yours too. You gain 3.",
          `1 for every seat of your realm, you too, that lost 2 or more this round (${counted(g)}).`,
          "1 for each of rounds 1 to 5 in which you lost 2 or more; for all of them, 7.",
        ], "You name your own realm: −1 and +3, so +2 for you, −1 for each mate."),
      ],
    },
  ],
  secrets: (g) => ({
    own: ["Your cards, their tasks and targets", "Your total, as one number", `What you chose, ${g.name("choice", "ally")} or ${g.name("choice", "betray")}`],
    some: ["That a chat between you two was opened for this round, and what you write there", ...(g.o.announce_ab_games ? ["That a hidden game is played between you two"] : []), ...(g.o.realm_talk ? ["What your realm says among itself"] : [])],
    all: ["The round and its time", "How many seats played each card", g.o.reveal_at_end === "full" ? "At the end: everything that was played, and every total" : "At the end: everybody's total"],
    none: ["Who has sealed", "Whether a theft, a guess or a bonus worked", "Who opened a chat, and with which card", ...(g.o.announce_ab_games ? [] : ["Whether there is a hidden game"]), ...(g.o.reveal_at_end === "full" ? [] : ["What the others played, even at the end"])],
  }),
  end: (g) => [
    ["Round 1 and round 6.", `Round 1 is two times ${ability(g, "communications")}. Round 6 plays the pair that is left, both cards with their ${ability(g, "endgame")}.`],
    ["Three rise.", `The last of heaven gets the ${g.name("consequence", "mark_of_elimination")}, and the last of hell is in danger of elimination.`],
    ["As many points?", "Whoever had more after round 5 is ahead, then after 4, 3, 2, 1; then lots."],
    ["You sent nothing?", "A pair and its targets are drawn for you, and you ally with everyone."],
  ],
  asked: (g) => [
    ["Why +5?", `You see one number only. 5 at once can be ${card(g, "pestilence")} with a pair that an opponent played, or gains that add up, such as 3 and 2.`],
    ["Who can I talk to?", talk(g)],
    ["Why is a seat locked as a target?", `You have named it before: ${ability(g, "communications")} once for each opponent, ${card(g, "death")} with ${ability(g, "active")} once for each mate.`],
    ["When do points count?", "When a round closes. What a chat still owes, from the round before, is counted with it."],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Players", `${seats(g)}: ${o.heaven_size} in heaven, ${o.hell_size} in hell`],
      ["A round lasts", g.long(o.round_seconds)],
      ["Closes early when all have sealed", yes(g.isEager)],
      ["Talk in your realm", o.realm_talk ? "free, all match" : "none"],
      ["Talk across", o.cross_realm_talk === "always" ? "free, all match" : "opened chats"],
      ["An opened chat stays", o.chat_lifetime === "next_round" ? "one round" : "to the end"],
      ["Hidden games", o.announce_ab_games ? "both are told" : "not announced"],
      [`The 3 of ${card(g, "pestilence")}`, o.pestilence_bonus === "both" ? "for both" : "for who opened"],
      ["“Lost 2 or more”", counted(g)],
      ["Told at the end", o.reveal_at_end === "full" ? "everything" : "all totals, no plays"],
    ];
  },
};

const talk = (g: G): string => {
  const own = g.o.realm_talk ? "With your realm, as a group and in pairs, all match." : "Not with your realm: that is off in this match.";
  if (g.o.cross_realm_talk === "always") return `${own} With every opponent, all match.`;
  return `${own} With an opponent once one of you opened the chat with ${ability(g, "communications")}: ${g.o.chat_lifetime === "next_round" ? "for the next round" : "from the next round to the end"}.`;
};
