// The board of The Apocalypse: six pairs, who opened to whom, what was played round by round, and the end.

import type { JsonValue } from "moirai-client";
import type { Words } from "../../words.js";
import type { BoardProps } from "../props.js";
import { Chats, RevealedChats } from "./chats.js";
import { PAIR_NAMES, realmOf, type Known } from "./knowledge.js";
import { Pair } from "./pairs.js";
import { planOfMove } from "./plan.js";
import { Finals, Rounds, Whole } from "./rounds.js";
import { tell } from "./strings.js";

export { default as MoveForm } from "./form.js";
export { opening } from "./opening.js";
export { readMove, readOpen } from "./read.js";
export { readResult } from "./result.js";

export default function ApocalypseBoard({ view, words, move }: BoardProps) {
  const known = view.view as Known;
  const isSeat = realmOf(known, known.viewer ?? "") !== "" && known.plays !== null;
  return (
    <div class="apocalypse">
      {known.final_totals && <Finals known={known} words={words} />}
      {/* As long as the move is open, the pairs stand there, to be touched; on a phone without how they were used. */}
      {isSeat && <div class={move?.isOpen ? "phone-only" : ""}><Pairs known={known} words={words} shown={move?.shown} /></div>}
      {known.record ? <RevealedChats known={known} words={words} /> : isSeat ? <Chats known={known} words={words} /> : null}
      <Rounds known={known} words={words} />
      {!isSeat && !known.record && <p class="tiny dim">{tell.watchersNote}</p>}
      {known.record && <Whole known={known} words={words} />}
    </div>
  );
}

function Pairs({ known, words, shown }: { known: Known; words: Words; shown: JsonValue | undefined }) {
  const plays = Object.values(known.plays ?? {});
  const chosen = planOfMove(shown).pair;
  return (
    <section>
      <h3 class="eyebrow">{tell.yourPairs} <span class="push">{tell.played(plays.length)}</span></h3>
      <ul class="pairs-grid">
        {PAIR_NAMES.map((pair) => {
          const played = plays.find((play) => play.pair === pair) ?? null;
          return (
            <li key={pair} class="touch pair-card" data-on={pair === chosen} data-off={played !== null}>
              <Pair pair={pair} played={played} state={pair === chosen ? tell.chosen : tell.notPlayed} words={words} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
