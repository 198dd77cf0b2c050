// The rows of the screen, and of a frame: a table of the round, a place of the standings, an entrant.

import type { RoundReply, StandingsReply, TableReply, TournamentView } from "moirai-client";
import { Icon } from "../../parts/icons.js";
import { halves } from "../../strings/numbers.js";
import { leftIn, namesAt, resultText } from "../names.js";
import { tell } from "../strings.js";

export type NameOf = (entrant: string) => string;

export function tableRow(view: TournamentView, nameOf: NameOf, { status }: RoundReply, table: TableReply) {
  const points = table.result?.points ?? [];
  const won = (at: number) => points.length > 1 && points.every((each, other) => other === at || each < points[at]!);
  return (
    <li key={table.table}>
      <span class="no">{table.table}</span>
      <span>
        {table.entrants.map((entrant, at) => (
          <span key={entrant}>{at > 0 && <span class="dim"> – </span>}<bdi class={won(at) ? "w" : ""}>{namesAt(view, table, nameOf)(entrant)}</bdi></span>
        ))}
      </span>
      <span class="rs">{table.result ? <><Icon name="check" /> {points.length > 1 ? points.map(halves).join(" : ") : resultText(table, view.settings.scores)}</> : status === "started" ? tell.playing : ""}</span>
    </li>
  );
}

export function placeRow(view: TournamentView, nameOf: NameOf, row: StandingsReply["rows"][number]) {
  return (
    <li key={row.entrant}>
      <span class="no">{row.rank ?? "–"}</span>
      <span><bdi>{nameOf(row.entrant)}</bdi>{row.withdrawn && <span class="dim"> {leftIn(view)(row.entrant)}</span>}</span>
      <b>{(row.wins_in_a_row ?? 0) > 1 && <Icon name="flame" />}{halves(row.points)}</b>
    </li>
  );
}

/** A group, in the order of its places. */
export function groupRow(nameOf: NameOf, name: string, members: readonly string[], { rows }: StandingsReply, goesOn: ReadonlySet<string>) {
  const points = new Map(rows.map(({ entrant, points }) => [entrant, points]));
  return (
    <li key={name}>
      <h3>{tell.group(name)}</h3>
      <ol>
        {members.map((entrant, at) => (
          <li key={entrant}>
            <span class="no">{at + 1}</span>
            <bdi>{nameOf(entrant)}</bdi>
            <span class="goes-on">{goesOn.has(entrant) && <><Icon name="check" /><span class="vh">{tell.wouldGoOn}</span></>} <b>{halves(points.get(entrant) ?? 0)}</b></span>
          </li>
        ))}
      </ol>
    </li>
  );
}

export function entrantRow(nameOf: NameOf, entrant: string) {
  return <li key={entrant} class="bare"><bdi>{nameOf(entrant)}</bdi></li>;
}
