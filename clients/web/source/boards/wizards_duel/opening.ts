// The moment of opening in a duel: both spells turn over together, and the points roll.

import { factOf, type Closed, type Scene } from "../../moments/scene.js";
import { seatName } from "../people.js";
import { HIDDEN, sides } from "./knowledge.js";
import { numeral, signOf } from "./signs.js";
import { t } from "./strings.js";

export function opening({ event, view, words }: Closed): Scene | null {
  const played = factOf(event, "wizards_duel.round_played");
  if (!played) return null;
  return {
    sides: sides(view.viewer).map((seat) => {
      const spell = factOf(event, "wizards_duel.withheld", seat)?.spell ?? played.spells[seat] ?? HIDDEN;
      const isHidden = spell === HIDDEN;
      const after = played.points[seat] ?? 0;
      return {
        name: seatName(words, seat),
        isMine: seat === view.viewer,
        cards: [{ title: isHidden ? t.hiddenBy : words.thing("spell", spell), number: numeral(spell), sign: signOf(spell), isHidden, isWinner: (played.instant ?? played.winner) === seat }],
        score: { of: t.points, before: after - (played.gain[seat] ?? 0), after },
      };
    }),
  };
}
