// A match in a list: what it is, how it stands, and the one thing to do.

import type { GameSummary, ServerClock } from "moirai-client";
import { GameIcon, Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { listed, say } from "../strings/index.js";
import { leftText, momentText } from "../time.js";
import { outcomeLine } from "../table/outcome.js";
import { spaced } from "../words.js";
import type { Row } from "./lobby.js";

interface RowProps {
  row: Row;
  games: ReadonlyMap<string, GameSummary>;
  me: string;
}

/** A match that waits for the player. */
export function Waiting({ row, games, me, first, clock }: RowProps & { first: boolean; clock: ServerClock }) {
  const { match, invited } = row;
  const { phase, closes_at: closesAt } = match;
  const left = closesAt === null ? null : clock.secondsUntil(closesAt);
  const soon = left !== null && phase !== null && left < phase.seconds / 10;
  return (
    <li class={`wait ${first ? "first" : ""}`}>
      <span class="sign"><GameIcon game={match.game} /></span>
      <div class="tx">
        <p class="tiny dim"><bdi>{about(row, games, me)}</bdi></p>
        <p class="do">{invited ? say.reservedForYou : say.yourMove(phase ? spaced(phase.name) : "")}</p>
      </div>
      {left !== null && (
        <div class={`due ${soon ? "soon" : ""}`}>
          <b>{left > 0 ? leftText(left) : say.closing}</b>
          <span>{momentText(clock.toLocal(closesAt!))}</span>
        </div>
      )}
      <a class={`btn ${first ? "primary" : ""}`} {...follow({ page: "table", id: match.match_id })} aria-label={`${invited ? say.accept : say.go}: ${titleOf(row, games)}`}>
        {invited ? say.accept : say.go}
      </a>
    </li>
  );
}

/** Any other match. */
export function Line({ row, games, me }: RowProps) {
  const { match, seat } = row;
  const taken = match.seats.filter(({ player, bot }) => player || bot).length;
  const open = match.status === "open";
  const over = match.status === "over" || match.status === "void";
  const verb = over ? say.look : seat !== null || match.host.player_id === me ? say.visit : open ? say.sit : say.watch;
  return (
    <li class="ln">
      <span class="sign little"><GameIcon game={match.game} /></span>
      <span class="tx">
        <b>{titleOf(row, games)}</b>
        <span class="tiny dim"><bdi>{about(row, games, me, false)}</bdi></span>
      </span>
      {open && (
        <span class="dots" role="img" aria-label={say.seatsTaken(taken, match.seats.length)}>
          {match.seats.map((one) => <i key={one.id} class={one.player || one.bot ? "f" : ""} />)}
        </span>
      )}
      {row.sealed && <span class="chip good"><Icon name="check" /> {say.sealedShort}</span>}
      <a class="btn" {...follow({ page: "table", id: match.match_id })} aria-label={`${verb}: ${titleOf(row, games)}`}>{verb}</a>
    </li>
  );
}

function titleOf({ match }: Row, games: RowProps["games"]): string {
  return games.get(match.game)?.title ?? spaced(match.game);
}

/** With whom, and how it stands. */
function about(row: Row, games: RowProps["games"], me: string, withTitle = true): string {
  const { match } = row;
  const { phase, label } = match;
  const people = match.seats.flatMap(({ player }) => (player && player.player_id !== me ? [player.name] : []));
  const bots = match.seats.filter(({ bot }) => bot).length;
  const names = [...people.slice(0, 3), ...(people.length > 3 ? [`+${people.length - 3}`] : []), ...(bots > 0 ? [bots > 1 ? `${bots} Bots` : say.bot] : [])];
  const parts = [
    withTitle ? titleOf(row, games) : "",
    label ?? "",
    phase && !match.outcome ? say.round(phase.round) : "",
    match.outcome ? outcomeLine(match.outcome, match, row.seat ?? "") : match.status === "running" ? "" : match.status === "open" ? (match.free_seats > 0 ? say.freeSeats(match.free_seats) : say.waitsForStart) : say[match.status],
    names.length > 0 ? say.with(listed(names)) : "",
    !withTitle && !match.outcome && match.host.player_id !== me && !people.includes(match.host.name) ? say.hostedBy(match.host.name) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
