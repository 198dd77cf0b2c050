// Friends on the home page: their open tables, who they are, the link by which others become friends, and who is blocked.

import type { Client, FriendLinkReply, KnownPlayer } from "moirai-client";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Lines, useListed } from "../home/listed.js";
import { rowOf } from "../home/lobby.js";
import { Line, type RowProps } from "../home/rows.js";
import { Act } from "../parts/act.js";
import { LinkBox } from "../parts/link.js";
import { follow, pathOf } from "../router.js";
import { usePlayerSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { initial, isolated } from "../table/people.js";
import { readBlocks } from "./blocks.js";
import { dayText } from "./day.js";
import { useReading } from "./reading.js";

const tell = await textsOf("friends");

const MOST_TABLES = 20;

const readTables = async (client: Client) => (await client.matches({ friends: true, status: "open", limit: MOST_TABLES })).matches;
const readFriends = async (client: Client) => (await client.call("listFriends", {})).friends;
const readLink = (client: Client) => client.call("getFriendLink", {});

export default function Friends(given: Omit<RowProps, "row">) {
  const { client } = usePlayerSession();
  const tables = useListed(readTables, () => false);
  const { found: friends } = useReading(readFriends);
  const { found: blocks, again } = useReading(readBlocks);
  const { found: link, again: linkAgain } = useReading(readLink);
  const day = (one: KnownPlayer) => dayText(client.clock.toLocal(one.since));
  return (
    <section class="friends" aria-labelledby="friends-title">
      <h2 id="friends-title">{tell.friends}</h2>
      <Lines rows={friends && tables} none={friends?.length === 0 ? tell.noFriends : tell.noTables} line={(match) => <Line key={match.match_id} row={rowOf(match, false, given.me)} {...given} />} />
      {friends && friends.length > 0 && (
        <People title={tell.all(friends.length)} people={friends} line={(one) => (
          <Known key={one.player_id} one={one} note={tell.friendsSince(day(one))}>
            <a class="btn" {...follow({ page: "player", id: one.player_id })} aria-label={`${tell.look}: ${isolated(one.name)}`}>{tell.look}</a>
          </Known>
        )} />
      )}
      <details>
        <summary class="small">{tell.yourLink}</summary>
        <p class="small dim">{tell.linkNote}</p>
        {link && <Link link={link} onDone={linkAgain} />}
      </details>
      {blocks && blocks.length > 0 && (
        <People title={tell.allBlocked(blocks.length)} people={blocks} line={(one) => (
          <Known key={one.player_id} one={one} note={tell.blockedSince(day(one))}>
            <Act label={tell.unblock} title={tell.unblockTitle(isolated(one.name))} run={() => client.call("deleteBlock", { player_id: one.player_id })} onDone={again} />
          </Known>
        )} />
      )}
    </section>
  );
}

/** People who are shown when somebody wants to see them. */
function People({ title, people, line }: { title: string; people: readonly KnownPlayer[]; line: (one: KnownPlayer) => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="small">{title}</summary>
      {isOpen && <ul class="lines">{people.map(line)}</ul>}
    </details>
  );
}

function Known({ one, note, children }: { one: KnownPlayer; note: string; children: ComponentChildren }) {
  return (
    <li class="ln">
      <span class="face" aria-hidden="true">{initial(one.name)}</span>
      <span class="tx"><b><bdi>{one.name}</bdi></b><span class="tiny dim">{note}</span></span>
      {children}
    </li>
  );
}

function Link({ link, onDone }: { link: FriendLinkReply; onDone: () => void }) {
  const { client } = usePlayerSession();
  const run = () => client.call("createFriendLink", {});
  if (link.token === null) return <Act label={tell.makeLink} run={run} onDone={onDone} />;
  return (
    <>
      <LinkBox key={link.token} title={tell.linkToSend} link={location.origin + pathOf({ page: "friend", token: link.token })} />
      <Act label={tell.newLink} run={run} look="quiet" sure reasonless onDone={onDone}><p class="small">{tell.newLinkNote}</p></Act>
    </>
  );
}
