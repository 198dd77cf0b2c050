// The rules of Wizard's Duel, for people.

import type { WizardsDuelOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type G = Given<WizardsDuelOptions>;

const spellsOf = ({ o }: G) => (o.phantasmal_killer ? 10 : 9);
const spell = (g: G, id: string) => g.name("spell", id);
const item = (g: G, id: string) => g.name("item", id);
const duels = (n: number) => (n === 1 ? "1 duel" : `${n} duels`);
const times = (n: number) => (n === 0 ? "never" : n === 1 ? "once at most" : `${n} times at most`);
const yes = (is: boolean) => (is ? "yes" : "no");
const hasItems = ({ o }: G) => o.item_draft.length > 0 || Object.values(o.items).some((owner) => owner !== null);
const revealed = ({ o }: G) => ({ duel_end: "until the duel is over", match_end: "until the match is over", never: "for good" })[o.hidden_reveal];

const tie = (g: G): string => {
  const { o } = g;
  if (o.tied_duel === "draw") return "Nobody wins the duel.";
  if (o.tied_duel === "holder_wins" && o.advantage_seat) return `${g.seat(o.advantage_seat)} wins the duel.`;
  const then = o.advantage_seat ? `${g.seat(o.advantage_seat)} wins it` : "lots decide";
  return o.max_replays === 0 ? `Then ${then}.` : `The duel is played again, ${times(o.max_replays)}; after that ${then}.`;
};

const matchEnds = (g: G): string => {
  const { wins_needed: wins, tied_duel, advantage_seat } = g.o;
  const first = wins === 1 ? "The first duel won decides." : `Whoever is the first to win ${wins} duels.`;
  if (tied_duel !== "draw") return first;
  const last = advantage_seat ? `${g.seat(advantage_seat)} wins` : "lots decide";
  const regular = 2 * wins - 1;
  const when = regular === 1 ? "If it is drawn" : `After ${regular} duels more wins decide; if they are equal`;
  return `${first} ${when}, one more duel is played; if that is drawn, ${last}.`;
};

const things = (g: G) => {
  const { o } = g;
  const charmed = o.variant === "gods_collide" ? "any spell at all" : `any but ${spell(g, "2")} and ${spell(g, "x")}`;
  const about: [string, string, string][] = [
    ["1", "The spell that you cast in the round before comes back into your hand.", `Round 3: you cast ${spell(g, "6")}. Round 4: you cast this, and ${spell(g, "6")} is yours again.`],
    ["2", `The opposing spell loses its effect, not its number. Against ${spell(g, "x")} you win the duel at once.`, `They cast ${spell(g, "5")}, 5 against your 2: their point, but nothing is added to their next spell.`],
    ["3", "Your next spell is cast hidden: its result is seen, its name is not.", `Next round you cast ${spell(g, "7")}. Your opponent sees that you won, and has to guess with what.`],
    ["4", `The lower number wins this round. ${spell(g, "x")} wins all the same.`, "Your 4 against a 7: your point. Your 4 against a 3: theirs."],
    ["5", "Your next spell counts 2 more.", `Next round your ${spell(g, "6")} counts 8.`],
    ["6", "If it wins its round you get 2 points, not 1.", "6 against 5: 2 points for you. 6 against 7: 1 for your opponent."],
    ["7", "Your own next spell counts 2 less: the price of a high number.", `Next round your ${spell(g, "6")} counts 4.`],
    ["8", `After the round you may forbid one spell, which your opponent must not cast next: ${charmed}. You have ${g.long(o.charm_seconds)} for it. It does not hold if nothing else would be left to cast.`, `You forbid ${spell(g, "6")}. Next round your opponent has to do without it.`],
    ["x", `Wins the round against everything but ${spell(g, "2")} and itself. Against ${spell(g, "1")} it wins the duel at once. It has no number, so nothing can be added to it.`, `Against ${spell(g, "8")}: your point. Against ${spell(g, "2")}: the duel is lost. Against another ${spell(g, "x")}: nobody's point.`],
  ];
  if (o.phantasmal_killer) about.unshift(["0", "If you lead by 2 or more once this round is scored, you win the duel at once.", "You lead 5 : 2 and lose the round by 1 point: 5 : 3, and the duel is yours."]);
  const spells = about.map(([id, does, example]) => ({ title: spell(g, id), tag: id === "x" ? "–" : id, does, example, sign: id }));
  if (!hasItems(g)) return [{ title: "The spells", things: spells }];
  const items = [
    {
      title: item(g, "athenas_wisdom"), sign: "athenas_wisdom",
      does: `Once in the match its owner may cast ${spell(g, "w")} in place of a spell of the hand: it counts 1 more than the opposing spell. ${spell(g, "2")} makes it 0, and ${spell(g, "x")} beats it.`,
      example: "Against an 8 it counts 9: a point for its owner.",
    },
    {
      title: item(g, "hestias_hearth"), sign: "hestias_hearth",
      does: "Its owner wins every duel that ends with equal points.",
      example: "The duel ends 4 : 4. It is won, not tied.",
    },
    {
      title: item(g, "apollos_daybreak"), sign: "apollos_daybreak",
      does: `After a round that did not end the duel, its owner has ${g.long(o.daybreak_seconds)} to undo it, ${times(o.daybreak_uses)} in the match. What was seen stays seen.`,
      example: "A point lost is taken back, both spells return to the hands, and the round begins again.",
    },
  ];
  return [{ title: "The spells", things: spells }, { title: "The items", note: ownersOf(g), things: items }];
};

const ownersOf = (g: G): string => {
  const { o } = g;
  const owned = Object.entries(o.items).filter(([, owner]) => owner !== null);
  const said = owned.map(([id, owner]) => `${item(g, id)} belongs to ${g.seat(owner as string)}.`);
  if (o.item_draft.length > 0) said.push(`Before the first duel items are picked, in this order: ${o.item_draft.map(g.seat).join(" → ")}, with ${g.long(o.draft_seconds)} for a pick.`);
  return said.join(" ");
};

export const texts: Told<WizardsDuelOptions> = {
  aim: ({ o }) => (o.wins_needed === 1 ? "Win the duel." : `Win ${o.wins_needed} duels before your opponent does.`),
  more: (g) => `In a duel both have the same ${spellsOf(g)} spells and choose one of them each round, in secret. The stronger one scores. More points after ${spellsOf(g)} rounds win the duel.`,
  picture: () => "Two rows of beads: whoever fills a row first has won",
  round: (g) => [
    ["Choose a spell", `One of your hand. It is gone for this duel, unless ${spell(g, "1")} brings it back.`],
    ["Seal it", `You have ${g.long(g.o.cast_seconds)}, and may change it until the round opens. Nobody sees whether you have.`],
    ["Both open at once", g.o.early_close || g.isEager ? "As soon as both have sealed, or when the time is up." : "When the time is up. Who was first never matters."],
    ["The higher wins", "1 point for the higher number, unless a spell says otherwise. Equal numbers: nobody's point."],
    ["What stays behind", "Some spells act on the next round: more or less strength, fog, a forbidden spell."],
  ],
  things,
  secrets: (g) => ({
    own: ["The spell that you have chosen, until the round opens", "Whether you have chosen at all", "Your hand, once a spell was cast in fog"],
    some: [`What waits on the next spell, 2 more, 2 less or fog: those who saw both spells of the last round know it`],
    all: ["Every open spell, who scored, and the points", "How many spells everybody has, and which they may be", "Which spell is forbidden", "Who cast nothing in time"],
    none: [`Which spell was cast in fog, ${revealed(g)}. One that returned a spell, or may forbid one, is seen at once`, "Whether a spell was cancelled, and what it counted in the end: both can be worked out"],
  }),
  end: (g) => {
    const { o } = g;
    const lines: [string, string][] = [
      ["A duel", `It lasts ${spellsOf(g)} rounds, unless it is won at once: ${spell(g, "2")} against ${spell(g, "x")}, ${spell(g, "x")} against ${spell(g, "1")}${o.phantasmal_killer ? `, or ${spell(g, "0")} with a lead of 2` : ""}.`],
      ["Equal points", hasItems(g) ? `Whoever owns ${item(g, "hestias_hearth")} wins. Without it: ${tie(g)}` : tie(g)],
      ["The match", matchEnds(g)],
    ];
    lines.push([
      "You sent nothing?",
      o.timeout === "lose_duel"
        ? "You lose the duel. If both sent nothing, it is tied."
        : `A spell is drawn for you, and the round is your opponent's, for 1 point. If both sent nothing the round begins again, ${times(o.max_restarts)}; then spells are drawn for both and nobody scores.`,
    ]);
    return lines;
  },
  asked: (g) => [
    ["When is a point scored?", "When a round opens: 1 for its winner, or 2 with the spell of number 6. The loser never gets one, and equal numbers give none."],
    ["Why did the lower number win?", `Somebody cast ${spell(g, "4")}, and it was not cancelled by ${spell(g, "2")}. Or the number was changed by the round before: ${spell(g, "5")} adds 2, ${spell(g, "7")} takes 2 away.`],
    ["Why can I not cast this spell?", `It is gone for this duel, or your opponent forbade it with ${spell(g, "8")}, for one round.`],
    ["Why did the duel end early?", "Some spells win it at once. Which they are stands under “How it ends”."],
  ],
  match: (g) => {
    const { o } = g;
    const replayed = o.tied_duel === "replay" || (o.tied_duel === "holder_wins" && !o.advantage_seat);
    return [
      ["Wins for the match", duels(o.wins_needed)],
      ["Spells", `${spellsOf(g)}${o.phantasmal_killer ? `, with ${spell(g, "0")}` : ""}`],
      ["Their names", o.theme === "olympians" ? "of the gods" : "of the wizards"],
      ["Time to cast", g.long(o.cast_seconds)],
      ["Longer before a new duel", o.break_seconds ? g.long(o.break_seconds) : "no"],
      ["Time to forbid a spell", g.long(o.charm_seconds)],
      ["Opens early when both have sealed", yes(o.early_close || g.isEager)],
      ["Equal points", { holder_wins: "their holder wins", replay: "played again", draw: "nobody wins" }[o.tied_duel]],
      ["Holder of ties", o.advantage_seat ? g.seat(o.advantage_seat) : "nobody"],
      ...(replayed ? [["A tied duel again", times(o.max_replays)] as const] : []),
      ["Nothing sent", o.timeout === "lose_duel" ? "the duel is lost" : "a spell is drawn, the point is lost"],
      ...(o.timeout === "random_penalty" ? [["Both sent nothing: again", times(o.max_restarts)] as const] : []),
      ["Spells in fog", `hidden ${revealed(g)}`],
      ["Items", hasItems(g) ? ownersOf(g) : "none"],
      ...(o.item_draft.length > 0 ? [["Time to pick an item", g.long(o.draft_seconds)] as const] : []),
      ...(hasItems(g) ? [[item(g, "apollos_daybreak"), `${times(o.daybreak_uses)}, ${g.long(o.daybreak_seconds)} to decide`] as const] : []),
      ["Talk at the table", yes(o.table_talk)],
    ];
  },
};
