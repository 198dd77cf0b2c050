// All streams of a client, over as few connections as possible.

import type { Calls } from "./calls.js";
import { Connection } from "./connection.js";
import type { FeedOptions } from "./feed.js";
import { Lobby } from "./lobby.js";
import { poll } from "./polling.js";
import type { Source } from "./sources.js";
import { Stream, type AnyStream, type FollowOptions } from "./stream.js";
import { TournamentStream, type WantedMatches } from "./tournament_stream.js";

export class Streams {
  readonly #calls: Calls;
  readonly #connections: Connection[] = [];
  readonly #lobbies = new Set<Lobby>();
  #online = true;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  follow<E extends { readonly cursor: number }>(
    source: Source<E>,
    options: FollowOptions,
    notice: (event: E) => void = () => undefined,
  ): Stream<E> {
    return this.#follow((leave) => new Stream(source, options, this.#calls.platform, notice, leave));
  }

  /** Follow what has no socket. */
  poll<E extends { readonly cursor: number }>(source: Source<E>, options: FollowOptions): Stream<E> {
    const polling = new this.#calls.platform.AbortController();
    const stream = new Stream(
      source,
      options,
      this.#calls.platform,
      () => undefined,
      () => polling.abort(),
    );
    void poll(this.#calls, stream, polling.signal);
    return stream;
  }

  followTournament(id: string, wanted: WantedMatches, options: FollowOptions): TournamentStream {
    return this.#follow((leave) => new TournamentStream(this.#calls, id, wanted, options, leave));
  }

  #follow<S extends AnyStream>(made: (leave: (stream: AnyStream) => void) => S): S {
    let connection: Connection | undefined;
    const stream = made((left) => connection?.leave(left));
    const { source } = stream;
    connection = this.#connections.find((one) => one.hasRoomFor(source));
    if (connection === undefined) {
      connection = new Connection(this.#calls, this.#online, source.path, source.lines);
      this.#connections.push(connection);
    }
    connection.follow(stream);
    return stream;
  }

  lobby(options: FeedOptions): Lobby {
    const lobby = new Lobby(this.#calls, this.#online, options, (left) => this.#lobbies.delete(left));
    this.#lobbies.add(lobby);
    return lobby;
  }

  setOnline(online: boolean): void {
    this.#online = online;
    for (const connection of this.#connections) connection.setOnline(online);
    for (const lobby of this.#lobbies) lobby.setOnline(online);
  }
}
