// The lists of the home page: the player's own matches, read anew when something has happened, and the public ones.

import type { Client, Lobby, MatchListing, StreamState } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { useNewsState } from "../news.js";
import { usePlayerSession, useSession } from "../session.js";
import { keep, recall } from "../storage.js";

/** A match in a list. */
export interface Row {
  match: MatchListing;
  /** The player's own seat, if there is one. */
  seat: string | null;
  /** Whether a seat is reserved for the player. */
  invited: boolean;
  /** Whether the open phase waits for the player. */
  awaited: boolean;
  /** Whether it waits no more, because the player has sealed a move. */
  sealed: boolean;
}

export interface Lists {
  waiting: Row[];
  mine: Row[];
  /** Of others: null until the server has told them. */
  open: Row[] | null;
  running: Row[] | null;
  finished: Row[];
}

export interface LobbyState {
  /** Null until the lists are read. */
  lobby: Lists | null;
  /** When they were read, if that was on an earlier page and the server is not heard now. */
  asOf: Date | null;
  connection: StreamState;
  refresh: () => void;
}

/** What happens together is read together. */
const BUNDLE_MS = 150;

/** Some changes of private matches, such as a pause, are no news for the player's own stream. */
const EVERY_MS = 60_000;

const MOST_SEEN = 30;
const MOST_OPEN = 50;
const MOST_RUNNING = 30;

export function useLobby(): LobbyState {
  const { player, news, isSilent } = usePlayerSession();
  const connection = useNewsState(news);
  const { own, refresh } = useOwnMatches();
  const open = usePublicMatches();
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    // A public match of the player's has changed: only the player's own list says what that means for the player.
    const now = new Map(open?.map((match) => [match.match_id, JSON.stringify(match)]));
    const hasChanged = own?.some(({ match_id }) => now.get(match_id) !== known.current.get(match_id));
    known.current = now;
    if (hasChanged) refresh();
  }, [open]);
  const isCut = isSilent || connection.type === "offline" || connection.type === "reconnecting";
  const seen = own === null && isCut ? recall<Seen>(seenBy(player.player_id)) : null;
  const matches = own ?? seen?.matches ?? null;
  return { lobby: matches && lobbyOf(matches, open, player.player_id), asOf: seen && new Date(seen.at), connection, refresh };
}

type Own = Awaited<ReturnType<Client["matches"]>>["matches"];

/** The player's own matches as this browser has last seen them, for when there is no network. */
interface Seen {
  at: string;
  matches: Own;
}

const seenBy = (playerId: string): string => `matches ${playerId}`;

/** The matches that the player hosts or plays, read again after news of them. */
function useOwnMatches(): { own: Own | null; refresh: () => void } {
  const { client, player, news } = usePlayerSession();
  const [own, setOwn] = useState<Own | null>(null);
  const soon = useRef<() => void>(() => undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let readings = 0;
    const read = async () => {
      const reading = ++readings;
      wait(EVERY_MS);
      try {
        const { matches } = await client.matches({ mine: true, limit: 100 });
        if (ended || reading !== readings) return;
        setOwn(matches);
        keep(seenBy(player.player_id), { at: new Date().toISOString(), matches: matches.slice(0, MOST_SEEN) } satisfies Seen);
      } catch {
        wait(EVERY_MS / 10); // Nobody has answered for a minute, which the page says already.
      }
    };
    const wait = (ms: number) => {
      clearTimeout(timer);
      if (!ended) timer = setTimeout(() => void read(), ms);
    };
    soon.current = () => wait(BUNDLE_MS);
    const wake = () => document.hidden || soon.current();
    document.addEventListener("visibilitychange", wake);
    const deaf = news.listen((event) => (event || news.state.type === "live") && soon.current());
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wake);
      deaf();
    };
  }, [client, news]);
  return { own, refresh: () => soon.current() };
}

/** The public matches that are not over, as the server tells their changes. */
export function usePublicMatches(): readonly MatchListing[] | null {
  const { client } = useSession();
  const [matches, setMatches] = useState<readonly MatchListing[] | null>(null);
  useEffect(() => {
    let lobby: Lobby | null = null;
    // Browsers have few connections for a server in all their tabs, and this takes one: only where it is looked at.
    const look = () => {
      if (document.hidden) {
        lobby?.close();
        lobby = null;
      } else if (lobby === null) {
        lobby = client.lobby();
        // Too many at one address: they are shown as they are now.
        void show(lobby).catch(() => client.matches().then(({ matches }) => setMatches(matches))).catch(() => undefined);
      }
    };
    const show = async (lists: Lobby) => {
      for await (const list of lists) setMatches(list);
    };
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      document.removeEventListener("visibilitychange", look);
      lobby?.close();
    };
  }, [client]);
  return matches;
}

function lobbyOf(own: Own, open: readonly MatchListing[] | null, me: string): Lists {
  const mine = own.map((match) => rowOf(match, match.awaited, me));
  const isMine = new Set(own.map(({ match_id }) => match_id));
  const others = open?.filter(({ match_id }) => !isMine.has(match_id)).map((match) => rowOf(match, false, me)) ?? null;
  const isOver = ({ match }: Row) => match.status === "over" || match.status === "void";
  const waits = (row: Row) => row.awaited || (row.invited && !isOver(row));
  return {
    waiting: mine
      .filter(waits)
      .sort((one, two) => (one.match.closes_at ?? "9").localeCompare(two.match.closes_at ?? "9")),
    mine: mine.filter((row) => !waits(row) && !isOver(row)),
    open: others && others.filter(({ match }) => match.status === "open" && match.free_seats > 0).slice(0, MOST_OPEN),
    running: others && others.filter(({ match }) => match.status === "running").slice(0, MOST_RUNNING),
    finished: mine.filter(isOver),
  };
}

export function rowOf(match: MatchListing, awaited: boolean, me: string): Row {
  const seat = match.seats.find(({ player }) => player?.player_id === me)?.id ?? null;
  const invited = match.seats.some(({ reserved_for }) => reserved_for?.player_id === me);
  const inPhase = seat !== null && match.phase !== null && [...match.phase.must, ...match.phase.may].includes(seat);
  return { match, seat, invited, awaited, sealed: inPhase && !awaited };
}
