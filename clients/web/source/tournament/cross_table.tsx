// The cross table of a round robin, or of a group: what everyone scored against everyone.

import type { StandingsReply, TournamentView } from "moirai-client";
import { Chunks, ROWS } from "../parts/chunks.js";
import { Icon } from "../parts/icons.js";
import { halves } from "../strings/numbers.js";
import { scoresBefore } from "./names.js";
import { tell } from "./strings.js";

const ROW_PIXELS = 46;

interface CrossTableProps {
  view: TournamentView;
  standings: StandingsReply | null;
  nameOf: (entrant: string) => string;
}

export default function CrossTable({ view, standings, nameOf }: CrossTableProps) {
  const there = new Set(view.rounds.flatMap(({ tables }) => tables.flatMap(({ entrants }) => entrants)));
  const order = standings?.rows.map(({ entrant }) => entrant) ?? view.entrants.filter(({ entrant }) => there.has(entrant)).map(({ entrant }) => entrant);
  return (
    <section class="panel" id="cross-table" tabIndex={-1} aria-labelledby="cross-title">
      <h2 id="cross-title">{tell.crossTable}</h2>
      <Cross titled="cross-title" view={view} order={order} until={view.rounds.length} nameOf={nameOf} />
    </section>
  );
}

interface CrossProps {
  /** The id of its title. */
  titled: string;
  view: TournamentView;
  /** Who is in it, the best first. */
  order: readonly string[];
  /** The last round that counts. */
  until: number;
  nameOf: (entrant: string) => string;
  /** What is said of those who are marked. */
  marks?: ReadonlyMap<string, string>;
}

/** What those in this order scored against one another. */
export function Cross({ titled, view, order, until, nameOf, marks }: CrossProps) {
  const scores = scoresAgainst(view.rounds.slice(0, until));
  const points = scoresBefore(view, until + 1);
  return (
    <div class="wide" tabIndex={0} role="group" aria-labelledby={titled}>
      <table class="stand cross">
        <thead>
          <tr>
            <th scope="col"><span class="vh">{tell.line}</span></th>
            <th scope="col">{tell.player}</th>
            {order.map((entrant, at) => <th key={entrant} scope="col"><abbr title={nameOf(entrant)}>{at + 1}</abbr></th>)}
            <th scope="col">{tell.pts}</th>
          </tr>
        </thead>
        <Chunks items={order} chunkOf={(_, at) => Math.floor(at / ROWS)} rowHeight={ROW_PIXELS} draw={(some, ref, height) => (
          <tbody ref={ref}>
            {height !== null && <tr aria-hidden="true"><td style={{ height: `${height}px` }} /></tr>}
            {some.map((entrant) => (
              <tr key={entrant} class={`${entrant === view.viewer ? "mine" : ""} ${marks?.has(entrant) ? "on" : ""}`}>
                <td class="r">{order.indexOf(entrant) + 1}</td>
                <th scope="row"><bdi>{nameOf(entrant)}</bdi>{marks?.has(entrant) && <span class="goes-on">{"\u00a0"}<Icon name="check" /><span class="vh">{marks.get(entrant)}</span></span>}</th>
                {order.map((other) => <Cell key={other} isSame={other === entrant} scored={scores.get(entrant)?.get(other)} />)}
                <td><b>{halves(points.get(entrant) ?? 0)}</b></td>
              </tr>
            ))}
          </tbody>
        )} />
      </table>
    </div>
  );
}

function Cell({ isSame, scored }: { isSame: boolean; scored: readonly (number | null)[] | undefined }) {
  if (isSame) return <td class="same"><span class="vh">{tell.same}</span></td>;
  return <td>{scored === undefined ? <span class="vh">{tell.notYet}</span> : scored.map((points) => (points === null ? "·" : halves(points))).join(" ")}</td>;
}

/** What each entrant scored against each other one, in the order of the rounds; null while they play. */
function scoresAgainst(rounds: TournamentView["rounds"]): ReadonlyMap<string, ReadonlyMap<string, readonly (number | null)[]>> {
  const scores = new Map<string, Map<string, (number | null)[]>>();
  for (const { tables } of rounds) {
    for (const { entrants, result } of tables) {
      entrants.forEach((entrant, at) => {
        const own = scores.get(entrant) ?? new Map<string, (number | null)[]>();
        scores.set(entrant, own);
        const other = entrants.find((one) => one !== entrant);
        if (other !== undefined) own.set(other, [...(own.get(other) ?? []), result?.points[at] ?? null]);
      });
    }
  }
  return scores;
}
