// What a screen shows one after another: what was announced, who plays whom, how it stands.

import type { StandingsReply, TableReply, TournamentView } from "moirai-client";
import type { VNode } from "preact";
import { columnTitle } from "../brackets/brackets.js";
import { bracketOf, drawnColumns, isEmpty, openColumn, type Column } from "../brackets/plan.js";
import { Tree } from "../brackets/tree.js";
import { advancingIn, groupsOf, roundsInGroups } from "../groups.js";
import { namesAt, openFirst } from "../names.js";
import { tell } from "../strings.js";
import type { Box, Letters } from "./fit.js";
import { Drawn, fitRows, grow, NARROW, Sheet } from "./measure.js";
import { entrantRow, groupRow, placeRow, tableRow, type NameOf } from "./rows.js";
import { show } from "./strings.js";

export interface Page {
  key: string;
  title: string;
  draw: () => VNode;
}

/** A bracket of more places in the open round says no more than the list of its tables. */
const MOST_PLACES = 16;

/** How many places are above one another on a page: the most with which letters can be read, or the last. */
const PLACES_A_PAGE = [8, 4];

/** How much smaller letters in a bracket can be, where lines lead the eye. */
const SMALLER = 0.8;

/** How wide a column of a bracket is with its lines, in letters. */
const COLUMN_LETTERS = NARROW + 1.6;

/** All pages, for a sheet of this size; rows are measured inside this element. */
export function pagesOf(view: TournamentView, standings: StandingsReply | null, nameOf: NameOf, within: Element, box: Box): Page[] {
  const side = Math.min(innerWidth, innerHeight);
  const letters: Letters = { least: Math.max(16, side * 0.03), most: side * 0.085, columns: 4 };
  const listed = (key: string, look: string, rows: readonly (() => VNode)[], title: (page: number, of: number, first: number, last: number) => string, columns = letters.columns): Page[] => {
    if (rows.length === 0) return [];
    const fitted = fitRows(within, rows.map((row) => row()), look, box, { ...letters, columns });
    return fitted.pages.map((page, at) => ({
      key: `${key} ${at}`,
      title: title(at, fitted.pages.length, page[0]![0]!, page.at(-1)!.at(-1)!),
      draw: () => <Sheet fitted={fitted} page={page} look={look} rows={rows} />,
    }));
  };
  const round = view.rounds.at(-1);
  const said = view.announcement === "" ? [] : [() => <li dir="auto">{view.announcement}</li>];
  const announced = listed("announcement", "room-said", said, numbered(show.announcement), 1);
  if (round === undefined) {
    const entered = view.entrants.filter(({ waiting, withdrawn }) => !waiting && !withdrawn);
    return [...announced, ...listed("entrants", "room-entrants", entered.map(({ entrant }) => () => entrantRow(nameOf, entrant)), numbered(show.entrants(entered.length)))];
  }
  const there = openFirst(view, round);
  const tableTitle = (_: number, of: number, first: number, last: number) => (view.settings.arena ? tell.tables : of === 1 ? tell.round(round.round) : show.tablesOf(round.round, there[first]!.table, there[last]!.table));
  const tables = listed("tables", "room-tables", there.map((table) => () => tableRow(view, nameOf, round, table)), tableTitle);
  // Before it starts, everybody looks for the own table.
  if (round.status === "published" && view.status === "running") return [...announced, ...tables];
  const isPlayed = view.status === "over" || view.status === "provisional";
  const bracket = bracketPages(view, nameOf, within, box, letters.least);
  const inGroups = view.settings.system === "groups" && !isPlayed && round.round <= roundsInGroups(view);
  const groups = standings === null || !inGroups ? [] : groupsOf(view, standings).map(({ name, members }) => () => groupRow(nameOf, name, members, standings, advancingIn(view, standings)));
  const places = standings === null ? [] : inGroups ? listed("groups", "room-groups", groups, numbered(tell.groupsAfter(standings.round))) : bracket.length > 0 && !isPlayed ? [] : listed("places", "room-standings", standings.rows.map((row) => () => placeRow(view, nameOf, row)), numbered(view.settings.arena ? tell.standings : tell.leading(standings.round)));
  return [...announced, ...(isPlayed ? [...places, ...bracket, ...tables] : [...tables, ...bracket, ...places])];
}

const numbered = (title: string) => (page: number, of: number): string => (of === 1 ? title : show.ofMany(title, page + 1, of));

function bracketPages(view: TournamentView, nameOf: NameOf, within: Element, box: Box, least: number): Page[] {
  const bracket = bracketOf(view);
  if (bracket === null) return [];
  const isDouble = bracket.lower.length > 0;
  const titleOf = columnTitle(isDouble);
  const nameAt = (entrant: string, table: TableReply | null) => (table === null ? nameOf(entrant) : namesAt(view, table, nameOf)(entrant));
  const most = Math.max(1, Math.floor(box.width / (COLUMN_LETTERS * least * SMALLER)));
  const parts = [["upper", bracket.upper, isDouble ? tell.upperBracket : tell.bracket], ["lower", bracket.lower, tell.lowerBracket]] as const;
  return parts.flatMap(([part, all, title]) => {
    const columns = drawnColumns(all);
    const open = columns[openColumn(columns)];
    if (open === undefined || open.places.length > MOST_PLACES) return [];
    const drawn = PLACES_A_PAGE.map((places) => cutOut(columns, most, places).map((tree) => {
      const draw = () => <Tree columns={tree} titleOf={titleOf} nameOf={nameAt} me="" />;
      return { draw, grown: grow(within, draw(), box, 1.6 * least) };
    }));
    const trees = drawn.find((some) => some.every(({ grown }) => grown.size >= least * SMALLER)) ?? drawn.at(-1)!;
    return trees.map(({ draw, grown }, at) => ({
      key: `${part} ${at}`,
      title: numbered(title)(at, trees.length),
      draw: () => <Drawn grown={grown}>{draw()}</Drawn>,
    }));
  });
}

/** Parts of a bracket that fit onto a page each, from the open round on, or from an earlier one that fits. */
export function cutOut(columns: readonly Column[], mostColumns: number, mostPlaces: number): Column[][] {
  const small = columns.findIndex(({ places }) => places.length <= mostPlaces);
  const cut: Column[][] = [];
  let from = Math.min(small, openColumn(columns));
  while (from < columns.length) {
    const groups = Math.ceil(columns[from]!.places.length / mostPlaces);
    const some = columns.slice(from, from + mostColumns).filter(({ places }) => places.length >= groups);
    for (let group = 0; group < groups; group++) {
      const part = (places: Column["places"]) => places.slice((group * places.length) / groups, ((group + 1) * places.length) / groups);
      cut.push(some.map((column) => ({ ...column, places: part(column.places) })));
    }
    from += some.length;
  }
  return cut.filter((tree) => tree.some(({ places }) => places.some((place) => !isEmpty(place) && place.sides.some((side) => typeof side === "object"))));
}
