// What the reader is to another player, on the page of this player: friends or not, blocked or not.

import type { Client } from "moirai-client";
import { Act } from "../parts/act.js";
import { usePlayerSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { isolated } from "../table/people.js";
import { readBlocks } from "./blocks.js";
import { dayText } from "./day.js";
import { useReading } from "./reading.js";

const tell = await textsOf("friends");

const read = async (client: Client, me: string) => {
  const [{ friends }, blocks] = await Promise.all([client.call("listFriends", {}), readBlocks(client, me)]);
  return { friends, blocks };
};

export default function Company({ id, name }: { id: string; name: string }) {
  const { client } = usePlayerSession();
  const { found, again } = useReading(read);
  if (found === null) return null;
  const friend = found.friends.find((one) => one.player_id === id);
  const blocked = found.blocks.find((one) => one.player_id === id);
  const since = (moment: string) => dayText(client.clock.toLocal(moment));
  const about = { player_id: id };
  const called = isolated(name);
  return (
    <>
      <p class="small dim" role="status">{blocked ? tell.blockedSince(since(blocked.since)) : friend ? tell.friendsSince(since(friend.since)) : tell.byLink}</p>
      <div class="row">
        {friend && <Act label={tell.endFriendship} title={tell.endTitle(called)} sure reasonless run={() => client.call("endFriendship", about)} onDone={again}><p class="small">{tell.endNote}</p></Act>}
        {blocked ? <Act label={tell.unblock} title={tell.unblockTitle(called)} run={() => client.call("deleteBlock", about)} onDone={again} /> : (
          <Act label={tell.block} title={tell.blockTitle(called)} look="quiet" sure reasonless run={() => client.call("putBlock", about)} onDone={again}><p class="small">{tell.blockNote}</p></Act>
        )}
      </div>
    </>
  );
}
