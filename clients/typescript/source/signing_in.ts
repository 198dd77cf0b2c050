// Signing in by the device flow (RFC 8628): the player allows a program in a browser, on whatever device.

import type { Calls } from "./calls.js";
import { RefusedError } from "./errors.js";
import { sleep } from "./patience.js";

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

/** How much longer to wait after `slow_down` (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

/** How long before its end an access token is replaced. */
const EARLY_SECONDS = 60;

/** Where a program keeps its refresh token. Only one program at a time may use it: a later use of an old one ends what was allowed. */
export interface TokenStore {
  load(): string | null | Promise<string | null>;
  save(token: string): void | Promise<void>;
}

/** What a player has to do. */
export interface DeviceRequest {
  /** The page to open, which knows the code. */
  url: string;
  /** The code that the page has to show. */
  code: string;
}

interface Codes {
  device_code: string;
  user_code: string;
  verification_uri_complete: string;
  interval?: number;
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** The tokens that a program got from a player: an access token for an hour, and a refresh token for the next one. */
export class Session {
  readonly #stranger: Calls;
  readonly #clientId: string;
  readonly #store: TokenStore | undefined;
  #renewAt = 0;
  #refreshToken = "";
  #refreshing: Promise<void> | undefined;
  accessToken = "";

  constructor(stranger: Calls, clientId: string, store?: TokenStore) {
    this.#stranger = stranger;
    this.#clientId = clientId;
    this.#store = store;
  }

  /**
   * An access token that works for a while.
   *
   * Throws a RefusedError with the code `invalid_grant` if the player has withdrawn the program: sign in again.
   */
  async token(): Promise<string> {
    if (this.#stranger.platform.monotonic() >= this.#renewAt) {
      // Calls at the same time wait for one refresh: a second one with the same token would end the session.
      this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
      await this.#refreshing;
    }
    return this.accessToken;
  }

  /** Replace this access token before the next call: the server did not accept it. */
  distrust(token: string): void {
    if (token === this.accessToken) this.#renewAt = 0;
  }

  /** Go on with the refresh token that was kept; false if there is none that works. */
  async resume(): Promise<boolean> {
    this.#refreshToken = (await this.#store?.load()) ?? "";
    if (!this.#refreshToken) return false;
    try {
      await this.token();
    } catch (error) {
      if (error instanceof RefusedError && error.code === "invalid_grant") return false;
      throw error;
    }
    return true;
  }

  /** Show the player what to do, and wait until it is done. */
  async begin(scopes: string, show: (request: DeviceRequest) => void): Promise<void> {
    const fields = { client_id: this.#clientId, scope: scopes };
    const codes = (await this.#stranger.form("/oauth/device_authorization", fields)) as Codes;
    show({ url: codes.verification_uri_complete, code: codes.user_code });
    const asked = { grant_type: DEVICE, device_code: codes.device_code, client_id: this.#clientId };
    for (let interval = codes.interval ?? SLOWER_SECONDS; ;) {
      await sleep(this.#stranger.platform, interval);
      try {
        return await this.#take((await this.#stranger.form("/oauth/token", asked)) as Tokens);
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        if (error.code === "slow_down") interval += SLOWER_SECONDS;
        else if (error.code !== "authorization_pending") throw error;
      }
    }
  }

  async #refresh(): Promise<void> {
    const fields = { grant_type: "refresh_token", refresh_token: this.#refreshToken, client_id: this.#clientId };
    await this.#take((await this.#stranger.form("/oauth/token", fields)) as Tokens);
  }

  async #take(tokens: Tokens): Promise<void> {
    this.accessToken = tokens.access_token;
    this.#refreshToken = tokens.refresh_token;
    this.#renewAt = this.#stranger.platform.monotonic() + (tokens.expires_in - EARLY_SECONDS) * 1000;
    await this.#store?.save(tokens.refresh_token);
  }
}
