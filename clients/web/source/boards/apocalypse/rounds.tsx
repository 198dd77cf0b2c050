// Round by round: how often each card was played, the own points, and at the end everybody's.

import { Thing, Veiled } from "../../parts/thing.js";
import type { Words } from "../../words.js";
import { ABILITIES, CARDS, LAST_ROUND, realmOf, type Known } from "./knowledge.js";
import { Uses } from "./pairs.js";
import { targetName } from "./read.js";
import { Sign } from "./signs.js";
import { signed } from "../../strings/numbers.js";
import { tell } from "./strings.js";

interface RoundsProps {
  known: Known;
  words: Words;
}

export function Rounds({ known, words }: RoundsProps) {
  const counts = known.card_counts ?? {};
  const totals = known.totals;
  const rounds = Array.from({ length: LAST_ROUND }, (_, at) => at + 1).filter((round) => round in counts);
  const open = known.phase?.round;
  const n = known.seats?.length ?? 0;
  return (
    <section>
      <h3 class="eyebrow">{tell.rounds}</h3>
      <table class="counts">
        <caption class="vh">{tell.countsNoteOver(n)}</caption>
        <thead>
          <tr>
            <th scope="col">{tell.round}</th>
            {CARDS.map((card) => (
              <th scope="col" key={card}>
                <Thing words={words} kind="card" id={card} note={<Effects card={card} words={words} />}><Sign card={card} /> <span class="card-name">{words.thing("card", card)}</span></Thing>
              </th>
            ))}
            {totals && <th scope="col">{tell.points}</th>}
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round}>
              <th scope="row">{round}</th>
              {CARDS.map((card) => <td key={card}>{counts[round]?.[card] ?? 0}</td>)}
              {totals && <td><b>{totals[round] === undefined ? "" : signed(totals[round])}</b></td>}
            </tr>
          ))}
          {open !== undefined && (
            <tr>
              <th scope="row">{open}</th>
              <td colSpan={CARDS.length + (totals ? 1 : 0)}><Veiled title={tell.secret} /></td>
            </tr>
          )}
        </tbody>
      </table>
      <p class="tiny dim">{known.over ? tell.countsNoteOver(n) : tell.countsNote(n)}</p>
    </section>
  );
}

/** What a card does with each ability, for its text. */
function Effects({ card, words }: { card: (typeof CARDS)[number]; words: Words }) {
  return (
    <>
      {ABILITIES.map((ability) => (
        <span class="effect" key={ability}><strong>{words.thing("ability", ability)}:</strong> {tell.effects[card][ability]}. </span>
      ))}
    </>
  );
}

export function Finals({ known, words }: RoundsProps) {
  const totals = known.final_totals ?? {};
  const seats = known.outcome?.ranking ?? Object.keys(totals);
  const [least, most] = [Math.min(0, ...Object.values(totals)), Math.max(1, ...Object.values(totals))];
  const share = (points: number) => `${(100 * points) / (most - least)}%`;
  return (
    <section>
      <h3 class="eyebrow">{tell.finals}</h3>
      <ol class="finals">
        {seats.map((seat) => {
          const points = totals[seat] ?? 0;
          return (
            <li key={seat} class={seat === known.viewer ? "me" : ""}>
              <bdi>{targetName(words, seat)}</bdi>
              <span class={`points-bar ${realmOf(known, seat)}`} aria-hidden="true"><i style={{ left: share(Math.min(points, 0) - least), width: share(Math.abs(points)) }} /></span>
              <b>{signed(points)}</b>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Every play of a match that was revealed. */
export function Whole({ known, words }: RoundsProps) {
  return (
    <section>
      <h3 class="eyebrow">{tell.whole}</h3>
      {(known.record ?? []).map((round) => (
        <details key={round.round}>
          <summary>{tell.inRound(round.round)}</summary>
          <ul class="whole">
            {Object.values(round.plays).map((play) => (
              <li key={play.seat}>
                <b><bdi>{targetName(words, play.seat)}</bdi></b> <span class="tiny">{words.thing("pair", play.pair)}, {tell.pointsAfter(round.totals[play.seat] ?? 0)}</span>
                <span class="tiny"><Uses played={play} words={words} /></span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
