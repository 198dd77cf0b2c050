// A pairing that a director makes: places at tables and in byes, and who sits there.

import type { OwnTable, RoundReply, TournamentFact, TournamentView } from "moirai-client";

export type Bye = NonNullable<OwnTable["bye"]>;

export const BYES: readonly Bye[] = ["bye", "half_bye", "zero_bye"];

/** A table with a place for each seat, or a bye with one place. */
export interface Row {
  bye: Bye | null;
  places: readonly (string | null)[];
}

/** Who can be paired in a round: all who are here, but for those who are excused from it. */
export function pairable(view: TournamentView, round: number, told: readonly { facts: readonly TournamentFact[] }[]): string[] {
  const excused = told.flatMap(({ facts }) => facts.flatMap((fact) => (fact.type === "entrant_excused" && fact.round === round ? [fact.entrant] : [])));
  return view.entrants
    .filter(({ entrant, waiting, withdrawn, checked_in }) => !waiting && !withdrawn && (view.status !== "check_in" || checked_in) && !excused.includes(entrant))
    .map(({ entrant }) => entrant);
}

/** Rows to begin with: those of the pairing that is there, or free tables for all. */
export function firstRows(view: TournamentView, entrants: readonly string[], paired: RoundReply | undefined): Row[] {
  const size = view.settings.table_size;
  if (paired) {
    return paired.tables
      .filter((table) => table.entrants.some((entrant) => entrants.includes(entrant)))
      .map(({ entrants: seated, result }) => {
        const bye = seated.length === 1 ? (BYES.find((kind) => kind === result?.how) ?? "bye") : null;
        return { bye, places: bye ? seated : [...seated, ...free(size - seated.length)] };
      });
  }
  const tables = Math.floor(entrants.length / size);
  const left = entrants.length - tables * size;
  const rows: Row[] = Array.from({ length: tables }, () => freeRow(null, size));
  return left === 0 ? rows : [...rows, freeRow(left === 1 ? "bye" : null, size)];
}

export function freeRow(bye: Bye | null, size: number): Row {
  return { bye, places: free(bye ? 1 : size) };
}

/** Who sits nowhere. */
export function unseated(rows: readonly Row[], entrants: readonly string[]): string[] {
  const seated = new Set(rows.flatMap(({ places }) => places));
  return entrants.filter((entrant) => !seated.has(entrant));
}

/** With an entrant, or nobody, at a place; who was there goes where the entrant was. */
export function seat(rows: readonly Row[], at: number, place: number, entrant: string | null): Row[] {
  const before = rows[at]!.places[place]!;
  return rows.map((row, here) => ({
    ...row,
    places: row.places.map((one, there) => (here === at && there === place ? entrant : entrant !== null && one === entrant ? before : one)),
  }));
}

/** With an entrant at the first free place, or at a new table. */
export function seatNext(rows: readonly Row[], entrant: string, size: number): Row[] {
  const at = rows.findIndex(({ places }) => places.includes(null));
  if (at < 0) return seatNext([...rows, freeRow(null, size)], entrant, size);
  return seat(rows, at, rows[at]!.places.indexOf(null), entrant);
}

/** The tables to send, and the row of each: those where somebody sits. */
export function tablesOf(rows: readonly Row[]): { tables: OwnTable[]; rows: number[] } {
  const taken = rows.flatMap(({ bye, places }, row) => {
    const entrants = places.filter((entrant) => entrant !== null);
    return entrants.length > 0 ? [{ row, table: { entrants, ...(bye && { bye }) } }] : [];
  });
  return { tables: taken.map(({ table }) => table), rows: taken.map(({ row }) => row) };
}

/** The earlier rounds in which two have played, who are alone at a table. */
export function metIn(view: TournamentView, round: number, { places }: Row): number[] {
  const [one, two, ...others] = places;
  if (!one || !two || others.length > 0) return [];
  return view.rounds
    .filter((earlier) => earlier.round < round && earlier.tables.some(({ entrants, result }) => entrants.includes(one) && entrants.includes(two) && (result === null || PLAYED.includes(result.how))))
    .map((earlier) => earlier.round);
}

/** Whether two at a table must not meet. */
export function isForbidden({ forbidden }: TournamentView, { places }: Row): boolean {
  return forbidden.some((pair) => pair.every((one) => places.includes(one)));
}

const PLAYED = ["played", "adjudicated"];

function free(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
