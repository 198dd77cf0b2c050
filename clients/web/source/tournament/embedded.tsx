// A tournament in a frame of another page: pairings and standings, as everybody may see them. It asks without a token.

import { RefusedError } from "moirai-client";
import { useTitle } from "../alerts/title.js";
import { failureText } from "../parts/attempt.js";
import { Notice } from "../parts/notice.js";
import { pathOf } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { Connection } from "../table/bar.js";
import { useTournament, type Following } from "./following.js";
import { namesIn, openFirst, statusText } from "./names.js";
import { placeRow, tableRow } from "./screen/rows.js";
import { tell } from "./strings.js";

export default function Embedded({ id }: { id: string }) {
  const { client } = useSession();
  const tournament = useTournament(client, id);
  if (tournament.state === "there") return <Room tournament={tournament} />;
  return <Notice text={tournament.state === "loading" ? say.loading : tournament.error instanceof RefusedError ? tell.noSuch : failureText(tournament.error)} />;
}

function Room({ tournament }: { tournament: Following }) {
  const { client } = useSession();
  const { view, standings, connection } = tournament;
  // Who directs is told of pairings before everyone is.
  const rounds = view.rounds.filter(({ status }) => status !== "paired");
  const round = rounds.at(-1);
  const names = new Map(view.entrants.map(({ entrant }) => [entrant, namesIn({ ...view, viewer: "spectator" })(entrant)]));
  const nameOf = (entrant: string) => names.get(entrant) ?? entrant;
  const done = round?.tables.filter(({ status }) => status === "done").length ?? 0;
  useTitle(say.title(view.settings.label));
  return (
    <main class="embedded">
      <header>
        <h1><bdi>{view.settings.label}</bdi> <span>{round && !view.settings.arena ? tell.roundOf(round.round, view.settings.rounds) : tell.status[view.status]}</span></h1>
        <p>{view.status === "running" || round === undefined ? round && tell.tablesDone(done, round.tables.length) : statusText(view, client)}</p>
      </header>
      {connection.type !== "live" && <Connection state={connection} />}
      {round && (
        <section aria-label={tell.round(round.round)}>
          <ol>
            {openFirst(view, round).map((table) => tableRow(view, nameOf, round, table))}
          </ol>
        </section>
      )}
      {standings && (
        <section aria-labelledby="embedded-standings">
          <h2 id="embedded-standings">{view.settings.arena ? tell.standings : tell.leading(standings.round)}</h2>
          <ol>
            {standings.rows.map((row) => placeRow(view, nameOf, row))}
          </ol>
        </section>
      )}
      {!round && (
        <ol>
          {view.entrants.filter(({ withdrawn }) => !withdrawn).map(({ entrant }) => <li key={entrant}><span class="no" /><bdi>{nameOf(entrant)}</bdi></li>)}
        </ol>
      )}
      <p class="whole"><a href={pathOf({ page: "tournament", id: view.settings.tournament_id })} target="_blank" rel="noopener">{tell.wholePage}</a></p>
    </main>
  );
}
