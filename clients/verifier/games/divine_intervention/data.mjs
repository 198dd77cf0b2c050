// The rooms (§6) and the boons (§7).

export const ELEMENTS = ["fire", "air", "earth", "water"];
export const PINK = "AEIOU";

// §6. room: [needs, form(m, here), against, rivals(m, others)]; m: f, a, e, w, their sum t and the list v;
// here: round r, earth held at the start, secret element, fire that H takes.
const all4 = (m) => m.v.every((x) => x >= 1), equals = (m, o) => m.v.every((x, i) => x === o.v[i]);
const ALL4 = "All four elements";
export const ROOMS = {
  A: ["Any mana.", (m) => m.t >= 1, "No other ritual stands here.", (m, others) => !others.length],
  B: [`${ALL4}.`, all4],
  C: [`${ALL4}, 13 in all, 1 less for each round that has passed, but never below 4.`, (m, { r }) => all4(m) && m.t >= Math.max(4, 13 - r)],
  D: ["3 air, from round 6 on 7.", (m, { r }) => m.a >= (r <= 5 ? 3 : 7)],
  E: ["5 of one element and nothing else.", (m) => m.t === 5 && m.v.includes(5),
    "Exactly one other brings the same.", (m, others) => others.filter((o) => equals(m, o)).length === 1],
  F: ["3 of one element, 2 of another, 1 of a third.", (m) => [...m.v].sort((x, y) => y - x).every((x, i) => x >= 3 - i)],
  G: ["Both fire and water, 3 together; both air and earth, 3 together.", (m) => all4(m) && m.f + m.w >= 3 && m.a + m.e >= 3],
  H: ["500 fire; far less once somebody has tamed the inferno.", (m, { inferno }) => m.f >= inferno],
  I: ["1 of each of three elements and nothing else.", (m) => m.t === 3 && Math.max(...m.v) === 1,
    "Nobody else brings the same.", (m, others) => !others.some((o) => equals(m, o))],
  J: ["All the earth you held when the round opened, 3 of it at the least.", (m, { earth }) => m.e === earth && m.e >= 3],
  K: ["8 in all, of exactly two elements.", (m) => m.v.filter(Boolean).length === 2 && m.t >= 8],
  L: ["2 water, 2 air, and 1 fire or 1 earth.", (m) => m.w >= 2 && m.a >= 2 && (m.f >= 1 || m.e >= 1)],
  M: ["6 fire or 6 earth.", (m) => m.f >= 6 || m.e >= 6],
  N: ["2 water, from round 3 on 4, from round 6 on 8.", (m, { r }) => m.w >= (r < 3 ? 2 : r < 6 ? 4 : 8)],
  O: [`${ALL4}.`, all4, "Fewer than three others bring as much or more.", (m, others) => others.filter((o) => o.t >= m.t).length < 3],
  P: ["3 earth, and 3 of one other element.", (m) => m.e >= 3 && (m.f >= 3 || m.a >= 3 || m.w >= 3)],
  Q: ["6 air, or each of the three other elements.", (m) => m.a >= 6 || (m.f >= 1 && m.e >= 1 && m.w >= 1)],
  R: ["2 fire, 2 air, and 1 more of either.", (m) => m.f >= 2 && m.a >= 2 && m.f + m.a >= 5],
  S: [`${ALL4}, 9 in all.`, (m) => all4(m) && m.t >= 9],
  T: ["5 water in even rounds, 5 earth in odd ones.", (m, { r }) => (r % 2 ? m.e : m.w) >= 5],
  U: ["Any mana.", (m) => m.t >= 1, "Of some element you bring the largest amount that nobody else brings.",
    (m, others) => ELEMENTS.some((_, i) => {                      // mine is the largest amount that occurs only once
      const amounts = [m, ...others].map((o) => o.v[i]);
      return m.v[i] > 0 && m.v[i] === Math.max(0, ...amounts.filter((x) => amounts.filter((y) => y === x).length === 1));
    })],
  V: ["3 fire, and two other elements.", (m) => m.f >= 3 && [m.a, m.e, m.w].filter(Boolean).length >= 2],
  W: ["7 of one element.", (m) => m.v.some((x) => x >= 7)],
  X: ["1 of a secret element and nothing else.", (m, { secret }) => m.t === 1 && m.v[ELEMENTS.indexOf(secret)] === 1],
  Y: ["5 water.", (m) => m.w >= 5],
};

// §7, in the order in which boons act: [name, kind, offered, parameter, idle in the last round (†), text, numbers]
export const CATALOGUE = {
  skeleton_key: ["Skeleton Key", "ritual", "opening", "room", 0, "Your flock gets a key to a room: from this round on it is unlocked for them, whatever lies around it.", {}],
  pilgrims_road: ["Pilgrims' Road", "ritual", "opening", null, 0, "In this round and the next a room is unlocked for your flock with up to 3 incomplete neighbours.", { rounds: 2 }],
  sealed_door: ["Sealed Door", "ritual", "both", "room", 0, "This round a room is locked for all outside your flock. 1 piety for each of them turned away at the door.", { piety: 1 }],
  tamed_inferno: ["Tamed Inferno", "ritual", "opening", null, 0, "From this round on room H takes 10 fire of anybody, and whoever completes it brings you 2 piety.", { fire: 10, piety: 2 }],
  plain_altar: ["Plain Altar", "ritual", "opening", "room", 0, "From this round on your flock may complete a room with any 4 mana; not a pink one, nor H or X.", { mana: 4 }],
  harmony: ["Harmony", "ritual", "both", null, 0, "This round no rivals can keep your flock from completing pink rooms.", {}],
  eclipse: ["Eclipse", "ritual", "both", "element", 0, "This round rituals that hold any mana of an element fail, except those of your flock.", {}],
  conversion: ["Conversion", "resource", "opening", "seat", 1, "A shaman who prayed to another deity this round follows you instead.", {}],
  revelation: ["Revelation", "resource", "opening", null, 0, "You and your flock learn the element of room X. 1 piety for each of your flock.", { piety: 1 }],
  harvest: ["Harvest", "resource", "opening", null, 1, "You hand out half as much mana again.", { percent: 150 }],
  second_spring: ["Second Spring", "resource", "opening", "element", 1, "Each of your worshipers also gets 3 mana of an element.", { mana: 3 }],
  drought: ["Drought", "resource", "opening", "seat", 1, "Another deity has only half its mana to hand out.", { percent: 50 }],
  tithe: ["Tithe", "resource", "opening", null, 1, "Your worshipers get half their shares. 2 piety for each of them, twice that for your prophet.", { percent: 50, piety: 2 }],
  covet: ["Covet", "resource", "opening", "seat", 1, "1 piety for each worshiper of another deity, taken from what it gains.", { piety: 1 }],
  silenced_prophet: ["Silenced Prophet", "resource", "opening", "seat", 1, "The prophet of another deity counts as any other of its worshipers.", {}],
  wrath: ["Wrath", "resource", "opening", null, 1, "If your prophet does not follow you he gets no mana this round, and you 5 piety.", { piety: 5 }],
  constancy: ["Constancy", "resource", "opening", null, 1, "2 piety for each worshiper who also prayed to you in the round before.", { piety: 2 }],
  all_seeing_eye: ["All-Seeing Eye", "resource", "opening", null, 0, "You learn whom each shaman follows, before anybody is converted, and get 2 piety.", { piety: 2 }],
  prophecy: ["Prophecy", "resource", "both", "number", 0, "Foretell how many rooms your flock completes this round, in all: 6 piety if right, 2 if off by one.", { exact: 6, near: 2 }],
  last_rites: ["Last Rites", "resource", "closing", null, 0, "1 piety for each room that your flock completes this round, 2 if it is pink.", { piety: 1, pink: 2 }],
  judgement: ["Judgement", "resource", "closing", "seat", 0, "6 piety if a shaman of your choice completes a room this round and nobody completes more.", { piety: 6 }],
  congregation: ["Congregation", "resource", "closing", null, 0, "1 piety for each shaman who has ever prayed to you.", { piety: 1 }],
  undying_zeal: ["Undying Zeal", "resource", "closing", null, 0, "4 zeal.", { zeal: 4 }],
};
export const BOONS = Object.entries(CATALOGUE).map(([id, [name, , offered, , , text, numbers]]) => ({ id, name, text, offered, numbers }));
export const parameterOf = (id) => CATALOGUE[id][3];
