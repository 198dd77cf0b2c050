// The rules of Divine Intervention, for people.

import type { DivineInterventionOptions } from "moirai-client";
import type { Given, Told } from "../../rules/told.js";

type Data = typeof import("../../rules/divine_intervention.js");
type G = Given<DivineInterventionOptions, Data>;

const yes = (is: boolean) => (is ? "yes" : "no");
const share = ({ o }: G, worshipers: number) => Math.floor(o.pool / worshipers);
const mana = (g: G, amounts: readonly number[]) =>
  g.listed(g.data.ELEMENTS.flatMap((element, at) => (amounts[at] ? [`${amounts[at]} ${g.name("element", element).toLowerCase()}`] : [])));
const auctions = ({ o }: G) => Array.from({ length: Math.ceil(o.last_round / 2) }, (_, at) => String(2 * at));

/** What a boon does in one match. */
const boonExamples: { [boon: string]: string } = {
  skeleton_key: "You name a room that is locked all around. Your flock may try it from now on.",
  pilgrims_road: "A room with 3 incomplete neighbours opens for your flock, though 2 are the usual limit.",
  sealed_door: "Three strangers, for whom it was open, bring rituals there: all are turned away, and you get 3 piety.",
  tamed_inferno: "From now on 10 fire are enough there. Two shamans do it: 4 piety.",
  plain_altar: "A worshiper completes the room with 4 fire, though it asks for water.",
  harmony: "Two of your flock bring the same to a room where nobody may: both complete it.",
  eclipse: "You name fire. A stranger's ritual of 5 water and 1 fire fails, and costs nothing.",
  conversion: "A shaman prayed elsewhere. This round you have one worshiper more, and another deity one less.",
  revelation: "Four follow you: 4 piety, and all five of you know the element.",
  harvest: "A pool of 20 becomes 30.",
  second_spring: "You chose fire and name water: each worshiper gets fire as always, and 3 water.",
  drought: "A pool of 20 becomes 10.",
  tithe: "Two worshipers, one of them your prophet: half their mana, and 2 and 4 piety for you.",
  covet: "Three pray to another deity: 3 piety are yours, and not its own.",
  silenced_prophet: "Its prophet gets one share, not two, and brings it piety once.",
  wrath: "Your prophet prays elsewhere: no mana for it, 5 piety for you.",
  constancy: "Three of your four worshipers stayed: 6 piety.",
  all_seeing_eye: "You read who prays to whom, and get 2 piety.",
  prophecy: "You foretell 3 rooms. Your flock completes 3: 6 piety. With 2 or 4: 2 piety.",
  last_rites: "Your flock completes 4 rooms, one of them pink: 5 piety.",
  judgement: "Your shaman completes 2 rooms, another one also 2: still 6 piety.",
  congregation: "Six different shamans prayed to you in this match: 6 piety.",
  undying_zeal: "4 more zeal, which may keep you in heaven as the second.",
};

export const texts: Told<DivineInterventionOptions, Data> = {
  aim: ({ o }) => `Shamans complete rooms, deities gather piety: lead your realm after round ${o.last_round}.`,
  more: ({ o }) => `${o.deities} deities in heaven give mana to ${o.shamans} shamans in hell who pray to them, and live on their faith. The first deity stays in heaven; the first ${o.ascenders === 1 ? "shaman rises" : `${o.ascenders} shamans rise`} to it. Rounds count from 0.`,
  picture: () => "Deities above give mana to the shamans below, and prayers rise to them",
  round: (g) => [
    ["Shamans pray", "Each to one deity, or to none. A prayer brings mana at the end of the round, to be spent from the next one on."],
    ["Shamans try rooms", "From round 1 on, with the mana that they have. A failed ritual costs nothing."],
    ["Deities decree", `An element, not that of the round before. Who is the prophet next round. And in round ${g.listed(auctions(g))}, bids for boons.`],
    ["Seal it", `All have ${g.long(g.o.round_seconds)}, and may change it until the round closes${g.isEager ? ", or all have sealed" : ""}.`],
    ["It is counted", "Rituals first, then mana and piety, then the auction. You are told what is yours."],
  ],
  things: (g) => {
    const { o } = g;
    const fixed = [
      { title: "Mana", sign: "water", does: `A deity hands out ${o.pool} mana of its element each round, in equal shares, rounded down. Its prophet gets a second share on top. Without worshipers it is lost.`, example: `Four pray to it, one of them its prophet: ${share(g, 4)} each, ${2 * share(g, 4)} for the prophet.` },
      { title: "Piety", sign: "heaven", does: `A deity gains ${o.worshiper_piety} for each worshiper, and 1 for each room that this worshiper completes this round; twice as much for its prophet. It begins with ${o.start_piety}, and pays for boons with it.`, example: `A worshiper with 2 rooms: ${o.worshiper_piety + 2}. A prophet with 1 room: ${2 * (o.worshiper_piety + 1)}.` },
      { title: "Zeal", sign: "air", does: "1 for each worshiper of a round, 2 for the prophet. Nobody is told before the end. It breaks ties, and may keep the second deity in heaven.", example: "Four worshipers, one of them the prophet: 5 zeal." },
      { title: "Prophet", sign: "person", does: "A shaman whom a deity names for the next round; each shaman once for each deity. The two may talk in that round.", example: "Named in round 2, prophet in round 3: a double share, if it prays to that deity." },
      { title: "Unlocked rooms", sign: "lock", does: "A room is open for you once at most 2 of its neighbours are still incomplete for you. What you complete counts from the next round on.", example: "On a square map the four corners are open at first. Each one that you complete helps to open the two beside it." },
      { title: "Pink rooms", sign: "earth", does: `${g.listed(["A", "E", "I", "O", "U"])}: here it counts what the others bring in the same round.`, example: "Two bring mana to room A: neither completes it, and neither pays." },
      { title: "Auction", sign: "fire", does: `In round ${g.listed(auctions(g))} three boons are offered to the deities. The highest bid for a boon wins it, if no other deity bids as much for it; equal bids lapse. A deity wins one at most, and only winners pay.`, example: "Bids of 5, 5 and 2 for a boon: both fives lapse, and it goes for 2." },
    ];
    if (o.pack !== null) return [{ title: "What counts", things: fixed }];
    return [
      { title: "What counts", things: fixed },
      { title: "The rooms", note: "Amounts are the least that is asked. More is allowed, and lost.", isFolded: true, things: g.data.ROOMS.map((room) => ({ title: g.name("room", room), does: g.text("room", room), example: roomSays(g, room) })) },
      { title: "The boons", note: "A boon is used once, in one of the two rounds after its auction. Those who follow its deity are its flock.", isFolded: true, things: g.data.BOONS.map((boon) => ({ title: g.name("boon", boon), does: g.text("boon", boon), example: boonExamples[boon] })) },
    ];
  },
  secrets: (g) => ({
    own: ["A shaman: its mana, its rooms, and whether a ritual succeeded, not why", "A deity: its piety, how many pray to it, its bids, and the boon that it holds"],
    some: [
      ...(g.o.boons_public ? [] : ["Which boons are offered: the deities"]),
      "Who is prophet, and of whom: these two",
      "Some boons tell those whom they touch",
      ...(g.o.realm_chat ? ["What your realm says among itself"] : []),
    ],
    all: ["The map and what each room asks, once the first prophets are named", ...(g.o.boons_public ? ["Which boons are offered"] : []), "A sealed door, and an eclipse", "At the end: piety, zeal and rooms of everybody"],
    none: ["Who prays to whom", "Which element a deity chose, but for those who get it", "Why a ritual failed", "The bids of others", "The element of room X"],
  }),
  end: (g) => {
    const { o } = g;
    return [
      ["When?", `After round ${o.last_round}, or once somebody has completed all 25 rooms.`],
      ["Heaven", "More piety, then more zeal, then who had as much piety earlier. The first stays. The second stays, too, if it is not the last and has more zeal than every other deity. The others go down, the last with a mark."],
      ["Hell", `More rooms, then more pink ones, then those completed earlier. ${o.ascenders === 1 ? "The first rises" : `The first ${o.ascenders} rise`}; the last is in danger of elimination.`],
      ["One more rises", `If the second deity goes down, the first one raises another shaman, within ${g.long(o.choice_seconds)}.`],
      ["You sent nothing?", "A shaman prays to nobody and tries no room. A deity gives the first element that it may, names no prophet and bids nothing."],
    ];
  },
  asked: () => [
    ["Why locked?", "More than 2 of its neighbours are incomplete for you, or a boon has sealed it this round. What others completed does not help you."],
    ["Why did my ritual fail?", "The room was locked, the mana was not what it asks for, rivals were in a pink room, or an eclipse. You are not told which. You keep the mana."],
    ["When do I get my mana?", "At the end of the round in which you prayed. It can be spent from the next round on."],
    ["Why did I win no boon?", "Somebody bid more, or two of you bid the same for it. Then you pay nothing."],
    ["What is zeal for?", "It breaks ties in heaven, and the second deity needs the most of it to stay."],
  ],
  match: (g) => {
    const { o } = g;
    return [
      ["Players", `${o.deities + o.shamans}: ${o.deities} deities, ${o.shamans} shamans`],
      ["Rounds", `0 to ${o.last_round}`],
      ["A round lasts", g.long(o.round_seconds)],
      ["Naming the first prophets lasts", g.long(o.choice_seconds)],
      ["Closes early when all have sealed", yes(g.isEager)],
      ["Mana of a deity", `${o.pool} a round`],
      ["Piety at first", String(o.start_piety)],
      ["Piety for a worshiper", String(o.worshiper_piety)],
      ["Shamans who rise", String(o.ascenders)],
      ["Rooms and boons", o.pack === null ? "the usual ones" : "of this match's own"],
      ["The map", o.layout === null ? "shown in round 0" : o.layout.join(" / ")],
      ["Element of room X", o.secret_element === null ? "secret" : g.name("element", o.secret_element)],
      ["Boons on offer", o.boon_offers === null ? "secret until their round" : "chosen beforehand"],
      ["Who sees the offers", o.boons_public ? "everybody" : "the deities"],
      ["Talk in your realm", o.realm_chat ? "free, all match" : "none"],
      ["Talk across", o.cross_realm_chat ? "free, all match" : "deity and prophet"],
    ];
  },
};

function roomSays(g: G, room: string): string {
  const example = g.data.roomExample(room);
  const round = example.round === undefined ? "" : ` in round ${example.round}`;
  const rest = {
    none: "",
    alone: ", and nobody else brings anything",
    twin: ", and exactly one other brings the same",
    only: ", and nobody else brings the same",
    most: ", and fewer than three others bring as much",
    all: ", all that you held",
    secret: ", and that is the secret element",
  }[example.if ?? "none"];
  return `You bring ${mana(g, example.mana)}${round}${rest}.`;
}
