// Where a match stands in its season, with the way there.

import type { SeriesListing, SeriesPlace } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { tell } from "./strings.js";

export default function Standing({ place }: { place: SeriesPlace }) {
  const { client } = useSession();
  const [series, setSeries] = useState<SeriesListing | null>(null);
  useEffect(() => {
    let isGone = false;
    void client.series(place.series_id).details().then((found) => isGone || setSeries(found), () => undefined);
    return () => void (isGone = true);
  }, [client, place.series_id]);
  const what = place.match === "death" ? tell.deathMatch : series?.episodes === place.episode ? tell.finalMatch : tell.mainMatch;
  return (
    <p class="in-season small">
      <Icon name="arrow_left" /> <a {...follow({ page: "series", id: place.series_id })}><bdi>{series?.label ?? tell.season}</bdi></a>{" "}
      <span class="dim">{series ? tell.episodeOf(place.episode, series.episodes) : tell.episode(place.episode)}, {what}</span>
    </p>
  );
}
