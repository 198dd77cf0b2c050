// One of the six Moirai: what she gives, at which level, and when she was visited.

import type { MoiraAbility } from "moirai-client";
import type { Words } from "../../words.js";
import { DONATIONS, visitTo, type Known } from "./loom.js";
import { Sign } from "./signs.js";
import { tell } from "./strings.js";

interface MoiraProps {
  ability: MoiraAbility;
  known: Known;
  words: Words;
  /** The level by the plan of this round; null if it has no visit to her. */
  planned: { level: number; donated: number } | null;
}

export function Moira({ ability, known, words, planned }: MoiraProps) {
  const level = known.abilities?.[ability] ?? planned?.level ?? null;
  const visit = visitTo(known, ability);
  // A game may call her "Clotho: Gilding": her name, and what she gives.
  const [name, ...gift] = words.thing("ability", ability).split(": ");
  return (
    <>
      <span class="moira-head">
        <Sign name={ability} />
        <span><b>{name}</b>{gift.length > 0 && <span class="small">{gift.join(": ")}</span>}</span>
      </span>
      <span class="pips">
        {[0, 1, 2, 3].map((one) => <i key={one} class={level !== null && one <= level ? "full" : ""} aria-hidden="true">{one === 0 ? 0 : DONATIONS[one - 1]}</i>)}
        {level !== null && <span class="vh">{tell.level(level)}</span>}
      </span>
      <span class="tiny">
        {tell.effects[ability]}. {ability === "gilding" && known.gilding_used && <strong>{tell.usedUp}</strong>}
        {ability === "head_start" && typeof known.head_start_x === "number" && <strong>{tell.gathered(known.head_start_x)}</strong>}
      </span>
      <span class="tiny when">{visit ? tell.visited(visit.round, visit.donated) : planned ? tell.thisRound(planned.donated) : tell.notVisited}</span>
    </>
  );
}
