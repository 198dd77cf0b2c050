// A bracket as a tree from left to right; for screen readers, and on a phone, a list of each round.

import type { TableReply } from "moirai-client";
import { halves } from "../../strings/numbers.js";
import { tell } from "../strings.js";
import { isEmpty, type Column, type Place, type Side } from "./plan.js";

interface TreeProps {
  columns: readonly Column[];
  /** What a column is called. */
  titleOf: (column: Column) => string;
  nameOf: (entrant: string, table: TableReply | null) => string;
  me: string;
}

export function Tree({ columns, titleOf, nameOf, me }: TreeProps) {
  const rows = columns[0]!.places.length;
  return (
    <div class="tree">
      {columns.map((column, at) => {
        const span = rows / column.places.length;
        const next = columns[at + 1]?.places.length;
        const ahead = next === undefined ? "last" : next === column.places.length ? "straight" : "halved";
        return (
          <div key={at} class={`tree-round ${at === 0 ? "first" : ""} ${ahead}`}>
            <p class="tree-title" aria-hidden="true" style={{ gridArea: `1 / ${at + 1}` }}>{titleOf(column)}</p>
            <ol aria-label={titleOf(column)}>
              {column.places.map((place, slot) => {
                if (place.sides.every((side) => side === "nobody")) return null;
                // Whose neighbour has nothing to draw stands in the middle of both, and so before the next place.
                const isAlone = ahead === "halved" && isEmpty(column.places[slot ^ 1]!) && !isEmpty(place);
                const [first, rows] = isAlone ? [(slot & ~1) * span, 2 * span] : [slot * span, span];
                const look = isEmpty(place) ? "gone" : isAlone ? "alone" : slot % 2 === 0 ? "above" : "below";
                return (
                  <li key={slot} class={`${look} ${comesFrom(columns[at - 1], column, slot)}`} style={{ gridArea: `${first + 2} / ${at + 1} / span ${rows}` }}>
                    <Box place={place} nameOf={nameOf} me={me} />
                  </li>
                );
              })}
            </ol>
          </div>
        );
      })}
    </div>
  );
}

/** Whether lines lead to a place: not, where both who meet there had nobody to meet before. */
function comesFrom(before: Column | undefined, { places }: Column, slot: number): string {
  if (before === undefined) return "";
  const ratio = before.places.length / places.length;
  return before.places.slice(slot * ratio, (slot + 1) * ratio).every(isEmpty) ? "fresh" : "";
}

interface BoxProps {
  place: Place;
  nameOf: TreeProps["nameOf"];
  me: string;
}

function Box({ place: { sides, table }, nameOf, me }: BoxProps) {
  return (
    <div class={`duel ${table?.status ?? ""}`}>
      {table && sides.length > 1 && <span class="vh">{tell.table(table.table)}:</span>}
      {sides.map((side, at) => <Line key={at} side={side} table={table} nameOf={nameOf} me={me} />)}
    </div>
  );
}

function Line({ side, table, nameOf, me }: { side: Side; table: TableReply | null } & Omit<BoxProps, "place">) {
  if (typeof side !== "object") return <p class="dim">{side === "open" ? tell.openSide : tell.how.bye}</p>;
  const points = table?.result?.points ?? [];
  const own = points[table?.entrants.indexOf(side.entrant) ?? -1];
  const won = own !== undefined && own > Math.min(...points);
  return (
    <p class={`${won ? "w" : ""} ${own !== undefined && !won && points.length > 1 ? "l" : ""} ${side.entrant === me ? "mine-ink" : ""}`}>
      <bdi>{nameOf(side.entrant, table)}</bdi>
      {own !== undefined && points.length > 1 && <b>{halves(own)}{won && <span class="vh"> {tell.goesOn}</span>}</b>}
    </p>
  );
}
