// The moment of opening in Threads of Fate: the parts of the viewer's weave turn over, and its twine rolls.

import { factOf, lastOf, ownScene, watchedScene, type OpenCard, type Closed, type Scene } from "../../moments/scene.js";
import { seatName } from "../people.js";
import { endsOf } from "./loom.js";
import { signOf } from "./signs.js";

export function opening(told: Closed): Scene | null {
  const { event, before, view, words } = told;
  const { viewer } = view;
  const woven = factOf(event, "threads_of_fate.woven", viewer);
  const twine = factOf(event, "threads_of_fate.twine", viewer);
  if (!woven || !twine) return watchedScene(told);
  const { visit, boost, cut, snip, create, golden } = woven.weave;
  const field = (name: string) => words.thing("field", name);
  const ends = (thread: string) => endsOf(thread).map((seat) => seatName(words, seat)).join(" → ");
  const cards: (OpenCard | false)[] = [
    visit != null && { title: words.thing("ability", visit), note: field("visit"), sign: signOf(visit) },
    boost != null && { title: field("boost"), note: ends(boost), sign: signOf("boosting") },
    cut != null && { title: field("cut"), note: seatName(words, cut), sign: signOf("stronger_cutters") },
    snip != null && { title: field("snip"), note: ends(snip), sign: signOf("stronger_cutters") },
    create != null && { title: field(golden ? "golden" : "create"), note: seatName(words, create), sign: signOf("gilding"), isWinner: Boolean(golden) },
  ];
  const score = { of: field("twine"), before: lastOf(before, "threads_of_fate.twine", viewer)?.total ?? 0, after: twine.total };
  return ownScene(told, { cards: cards.filter((card): card is OpenCard => card !== false), score });
}
