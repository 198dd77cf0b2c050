// The board of Threads of Fate: the threads between the realms, the Moirai, and what was done round by round.

import type { JsonValue, WeaveMove } from "moirai-client";
import type { Words } from "../../words.js";
import type { BoardProps } from "../props.js";
import { ABILITIES, levelOf, type Known } from "./loom.js";
import { EndLoom } from "./end.js";
import { Moira } from "./moirai.js";
import { readMove } from "./read.js";
import { Sign } from "./signs.js";
import { tell } from "./strings.js";
import { OwnLoom } from "./web.js";

export { default as MoveForm } from "./form.js";
export { opening } from "./opening.js";
export { readMove, readOpen, sealName } from "./read.js";
export { readResult } from "./result.js";

export default function ThreadsBoard({ view, words, move }: BoardProps) {
  const known = view.view as Known;
  const isSeat = typeof known.twine === "number";
  const shown = (move?.shown ?? {}) as unknown as Partial<WeaveMove>;
  return (
    <div class="threads">
      {/* As long as the weave is open, the web stands there, with the persons to be touched. */}
      {known.final ? <EndLoom known={known} final={known.final} words={words} /> : !move?.isOpen && <OwnLoom known={known} move={shown} words={words} />}
      {!isSeat && !known.final && <p class="tiny dim">{tell.watchersNote}</p>}
      {/* As long as the weave is open, the Moirai stand there, to be visited. */}
      {isSeat && !move?.isOpen && <Moirai known={known} words={words} move={shown} />}
      {isSeat && <Reports known={known} words={words} />}
      {/* A phone has a part of its own for this. */}
      {isSeat && move?.isOpen && !known.reports?.length && <p class="dim">{tell.reportsLater}</p>}
    </div>
  );
}

function Moirai({ known, words, move }: { known: Known; words: Words; move: Partial<WeaveMove> }) {
  const donated = move.donate ?? 0;
  return (
    <section>
      <h3 class="eyebrow">{tell.moirai} <span class="push">{tell.moiraiNote}</span></h3>
      <ul class="moirai">
        {ABILITIES.map((ability) => {
          const on = move.visit === ability;
          return (
            <li key={ability} class="touch moira" data-on={on} data-off={ability in (known.abilities ?? {})}>
              <Moira ability={ability} known={known} words={words} planned={on ? { level: levelOf(donated), donated } : null} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Reports({ known, words }: { known: Known; words: Words }) {
  const reports = [...(known.reports ?? [])].reverse();
  if (reports.length === 0) return null;
  return (
    <section>
      <h3 class="eyebrow">{tell.reports}</h3>
      <ol class="reports" reversed>
        {reports.map(({ round, submission, twine }) => (
          <li key={round}>
            <b>{tell.round(round)}</b>
            <span>{readMove(submission as unknown as JsonValue, words, { viewer: known.viewer ?? "" })}</span>
            <span class="twine"><Sign name="spool" /> {tell.twine(twine)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
