// The link of a place that nobody has claimed: it is shown where it was made, and can be made anew, or withdrawn.

import { useState } from "preact/hooks";
import { LinkBox } from "../parts/link.js";
import { pathOf } from "../router.js";
import { useSession } from "../session.js";
import { keep, recall } from "../storage.js";
import { textsOf } from "../strings/parts.js";
import { Act } from "./act.js";

const tell = await textsOf("roster");

/** The tokens of links that were made on this device, by entrant: the server does not tell them again. */
export type Links = { [entrant: string]: string };

export const linksOf = (tournamentId: string): string => `places ${tournamentId}`;
export const keptLinks = (tournamentId: string): Links => recall<Links>(linksOf(tournamentId)) ?? {};

export default function PlaceLink({ id, entrant, name }: { id: string; entrant: string; name: string }) {
  const { client } = useSession();
  const [links, setLinks] = useState(() => keptLinks(id));
  const hold = (token: string | null) => {
    const { [entrant]: _, ...others } = keptLinks(id);
    const now = token === null ? others : { ...others, [entrant]: token };
    keep(linksOf(id), now);
    setLinks(now);
  };
  const renew = async () => hold((await client.tournament(id).invite({ entrant, expires_in_seconds: 2_592_000 })).token);
  const withdraw = async () => {
    const made = (await client.tournament(id).invitations()).find((one) => one.entrant === entrant && one.withdrawn_at === null);
    if (made) await client.tournament(id).withdrawInvitation(made.invitation_id);
    hold(null);
  };
  const token = links[entrant];
  return (
    <>
      {token && <LinkBox title={tell.linkFor(name)} link={location.origin + pathOf({ page: "invitation", token })} />}
      <Act id={id} onDone={() => undefined} label={tell.newLink} title={tell.newLinkFor(name)} run={renew} />
      <Act id={id} onDone={() => undefined} label={tell.withdrawLink} title={tell.withdrawLinkOf(name)} run={withdraw} />
    </>
  );
}
