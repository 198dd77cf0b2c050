// What a notice of a tournament or a series says.

import { isolated } from "../table/people.js";
import type { EventNews } from "./notices.js";
import { tell } from "./strings.js";

/** What to say of it; `clock` shows a moment. */
export default function noticeText(fact: EventNews, clock: (moment: string) => string): string {
  switch (fact.type) {
    case "partner_asked":
      return tell.partner(isolated(fact.player.name));
    case "tournament_entered":
      return fact.waiting ? tell.waiting : tell.entered;
    case "tournament_left":
      return tell.left;
    case "announcement_made":
      return tell.announced;
    case "round_finished":
      return tell.roundDone(fact.round);
    case "entrant_gone":
      return tell.gone;
    case "rounds_moved":
      return tell.moved;
    case "check_in_asked":
      return tell.checkIn;
    case "table_published":
      return fact.bye ? tell.bye(fact.round) : tell.table(fact.round, fact.table);
    case "ready_asked":
      return tell.ready(fact.table, clock(fact.ready_until));
    case "table_decided":
      return fact.corrected ? tell.corrected(fact.round) : tell.decided(fact.round);
    case "tournament_ended":
      return fact.cancelled ? tell.cancelled : fact.place === null ? tell.over : tell.place(fact.place);
    case "series_entered":
      return tell.inSeries;
    case "series_left":
      return tell.leftSeries;
    case "episode_started":
      return tell.episode(fact.episode);
    case "decision_asked":
      return tell.decide(clock(fact.until));
    case "decision_moved":
      return fact.until === null ? tell.decideLater : tell.decide(clock(fact.until));
    case "series_waits":
      return tell.seriesWaits;
    case "series_ended":
      return fact.cancelled ? tell.seriesCancelled : fact.place === null ? tell.seriesOver : tell.seriesPlace(fact.place);
    default:
      return ""; // A newer server tells more.
  }
}
