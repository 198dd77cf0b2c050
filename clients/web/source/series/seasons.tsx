// The seasons that the player may know of, those that are not over first.

import type { SeriesListing } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { tell } from "./strings.js";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";

const EVERY_MS = 30_000;
const MOST_SHOWN = 10;
const MOST_OVER = 3;

export default function Seasons() {
  const { client, news } = usePlayerSession();
  const [all, setAll] = useState<SeriesListing[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = () => {
      if (!document.hidden) void client.allSeries({ limit: 50 }).then(({ series }) => isGone || setAll(series), () => undefined);
    };
    const timer = setInterval(read, EVERY_MS);
    document.addEventListener("visibilitychange", read);
    const deaf = news.listen((event) => event?.facts.some((fact) => "series_id" in fact) && read());
    read();
    return () => {
      isGone = true;
      clearInterval(timer);
      deaf();
      document.removeEventListener("visibilitychange", read);
    };
  }, [client, news]);
  const isOver = ({ status }: SeriesListing) => status === "over" || status === "cancelled";
  const shown = [...all.filter((one) => !isOver(one)).slice(0, MOST_SHOWN), ...all.filter(isOver).slice(0, MOST_OVER)];
  return (
    <section aria-labelledby="seasons-title">
      <h2 id="seasons-title">{tell.seasons}</h2>
      {shown.length === 0 ? <p class="dim empty">{tell.none}</p> : <ul class="lines">
        {shown.map((one) => (
          <li key={one.series_id} class="ln">
            <span class="tx">
              <b dir="auto">{one.label}</b>
              <span class="tiny dim">{[tell.status[one.status], one.episode > 0 ? tell.episodeOf(one.episode, one.episodes) : tell.placesTaken(one.entrants, one.places)].join(" · ")}</span>
            </span>
            <a class="btn" {...follow({ page: "series", id: one.series_id })} aria-label={`${say.visit}: ${one.label}`}>{say.visit}</a>
          </li>
        ))}
      </ul>}
      <a class="btn quiet" {...follow({ page: "make_series" })}><Icon name="plus" /> {tell.make}</a>
    </section>
  );
}
