// Whose messages are hidden: those of players whom the reader has blocked, as this browser has last heard.

import type { SeatListing } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../session.js";
import { BLOCKED, recall } from "../storage.js";

/** The seats of blocked players. */
export function useHidden(seats: readonly SeatListing[]): ReadonlySet<string> {
  const { client, player } = useSession();
  const me = player?.player_id ?? "";
  const [, setRead] = useState(0);
  useEffect(() => {
    if (me) void import("../friends/blocks.js").then(({ readBlocks }) => readBlocks(client, me)).then(() => setRead(1), () => undefined);
  }, [client, me]);
  const blocked = recall<string[]>(BLOCKED + me) ?? [];
  return new Set(seats.filter((seat) => seat.player && blocked.includes(seat.player.player_id)).map(({ id }) => id));
}
