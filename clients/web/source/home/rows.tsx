// A match in a list: what it is, how it stands, and the one thing to do.

import type { ServerClock } from "moirai-client";
import { GameIcon, Icon } from "../parts/icons.js";
import { follow } from "../router.js";
import { listed, say } from "../strings/index.js";
import { leftText, momentText, useSeconds } from "../time.js";
import { outcomeLine } from "../table/outcome.js";
import { isolated, phaseName, withTitles } from "../table/people.js";
import type { Words } from "../words.js";
import type { Row } from "./lobby.js";

export interface RowProps {
  row: Row;
  titleOf: (game: string) => string;
  words: (game: string) => Words;
  clock: ServerClock;
  me: string;
}

/** A match that waits for the player. */
export function Waiting({ first, ...given }: RowProps & { first: boolean }) {
  useSeconds();
  const { row, titleOf, words, clock } = given;
  const { match, invited } = row;
  const { phase, closes_at: closesAt } = match;
  const left = closesAt === null ? null : clock.secondsUntil(closesAt);
  const soon = left !== null && phase !== null && left < phase.seconds / 10;
  return (
    <li class={`wait ${first ? "first" : ""}`}>
      <span class="sign"><GameIcon game={match.game} /></span>
      <div class="tx">
        <p class="tiny dim"><bdi>{about(given)}</bdi></p>
        <p class="do">{invited ? say.reservedForYou : say.yourMove(phase ? words(match.game).thing("phase", phase.name) : "")}</p>
      </div>
      {left !== null && (
        <div class={`due ${soon ? "soon" : ""}`}>
          <b>{left > 0 ? leftText(left) : say.closing}</b>
          <span>{momentText(clock.toLocal(closesAt!))}</span>
        </div>
      )}
      <a class={`btn ${first ? "primary" : ""}`} {...follow({ page: "table", id: match.match_id })} aria-label={`${invited ? say.accept : say.go}: ${titleOf(match.game)}`}>
        {invited ? say.accept : say.go}
      </a>
    </li>
  );
}

/** Any other match. */
export function Line(given: RowProps) {
  const { row, titleOf, me } = given;
  const { match, seat } = row;
  const taken = match.seats.filter(({ player, bot }) => player || bot).length;
  const open = match.status === "open";
  const over = match.status === "over" || match.status === "void";
  const verb = over ? say.look : seat !== null || match.host.player_id === me ? say.visit : open ? say.sit : say.watch;
  return (
    <li class="ln">
      <span class="sign little"><GameIcon game={match.game} /></span>
      <span class="tx">
        <b>{titleOf(match.game)}</b>
        <span class="tiny dim"><bdi>{about(given, false)}</bdi></span>
      </span>
      {open && (
        <span class="dots" role="img" aria-label={say.seatsTaken(taken, match.seats.length)}>
          {match.seats.map((one) => <i key={one.id} class={one.player || one.bot ? "f" : ""} />)}
        </span>
      )}
      {row.sealed && <span class="chip good"><Icon name="check" /> {say.sealedShort}</span>}
      <a class="btn" {...follow({ page: "table", id: match.match_id })} aria-label={`${verb}: ${titleOf(match.game)}`}>{verb}</a>
    </li>
  );
}

/** With whom, and how it stands. */
function about({ row, titleOf, words, clock, me }: RowProps, withTitle = true): string {
  const { match } = row;
  const { phase, label, closes_at: closesAt } = match;
  const people = match.seats.flatMap(({ player }) => (player && player.player_id !== me ? [isolated(player.name)] : []));
  const bots = match.seats.filter(({ bot }) => bot).length;
  const names = [...people.slice(0, 3), ...(people.length > 3 ? [`+${people.length - 3}`] : []), ...(bots > 0 ? [say.bots(bots)] : [])];
  const parts = [
    withTitle ? titleOf(match.game) : "",
    label ?? "",
    phase && !match.outcome ? (withTitle ? say.round(phase.round) : phaseName(words(match.game), phase)) : "",
    !withTitle && closesAt !== null ? say.closes(momentText(clock.toLocal(closesAt))) : "",
    match.outcome ? outcomeLine(match.outcome, withTitles(match, words(match.game)), row.seat ?? "").replace(/\.$/, "") : match.status === "running" || row.invited ? "" : match.status === "open" ? (match.free_seats > 0 ? say.freeSeats(match.free_seats) : say.waitsForStart) : say[match.status],
    names.length > 0 ? say.with(listed(names)) : "",
    !withTitle && !match.outcome && match.host.player_id !== me && !people.includes(isolated(match.host.name)) ? say.hostedBy(isolated(match.host.name)) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
