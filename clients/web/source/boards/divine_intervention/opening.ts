// The moment of opening in Divine Intervention: a shaman's prayer and rituals turn over, or a deity's decree.

import type { BoonId, DivineInterventionView } from "moirai-client";
import { factOf, lastOf, ownScene, watchedScene, type OpenCard, type Closed, type Scene } from "../../moments/scene.js";
import { seatName } from "../people.js";
import { boonName } from "./parts.js";

export function opening(told: Closed): Scene | null {
  const found = factOf(told.event, "divine_intervention.devotion_counted", told.view.viewer) ? ofShaman(told) : ofDeity(told);
  return found ? ownScene(told, found) : watchedScene(told);
}

type Own = Pick<Scene["sides"][number], "cards" | "score">;

function ofShaman({ event, before, view, words }: Closed): Own | null {
  const devoted = factOf(event, "divine_intervention.devotion_counted", view.viewer);
  const report = factOf(event, "divine_intervention.shaman_reported", view.viewer);
  if (!devoted || !report) return null;
  const { pray, rituals = [] } = devoted.devotion;
  const cards: OpenCard[] = rituals.map(({ room }) => ({ title: words.thing("room", room), number: room, isWinner: report.rituals[room] === true, isHidden: false }));
  if (pray != null) cards.unshift({ title: words.thing("field", "pray"), note: seatName(words, pray) });
  const done = (rituals: { [room: string]: boolean }) => Object.values(rituals).filter(Boolean).length;
  const earlier = before.map((one) => factOf(one, "divine_intervention.shaman_reported", view.viewer)?.rituals ?? {}).reduce((sum, of) => sum + done(of), 0);
  return { cards, score: { of: words.thing("field", "completed"), before: earlier, after: earlier + done(report.rituals) } };
}

function ofDeity({ event, before, view, words }: Closed): Own | null {
  const counted = factOf(event, "divine_intervention.decree_counted", view.viewer);
  const report = factOf(event, "divine_intervention.deity_reported", view.viewer);
  if (!counted || !report) return null;
  const { element, bids = {} } = counted.decree;
  const known = view.view as DivineInterventionView;
  const cards: OpenCard[] = Object.entries(bids).filter(([, bid]) => Number(bid) > 0).map(([boon, bid]) => (
    { title: boonName(boon as BoonId, words, known.boons ?? null), number: String(bid), isWinner: report.won?.boon === boon }
  ));
  if (element != null) cards.unshift({ title: words.thing("element", element), note: words.thing("field", "element") });
  const earlier = lastOf(before, "divine_intervention.deity_reported", view.viewer)?.piety ?? known.options.start_piety;
  return { cards, score: { of: words.thing("field", "piety"), before: earlier, after: report.piety } };
}
