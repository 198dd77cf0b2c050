// The brackets on the page of a tournament, from a round on that its reader chooses.

import { useState } from "preact/hooks";
import type { TournamentView } from "moirai-client";
import { namesAt } from "../names.js";
import { tell } from "../strings.js";
import { bracketOf, drawnColumns, openColumn, type Column } from "./plan.js";
import { Tree } from "./tree.js";

/** A first round of more tables is only shown to those who ask for it, once a later one is played. */
const MANY = 16;

interface BracketsProps {
  view: TournamentView;
  nameOf: (entrant: string) => string;
}

export default function Brackets({ view, nameOf }: BracketsProps) {
  const bracket = bracketOf(view);
  if (bracket === null) return null;
  const isDouble = bracket.lower.length > 0;
  const titleOf = columnTitle(isDouble);
  const nameAt: NameAt = (entrant, table) => (table === null ? nameOf(entrant) : namesAt(view, table, nameOf)(entrant));
  return (
    <section class="panel brackets" id="bracket" tabIndex={-1} aria-labelledby="bracket-title">
      <h2 id="bracket-title">{tell.bracket}</h2>
      <Part title={isDouble ? tell.upperBracket : tell.bracket} shows={isDouble} columns={bracket.upper} {...{ titleOf, nameAt }} me={view.viewer} />
      {isDouble && <Part title={tell.lowerBracket} shows columns={bracket.lower} {...{ titleOf, nameAt }} me={view.viewer} />}
    </section>
  );
}

type NameAt = Parameters<typeof Tree>[0]["nameOf"];

interface PartProps {
  title: string;
  /** Whether the title is to be read. */
  shows: boolean;
  columns: readonly Column[];
  titleOf: (column: Column) => string;
  nameAt: NameAt;
  me: string;
}

function Part({ title, shows, columns: all, titleOf, nameAt, me }: PartProps) {
  const columns = drawnColumns(all);
  const [chosen, setChosen] = useState<number | null>(null);
  const open = openColumn(columns);
  const from = chosen ?? (columns[0]!.places.length > MANY ? open : 0);
  return (
    <div>
      {shows && <h3>{title}</h3>}
      {columns.length > 1 && (
        <div class="row tabs" role="group" aria-label={tell.bracketFrom(title)}>
          {columns.map((column, at) => column.round !== null && <button key={at} type="button" class="btn chip-btn" data-on={at === from} aria-pressed={at === from} onClick={() => setChosen(at)}>{titleOf(column)}</button>)}
        </div>
      )}
      <div class="wide" tabIndex={0} role="group" aria-label={title}>
        <Tree columns={columns.slice(from)} titleOf={titleOf} nameOf={nameAt} me={me} />
      </div>
    </div>
  );
}

/** What the columns are called: by who is left, or in two brackets by their round. */
export function columnTitle(isDouble: boolean): (column: Column) => string {
  return ({ round, places, isFinal }) => {
    if (isFinal) return tell.final;
    if (round === null) return "";
    return (isDouble ? undefined : tell.lastRounds[places.length]) ?? tell.round(round);
  };
}
