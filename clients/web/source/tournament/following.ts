// A tournament as its viewer knows it: its view and standings, read anew when its stream tells something. To directors
// the stream also tells who has submitted in the matches of the open round.

import { RefusedError, UnreachableError, type Client, type StandingsReply, type StreamState, type TournamentEvent, type TournamentStream, type TournamentView, type TournamentWarning, type ViewerEvent } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { isPassing } from "../parts/attempt.js";
import { language } from "../strings/index.js";

/** The match of a table, as directors see it. */
export interface LiveMatch {
  /** The director who hosts it. */
  host: string;
  seats: readonly string[];
  closesAt: string | null;
  /** The open phase: its number, and its seconds. */
  phase: number;
  seconds: number;
  /** The seats that the open phase waits for. */
  missing: readonly string[];
  /** Those for which it lasts longer now, before somebody else goes on. */
  silent: readonly string[];
  status: "running" | "paused" | "suspended" | "over";
}

export interface Following {
  view: TournamentView;
  /** Null before a round is done. */
  standings: StandingsReply | null;
  /** What may go wrong, for directors. */
  warnings: readonly TournamentWarning[];
  /** By match. */
  matches: ReadonlyMap<string, LiveMatch>;
  /** What was told so far, the last one last. */
  told: readonly TournamentEvent[];
  connection: StreamState;
  /** Read everything anew. */
  refresh: () => void;
}

export type Tournament = { state: "loading" } | { state: "refused"; error: Error } | ({ state: "there" } & Following);

/** Events come by the hundred when a round starts: they are drawn together, and read about after a moment. */
const DRAW_MS = 50;
const BUNDLE_MS = 150;

/** After a reading that failed. */
const AGAIN_MS = 1000;

export function useTournament(client: Client, id: string): Tournament {
  const [tournament, setTournament] = useState<Tournament>({ state: "loading" });
  useEffect(() => {
    const follower = new Follower(client, id, setTournament);
    return () => follower.stop();
  }, [client, id]);
  return tournament;
}

class Follower {
  #view: TournamentView | null = null;
  #standings: StandingsReply | null = null;
  #warnings: readonly TournamentWarning[] = [];
  #matches = new Map<string, LiveMatch>();
  #told: TournamentEvent[] = [];
  #connection: StreamState = { type: "connecting" };
  #stream: TournamentStream | null = null;
  #reading = 0;
  #isOver = false;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #drawing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly id: string,
    private readonly show: (tournament: Tournament) => void,
  ) {
    void this.#read();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#drawing);
    this.#stream?.close();
  }

  #readSoon = (pause = BUNDLE_MS) => {
    clearTimeout(this.#soon);
    if (!this.#isOver) this.#soon = setTimeout(() => void this.#read(), pause);
  };

  async #read(): Promise<void> {
    const reading = ++this.#reading;
    const tournament = this.client.tournament(this.id);
    try {
      const view = await tournament.view();
      const isDone = view.rounds.some(({ status }) => status === "done" || (view.settings.arena && status === "started"));
      const [standings, listing] = await Promise.all([isDone ? tournament.standings() : null, view.viewer === "host" ? tournament.details() : null]);
      if (this.#isOver || reading !== this.#reading) return;
      const wasHost = this.#view && this.#view.viewer === "host";
      [this.#view, this.#standings, this.#warnings] = [view, standings, listing?.warnings ?? []];
      // Only directors hear of the matches; otherwise the stream itself begins anew for another viewer.
      if (wasHost !== (view.viewer === "host")) void this.#follow(view.viewer);
      this.#draw();
    } catch (error) {
      if (this.#isOver || reading !== this.#reading) return;
      if (isPassing(error) && this.#view !== null) this.#readSoon(AGAIN_MS);
      else if (error instanceof UnreachableError || error instanceof RefusedError) this.show({ state: "refused", error });
      else throw error;
    }
  }

  async #follow(viewer: string): Promise<void> {
    this.#stream?.close();
    this.#connection = { type: "connecting" };
    const stream = this.client.tournament(this.id).follow({
      matches: viewer === "host" ? "all" : "none",
      lines: language,
      onState: (state) => {
        this.#connection = state;
        if (!this.#isOver) this.#draw();
      },
    });
    this.#stream = stream;
    try {
      for await (const event of stream) this.#take(event);
    } catch {
      if (!this.#isOver) void this.#read(); // Whose refusal says why.
    }
  }

  #take(event: TournamentEvent | ViewerEvent): void {
    if (event.type === "event") {
      const { match_id, facts } = event;
      const known = event.cursor === 1 ? UNKNOWN : (this.#matches.get(match_id) ?? UNKNOWN);
      this.#matches.set(match_id, (facts as { type: string }[]).reduce(folded, known));
      this.#drawing ??= setTimeout(() => this.#draw(), DRAW_MS);
    } else {
      this.#told = event.cursor === 1 ? [event] : [...this.#told, event];
      // The page waits for this one; of a later one, the view is read first.
      if (event.cursor === this.#view?.cursor) this.#drawing ??= setTimeout(() => this.#draw(), DRAW_MS);
      this.#readSoon();
    }
  }

  #draw(): void {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    if (this.#view === null) return;
    this.show({
      state: "there",
      view: this.#view,
      standings: this.#standings,
      warnings: this.#warnings,
      matches: new Map(this.#matches),
      told: this.#told,
      connection: this.#connection,
      refresh: () => this.#readSoon(),
    });
  }
}

const UNKNOWN: LiveMatch = { host: "", seats: [], closesAt: null, phase: 0, seconds: 0, missing: [], silent: [], status: "running" };

interface MatchFact {
  type: string;
  host?: { player_id: string };
  seats?: unknown[];
  phase?: { number: number; must: string[]; may: string[]; seconds: number };
  closes_at?: string | null;
  seat?: string;
  has_submission?: boolean;
  then?: string;
}

/** A match after a fact. */
function folded(match: LiveMatch, fact: MatchFact): LiveMatch {
  switch (fact.type) {
    case "match_created":
      return { ...match, host: fact.host!.player_id, seats: (fact.seats as { id: string }[]).map(({ id }) => id) };
    case "phase_opened": {
      const { number, must, may, seconds } = fact.phase!;
      return { ...match, missing: must.length > 0 ? must : may, phase: number, seconds };
    }
    case "phase_closed":
      return { ...match, missing: [], silent: [], closesAt: null };
    case "absence_noted":
      return { ...match, silent: fact.then === "grace" ? (fact.seats as string[]) : [] };
    case "deadline_set":
      return { ...match, closesAt: fact.closes_at ?? null };
    case "seat_submitted": {
      const others = match.missing.filter((seat) => seat !== fact.seat);
      return { ...match, missing: fact.has_submission ? others : [...others, fact.seat!] };
    }
    case "match_paused":
      return { ...match, status: "paused" };
    case "match_suspended":
      return { ...match, status: "suspended" };
    case "match_resumed":
      return { ...match, status: "running" };
    case "match_ended":
    case "match_adjudicated":
    case "match_voided":
      return { ...match, status: "over", missing: [], closesAt: null };
    default:
      return match;
  }
}
