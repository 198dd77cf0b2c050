// What a tournament or a series has told the player last, on whichever page, with the way there.

import type { OwnEventReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { follow, type Place } from "../router.js";
import { useSession } from "../session.js";
import { isolated } from "../table/people.js";
import { clockText } from "../time.js";
import { alertTexts } from "./strings.js";

type NewsFact = OwnEventReply["facts"][number];
type EventNews = Extract<NewsFact, { tournament_id: string } | { series_id: string }>;

/** What was missed for longer is no news. */
const FRESH_MS = 24 * 3_600_000;

export function Notice({ place }: { place: Place }) {
  const { client, news } = useSession();
  const [last, setLast] = useState<EventNews | null>(null);
  useEffect(() => news?.listen((event) => {
    if (event === null || Date.now() - client.clock.toLocal(event.at).getTime() > FRESH_MS) return;
    const told = event.facts.findLast(isNotice);
    if (told !== undefined) setLast(told);
  }), [client, news]);
  const there: Place | null = last && ("series_id" in last ? { page: "series", id: last.series_id } : { page: "tournament", id: last.tournament_id });
  const isThere = there !== null && place.page === there.page && "id" in place && "id" in there && place.id === there.id;
  useEffect(() => {
    if (isThere) setLast(null);
  }, [isThere]);
  const isShown = last !== null && there !== null && !isThere && place.page !== "screen";
  return (
    <div class="news" role="status">
      {isShown && (
        <p class="warning">
          <a {...follow(there)}><b dir="auto">{last.label}</b></a> {noticeText(last, (moment) => clockText(client.clock.toLocal(moment)))}{" "}
          <button class="btn quiet" aria-label={alertTexts().seen} onClick={() => setLast(null)}><Icon name="cross" /></button>
        </p>
      )}
    </div>
  );
}

/** Whether a fact is about a tournament or a series, and not what the player has just done there. */
function isNotice(fact: NewsFact): fact is EventNews {
  return ("tournament_id" in fact || "series_id" in fact) && !("because" in fact && fact.because === "own_wish") && fact.type !== "decision_closed";
}

/** What to say of it; `clock` shows a moment. */
export function noticeText(fact: EventNews, clock: (moment: string) => string): string {
  const texts = alertTexts();
  switch (fact.type) {
    case "partner_asked":
      return texts.partner(isolated(fact.player.name));
    case "tournament_entered":
      return fact.waiting ? texts.waiting : texts.entered;
    case "tournament_left":
      return texts.left;
    case "check_in_asked":
      return texts.checkIn;
    case "table_published":
      return fact.bye ? texts.bye(fact.round) : texts.table(fact.round, fact.table);
    case "ready_asked":
      return texts.ready(fact.table, clock(fact.ready_until));
    case "table_decided":
      return fact.corrected ? texts.corrected(fact.round) : texts.decided(fact.round);
    case "tournament_ended":
      return fact.cancelled ? texts.cancelled : fact.place === null ? texts.over : texts.place(fact.place);
    case "series_entered":
      return texts.inSeries;
    case "series_left":
      return texts.leftSeries;
    case "episode_started":
      return texts.episode(fact.episode);
    case "decision_asked":
      return texts.decide(clock(fact.until));
    case "decision_moved":
      return fact.until === null ? texts.decideLater : texts.decide(clock(fact.until));
    case "series_waits":
      return texts.seriesWaits;
    case "series_ended":
      return fact.cancelled ? texts.seriesCancelled : fact.place === null ? texts.seriesOver : texts.seriesPlace(fact.place);
    default:
      return ""; // A newer server tells more.
  }
}
