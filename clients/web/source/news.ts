// The player's own stream: what happens in all matches and tournaments, whichever page is shown.

import { RefusedError, StreamClosedError, type Client, type OwnEventReply, type StreamState } from "moirai-client";
import { useEffect, useReducer } from "preact/hooks";
import { keep, recall } from "./storage.js";

/** Up to where the news are known to this browser, in which epoch of the server's database. */
interface Position {
  after: number;
  epoch?: string | undefined;
}

/** From where to go on; earlier versions of this page have kept a number. */
const resumed = (kept: number | Position | null): Position => (typeof kept === "number" ? { after: kept } : kept ?? { after: 0 });

export class News {
  state: StreamState = { type: "connecting" };
  readonly #listeners = new Set<(event: OwnEventReply | null) => void>();
  readonly #stream;

  /** `onUnknown` is called when the server does not know the player's token any more. */
  constructor(client: Client, playerId: string, onUnknown: () => void) {
    const place = `news ${playerId}`;
    this.#stream = client.follow({
      ...resumed(recall<number | Position>(place)),
      onState: (state) => {
        this.state = state;
        this.#tell(null);
      },
    });
    void this.#listen(place, onUnknown);
  }

  /** Be told of events, and by null of new states; returns how to stop. */
  listen(listener: (event: OwnEventReply | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    this.#stream.close();
  }

  async #listen(place: string, onUnknown: () => void): Promise<void> {
    try {
      for await (const event of this.#stream) {
        keep(place, { after: event.cursor, epoch: this.#stream.epoch ?? undefined } satisfies Position);
        this.#tell(event);
      }
    } catch (error) {
      const closed = error instanceof StreamClosedError && (error.code === 4401 || error.code === 4412);
      if (closed || (error instanceof RefusedError && error.status === 401)) onUnknown();
    }
  }

  #tell(event: OwnEventReply | null): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** How the player's own stream stands; drawn again when that changes. */
export function useNewsState(news: News): StreamState {
  const [, draw] = useReducer<number, void>((times) => times + 1, 0);
  useEffect(() => news.listen((event) => event === null && draw()), [news]);
  return news.state;
}
