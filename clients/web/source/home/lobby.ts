// The lists of the home page. Everything that asks for them is here, so that only this changes when lists can be followed.

import type { Client, GameSummary, MatchReply, ServerClock } from "moirai-client";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { impatient, useSession } from "../session.js";

/** A match in a list. */
export interface Row {
  match: MatchReply;
  /** The player's own seat, if there is one. */
  seat: string | null;
  /** Whether a seat is reserved for the player. */
  invited: boolean;
  /** Whether the open phase waits no more for the player. */
  sealed: boolean;
}

export interface Lobby {
  waiting: Row[];
  mine: Row[];
  open: Row[];
  running: Row[];
  finished: Row[];
}

export interface LobbyState {
  lobby: Lobby | null;
  /** Whether the last question got no reply. */
  isSilent: boolean;
  /** The server's time, as the lists tell it. */
  clock: ServerClock;
  refresh: () => void;
}

const EVERY_MS = 5_000;
const AGAIN_MS = 1_500;

/** The lists, asked for again and again while the page is looked at. */
export function useLobby(): LobbyState {
  const { client, player } = useSession();
  const [lobby, setLobby] = useState<Lobby | null>(null);
  const [isSilent, setSilent] = useState(false);
  const ask = useRef<() => void>(() => undefined);
  const asking = useMemo(() => impatient(client.token), [client]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let busy = false;
    const round = async () => {
      clearTimeout(timer);
      if (busy) return;
      busy = true;
      let next = EVERY_MS;
      try {
        const found = await readLobby(asking, player.player_id);
        if (ended) return;
        setLobby(found);
        setSilent(false);
      } catch {
        next = AGAIN_MS;
        if (!ended) setSilent(true);
      } finally {
        busy = false;
      }
      if (!ended && !document.hidden) timer = setTimeout(() => void round(), next);
    };
    const wake = () => {
      if (!document.hidden) void round();
    };
    const lose = () => setSilent(true);
    ask.current = () => void round();
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    addEventListener("offline", lose);
    void round();
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      removeEventListener("offline", lose);
    };
  }, [asking, player.player_id]);
  return { lobby, isSilent, clock: asking.clock, refresh: () => ask.current() };
}

async function readLobby(client: Client, me: string): Promise<Lobby> {
  // The lists do not say what time it is; the server does.
  const [mine, open, running] = await Promise.all([
    client.matches({ mine: true, limit: 100 }),
    client.matches({ status: "open", free: true, limit: 50 }),
    client.matches({ status: "running", limit: 30 }),
    client.call("getApi", {}),
  ]);
  const own = mine.matches.map((match) => rowOf(match, me));
  const isMine = new Set(mine.matches.map(({ match_id }) => match_id));
  const others = (list: { matches: MatchReply[] }) =>
    list.matches.filter(({ match_id }) => !isMine.has(match_id)).map((match) => rowOf(match, me));
  const isOver = ({ match }: Row) => match.status === "over" || match.status === "void";
  const waits = (row: Row) => row.match.awaited || (row.invited && !isOver(row));
  return {
    waiting: own
      .filter(waits)
      .sort((one, two) => (one.match.closes_at ?? "9").localeCompare(two.match.closes_at ?? "9")),
    mine: own.filter((row) => !waits(row) && !isOver(row)),
    open: others(open),
    running: others(running),
    finished: own.filter(isOver),
  };
}

function rowOf(match: MatchReply, me: string): Row {
  const seat = match.seats.find(({ player }) => player?.player_id === me)?.id ?? null;
  const invited = match.seats.some(({ reserved_for }) => reserved_for?.player_id === me);
  const inPhase = seat !== null && match.phase !== null && [...match.phase.must, ...match.phase.may].includes(seat);
  return { match, seat, invited, sealed: inPhase && !match.awaited };
}

/** The games of the server, by id. */
export function useGames(): ReadonlyMap<string, GameSummary> {
  const { client } = useSession();
  const [games, setGames] = useState<ReadonlyMap<string, GameSummary>>(new Map());
  useEffect(() => {
    void client.games().then(
      ({ games }) => setGames(new Map(games.map((game) => [game.game, game]))),
      () => undefined,
    );
  }, [client]);
  return games;
}
