// How points went through a match, from what the viewer was told whenever a phase closed, and where it was decided.

import type { Scene } from "./scene.js";

/** The points after a phase that closed. */
export interface Moment {
  cursor: number;
  points: { [name: string]: { value: number; change: number; isMine: boolean } };
}

/** The points of everyone whose points the viewer was told, in order. */
export function courseOf(scenes: readonly { cursor: number; scene: Scene | null }[]): Moment[] {
  return scenes.flatMap(({ cursor, scene }) => {
    const told = (scene?.sides ?? []).filter(({ score }) => score !== undefined);
    if (told.length === 0) return [];
    return [{ cursor, points: Object.fromEntries(told.map(({ name, isMine, score }) => [name, { value: score!.after, change: score!.after - score!.before, isMine }])) }];
  });
}

export type Turn = { type: "decided" | "biggest"; moment: Moment; change: number };

/**
 * The moment that mattered most: where two are compared, the last one in which somebody took the lead for good; where a
 * player knows its own points alone, the largest change of them. Null if there is none.
 */
export function turnOf(course: readonly Moment[]): Turn | null {
  const names = [...new Set(course.flatMap(({ points }) => Object.keys(points)))];
  if (names.length === 2) {
    const lead = ({ points }: Moment) => Math.sign((points[names[0]!]?.value ?? 0) - (points[names[1]!]?.value ?? 0));
    const last = course.at(-1)!;
    const other = course.findLastIndex((moment) => lead(moment) !== lead(last));
    const moment = course[other + 1];
    return lead(last) === 0 || !moment ? null : { type: "decided", moment, change: 0 };
  }
  const own = course.map((moment) => ({ moment, change: Object.values(moment.points).find(({ isMine }) => isMine)?.change ?? 0 }));
  const most = own.reduce<(typeof own)[number] | null>((best, one) => (Math.abs(one.change) > Math.abs(best?.change ?? 0) ? one : best), null);
  return most && { type: "biggest", ...most };
}
