// A series as its viewer knows it: its view, read anew when its stream tells something.

import { RefusedError, UnreachableError, type Client, type SeriesEvent, type SeriesView, type Stream, type StreamState } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { isPassing } from "../parts/attempt.js";
import { language } from "../strings/index.js";

export interface Following {
  view: SeriesView;
  /** What was told so far, the last one last. */
  told: readonly SeriesEvent[];
  connection: StreamState;
  /** Read everything anew. */
  refresh: () => void;
}

export type Season = { state: "loading" } | { state: "refused"; error: Error } | ({ state: "there" } & Following);

/** Events come several at a time, when an episode ends: the view is read once for them. */
const BUNDLE_MS = 100;

/** After a reading that failed. */
const AGAIN_MS = 1000;

export function useSeason(client: Client, id: string): Season {
  const [season, setSeason] = useState<Season>({ state: "loading" });
  useEffect(() => {
    const follower = new Follower(client, id, setSeason);
    return () => follower.stop();
  }, [client, id]);
  return season;
}

class Follower {
  #view: SeriesView | null = null;
  #told: SeriesEvent[] = [];
  #connection: StreamState = { type: "connecting" };
  readonly #stream: Stream<SeriesEvent>;
  #reading = 0;
  #isOver = false;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly id: string,
    private readonly show: (season: Season) => void,
  ) {
    this.#stream = client.series(id).follow({
      lines: language,
      onState: (state) => {
        this.#connection = state;
        this.#draw();
      },
    });
    void this.#follow();
    void this.#read();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#soon);
    this.#stream.close();
  }

  #readSoon = (pause = BUNDLE_MS) => {
    clearTimeout(this.#soon);
    if (!this.#isOver) this.#soon = setTimeout(() => void this.#read(), pause);
  };

  async #read(): Promise<void> {
    const reading = ++this.#reading;
    try {
      const view = await this.client.series(this.id).view();
      if (this.#isOver || reading !== this.#reading) return;
      this.#view = view;
      this.#draw();
    } catch (error) {
      if (this.#isOver || reading !== this.#reading) return;
      if (isPassing(error) && this.#view !== null) this.#readSoon(AGAIN_MS);
      else if (error instanceof UnreachableError || error instanceof RefusedError) this.show({ state: "refused", error });
      else throw error;
    }
  }

  async #follow(): Promise<void> {
    try {
      for await (const event of this.#stream) {
        this.#told = event.cursor === 1 ? [event] : [...this.#told, event];
        this.#readSoon();
      }
    } catch {
      if (!this.#isOver) void this.#read(); // Whose refusal says why.
    }
  }

  #draw(): void {
    if (this.#view === null || this.#isOver) return;
    this.show({ state: "there", view: this.#view, told: this.#told, connection: this.#connection, refresh: this.#readSoon });
  }
}
