// Who plays in this browser: the token that it keeps, and the connection to the server.

import { Client } from "moirai-client";
import type { PlayerReply } from "moirai-client";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { keep, recall } from "./storage.js";

export interface Session {
  client: Client;
  player: PlayerReply;
  /** Forget the token, and begin anew. */
  leave: () => void;
}

const TOKEN = "token";

export const SessionContext = createContext<Session | null>(null);

/** The player, on pages that only players see. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("nobody is signed in");
  return session;
}

export function keptToken(): string | null {
  return recall<string>(TOKEN);
}

export function keepToken(token: string | null): void {
  keep(TOKEN, token);
}

/** A connection for lists and short questions: it says at once when nobody answers. */
export function impatient(token: string | null): Client {
  return new Client(location.origin, token, { patienceSeconds: 0 });
}

/** The connection of a player; it knows when the network comes and goes, and when the page wakes up. */
export function connect(token: string): Client {
  const client = new Client(location.origin, token);
  addEventListener("online", () => client.setOnline(true));
  addEventListener("offline", () => client.setOnline(false));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) client.setOnline(navigator.onLine);
  });
  return client;
}
