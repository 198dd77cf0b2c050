// A match before its start: what it is, for whoever opens its link, and one button. Loaded with the first such match.

import type { MatchDetails } from "moirai-client";
import { Failure, useAttempt } from "../parts/attempt.js";
import { GameIcon, Icon } from "../parts/icons.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import { lengthText } from "../time.js";
import type { Words } from "../words.js";
import { courseOf } from "./course.js";
import type { Following } from "./following.js";
import { isolated } from "./people.js";
import { entropy } from "./seats.js";

const tell = await textsOf("open_table");

export default function OpenTable({ table, words, canSit }: { table: Following; words: Words; canSit: boolean }) {
  const { match, details, view } = table;
  const { player } = useSession();
  const { isBusy, failure, attempt } = useAttempt(table.refresh);
  const free = details.seats.filter((seat) => !seat.player && !seat.bot);
  const mine = free.find((seat) => seat.reserved_for?.player_id === player?.player_id) ?? free.find((seat) => !seat.reserved_for);
  const sits = details.seats.some(({ id }) => id === view.viewer);
  return (
    <section class="happened" aria-label={tell.about}>
      <h2 class="say">{free.length > 0 ? say.waitsForSeats(free.length) : say.waitsForStart}</h2>
      <About details={details} words={words} />
      {player && canSit && !sits && mine && (
        <p><button class="btn primary" disabled={isBusy} onClick={() => void attempt(() => match.takeSeat(mine.id, { entropy: entropy() }))}>{say.sit}</button></p>
      )}
      <Failure error={failure} />
    </section>
  );
}

/** What somebody who opens a link is about to sit down to. */
function About({ details, words }: { details: MatchDetails; words: Words }) {
  const { rounds, seconds, atMost, about } = courseOf(details);
  const each = lengthText(seconds);
  const rows = [
    [tell.game, <><GameIcon game={details.game} /> {words.thing("game", details.game)}, {words.thing("variant", details.variant)}</>],
    [tell.host, <bdi>{isolated(details.host.name)}</bdi>],
    [tell.pace, details.pace === "eager" ? tell.eager(each) : tell.deadline(each)],
    [tell.rounds, rounds === null ? null : tell.upTo(rounds)],
    [tell.takes, about === null ? null : details.pace === "eager" ? tell.quick(lengthText(about), lengthText(atMost!)) : lengthText(atMost!)],
    [tell.watch, <>{details.visibility !== "public" && <Icon name="key" />} {tell.watchers[details.visibility]}</>],
  ] as const;
  return (
    <>
      <p class="then">{words.text("game", details.game)}</p>
      <dl class="fields about">
        {rows.map(([name, value]) => value !== null && <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
    </>
  );
}
