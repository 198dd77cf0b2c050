// The standings of an arena, as they are now.

import type { StandingsReply } from "moirai-client";
import { Chunks, ROWS } from "../../parts/chunks.js";
import { halves } from "../../strings/numbers.js";
import { tell } from "../strings.js";
import { Series, Streak } from "./series.js";
import { arena } from "./strings.js";

const ROW_PIXELS = 46;

/** How many of the last tables are shown. */
const TABLES = 12;

interface ArenaStandingsProps {
  standings: StandingsReply;
  nameOf: (entrant: string) => string;
  /** Why an entrant is not in the arena, in words. */
  leftOf: (entrant: string) => string;
  me: string;
}

export function ArenaStandings({ standings, nameOf, leftOf, me }: ArenaStandingsProps) {
  const rows = standings.rows.map((row, at) => ({ row, isEqual: at > 0 && row.rank !== null && standings.rows[at - 1]!.rank === row.rank }));
  return (
    <section class="panel" id="standings" tabIndex={-1} aria-labelledby="standings-title">
      <h2 id="standings-title">{tell.standings}</h2>
      <div class="wide" tabIndex={0}>
        <table class="stand arena-stand">
          <thead>
            <tr>
              <th scope="col"><span class="vh">{tell.rank}</span></th>
              <th scope="col">{tell.player}</th>
              <th scope="col">{arena.series}</th>
              <th scope="col">{tell.pts}</th>
            </tr>
          </thead>
          <Chunks items={rows} chunkOf={(_, at) => Math.floor(at / ROWS)} rowHeight={ROW_PIXELS} draw={(some, ref, height) => (
            <tbody ref={ref}>
              {height !== null && <tr aria-hidden="true"><td style={{ height: `${height}px` }} /></tr>}
              {some.map(({ row, isEqual }) => (
                <tr key={row.entrant} class={row.entrant === me ? "mine" : ""}>
                  <td class="r">{row.rank === null ? "–" : isEqual ? <span title={tell.equal}>=</span> : row.rank}</td>
                  <th scope="row"><bdi>{nameOf(row.entrant)}</bdi>{row.withdrawn && <span class="tiny dim"> {leftOf(row.entrant)}</span>}</th>
                  <td><Series row={row} most={TABLES} /></td>
                  <td><b>{halves(row.points)}</b> <Streak row={row} /></td>
                </tr>
              ))}
            </tbody>
          )} />
        </table>
      </div>
    </section>
  );
}
