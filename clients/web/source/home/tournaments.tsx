// The tournaments that the player may know of, those that are not over first.

import type { Client, TournamentListing } from "moirai-client";
import { GameIcon, Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { say } from "../strings/index.js";
import { Lines, useListed } from "./listed.js";

const readTournaments = async (client: Client) => (await client.tournaments({ limit: 50 })).tournaments;

export default function Tournaments({ titleOf }: { titleOf: (game: string) => string }) {
  const shown = useListed(readTournaments, (fact) => "tournament_id" in fact);
  return (
    <section aria-labelledby="tournaments-title">
      <h2 id="tournaments-title">{say.secTournaments}</h2>
      <Lines rows={shown} none={say.noTournaments} line={(one) => <TournamentLine key={one.tournament_id} tournament={one} titleOf={titleOf} />} />
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
