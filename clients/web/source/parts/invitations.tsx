// Invitations, for hosts and directors: a link to sit down or to enter, and the list of those that were made.

import type { EventInvitationReply, SeatListing } from "moirai-client";
import { useEffect, useId, useState } from "preact/hooks";
import { Choices } from "../form/choices.js";
import { pathOf } from "../router.js";
import { useSession } from "../session.js";
import { keep, recall } from "../storage.js";
import { placeName } from "../table/people.js";
import { momentText } from "../time.js";
import { Failure, useAttempt } from "./attempt.js";
import { Icon } from "./icons.js";
import { LinkBox } from "./link.js";
import { textsOf } from "../strings/parts.js";

const tell = await textsOf("invitations");

const DAY = 86_400;

const LASTS = [3_600, DAY, 7 * DAY, 30 * DAY];

const MOST_USES = 100;

const MOST_ENTRIES = 1000;

/** What an invitation says, to whatever it is. */
type Made = Omit<EventInvitationReply, "entrant"> & { seat?: string | null; entrant?: string | null };

/** A match, a tournament or a series. */
interface Inviting {
  readonly id: string;
  invite(terms: { seat?: string | null; uses?: number; expires_in_seconds?: number }): Promise<Made & { token: string }>;
  invitations(): Promise<Made[]>;
  withdrawInvitation(id: string): Promise<void>;
}

/** The tokens of invitations that were made on this device: the server does not tell them again. */
type Tokens = { [invitationId: string]: string };

interface InvitationsProps {
  /** What they are for; another object is asked for its invitations again. */
  to: Inviting;
  /** The seats of a match; null: whoever accepts enters. */
  seats: readonly SeatListing[] | null;
  /** How many have joined: when it changes, somebody may have accepted. */
  joined: number;
}

export default function Invitations({ to, seats, joined }: InvitationsProps) {
  const { client } = useSession();
  const place = `links ${to.id}`;
  const [tokens, setTokens] = useState<Tokens>(() => recall<Tokens>(place) ?? {});
  const [list, setList] = useState<Made[]>([]);
  const [seat, setSeat] = useState("");
  const [uses, setUses] = useState("1");
  const [lasts, setLasts] = useState(2);
  const id = useId();
  // The link of a place is with its entrant.
  const read = () => void to.invitations().then((all) => setList(all.filter(({ entrant }) => !entrant)), () => undefined);
  const { isBusy, failure, attempt } = useAttempt(read);
  useEffect(read, [to, joined]);
  const free = seats?.filter((one) => !one.player && !one.bot) ?? [];
  const make = async (event: Event) => {
    event.preventDefault();
    await attempt(async () => {
      const made = await to.invite({ ...(seats && { seat: seat || null }), uses: seat ? 1 : Number(uses), expires_in_seconds: LASTS[lasts]! });
      const known = { ...tokens, [made.invitation_id]: made.token };
      setTokens(known);
      keep(place, known);
    });
  };
  return (
    <section class="invitations" aria-labelledby={`${id}-title`}>
      <h2 class="eyebrow" id={`${id}-title`}><Icon name="users" /> {tell.invitations}</h2>
      <p class="small dim">{seats ? tell.invitationsNote : tell.eventsNote}</p>
      <form class="making" onSubmit={(event) => void make(event)}>
        {seats && (
          <div class="ask">
            <label for={`${id}-seat`} class="small">{tell.forSeat}</label>
            <select class="field" id={`${id}-seat`} value={seat} onChange={(event) => setSeat(event.currentTarget.value)}>
              <option value="">{tell.anySeat}</option>
              {free.map((one) => <option key={one.id} value={one.id}>{placeName(one)}</option>)}
            </select>
          </div>
        )}
        {seat === "" && (
          <div class="ask">
            <label for={`${id}-uses`} class="small">{tell.forHowMany}</label>
            <input class="field short" id={`${id}-uses`} type="number" inputMode="numeric" min={1} max={seats ? MOST_USES : MOST_ENTRIES} required value={uses} onInput={(event) => setUses(event.currentTarget.value)} />
          </div>
        )}
        <Choices title={tell.lasts} options={tell.lastsFor} chosen={lasts} blank={false} onChoose={setLasts} />
        <button class="btn" disabled={isBusy}><Icon name="plus" /> {tell.makeLink}</button>
        <Failure error={failure} />
      </form>
      <ul>
        {list.map((one) => (
          <Invitation key={one.invitation_id} one={one} title={titleOf(one, seats)} token={tokens[one.invitation_id] ?? null} until={momentText(client.clock.toLocal(one.expires_at))} isPast={client.clock.secondsUntil(one.expires_at) === 0} withdraw={() => to.withdrawInvitation(one.invitation_id)} then={read} />
        ))}
      </ul>
    </section>
  );
}

function titleOf({ seat }: Made, seats: readonly SeatListing[] | null): string {
  if (seats === null) return tell.place;
  const one = seats.find(({ id }) => id === seat);
  return one ? placeName(one) : tell.anySeat;
}

interface InvitationProps {
  one: Made;
  title: string;
  /** Null if it was made on another device. */
  token: string | null;
  until: string;
  isPast: boolean;
  withdraw: () => Promise<void>;
  then: () => void;
}

function Invitation({ one, title, token, until, isPast, withdraw, then }: InvitationProps) {
  const { isBusy, failure, attempt } = useAttempt(then);
  const end = one.withdrawn_at ? tell.isWithdrawn : one.used >= one.uses ? tell.isUsedUp : isPast ? tell.isExpired : null;
  return (
    <li class={end ? "ended" : ""}>
      <div class="about">
        <span><b>{title}</b> <span class="s">{[tell.usedOf(one.used, one.uses), end ?? tell.validUntil(until)].join(" · ")}</span></span>
        {end === null && (
          <button class="btn quiet" disabled={isBusy} onClick={() => void attempt(withdraw)} aria-label={`${tell.withdrawLink}: ${title}`}>{tell.withdrawLink}</button>
        )}
      </div>
      {end === null && (token === null ? <p class="tiny dim">{tell.linkElsewhere}</p> : <LinkBox title={tell.linkToSend} link={location.origin + pathOf({ page: "invitation", token })} />)}
      <Failure error={failure} />
    </li>
  );
}
