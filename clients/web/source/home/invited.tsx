// What an invitation to a tournament or a season is for, and a place in it.

import type { Client, OpenedSeriesInvitation, OpenedTournamentInvitation } from "moirai-client";
import { useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Icon } from "../parts/icons.js";
import { goTo, type Place } from "../router.js";
import { useSession } from "../session.js";
import { listed } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { isolated } from "../table/people.js";
import { momentText } from "../time.js";
import { useGames, useTitles } from "./games.js";
import { HaveKey, SignUp } from "./welcome.js";

const tell = await textsOf("invitations");

interface OpenedEventProps {
  opened: OpenedTournamentInvitation | OpenedSeriesInvitation;
  token: string;
  /** Ask again what it is for. */
  refresh: () => void;
}

export function OpenedEvent({ opened, token, refresh }: OpenedEventProps) {
  const { client, player, enter } = useSession();
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const [partner, setPartner] = useState("");
  const [hasNamed, setNamed] = useState(false);
  const inTeams = opened.type === "tournament" && opened.settings.teams !== null;
  const named = opened.type === "tournament" ? opened.place : null;
  const isDraft = opened.type === "tournament" && named === null && opened.tournament.status === "draft";
  const place: Place = opened.type === "tournament" ? { page: "tournament", id: opened.tournament.tournament_id } : { page: "series", id: opened.series.series_id };
  const join = async (who: Client) => {
    await who.acceptInvitation(token, inTeams ? { partner: partner.trim() } : {});
  };
  const goThere = () => goTo(place);
  const joinTeam = async (who: Client) => {
    await join(who);
    // One member of a team alone may not see a private tournament yet.
    await client.call("getTournamentView", { tournament_id: place.page === "tournament" ? place.id : "" }).then(goThere, () => setNamed(true));
  };
  return (
    <>
      <About opened={opened} />
      {named !== null && <p>{tell.placeOf(isolated(named.name))}</p>}
      {isDraft ? <p role="status">{tell.notYetOpen}</p> : player === null ? (
        <>
          <SignUp label={tell.enter} name={named?.name ?? ""} {...(!inTeams && { first: join })} onToken={(key) => { enter(key); if (!inTeams) goThere(); }} />
          <HaveKey onToken={enter} />
        </>
      ) : (
        <form class="panel invited" onSubmit={(event) => { event.preventDefault(); if (!isBusy) void attempt(() => (inTeams ? joinTeam(client) : join(client).then(goThere))); }}>
          {inTeams && (
            <>
              <p class="small">{tell.partnerNote} <code>{player.player_id}</code></p>
              <label class="ask"><span>{tell.partner}</span><input class="field" required autoComplete="off" value={partner} onInput={(event) => setPartner(event.currentTarget.value)} /></label>
            </>
          )}
          <button class="btn primary" aria-disabled={isBusy}>{tell.enterAs(isolated(player.name))}</button>
          {hasNamed && <p role="status">{tell.partnerNamed}</p>}
          <Failure error={failure} />
        </form>
      )}
    </>
  );
}

/** What a spectator sees of it: its name, its games, its times, how many are in it. */
function About({ opened }: Pick<OpenedEventProps, "opened">) {
  const { client } = useSession();
  const titleOf = useTitles(useGames());
  const isTournament = opened.type === "tournament";
  const event = isTournament ? opened.tournament : opened.series;
  const [taken, all] = isTournament ? [opened.tournament.entrants, opened.tournament.max_entrants] : [opened.series.entrants, opened.series.places];
  const first = isTournament ? opened.settings.schedule.times[0] : undefined;
  const games = isTournament ? [opened.tournament.game] : opened.settings.episodes.map(({ match }) => match.game);
  return (
    <>
      <h1>{(isTournament ? tell.invitedToTournament : tell.invitedToSeason)(isolated(event.maker.name))}</h1>
      <section class="panel invited">
        <h2><bdi>{event.label}</bdi></h2>
        <p>{!isTournament && `${tell.episodes(opened.series.episodes)}: `}{listed([...new Set(games)].map(titleOf))}</p>
        {first && <p>{tell.firstRound(momentText(client.clock.toLocal(first)))}</p>}
        <p class="small dim">{tell.placesTaken(taken, all)}</p>
        {event.visibility === "private" && <p class="small dim"><Icon name="key" /> {tell.isPrivateEvent}</p>}
        <p class="small dim">{tell.validUntil(momentText(client.clock.toLocal(opened.expires_at)))}</p>
      </section>
    </>
  );
}
