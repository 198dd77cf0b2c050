// Who plays in this browser: the token that it keeps, and the connection to the server.

import { Client, type MeReply } from "moirai-client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { SERVER } from "./base.js";
import type { News } from "./news.js";
import { keep, recall } from "./storage.js";

export interface Session {
  client: Client;
  /** Null: somebody without a name, who watches. */
  player: MeReply | null;
  /** What happens to the player in all matches and tournaments; null for somebody without a name. */
  news: News | null;
  /** Whether the server has not answered since the page was opened. */
  isSilent: boolean;
  /** Be the player of this token from now on. */
  enter: (token: string) => void;
  /** The player has another name. */
  renamed: (player: MeReply) => void;
  /** Forget the token, and begin anew. */
  leave: () => void;
}

const TOKEN = "token";
const PLAYER = "player";

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("there is no session");
  return session;
}

/** The session, on pages that only players see. */
export function usePlayerSession(): Session & { player: MeReply; news: News } {
  const session = useSession();
  const { player, news } = session;
  if (player === null || news === null) throw new Error("nobody is signed in");
  return { ...session, player, news };
}

export function keptToken(): string | null {
  return recall<string>(TOKEN);
}

export function keepToken(token: string | null): void {
  keep(TOKEN, token);
  if (token === null) keep(PLAYER, null);
}

/** The player of a token, as the server has last told: the page begins with it, also without a network. */
export function keptPlayer(token: string | null): MeReply | null {
  const kept = recall<{ token: string; player: MeReply }>(PLAYER);
  return kept !== null && kept.token === token ? kept.player : null;
}

export function keepPlayer(token: string, player: MeReply): void {
  if (token === keptToken()) keep(PLAYER, { token, player });
}

/** A connection for short questions: it says at once when nobody answers. */
export function impatient(token: string | null): Client {
  return new Client(SERVER, token, { patienceSeconds: 0 });
}

/**
 * The connection of a page; it knows when the network comes and goes, and when the page wakes up.
 *
 * `onUnknown` is called with the token when the server does not know it, in whatever call.
 */
export function connect(token: string | null, onUnknown: (token: string) => void): { client: Client; stop: () => void } {
  const ask: typeof fetch = async (url, request) => {
    const reply = await fetch(url, request);
    if (reply.status === 401 && token !== null) onUnknown(token);
    return reply;
  };
  const client = new Client(SERVER, token, { platform: { fetch: ask } });
  const online = () => client.setOnline(true);
  const offline = () => client.setOnline(false);
  const wake = () => {
    if (!document.hidden) client.setOnline(navigator.onLine);
  };
  addEventListener("online", online);
  addEventListener("offline", offline);
  document.addEventListener("visibilitychange", wake);
  const stop = () => {
    removeEventListener("online", online);
    removeEventListener("offline", offline);
    document.removeEventListener("visibilitychange", wake);
  };
  return { client, stop };
}
