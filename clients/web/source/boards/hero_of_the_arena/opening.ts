// The moment of opening in Hero of the Arena: the cards of a turn, and what the heroes scored at its end.

import { factOf, lastOf, watchedScene, type Closed, type Scene } from "../../moments/scene.js";
import { seatName } from "../people.js";

export function opening(told: Closed): Scene | null {
  const { event, before, view, words } = told;
  const scored = factOf(event, "hero_of_the_arena.turn_scored");
  if (!scored) return watchedScene(told);
  const earlier = lastOf(before, "hero_of_the_arena.turn_scored")?.points ?? {};
  const fallen = new Set(event.facts.flatMap((fact) => (fact.type === "hero_of_the_arena.card_worn" && fact.died_in !== null ? [fact.card] : [])));
  const cardsOf = (seat: string) => event.facts.flatMap((fact) => {
    if (fact.type !== "hero_of_the_arena.card_played" || fact.seat !== seat) return [];
    const note = fact.arena === null || fact.arena === undefined ? undefined : words.thing("arena", String(fact.arena));
    return [{ title: words.thing("card", fact.card), note, isWinner: note !== undefined && !fallen.has(fact.card) }];
  });
  const seats = Object.keys(scored.points).sort((one, two) => Number(two === view.viewer) - Number(one === view.viewer));
  return {
    sides: seats.map((seat) => ({
      name: seatName(words, seat),
      isMine: seat === view.viewer,
      cards: cardsOf(seat),
      score: { of: words.thing("field", "points"), before: earlier[seat] ?? 0, after: scored.points[seat] ?? 0 },
    })),
  };
}
