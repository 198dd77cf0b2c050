// The seasons that the player may know of, those that are not over first.

import type { Client } from "moirai-client";
import { Lines, useListed } from "../home/listed.js";
import { Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { say } from "../strings/index.js";
import { tell } from "./strings.js";

const readSeasons = async (client: Client) => (await client.allSeries({ limit: 50 })).series;

export default function Seasons() {
  const shown = useListed(readSeasons, (fact) => "series_id" in fact);
  return (
    <section aria-labelledby="seasons-title">
      <h2 id="seasons-title">{tell.seasons}</h2>
      <Lines rows={shown} none={tell.none} line={(one) => (
        <li key={one.series_id} class="ln">
          <span class="tx">
            <b dir="auto">{one.label}</b>
            <span class="tiny dim">{[tell.status[one.status], one.episode > 0 ? tell.episodeOf(one.episode, one.episodes) : tell.placesTaken(one.entrants, one.places)].join(" · ")}</span>
          </span>
          <a class="btn" {...follow({ page: "series", id: one.series_id })} aria-label={`${say.visit}: ${one.label}`}>{say.visit}</a>
        </li>
      )} />
      <a class="btn quiet" {...follow({ page: "make_series" })}><Icon name="plus" /> {tell.make}</a>
    </section>
  );
}
