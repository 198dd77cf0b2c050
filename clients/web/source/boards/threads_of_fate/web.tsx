// The threads that a seat knows of, as curves between the realms: its own, those that must be there, and its plan.

import type { WeaveMove } from "moirai-client";
import { useId } from "preact/hooks";
import { Veiled } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import { Columns, type Curve } from "../columns.js";
import { Legend } from "../legend.js";
import { seatName } from "../people.js";
import { goneThreads, provenThreads, talksFrom, threadsOf, type Known } from "./loom.js";
import { tell } from "./strings.js";

/** Strength as width, without drowning the others. */
export const widthOf = (strength: number): number => Math.min(11, 2 + Math.max(0, strength) * 0.8);

interface LoomProps {
  known: Known;
  move: Partial<WeaveMove>;
  words: Words;
  /** Who is touched, while the persons of the other realm can be. */
  pick?: { seat: string | null; onPick: (seat: string) => void };
}

export function OwnLoom({ known, move, words, pick }: LoomProps) {
  const group = useId();
  const own = known.viewer ?? "";
  const threads = threadsOf(known.threads);
  const gone = goneThreads(known);
  const proven = provenThreads(known);
  const isNew = (seat: string) => move.create === seat && !threads.some(({ recipient }) => recipient === seat);
  const curves: Curve[] = [
    ...gone.filter(({ recipient }) => !isNew(recipient)).map(({ recipient }): Curve => ({ from: own, to: recipient, look: "gone", width: 1.5 })),
    ...proven.map((seat): Curve => ({ from: seat, to: own, look: "hidden-thread", width: 7 })),
    ...threads.map(({ recipient, strength, golden }): Curve => ({ from: own, to: recipient, look: golden ? "golden" : move.cut === recipient ? "now cutting" : "now", width: widthOf(strength), label: String(strength) })),
    ...(move.create && isNew(move.create) ? [{ from: own, to: move.create, look: "plan", label: "+" }] : []),
  ];
  const box = (seat: string) => {
    const mark = known.marked?.includes(seat) && <span class="bad-ink">{tell.marked}</span>;
    const name = <b><bdi>{seatName(words, seat)}</bdi></b>;
    if (seat === own) return <div class="box me">{name}<span class="l2"><span>{tell.twine(known.twine ?? 0)}</span>{mark}</span></div>;
    if (!known.create_counts || !(seat in known.create_counts)) return <div class="box veil">{name}<Veiled title={tell.hidden} />{mark && <span class="l2">{mark}</span>}</div>;
    const talks = known.can_talk_to?.includes(seat) ?? false;
    const thread = threads.find(({ recipient }) => recipient === seat);
    const lost = gone.find(({ recipient }) => recipient === seat);
    const count = known.create_counts[seat] ?? 0;
    const Box = pick ? "label" : "div";
    return (
      <Box class={`box ${talks ? "open" : ""} ${isNew(seat) ? "planned" : ""}`} data-on={pick?.seat === seat}>
        {pick && <input class="vh" type="radio" name={group} checked={pick.seat === seat} onChange={() => pick.onPick(seat)} />}
        {name}
        <span class="l2">
          {thread && <span>{tell.yours(thread.strength, thread.golden)}</span>}
          {proven.includes(seat) && <span>{tell.theirs(talksFrom(known))}</span>}
          {move.cut === seat ? <strong>{tell.planCut}</strong> : isNew(seat) ? <strong>{tell.planNew}</strong> : talks ? <strong>{tell.talks}</strong> : null}
          {mark}
          {lost && <span>{lost.own ? tell.goneBy[lost.own](lost.round) : tell.gone(lost.round)}</span>}
          {!thread && !lost && !proven.includes(seat) && <span>{count === 0 ? (known.phase ? tell.notChosen : tell.neverChosen) : tell.chosen(count)}</span>}
        </span>
      </Box>
    );
  };
  return (
    <section>
      <h3 class="eyebrow">{tell.threads} <span class="push">{tell.afterRound(known.phase ? (known.round ?? 1) - 1 : (known.round ?? 0))}</span></h3>
      <div class="panel between">
        <Columns heaven={known.seats?.heaven ?? []} hell={known.seats?.hell ?? []} curves={curves} lines={typeof known.twine === "number" ? 2 + Number(proven.length > 0) + Number(gone.length > 0) : 1} box={box} />
        {typeof known.twine === "number" && <Key hasProven={proven.length > 0} hasGone={gone.length > 0} isOpen={Boolean(known.phase)} />}
      </div>
    </section>
  );
}

function Key({ hasProven, hasGone, isOpen }: { hasProven: boolean; hasGone: boolean; isOpen: boolean }) {
  return (
    <Legend title={tell.key} class="key">
      <span><i class="stroke" /> {tell.keyMine}</span> <span><i class="stroke golden" /> {tell.keyGolden}</span>
      {hasProven && <span><i class="stroke hidden-thread" /> {tell.keyTheirs}</span>}
      {isOpen && <span><i class="stroke plan" /> {tell.keyPlan}</span>}
      {hasGone && <span><i class="stroke gone" /> {tell.keyGone}</span>}
      <span>{tell.keyNote}</span>
    </Legend>
  );
}
