// What a viewer knows about threads: plain sets and sums, and nothing that was not told.

import type { MoiraAbility, ThreadsOfFateView, WeaveMove } from "moirai-client";

/** A view of which any field may be missing: an older server, or a viewer who is told less. */
export type Known = Partial<ThreadsOfFateView>;

export interface Thread {
  id: string;
  source: string;
  recipient: string;
  strength: number;
  golden: boolean;
}

export const ABILITIES: readonly MoiraAbility[] = ["gilding", "head_start", "boosting", "protection", "recycling", "stronger_cutters"];

/** What an ability adds or takes, by its level. */
export const AMOUNTS: { [ability in MoiraAbility]: readonly [number, number, number, number] } = {
  gilding: [0, 1, 2, 3],
  head_start: [1, 2, 3, 4],
  boosting: [1, 2, 3, 4],
  protection: [1, 2, 3, 10],
  recycling: [1, 2, 3, 3],
  stronger_cutters: [1, 2, 4, 8],
};

/** The donations from which on a visit gives levels 1, 2 and 3. */
export const DONATIONS: readonly number[] = [3, 6, 10];

export const levelOf = (donation: number): number => DONATIONS.filter((least) => donation >= least).length;

export const endsOf = (id: string): [string, string] => id.split(">") as [string, string];

export const realmOf = (known: Known, seat: string): "heaven" | "hell" | null =>
  known.seats?.heaven?.includes(seat) ? "heaven" : known.seats?.hell?.includes(seat) ? "hell" : null;

/** The seats of the other realm; none for watchers. */
export function opponentsOf(known: Known, seat: string): string[] {
  const realm = realmOf(known, seat);
  return realm === null ? [] : (known.seats?.[realm === "heaven" ? "hell" : "heaven"] ?? []);
}

export function threadsOf(threads: { [id: string]: { strength: number; golden: boolean } } | null | undefined): Thread[] {
  return Object.entries(threads ?? {}).map(([id, { strength, golden }]) => {
    const [source, recipient] = endsOf(id);
    return { id, source, recipient, strength, golden };
  });
}

export interface Gone {
  id: string;
  recipient: string;
  /** The round in which it went. */
  round: number;
  /** What the viewer itself did to it then; others may have, too. */
  own: "cut" | "snip" | null;
}

/** Own threads that are no more, each with when it went last. */
export function goneThreads(known: Known): Gone[] {
  const gone = new Map<string, Gone>();
  const reports = known.reports ?? [];
  reports.forEach(({ round, threads, submission }, at) => {
    for (const id of Object.keys(reports[at - 1]?.threads ?? {})) {
      if (id in threads) continue;
      const recipient = endsOf(id)[1];
      gone.set(id, { id, recipient, round, own: submission.cut === recipient ? "cut" : submission.snip === id ? "snip" : null });
    }
  });
  return [...gone.values()].filter(({ id }) => !(id in (known.threads ?? {})));
}

/** How strong a plain thread had to be after the last round for its players to talk now. */
export const talksFrom = (known: Known): number => known.reports?.at(-1)?.round ?? 0;

/**
 * Opponents who must have a thread to the viewer: they can talk, and no thread of the viewer's is the reason. Where
 * one is, theirs may exist, too.
 */
export function provenThreads(known: Known): string[] {
  if (known.options?.cross_realm_talk !== "threads") return [];
  return (known.can_talk_to ?? []).filter((seat) => {
    const own = known.threads?.[`${known.viewer}>${seat}`];
    return !own || (!own.golden && own.strength < talksFrom(known));
  });
}

/** The level of an ability as it works in a round in which this is done; null without it. */
export function levelWith(known: Known, move: Partial<WeaveMove>, ability: MoiraAbility): number | null {
  return known.abilities?.[ability] ?? (move.visit === ability ? levelOf(move.donate ?? 0) : null);
}

/** The own threads after this round if nobody else touches them. */
export function forecast(known: Known, move: Partial<WeaveMove>): Thread[] {
  const amount = (ability: MoiraAbility) => {
    const level = levelWith(known, move, ability);
    return level === null ? 0 : AMOUNTS[ability][level]!;
  };
  let threads = threadsOf(known.threads).map((thread) => (thread.id === move.boost ? { ...thread, strength: thread.strength + amount("boosting") } : thread));
  threads = threads.filter(({ golden, recipient }) => golden || recipient !== move.cut);
  const snip = Math.max(0, 1 + amount("stronger_cutters") - amount("protection"));
  threads = threads.map((thread) => (thread.id === move.snip ? { ...thread, strength: thread.strength - snip } : thread));
  threads = threads.filter(({ id, strength }) => id !== move.snip || strength > 0);
  const id = `${known.viewer}>${move.create}`;
  if (move.create && !threads.some((thread) => thread.id === id)) {
    const strength = move.head_start ? (known.head_start_x ?? 0) : 0;
    threads = [...threads, { id, source: known.viewer ?? "", recipient: move.create, strength, golden: move.golden ?? false }];
  }
  return threads.map((thread) => ({ ...thread, strength: thread.strength + 1 + (thread.golden ? amount("gilding") : 0) }));
}

/** In which round a Moira was visited, and what for. */
export function visitTo(known: Known, ability: MoiraAbility): { round: number; donated: number } | null {
  const report = known.reports?.find(({ submission }) => submission.visit === ability);
  return report ? { round: report.round, donated: report.submission.donate ?? 0 } : null;
}

/** A weave without what its other parts do not allow: nobody gives twine without a visit. */
export function consistent(known: Known, move: Partial<WeaveMove>): Partial<WeaveMove> {
  const has = (ability: MoiraAbility) => levelWith(known, move, ability) !== null;
  const { donate, boost, golden, head_start, ...rest } = move;
  return {
    ...rest,
    ...(donate && move.visit ? { donate } : {}),
    ...(boost && has("boosting") ? { boost } : {}),
    ...(golden && move.create && has("gilding") && !known.gilding_used ? { golden } : {}),
    ...(head_start && move.create && has("head_start") ? { head_start } : {}),
  };
}
