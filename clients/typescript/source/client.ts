// A player on a server.

import { Calls, type CallOptions } from "./calls.js";
import type { ServerClock } from "./clock.js";
import type { KeptRecord } from "./kept.js";
import { Match } from "./match.js";
import type { OperationId, Operations } from "./operations.js";
import { platformWith, type Platform } from "./platform.js";
import type { GameList, GameReply, MatchList, MatchRequest, PlayerReply } from "./schemas.js";
import { Streams } from "./streams.js";

/** How long a client retries calls without a reply, by default. */
const PATIENCE_SECONDS = 60;

export interface ClientOptions {
  patienceSeconds?: number;
  /** Parts of the platform to replace. */
  platform?: Partial<Platform>;
}

/** A player, identified by a token; or nobody in particular, without one. All calls throw RefusedError and UnreachableError. */
export class Client {
  readonly #calls: Calls;
  readonly #streams: Streams;

  /** `server` is a URL, such as `https://play.example.org`. */
  constructor(
    server: string,
    readonly token: string | null,
    options: ClientOptions = {},
  ) {
    const platform = platformWith(options.platform);
    this.#calls = new Calls(server, token, platform, options.patienceSeconds ?? PATIENCE_SECONDS);
    this.#streams = new Streams(this.#calls);
  }

  /** Create a player. Save the `token` of the client: with it you can use the same player again. */
  static async signUp(
    server: string,
    name: string,
    options: ClientOptions & { organiserKey?: string } = {},
  ): Promise<Client> {
    const { organiserKey, ...others } = options;
    const body = { name, organiser_key: organiserKey ?? null };
    const { token } = await new Client(server, null, others).call("createPlayer", { body });
    return new Client(server, token, others);
  }

  /** The server's time. */
  get clock(): ServerClock {
    return this.#calls.clock;
  }

  /** Any call of the API, by its `operationId`, for those that have no method here. */
  call<Id extends OperationId>(
    id: Id,
    input: Operations[Id]["input"],
    options?: CallOptions,
  ): Promise<Operations[Id]["reply"]> {
    return this.#calls.call(id, input, options);
  }

  /** The player. */
  me(): Promise<PlayerReply> {
    return this.call("getMe", {});
  }

  /** The games of the server. */
  games(): Promise<GameList> {
    return this.call("listGames", {});
  }

  /** A game with its variants, schemas and rules. */
  game(game: string): Promise<GameReply> {
    return this.call("getGame", { game });
  }

  /** Matches that the player can see, newest first; `before` is the `next` of the previous page. */
  matches(wanted: Operations["listMatches"]["input"] = {}): Promise<MatchList> {
    return this.call("listMatches", wanted);
  }

  /** Create a match, as its host. */
  async createMatch(request: MatchRequest): Promise<Match> {
    return this.match((await this.call("createMatch", { body: request })).match_id);
  }

  /** A match by its id, with what was kept of it before; makes no call. */
  match(id: string, kept?: KeptRecord): Match {
    return new Match(this.#calls, this.#streams, id, kept);
  }

  /**
   * What the caller knows about the network, such as by the events `online`, `offline` and `visibilitychange` of a page.
   *
   * Without a network, streams stop trying. With `true`, those that are lost reconnect at once, and the others check
   * that they are alive.
   */
  setOnline(online: boolean): void {
    this.#streams.setOnline(online);
  }
}
