// The rules of Threads of Fate, for people.

import type { ThreadsOfFateOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type G = Given<ThreadsOfFateOptions>;

const ability = (g: G, id: string) => g.name("ability", id);
const yes = (is: boolean) => (is ? "yes" : "no");
const marked = (g: G) => g.listed(g.o.marked.map(g.seat));

/** What a Moira gives for no twine, and for 3, 6 and 10 of it. */
const moira = (g: G, id: string, does: string, levels: [string, string, string, string], example: string) => ({
  title: ability(g, id),
  sign: id,
  does,
  rows: ["0 to 2 twine", "3 to 5", "6 to 9", "10 or more"].map((twine, at) => [twine, levels[at]!] as const),
  example,
});

const across = ({ o }: G) =>
  ({
    threads: "when a thread between the two is golden, or at least as strong as the number of the round that has ended",
    always: "always",
    never: "never",
  })[o.cross_realm_talk];

export const texts: Told<ThreadsOfFateOptions> = {
  aim: () => "Hold one end of the strongest golden thread when the last round is over.",
  more: ({ o }) => `Threads run between heaven and hell, grow each round, and can be cut. After ${o.rounds} rounds the two who are joined by the strongest golden thread win together, one from each realm.`,
  picture: () => "Two columns of seats with threads between them; the golden one is the strongest",
  round: (g) => [
    ["Visit a Moira", "One each round, each only once in the match. She gives you an ability; twine makes it stronger."],
    ["Spin a thread", "To a seat of the other realm. It grows by 1 at the end of every round."],
    ["Cut and snip", "A cut ends the plain threads between you and one other. A snip takes a little from any thread at all. Both bring twine."],
    ["Seal it", `You have ${g.long(g.o.round_seconds)}, and may change it until the round closes. Everything in a plan is optional.`],
    ["All happens at once", `Visits, boosts, cuts, snips, new threads, growth, in this order${g.isEager ? ", as soon as all have sealed" : ""}. You learn your twine and the threads that you spun.`],
  ],
  things: (g) => [
    {
      title: "What you can do",
      things: [
        { title: "Spin", sign: "spin", does: "A thread from you to a seat of the other realm. You can spin to everybody there once before anybody twice. One thread in each direction: a second one makes nothing.", example: "Spun in round 1, it is 1 at the end of that round, and 3 after round 3." },
        { title: "Cut", sign: "cut", does: "Every plain thread between you and the seat that you name is gone. Its strength becomes twine, shared by all who cut or snipped it, rounded up. Golden threads stay.", example: "A thread of 5, cut by you and snipped by two others: 2 twine for each of you." },
        { title: "Snip", sign: "snip", does: "Takes 1 from any thread, between whomever, golden ones too. If 0 or more is left you get 1 twine, and at 0 the thread is gone. Taken below 0 it is gone, and pays nobody.", example: "A thread of 2: two snips end it, with 1 twine each. Three snips end it, and nobody gets any." },
        { title: "Golden thread", sign: "gilding", does: `The only kind that wins. You can spin one in the match, with ${ability(g, "gilding")}. Only snips can end it.`, example: "Your plain thread of 9 wins nothing. A golden thread of 4 may." },
        { title: "Twine", sign: "twine", does: "What cuts and snips bring. You donate it to a Moira when you visit her, and the more, the stronger her ability. It wins nothing by itself.", example: "With 6 twine a visit gives as much as with 9. With 5 it gives only as much as with 3, and all 5 are spent." },
      ],
    },
    {
      title: "The six Moirai",
      note: "An ability works from the round of the visit to the end. What it is worth depends on the twine that you donate with that visit.",
      things: [
        moira(g, "gilding", "Once in the match, the thread that you spin is golden. It grows by:", ["1 a round", "2", "3", "4"], "With 6 twine the golden thread is 3 at the end of its first round, then 6, then 9."),
        moira(g, "head_start", "Strength is saved each round, for one thread that you spin later. Saved a round:", ["1", "2", "3", "4"], "Visited in round 2 for nothing, used in round 4: the thread begins with 2, and is 3 when the round ends."),
        moira(g, "boosting", "Each round, a thread that you are an end of gets stronger, also one that was spun to you:", ["by 1", "by 2", "by 3", "by 4"], "A thread of 4, boosted for nothing by both its ends, is 6, and 7 when the round ends."),
        moira(g, "protection", "Always on: each snip at a thread that you spun takes less:", ["1 less", "2 less", "3 less", "10 less"], "A plain snip then takes nothing from your thread. The one who snipped still gets 1 twine."),
        moira(g, "recycling", "Always on: more twine for every thread that you gain twine from:", ["1 more", "2 more", "3 more", "3 more, and the share again"], "Donated 3: a share of 3 twine becomes 5."),
        moira(g, "stronger_cutters", "Always on: each of your snips takes more:", ["1 more", "2 more", "4 more", "8 more"], "For nothing, your snip takes 2. Too much for a thread of 1: it is gone, and you get nothing."),
      ],
    },
  ],
  secrets: (g) => ({
    own: ["Your plan, your twine, and your abilities", "The threads that you spun: how strong they are, and which is golden"],
    some: [
      ...(g.o.cross_realm_talk === "threads" ? ["That two of you may talk across the border next round: then some thread between you is golden or strong, and no more is told"] : []),
      ...(g.o.realm_talk ? ["What your realm says among itself"] : []),
    ],
    all: ["The round and its time", ...(g.o.marked.length ? ["Who is marked"] : []), g.o.reveal_at_end === "full" ? "At the end: who won, and all threads, twine and abilities" : "At the end: who won, and who goes where"],
    none: ["The threads that were spun to you", "What your cut or snip did, but for the twine that it brought", "Who cut, snipped or visited whom", "Your own goldness", "Who has sealed", ...(g.o.reveal_at_end === "full" ? [] : ["The threads of others, even at the end"])],
  }),
  end: (g) => {
    const { o } = g;
    const falls = o.heaven_size - 2;
    return [
      ["Who wins?", "The two who are joined by the strongest golden thread. As strong: whoever has more in golden threads between them, then in all threads between them, then the same one round earlier."],
      ...(o.marked.length ? [["Marked", `${marked(g)}: no pair with a marked seat can win.`] as const] : []),
      ["Four go to heaven.", "The two winners, and from each realm the best of the others by goldness: the highest strength that a golden thread of theirs ever had. Without any golden thread nobody wins, and each realm sends its best two."],
      ["The others", `${falls === 0 ? "Nobody falls from heaven" : `${falls} fall from heaven with the ${g.name("consequence", "mark_of_elimination")}`}; the last of hell without a place is in danger of elimination.`],
      ["You sent nothing?", "Then nothing of yours happens this round: no visit, no thread, no cut."],
    ];
  },
  asked: (g) => [
    ["What is twine for?", "To donate when you visit a Moira: 3, 6 or 10 twine make her ability stronger. After your last visit it is of no more use, and it does not count at the end."],
    ["Why is a seat locked?", "You have spun to it more often than to another seat of that realm. Spin to the others first."],
    ["Who can I talk to?", `With your realm: ${g.o.realm_talk ? "always" : "never"}. Across the border: ${across(g)}.`],
    ["Why did we win?", "The golden thread between you two was the strongest at the end of the last round. Where it grew and who boosted it shows only in threads that you spun."],
    ["Why did my boost or snip do nothing?", "There was no such thread, or a cut of the same round was first. You may aim at threads that you only suspect; you are not told whether you were right."],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Players", `${o.heaven_size + o.hell_size}: ${o.heaven_size} in heaven, ${o.hell_size} in hell`],
      ["Rounds", String(o.rounds)],
      ["A round lasts", g.long(o.round_seconds)],
      ["Closes early when all have sealed", yes(g.isEager)],
      ["Marked seats", o.marked.length ? marked(g) : "none"],
      ["Talk in your realm", o.realm_talk ? "free, all match" : "none"],
      ["Talk across", { threads: "where a thread is golden or strong", always: "free, all match", never: "none" }[o.cross_realm_talk]],
      ["Told at the end", o.reveal_at_end === "full" ? "everything" : "winners and places"],
    ];
  },
};
