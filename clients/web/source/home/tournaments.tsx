// The tournaments that the player may know of, those that are not over first.

import type { TournamentListing } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { GameIcon, Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { usePlayerSession } from "../session.js";
import { say } from "../strings/index.js";

const EVERY_MS = 30_000;
const MOST_SHOWN = 10;
const MOST_OVER = 3;

export function Tournaments({ titleOf }: { titleOf: (game: string) => string }) {
  const { client, news } = usePlayerSession();
  const [tournaments, setTournaments] = useState<TournamentListing[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = () => {
      if (!document.hidden) void client.call("listTournaments", { limit: 50 }).then((list) => isGone || setTournaments(list.tournaments), () => undefined);
    };
    const timer = setInterval(read, EVERY_MS);
    document.addEventListener("visibilitychange", read);
    const deaf = news.listen((event) => event?.facts.some((fact) => "tournament_id" in fact) && read());
    read();
    return () => {
      isGone = true;
      clearInterval(timer);
      deaf();
      document.removeEventListener("visibilitychange", read);
    };
  }, [client, news]);
  const isOver = ({ status }: TournamentListing) => status === "over" || status === "cancelled";
  const shown = [...tournaments.filter((one) => !isOver(one)).slice(0, MOST_SHOWN), ...tournaments.filter(isOver).slice(0, MOST_OVER)];
  return (
    <section aria-labelledby="tournaments-title">
      <h2 id="tournaments-title">{say.secTournaments}</h2>
      {shown.length > 0 ? <ul class="lines">{shown.map((one) => <TournamentLine key={one.tournament_id} tournament={one} titleOf={titleOf} />)}</ul> : <p class="dim empty">{say.noTournaments}</p>}
      <a class="btn quiet" {...follow({ page: "make_tournament" })}><Icon name="plus" /> {say.makeTournament}</a>
    </section>
  );
}

function TournamentLine({ tournament: one, titleOf }: { tournament: TournamentListing; titleOf: (game: string) => string }) {
  const state = one.round > 0 && (one.status === "running" || one.status === "paused") ? say.round(one.round) : "";
  const about = [titleOf(one.game), say.tournamentStatus[one.status], state, say.tournamentPlayers(one.entrants, one.max_entrants)];
  return (
    <li class="ln">
      <span class="sign little"><GameIcon game={one.game} /></span>
      <span class="tx">
        <b dir="auto">{one.label}</b>
        <span class="tiny dim"><bdi>{about.filter(Boolean).join(" · ")}</bdi></span>
      </span>
      <a class="btn" {...follow({ page: "tournament", id: one.tournament_id })} aria-label={`${say.visit}: ${one.label}`}>{say.visit}</a>
    </li>
  );
}
