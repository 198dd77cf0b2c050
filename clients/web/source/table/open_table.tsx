// A match before its start: what it is, for whoever opens its link, and one button. Loaded with the first such match.

import { Failure, useAttempt } from "../parts/attempt.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import { textsOf } from "../strings/parts.js";
import type { Words } from "../words.js";
import { About } from "./about.js";
import type { Following } from "./following.js";
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
