// One match as this player knows it: followed by its stream, and read anew when something has happened.

import {
  foldMessages,
  noTalks,
  RefusedError,
  UnreachableError,
  withMessages,
  type Client,
  type KeptRecord,
  type Match,
  type MatchDetails,
  type StreamState,
  type Talks,
  type ViewerEvent,
  type ViewReply,
} from "moirai-client";
import { isPassing } from "../parts/attempt.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../session.js";
import { keep, recall } from "../storage.js";
import { language } from "../strings/index.js";

export interface Following {
  match: Match;
  details: MatchDetails;
  view: ViewReply;
  /** Everything that the viewer was told, in order. */
  events: readonly ViewerEvent[];
  talks: Talks;
  connection: StreamState;
  /** What a server that contradicts itself was caught at; empty as long as it was not. */
  tampering: string;
  /** Read details and view anew. */
  refresh: () => void;
  noteMessages: (channel: string, messages: Parameters<typeof withMessages>[2]) => void;
}

export type Table = { state: "loading" } | { state: "refused"; error: Error } | ({ state: "there" } & Following);

/** What was seen last of some matches, for whoever comes back to one while the server cannot be heard. */
type Seen = Pick<Following, "details" | "view" | "events" | "talks">;
const seen = new WeakMap<Client, Map<string, Seen>>();
const MOST_SEEN = 5;

function noteSeen(client: Client, id: string, last: Seen): void {
  const known = seen.get(client) ?? new Map<string, Seen>();
  seen.set(client, known);
  known.delete(id);
  known.set(id, last);
  const [oldest] = known.keys();
  if (known.size > MOST_SEEN) known.delete(oldest!);
}

/** Events come in bundles after a reconnection: they are drawn together. */
const BUNDLE_MS = 30;

export function useTable(id: string): Table {
  const { client } = useSession();
  const [table, setTable] = useState<Table>({ state: "loading" });
  const follower = useRef<Follower | null>(null);
  useEffect(() => {
    setTable({ state: "loading" });
    const show = (table: Table) => {
      if (table.state === "there") noteSeen(client, id, table);
      setTable(table);
    };
    const one = new Follower(client.match(id, recall<KeptRecord>(`kept ${id}`) ?? undefined), seen.get(client)?.get(id), show);
    follower.current = one;
    return () => one.stop();
  }, [client, id]);
  return table;
}

class Follower {
  #details: MatchDetails | null = null;
  #view: ViewReply | null = null;
  #events: readonly ViewerEvent[] = [];
  #talks: Talks = noTalks;
  #connection: StreamState = { type: "connecting" };
  #tampering = "";
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading = false;
  #again = false;
  readonly #match: Match;
  readonly #show: (table: Table) => void;
  readonly #stream;

  constructor(match: Match, last: Seen | undefined, show: (table: Table) => void) {
    this.#match = match;
    this.#show = show;
    if (last) ({ details: this.#details, view: this.#view, events: this.#events, talks: this.#talks } = last);
    match.kept.onTampering = (what) => {
      this.#tampering = what;
      this.#draw();
    };
    this.#stream = match.follow({
      lines: language,
      onState: (state) => {
        this.#connection = state;
        this.#draw();
      },
    });
    void this.#listen();
    this.refresh();
    this.#draw();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#stream.close();
  }

  readonly refresh = (): void => {
    this.#again = true;
    if (!this.#reading) void this.#read();
  };

  readonly noteMessages: Following["noteMessages"] = (channel, messages) => {
    this.#talks = withMessages(this.#talks, channel, messages);
    this.#draw();
  };

  async #listen(): Promise<void> {
    try {
      for await (const event of this.#stream) {
        if (event.cursor === 1) this.#events = [];
        this.#events = [...this.#events, event];
        this.#talks = foldMessages(this.#talks, event);
        this.#soon();
      }
    } catch (error) {
      if (!this.#stopped) this.#show({ state: "refused", error: error as Error });
    }
  }

  /** Draw what has arrived, once nothing more comes for a moment. */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#draw();
      if (this.#isBehind()) this.refresh();
    }, BUNDLE_MS);
  }

  /** Whether something but talk has happened after the last reading. */
  #isBehind(): boolean {
    const known = this.#view?.cursor ?? 0;
    const viewer = this.#events.at(-1)?.viewer;
    if (viewer !== undefined && viewer !== this.#view?.viewer) return true;
    // Servers of 0.2.0 do not say it.
    const epochs = [this.#stream.epoch ?? undefined, this.#view?.epoch];
    if (viewer !== undefined && !epochs.includes(undefined) && epochs[0] !== epochs[1]) return true;
    return this.#events.some(({ cursor, facts }) => cursor > known && facts.some((fact) => fact.type !== "message_sent"));
  }

  async #read(): Promise<void> {
    this.#reading = true;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        const seen = this.#events.at(-1);
        const view = await (seen ? this.#match.viewSince(seen.cursor) : this.#match.view());
        // After the view: details that are older than it would not be read again.
        const details = await this.#match.details();
        this.#details = details;
        this.#view = view;
        keep(`kept ${this.#match.id}`, { ...this.#match.kept.toJSON(), streams: {} });
        this.#draw();
      } catch (error) {
        if (error instanceof UnreachableError || (this.#view !== null && isPassing(error))) this.#again = true; // The stream says that nobody answers.
        else if (error instanceof RefusedError && error.status === 409) this.#again = true; // Another viewer by now.
        else if (!this.#stopped) this.#show({ state: "refused", error: error as Error });
        if (!this.#again) break; // The next event asks again.
        await new Promise((done) => setTimeout(done, 500));
      }
    }
    this.#reading = false;
  }

  #draw(): void {
    if (this.#stopped || !this.#details || !this.#view) return;
    this.#show({
      state: "there",
      match: this.#match,
      details: this.#details,
      view: this.#view,
      events: this.#events,
      talks: this.#talks,
      connection: this.#connection,
      tampering: this.#tampering,
      refresh: this.refresh,
      noteMessages: this.noteMessages,
    });
  }
}
