// The events of a tournament, and those of the matches that join its socket.

import type { Calls } from "./calls.js";
import type { TournamentFact } from "./schemas.js";
import { joinedSource, tournamentSource, type TournamentEvent, type ViewerEvent } from "./sources.js";
import { Stream, type AnyStream, type FollowOptions } from "./stream.js";

/** Which matches join: those at the own tables, all that the player may watch, or none. */
export type WantedMatches = "none" | "mine" | "all";

const ENDS = ["match_ended", "match_adjudicated", "match_voided"];

/**
 * The events after a cursor: `for await (const event of tournament.follow())`.
 *
 * Each event arrives once and in order, even if connections are lost. The events of a match (`type` is `event`) are
 * numbered on their own: when its event 1 arrives again, forget what you know of this match.
 *
 * `viewer` and `cursor` are those of the tournament. Matches come over WebSockets only.
 */
export class TournamentStream extends Stream<TournamentEvent | ViewerEvent> {
  readonly #calls: Calls;
  readonly #wanted: WantedMatches;
  /** The matches of the open round that exist, by id. */
  readonly #matches = new Map<string, Joined>();
  /** Who sits at the tables of the last round. */
  #seated = new Map<number, string[]>();
  /** Matches that the log names, and that do not exist yet. */
  #named: string[] = [];

  /** @internal */
  constructor(
    calls: Calls,
    id: string,
    wanted: WantedMatches,
    options: FollowOptions,
    leave: (stream: AnyStream) => void,
  ) {
    const note = ({ facts }: TournamentEvent | ViewerEvent) => {
      if (wanted !== "none") for (const fact of facts) this.#note(fact as TournamentFact);
    };
    super(tournamentSource(calls, id, wanted, options.lines ?? null), options, calls.platform, note, leave);
    this.#calls = calls;
    this.#wanted = wanted;
  }

  /** @internal The server has begun to follow a match, or will. */
  override join(matchId: string): AnyStream {
    const joined = this.#matches.get(matchId) ?? new Joined(this.#calls, matchId, this);
    this.#matches.set(matchId, joined);
    return joined;
  }

  /** @internal The matches that do not join again by themselves. */
  override rejoining(): AnyStream[] {
    return [...this.#matches.values()].filter(({ isOver, hasEnded }) => !isOver && !hasEnded);
  }

  override forget(): void {
    super.forget();
    this.#matches.clear();
    this.#named = [];
  }

  protected override handedOut(event: TournamentEvent | ViewerEvent): IteratorResult<TournamentEvent | ViewerEvent> {
    return event.type === "event" ? { done: false, value: event } : super.handedOut(event);
  }

  #note(fact: TournamentFact): void {
    if (fact.type === "round_published") {
      this.#seated = new Map(fact.tables.map(({ table, entrants }) => [table, entrants]));
    } else if (fact.type === "round_started") {
      for (const [id, { hasEnded }] of this.#matches) if (hasEnded) this.#matches.delete(id);
      for (const [table, match] of Object.entries(fact.matches)) this.#name(Number(table), match);
    } else if (fact.type === "table_replayed") {
      this.#name(fact.table, fact.match_id);
    } else if (fact.type === "tables_set") {
      for (const match of this.#named.splice(0)) this.join(match);
    }
  }

  #name(table: number, match: string): void {
    const isOwn = this.#seated.get(table)?.includes(this.arrived.viewer ?? "");
    if (this.#wanted === "all" || isOwn) this.#named.push(match);
  }
}

/** A match on the socket of a tournament, whose events are those of the tournament's stream. */
class Joined extends Stream {
  hasEnded = false;

  constructor(
    calls: Calls,
    matchId: string,
    private readonly of: TournamentStream,
  ) {
    super(
      joinedSource(calls, matchId),
      {},
      calls.platform,
      () => undefined,
      () => undefined,
    );
  }

  override give(event: ViewerEvent): void {
    this.hasEnded ||= event.facts.some(({ type }) => ENDS.includes(type));
    this.of.give(event);
  }
}
