// All streams of a client, over as few connections as possible.

import type { Calls } from "./calls.js";
import { Connection } from "./connection.js";
import { Stream, type FollowOptions, type ViewerEvent } from "./stream.js";

export class Streams {
  readonly #calls: Calls;
  readonly #connections: Connection[] = [];
  #online = true;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  follow(matchId: string, options: FollowOptions, notice: (event: ViewerEvent) => void): Stream {
    let connection = this.#connections.find((one) => one.hasRoomFor(matchId));
    if (connection === undefined) {
      connection = new Connection(this.#calls, this.#online);
      this.#connections.push(connection);
    }
    const to = connection;
    const stream = new Stream(matchId, options, this.#calls.platform, notice, (left) => to.leave(left));
    connection.follow(stream);
    return stream;
  }

  setOnline(online: boolean): void {
    this.#online = online;
    for (const connection of this.#connections) connection.setOnline(online);
  }
}
