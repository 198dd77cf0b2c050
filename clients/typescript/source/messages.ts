// The messages of a match by channel, folded from its events.

import type { MessageReply } from "./schemas.js";
import type { ViewerEvent } from "./sources.js";

export interface Talk {
  /** The seats that can write; empty if the opening was not seen. */
  readonly members: readonly string[];
  readonly open: boolean;
  /** In the order of their cursors. */
  readonly messages: readonly MessageReply[];
}

/** By channel. Values are never changed, so what is the same object has the same content. */
export type Talks = ReadonlyMap<string, Talk>;

const NOTHING: Talk = { members: [], open: false, messages: [] };

export const noTalks: Talks = new Map();

/** The talks after an event; event 1 is the first of its viewer, so everything from before is forgotten. */
export function foldMessages(talks: Talks, { cursor, at, facts }: ViewerEvent): Talks {
  let folded = cursor === 1 ? noTalks : talks;
  for (const fact of facts) {
    if (fact.type === "channel_opened") folded = changed(folded, fact.channel, { members: fact.members, open: true });
    else if (fact.type === "channel_closed") folded = changed(folded, fact.channel, { open: false });
    else if (fact.type === "message_sent") {
      const { channel, sender, text, sign, about } = fact;
      const more = { ...(sign && { sign }), ...(about && { about }) };
      folded = withMessages(folded, channel, [{ cursor, at, channel, sender, text, ...more }]);
    }
  }
  return folded;
}

/** The talks with messages of a channel that came by a page of `match.messages`; those that are known change nothing. */
export function withMessages(talks: Talks, channel: string, messages: readonly MessageReply[]): Talks {
  const known = talks.get(channel)?.messages ?? [];
  const fresh = messages.filter(({ cursor }) => !known.some((one) => one.cursor === cursor));
  if (fresh.length === 0) return talks;
  return changed(talks, channel, { messages: [...known, ...fresh].sort((one, two) => one.cursor - two.cursor) });
}

function changed(talks: Talks, channel: string, change: Partial<Talk>): Talks {
  return new Map(talks).set(channel, { ...(talks.get(channel) ?? NOTHING), ...change });
}
