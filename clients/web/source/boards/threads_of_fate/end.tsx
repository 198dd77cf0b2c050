// All threads at the end of a match that reveals them, of everyone or of one player, and what everyone had.

import type { FinalLoom, MoiraAbility } from "moirai-client";
import { useId, useState } from "preact/hooks";
import type { Words } from "../../words.js";
import { Columns, type Curve } from "../columns.js";
import { seatName } from "../people.js";
import { realmOf, threadsOf, type Known } from "./loom.js";
import { tell } from "./strings.js";
import { widthOf } from "./web.js";

export function EndLoom({ known, final, words }: { known: Known; final: FinalLoom; words: Words }) {
  const id = useId();
  const own = known.viewer ?? "";
  const seats = [...(known.seats?.heaven ?? []), ...(known.seats?.hell ?? [])];
  const [whose, choose] = useState(realmOf(known, own) ? own : "");
  // The golden ones last: they lie on top.
  const curves = threadsOf(final.threads)
    .sort((one, two) => Number(one.golden) - Number(two.golden))
    .filter(({ source, recipient }) => whose === "" || whose === source || whose === recipient)
    .map(({ source, recipient, strength, golden }): Curve => ({
      from: source,
      to: recipient,
      look: golden ? "golden" : source === own ? "now" : "",
      width: widthOf(strength) / (whose === "" ? 2 : 1),
      ...(whose !== "" || golden ? { label: String(strength) } : {}),
    }));
  const box = (seat: string) => (
    <div class={seat === own ? "box me" : "box"}>
      <b><bdi>{seatName(words, seat)}</bdi></b>
      <span class="l2"><span>{tell.goldness(final.goldness[seat] ?? 0)}, {tell.twine(final.twine[seat] ?? 0)}</span>{known.marked?.includes(seat) && <span class="bad-ink">{tell.marked}</span>}</span>
    </div>
  );
  return (
    <section>
      <h3 class="eyebrow">{tell.allThreads}</h3>
      <div class="ask">
        <label for={id}>{tell.threadsOf}</label>
        <select class="field" id={id} value={whose} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{tell.everyone}</option>
          {seats.map((seat) => <option key={seat} value={seat}>{seatName(words, seat)}</option>)}
        </select>
      </div>
      <div class="panel between"><Columns heaven={known.seats?.heaven ?? []} hell={known.seats?.hell ?? []} curves={curves} lines={known.marked?.length ? 2 : 1} box={box} /></div>
      <details>
        <summary>{tell.endTable}</summary>
        <ul class="reports">
          {seats.map((seat) => (
            <li key={seat}>
              <b><bdi>{seatName(words, seat)}</bdi></b>
              <span>{Object.entries(final.abilities[seat] ?? {}).map(([ability, level]) => `${words.thing("ability", ability as MoiraAbility)}, ${tell.level(level)}`).join("; ") || tell.nothing}</span>
              <span class="twine">{tell.goldness(final.goldness[seat] ?? 0)}, {tell.twine(final.twine[seat] ?? 0)}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
