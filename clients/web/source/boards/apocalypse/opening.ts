// The moment of opening in The Apocalypse: the two cards of the viewer turn over, those of the others stay closed; who watches
// sees how often each card was played.

import { factOf, lastOf, ownScene, watchedScene, type Closed, type Scene } from "../../moments/scene.js";
import { CARDS, isCard } from "./knowledge.js";
import { targetName } from "./read.js";
import { SIGNS } from "./signs.js";
import { tell } from "./strings.js";

export function opening(told: Closed): Scene | null {
  const { event, before, view, words } = told;
  const { viewer } = view;
  const played = factOf(event, "apocalypse.played", viewer);
  const points = factOf(event, "apocalypse.points", viewer);
  if (!played || !points) return watched(told);
  const cards = Object.entries(played.cards).filter(([card]) => isCard(card)).map(([card, use]) => ({
    title: words.thing("card", card),
    sign: SIGNS[card as keyof typeof SIGNS],
    note: [words.thing("ability", use.ability), ...use.targets.map((target) => targetName(words, target))].join(" · "),
  }));
  const score = { of: words.thing("field", "totals"), before: lastOf(before, "apocalypse.points", viewer)?.total ?? 0, after: points.total };
  return ownScene(told, { cards, score });
}

function watched(told: Closed): Scene | null {
  const counted = factOf(told.event, "apocalypse.card_counts");
  if (!counted) return watchedScene(told);
  const cards = CARDS.map((card) => ({ title: told.words.thing("card", card), sign: SIGNS[card], number: String(counted.counts[card] ?? 0) }));
  return watchedScene(told, [{ name: tell.playedInAll, isMine: false, cards }]);
}
