// A player on a server.

import { Calls, type CallOptions } from "./calls.js";
import type { ServerClock } from "./clock.js";
import type { KeptRecord } from "./kept.js";
import type { FeedOptions } from "./feed.js";
import type { Lobby } from "./lobby.js";
import { Match } from "./match.js";
import type { OperationId, Operations } from "./operations.js";
import { platformWith, type Platform } from "./platform.js";
import type {
  AcceptRequest,
  GameList,
  GameReply,
  GameTexts,
  MatchList,
  MatchRequest,
  OpenedInvitationReply,
  OwnEventPage,
  OwnEventReply,
  MeReply,
  QueueList,
  QueueRequest,
  SeasonRequest,
  SeriesList,
  SeriesPreview,
  SeriesRequest,
  TournamentList,
  TournamentRequest,
} from "./schemas.js";
import { Series } from "./series.js";
import { Session, type DeviceRequest, type TokenStore } from "./signing_in.js";
import { ownSource } from "./sources.js";
import type { FollowOptions, Stream } from "./stream.js";
import { Streams } from "./streams.js";
import { Tournament } from "./tournament.js";

/** How long a client retries calls without a reply, by default. */
const PATIENCE_SECONDS = 60;

export interface ClientOptions {
  patienceSeconds?: number;
  /** Parts of the platform to replace. */
  platform?: Partial<Platform>;
}

export interface SignInOptions extends ClientOptions {
  /** What the program wants to do: `watch`, `play`, `talk`, `host`, `organise`, `notify`, with spaces between. */
  scopes?: string;
  /** Shows the player what to do. */
  show: (request: DeviceRequest) => void;
  /** Where to keep the refresh token, so that the program need not ask again the next time. */
  store?: TokenStore;
}

/** A player, identified by a token; or without one nobody, who can watch public matches. All calls throw RefusedError and UnreachableError. */
export class Client {
  readonly #calls: Calls;
  readonly #streams: Streams;

  /** `server` is a URL, such as `https://play.example.org`. */
  constructor(server: string, token: string | Session | null, options: ClientOptions = {}) {
    const platform = platformWith(options.platform);
    this.#calls = new Calls(server, token, platform, options.patienceSeconds ?? PATIENCE_SECONDS);
    this.#streams = new Streams(this.#calls);
  }

  /** Create a player. Save the `token` of the client: with it you can use the same player again. */
  static async signUp(
    server: string,
    name: string,
    options: ClientOptions & { administratorKey?: string } = {},
  ): Promise<Client> {
    const { administratorKey, ...others } = options;
    const body = { name, administrator_key: administratorKey ?? null };
    const { token } = await new Client(server, null, others).call("createPlayer", { body });
    return new Client(server, token, others);
  }

  /**
   * Let a player sign in with a browser, on this device or another one. `clientId` is what the program calls itself.
   *
   * Throws a RefusedError if the player has denied (`access_denied`) or not decided in time (`expired_token`).
   */
  static async signIn(server: string, clientId: string, options: SignInOptions): Promise<Client> {
    const { scopes = "watch play talk", show, store, ...others } = options;
    const patienceSeconds = others.patienceSeconds ?? PATIENCE_SECONDS;
    const stranger = new Calls(server, null, platformWith(others.platform), patienceSeconds);
    const session = new Session(stranger, clientId, store);
    if (!(await session.resume())) await session.begin(scopes, show);
    return new Client(server, session, others);
  }

  /** The token; that of a client that has signed in is another one each hour. */
  get token(): string | null {
    return this.#calls.token;
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
  me(): Promise<MeReply> {
    return this.call("getMe", {});
  }

  /** The games of the server. */
  games(): Promise<GameList> {
    return this.call("listGames", {});
  }

  /** A game with its variants, schemas and rules; these in a language, as in `texts`. */
  game(game: string, language?: string): Promise<GameReply> {
    return this.call("getGame", { game, language });
  }

  /** The words of a game in a language, such as `de`; without one, in the first of `Accept-Language` that the game has. */
  texts(game: string, language?: string): Promise<GameTexts> {
    return this.call("getGameTexts", { game, language });
  }

  /**
   * Matches that the player can see, newest first; `before` is the `next` of the previous page.
   *
   * Filters: `game`, `status`, `mine`, `free` (with a free seat), `awaiting_me`, and a `text` in labels and names.
   */
  matches(wanted: Operations["listMatches"]["input"] = {}): Promise<MatchList> {
    return this.call("listMatches", wanted);
  }

  /** Follow the list of public matches. */
  lobby(options: FeedOptions = {}): Lobby {
    return this.#streams.lobby(options);
  }

  /** A page of the player's own stream, which tells what happens to the player in all matches. */
  events(after = 0, options: { limit?: number; wait?: number } = {}): Promise<OwnEventPage> {
    return this.call("listMyEvents", { after, ...options });
  }

  /** The player's own stream after a cursor, including what is still to come. */
  follow(options: FollowOptions = {}): Stream<OwnEventReply> {
    return this.#streams.follow(ownSource(this.#calls), options);
  }

  /** What an invitation is for, by the token in its link; also without a token of one's own. */
  invitation(token: string): Promise<OpenedInvitationReply> {
    return this.call("getInvitation", { token });
  }

  /** Accept an invitation: take its seat, or the first free one, or enter the tournament or series that it is for. */
  async acceptInvitation(token: string, request: AcceptRequest = {}): Promise<Match | Tournament | Series> {
    const joined = await this.call("acceptInvitation", { token, body: request });
    switch (joined.type) {
      case "match":
        return this.match(joined.match_id);
      case "tournament":
        return this.tournament(joined.tournament_id);
      case "series":
        return this.series(joined.series_id);
    }
  }

  /** Create a match, as its host. */
  async createMatch(request: MatchRequest): Promise<Match> {
    return this.match((await this.call("createMatch", { body: request })).match_id);
  }

  /** For each game and pace, whether somebody waits to play it now, and how long that usually takes. */
  queues(): Promise<QueueList> {
    return this.call("listQueues", {});
  }

  /**
   * Wait for people who want to play the same now, or sit down with them. While the match is `open`, call again every 20 to
   * 30 seconds, with new `entropy`: the match can then be another one.
   */
  async joinQueue(request: QueueRequest): Promise<Match> {
    return this.match((await this.call("joinQueue", { body: request })).match_id);
  }

  /** A match by its id, with what was kept of it before; makes no call. */
  match(id: string, kept?: KeptRecord): Match {
    return new Match(this.#calls, this.#streams, id, kept);
  }

  /** Tournaments that the player can see, newest first; `before` is the `next` of the previous page. */
  tournaments(wanted: Operations["listTournaments"]["input"] = {}): Promise<TournamentList> {
    return this.call("listTournaments", wanted);
  }

  /** Create a tournament, as its director. */
  async createTournament(request: TournamentRequest): Promise<Tournament> {
    return this.tournament((await this.call("createTournament", { body: request })).tournament_id);
  }

  /** Series that the player can see, newest first; `before` is the `next` of the previous page. */
  allSeries(wanted: Operations["listSeries"]["input"] = {}): Promise<SeriesList> {
    return this.call("listSeries", wanted);
  }

  /** What a season would be: the sizes of heaven and hell, and its matches. Creates nothing. */
  previewSeason(season: SeasonRequest): Promise<SeriesPreview> {
    return this.call("previewSeries", { body: season });
  }

  /** Create a series, as its director. */
  async createSeries(request: SeriesRequest): Promise<Series> {
    return this.series((await this.call("createSeries", { body: request })).series_id);
  }

  /** A series by its id; makes no call. */
  series(id: string): Series {
    return new Series(this.#calls, this.#streams, id);
  }

  /** A tournament by its id; makes no call. */
  tournament(id: string): Tournament {
    return new Tournament(this.#calls, this.#streams, id);
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
