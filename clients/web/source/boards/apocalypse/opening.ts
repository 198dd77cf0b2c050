// The moment of opening in The Apocalypse: the two cards of the viewer turn over, those of the others stay closed.

import { factOf, lastOf, type Closed, type Scene } from "../../moments/scene.js";
import { seatName } from "../people.js";
import { isCard } from "./knowledge.js";
import { targetName } from "./read.js";
import { SIGNS } from "./signs.js";

export function opening({ event, before, view, details, words }: Closed): Scene | null {
  const { viewer } = view;
  const played = factOf(event, "apocalypse.played", viewer);
  const points = factOf(event, "apocalypse.points", viewer);
  if (!played || !points) return null;
  const cards = Object.entries(played.cards).filter(([card]) => isCard(card)).map(([card, use]) => ({
    title: words.thing("card", card),
    sign: SIGNS[card as keyof typeof SIGNS],
    note: [words.thing("ability", use.ability), ...use.targets.map((target) => targetName(words, target))].join(" · "),
  }));
  const score = { of: words.thing("field", "totals"), before: lastOf(before, "apocalypse.points", viewer)?.total ?? 0, after: points.total };
  return { sides: [{ name: seatName(words, viewer), isMine: true, cards, score }], closed: details.seats.length - 1 };
}
