// Standings, and on demand what the values of an entrant are made of.

import type { JsonValue, RoundReply, StandingsReply, TableReply } from "moirai-client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Chunks, ROWS } from "../parts/chunks.js";
import { useSession } from "../session.js";
import { listed } from "../strings/index.js";
import { halves } from "../strings/numbers.js";
import { tell } from "./strings.js";
import { worthAt, type Scores } from "./worth.js";

const ROW_PIXELS = 46;

interface StandingsProps {
  id: string;
  scores: Scores;
  standings: StandingsReply | null;
  rounds: readonly RoundReply[];
  nameOf: (entrant: string) => string;
  /** Why an entrant is not in the tournament any more, in words. */
  leftOf: (entrant: string) => string;
  me: string;
}

export function Standings({ id, scores, standings, rounds, nameOf, leftOf, me }: StandingsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isByRound, setByRound] = useState(false);
  if (standings === null) {
    return (
      <section class="panel" id="standings" tabIndex={-1}>
        <h2>{tell.standings}</h2>
        <p class="dim">{tell.noStandings}</p>
      </section>
    );
  }
  return (
    <section class="panel" id="standings" tabIndex={-1} aria-labelledby="standings-title">
      <div class="row">
        <h2 id="standings-title">{tell.standings}</h2>
        <span class="small dim push">{tell.afterRound(standings.round)}</span>
      </div>
      <button type="button" class="btn chip-btn" aria-pressed={isByRound} data-on={isByRound} onClick={() => setByRound(!isByRound)}>{tell.byRound}</button>
      {scores && <p class="tiny dim">{tell.worth(halves(scores.win), halves(scores.draw), halves(scores.loss), halves(scores.bye))}</p>}
      <StandingsTable scores={scores} standings={standings} rounds={isByRound ? rounds.slice(0, standings.round) : null} nameOf={nameOf} leftOf={leftOf} me={me} chosen={chosen} onChoose={(entrant) => setChosen(entrant === chosen ? null : entrant)} />
      <p class="tiny dim">{tell.touchName}</p>
      {chosen !== null && <Explained id={id} entrant={chosen} standings={standings} nameOf={nameOf} />}
    </section>
  );
}

interface TableProps {
  scores: Scores;
  standings: StandingsReply;
  /** Whose results are shown in place of the tie-breaks. */
  rounds: readonly RoundReply[] | null;
  nameOf: (entrant: string) => string;
  leftOf: (entrant: string) => string;
  me: string;
  chosen: string | null;
  onChoose: (entrant: string) => void;
}

function StandingsTable({ scores, standings, rounds, nameOf, leftOf, me, chosen, onChoose }: TableProps) {
  const codes = rounds === null ? standings.tie_breaks.filter((code) => code !== "LOT") : [];
  const tables = useMemo(() => (rounds ?? []).map(tablesByEntrant), [rounds === null, standings]);
  const numbers = new Map(standings.rows.map(({ entrant, number }) => [entrant, number]));
  const rows = standings.rows.map((row, at) => ({ row, equal: at > 0 && row.rank !== null && standings.rows[at - 1]!.rank === row.rank }));
  return (
    <div class="wide" tabIndex={0}>
      <table class="stand">
        <thead>
          <tr>
            <th scope="col"><span class="vh">{tell.rank}</span></th>
            <th scope="col">{tell.player}</th>
            <th scope="col">{tell.pts}</th>
            {tables.map((_, at) => <th key={at} scope="col"><span class="vh">{tell.round(at + 1)}</span><span aria-hidden="true">{at + 1}</span></th>)}
            {codes.map((code) => <th key={code} scope="col"><abbr title={tell.code[code] ?? code}>{code}</abbr></th>)}
          </tr>
        </thead>
        <Chunks items={rows} chunkOf={(_, at) => Math.floor(at / ROWS)} rowHeight={ROW_PIXELS} draw={(some, ref, height) => (
          <tbody ref={ref}>
            {height !== null && <tr aria-hidden="true"><td style={{ height: `${height}px` }} /></tr>}
            {some.map(({ row, equal }) => (
              <tr key={row.entrant} class={row.entrant === me ? "mine" : ""}>
                <td class="r">{row.rank === null ? "–" : equal ? <span title={tell.equal}>=</span> : row.rank}</td>
                <th scope="row">
                  <button type="button" class="who-btn" aria-expanded={chosen === row.entrant} onClick={() => onChoose(row.entrant)}>
                    <bdi>{nameOf(row.entrant)}</bdi>
                  </button>
                  {row.group !== undefined && <span class="tiny dim"> {row.group}{row.place_in_group}</span>}
                  {row.withdrawn && <span class="tiny dim"> {leftOf(row.entrant)}</span>}
                </th>
                <td><b>{halves(row.points)}</b></td>
                {tables.map((of, at) => <td key={at}><Turn scores={scores} entrant={row.entrant} table={of.get(row.entrant)} numbers={numbers} nameOf={nameOf} /></td>)}
                {codes.map((code) => <td key={code}>{valueText(row.tie_breaks[code] ?? 0, standings.per_point[code] ?? 1)}</td>)}
              </tr>
            ))}
          </tbody>
        )} />
      </table>
    </div>
  );
}

const tablesByEntrant = (round: RoundReply): ReadonlyMap<string, TableReply> => new Map(round.tables.flatMap((table) => table.entrants.map((entrant) => [entrant, table] as const)));

interface TurnProps {
  scores: Scores;
  entrant: string;
  table: TableReply | undefined;
  numbers: ReadonlyMap<string, number>;
  nameOf: (entrant: string) => string;
}

/** How a round went for an entrant, as on a wall chart: the points, and against which number. */
function Turn({ scores, entrant, table, numbers, nameOf }: TurnProps) {
  if (!table || table.result === null) return <span class="dim">–</span>;
  const others = table.entrants.filter((other) => other !== entrant);
  const points = halves(worthAt(table.result, table.entrants.indexOf(entrant), scores));
  return <span title={others.length > 0 ? tell.pointsAgainst(points, listed(others.map(nameOf))) : tell.how[table.result.how]}><b>{points}</b>{others.length === 1 && <sub> {numbers.get(others[0]!)}</sub>}</span>;
}

/** A value in points: "4½", "2.25". */
export function valueText(value: number, perPoint: number): string {
  const points = value / perPoint;
  return (points * 2) % 1 === 0 ? halves(points * 2) : String(points);
}

type Reply = { [name: string]: JsonValue };

interface ExplainedProps {
  id: string;
  entrant: string;
  standings: StandingsReply;
  nameOf: (entrant: string) => string;
}

/** What each value is the sum of, as the server works it out. */
function Explained({ id, entrant, standings, nameOf }: ExplainedProps) {
  const { client } = useSession();
  const [codes, setCodes] = useState<Reply[] | null>(null);
  const { failure, attempt } = useAttempt();
  useEffect(() => {
    let current = true;
    void attempt(async () => {
      const reply = await client.call("getStandings", { tournament_id: id, round: standings.round, explain: entrant });
      if (current) setCodes(reply.explained);
    });
    return () => {
      current = false;
    };
  }, [entrant, standings]);
  return (
    <div class="explained" aria-live="polite">
      <h3>{tell.howCounted(nameOf(entrant))}</h3>
      <Failure error={failure} />
      {codes?.filter(({ code }) => code !== "LOT").map((one) => <Value key={String(one["code"])} value={one} nameOf={nameOf} />)}
    </div>
  );
}

function Value({ value, nameOf }: { value: Reply; nameOf: (entrant: string) => string }) {
  const code = String(value["code"]);
  const perPoint = Number(value["per_point"]);
  const summands = (value["summands"] ?? []) as Reply[];
  const encounters = (value["encounters"] ?? []) as { entrants: Reply[]; per_point: number }[];
  return (
    <div class="value">
      <h4>{code} = {valueText(Number(value["value"]), perPoint)}</h4>
      <p class="tiny dim">{tell.code[code] ?? code}</p>
      {summands.length > 0 && (
        <ul>
          {summands.map((one, at) => {
            const worth = valueText(Number(one["value"]), perPoint);
            const isProduct = code.startsWith("SB") && "points" in one && "score" in one;
            return (
              <li key={at}>
                <span>
                  {tell.round(Number(one["round"]))}
                  {typeof one["opponent"] === "string" && <>: <bdi>{nameOf(one["opponent"])}</bdi></>}
                  {"dummy" in one && `, ${tell.dummy}`}
                  {isProduct && <span class="dim"> {tell.times(halves(Number(one["points"])), halves(Number(one["score"])))}</span>}
                </span>
                {"cut" in one ? <span><s>{worth}</s> {tell.cut}</span> : <b>{worth}</b>}
              </li>
            );
          })}
        </ul>
      )}
      {encounters.map(({ entrants, per_point }, at) => (
        <div key={at}>
          <p class="small">{tell.byMutual}</p>
          <ul>
            {entrants.map((one) => (
              <li key={String(one["entrant"])}>
                <span>{String(one["place"])}. <bdi>{nameOf(String(one["entrant"]))}</bdi></span>
                <b>{valueText(Number(one["points"]), per_point)}</b>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
