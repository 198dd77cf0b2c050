// What a tournament or a series has told the player last, on whichever page, with the way there.

import type { OwnEventReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { useLoaded } from "../parts/loaded.js";
import { follow, type Place } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { clockText } from "../time.js";

type NewsFact = OwnEventReply["facts"][number];
export type EventNews = Extract<NewsFact, { tournament_id: string } | { series_id: string }>;

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
  const noticeText = useLoaded(() => import("./notice_text.js"), last !== null);
  const isShown = noticeText !== null && last !== null && there !== null && !isThere && place.page !== "screen";
  return (
    <div class="news" role="status">
      {isShown && (
        <p class="warning">
          <a {...follow(there)}><b dir="auto">{last.label}</b></a> {noticeText(last, (moment) => clockText(client.clock.toLocal(moment)))}{" "}
          <button class="btn quiet" aria-label={say.seen} onClick={() => setLast(null)}><Icon name="cross" /></button>
        </p>
      )}
    </div>
  );
}

/** Whether a fact is about a tournament or a series, and not what the player has just done there. */
function isNotice(fact: NewsFact): fact is EventNews {
  return ("tournament_id" in fact || "series_id" in fact) && !("because" in fact && fact.because === "own_wish") && fact.type !== "decision_closed";
}
