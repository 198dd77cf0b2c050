// A player: since when, what the reader is to them, and of matches that can be seen results by game with ratings, open tables, and the last matches. `/player/ID`.

import { RefusedError, type MatchListing, type OtherPlayerReply, type RatingReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useTitle } from "../alerts/title.js";
import { dayText } from "../friends/day.js";
import { failureText } from "../parts/attempt.js";
import { GameIcon, Icon } from "../parts/icons.js";
import { LinkBox } from "../parts/link.js";
import { useLoaded } from "../parts/loaded.js";
import { Notice } from "../parts/notice.js";
import { follow, pathOf, type Place } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { firstIn } from "../table/outcome.js";
import { initial, isolated } from "../table/people.js";
import { momentText } from "../time.js";
import { Lines } from "./listed.js";
import { useGames, useTitles } from "./games.js";

const tell = await textsOf("player");

const MOST = 100;
const MOST_SHOWN = 20;

interface Found {
  person: OtherPlayerReply;
  over: readonly MatchListing[];
  open: readonly MatchListing[];
  ratings: readonly RatingReply[];
}

export default function PlayerPage({ place }: { place: Place }) {
  const { client } = useSession();
  const id = place.page === "player" ? place.id : "";
  const [found, setFound] = useState<Found | Error | null>(null);
  useEffect(() => {
    const read = async () => {
      const [person, over, open, ratings] = await Promise.all([
        client.call("getPlayer", { player_id: id }),
        client.matches({ player: id, status: "over", limit: MOST }),
        client.matches({ player: id, status: "open", limit: MOST_SHOWN }),
        client.call("getPlayerRatings", { player_id: id }).then((reply) => reply.ratings, () => []),
      ]);
      setFound({ person, over: over.matches.filter((match) => seatOf(match, id)), open: open.matches, ratings });
    };
    read().catch(setFound);
  }, [client, id]);
  const name = found === null || found instanceof Error ? "Moirai" : found.person.name;
  useTitle(tell.title(isolated(name)));
  if (found === null) return <Notice text={say.loading} />;
  if (found instanceof RefusedError && found.code === "unknown_player") return <Notice text={tell.notFound} />;
  if (found instanceof Error) return <Notice text={failureText(found)} />;
  return <Player key={id} id={id} {...found} />;
}

function Player({ id, person, over, open, ratings }: Found & { id: string }) {
  const { client, player } = useSession();
  const { name } = person;
  const isOther = player !== null && player.player_id !== id;
  const Company = useLoaded(() => import("../friends/company.js"), isOther);
  const games = useGames();
  const titleOf = useTitles(games);
  const told = [...new Set([...over, ...ratings].map(({ game }) => game))].sort();
  return (
    <>
      <header class="bar">
        <a class="home" aria-label={say.home} {...follow({ page: "home" })}><Icon name="arrow_left" /></a>
        <div class="title"><h1><bdi>{name}</bdi></h1></div>
      </header>
      <main class="player-page">
        <p class="row"><span class="face" aria-hidden="true">{initial(name)}</span> <b class="pitch"><bdi>{name}</bdi></b> <span class="small dim">{tell.since(dayText(client.clock.toLocal(person.created_at)))}</span></p>
        {isOther && <section class="company" aria-label={tell.company}>{Company && <Company id={id} name={name} />}</section>}
        <section>
          <h2>{tell.results}</h2>
          {told.length === 0 ? <p class="dim empty">{tell.none}</p> : (
            <>
              <p class="small dim">{tell.resultsNote(MOST)}</p>
              <table class="results">
                <thead><tr><th scope="col">{tell.game}</th><th scope="col">{tell.played}</th><th scope="col">{tell.won}</th><th scope="col">{tell.rating}</th></tr></thead>
                <tbody>
                  {told.map((game) => {
                    const played = over.filter((match) => match.game === game);
                    return (
                      <tr key={game}>
                        <th scope="row"><GameIcon game={game} /> {titleOf(game)}</th>
                        <td>{played.length}</td>
                        <td>{played.filter((match) => placeIn(match, id) === "won").length}</td>
                        <td>{ratings.find((rating) => rating.game === game)?.rating ?? "–"}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </>
          )}
        </section>
        <section>
          <h2>{tell.tables}</h2>
          <Lines rows={open} none={tell.noTables} line={(match) => <Line key={match.match_id} match={match} title={titleOf(match.game)} note={say.freeSeats(match.free_seats)} />} />
        </section>
        <section>
          <h2>{tell.last}</h2>
          <Lines rows={over.slice(0, MOST_SHOWN)} none={tell.none} line={(match) => (
            <Line key={match.match_id} match={match} title={titleOf(match.game)} note={`${placeText(match, id)} · ${momentText(client.clock.toLocal(match.created_at))}`} />
          )} />
        </section>
        <LinkBox title={tell.link} link={new URL(pathOf({ page: "player", id }), location.href).href} />
      </main>
    </>
  );
}

function Line({ match, title, note }: { match: MatchListing; title: string; note: string }) {
  return (
    <li class="ln">
      <span class="tx"><b><bdi>{match.label ?? title}</bdi></b><span class="tiny dim">{match.label === null ? note : `${title} · ${note}`}</span></span>
      <a class="btn" {...follow({ page: "table", id: match.match_id })} aria-label={`${tell.open}: ${match.label ?? title}`}>{tell.open}</a>
    </li>
  );
}

const seatOf = ({ seats }: MatchListing, id: string) => seats.find(({ player }) => player?.player_id === id)?.id;

/** The place of a player, or that it is the first; null where a match ended without an outcome. */
function placeIn(match: MatchListing, id: string): number | "won" | null {
  const seat = seatOf(match, id);
  if (!match.outcome || seat === undefined) return null;
  return firstIn(match.outcome).includes(seat) ? "won" : (match.outcome.rank[seat] ?? null);
}

function placeText(match: MatchListing, id: string): string {
  const place = placeIn(match, id);
  return place === null ? tell.noOutcome : place === "won" ? tell.isWon : tell.place(place);
}
