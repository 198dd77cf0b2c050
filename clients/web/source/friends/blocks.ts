// Whom the player has blocked. Browsers keep it, so that a message is hidden before the server has answered.

import type { Client, KnownPlayer } from "moirai-client";
import { BLOCKED, keep } from "../storage.js";

export async function readBlocks(client: Client, me: string): Promise<KnownPlayer[]> {
  const { blocks } = await client.call("listBlocks", {});
  keep(BLOCKED + me, blocks.map(({ player_id }) => player_id));
  return blocks;
}
