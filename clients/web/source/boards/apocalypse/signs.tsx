// The signs of the four cards, of one stroke weight like all signs of the page.

import type { ApocalypseCard } from "moirai-client";
import { Stroke } from "../../parts/icons.js";

export const SIGNS: { [card in ApocalypseCard]: string } = {
  pestilence: "M5 3c9 1 15 7 16 16M5 3l16 16M3 21l11-11M14 10v5M14 10H9",
  war: "M20 4l-11 11M20 4l-1 5-8 8M20 4l-5 1-8 8M6 12l6 6M8.500 15.500L4 20",
  death: "M8 21l8-17M16 4C10 2 5 5 3.500 10c4-3.500 8-3.500 10.500-2.500M10 13l4 2",
  famine: "M12 3v17M8 20.500h8M5 6.500h14M5 6.500L2.500 13M5 6.500L7.500 13M2.500 13a2.500 2.500 0 0 0 5 0zM19 6.500L16.500 13M19 6.500l2.500 6.500M16.500 13a2.500 2.500 0 0 0 5 0z",
};

export function Sign({ card }: { card: ApocalypseCard }) {
  return <Stroke path={SIGNS[card]} />;
}
