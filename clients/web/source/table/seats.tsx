// Who sits where, by realm and team; before the start, where one can sit down.

import type { SeatListing } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { LinkBox } from "../parts/link.js";
import { follow } from "../router.js";
import { useSession } from "../session.js";
import { say } from "../strings/index.js";
import type { Words } from "../words.js";
import type { Following } from "./following.js";
import { USUAL } from "./levels.js";
import { ReportButton } from "./report_button.js";
import { initial, isolated, placeName, seatName, sitterName, sitterNote } from "./people.js";

interface SeatsProps {
  table: Following;
  words: Words;
  isHost: boolean;
}

export function Seats({ table, words, isHost }: SeatsProps) {
  const { details } = table;
  const groups = new Map<string, SeatListing[]>();
  for (const seat of details.seats) groups.set(seat.realm ?? "", [...(groups.get(seat.realm ?? "") ?? []), seat]);
  return (
    <section aria-label={say.seats} id="seats" tabIndex={-1}>
      {[...groups].map(([realm, seats]) => (
        <div key={realm} class="seat-group">
          {realm ? <Realm realm={realm} count={seats.length} /> : <h2 class="eyebrow">{say.seats}</h2>}
          <ul>
            {seats.map((seat) => (
              <SeatRow key={seat.id} seat={seat} table={table} words={words} isHost={isHost} />
            ))}
          </ul>
        </div>
      ))}
      {details.status === "open" && <Starting table={table} isHost={isHost} />}
    </section>
  );
}

/** A realm has a sign and a word, never a colour alone. */
function Realm({ realm, count }: { realm: string; count: number }) {
  const known = realm === "heaven" || realm === "hell";
  return (
    <h2 class={`realm ${known ? realm : ""}`}>
      {known && <Icon name={realm === "heaven" ? "sun" : "flame"} />}
      {known ? say[realm] : realm} <span class="count">{count}</span>
    </h2>
  );
}

function SeatRow({ seat, table, words, isHost }: { seat: SeatListing; table: Following; words: Words; isHost: boolean }) {
  const { match, details, view } = table;
  const { player } = useSession();
  const { isBusy, failure, attempt } = useAttempt(table.refresh);
  const mine = seat.id === view.viewer;
  const free = !seat.player && !seat.bot;
  const forMe = player !== null && seat.reserved_for?.player_id === player.player_id;
  const open = details.status === "open";
  const canSit = player !== null && free && (forMe || (open && !seat.reserved_for && (details.door_open || isHost)));
  const role = seat.role ? words.thing("role", seat.role) : "";
  const notes = [
    sitterNote(seat),
    role && !placeName(seat).startsWith(role) ? role : "",
    seat.team ? say.team(seat.team) : "",
    seat.reserved_for ? say.reservedFor(forMe ? say.you : isolated(seat.reserved_for.name)) : "",
    view.submitted.includes(seat.id) ? say.hasSealed : "",
    view.muted.includes(seat.id) ? say.muted : "",
  ].filter(Boolean);
  return (
    <li class={`seat ${mine ? "me" : ""} ${free ? "free" : ""}`}>
      <span class={`face ${seat.realm ?? ""}`} aria-hidden="true">
        {seat.player ? initial(seat.player.name) : seat.bot ? "⚙" : "+"}
      </span>
      <div>
        <b>
          <bdi>{seat.player ? <a class="name" {...follow({ page: "player", id: seat.player.player_id })}>{sitterName(seat)}</a> : sitterName(seat)}</bdi> {mine && <span class="mine-ink">({say.you})</span>}
        </b>
        <span class="s">{notes.join(" · ")}</span>
        <Failure error={failure} />
      </div>
      {!open && <ReportButton table={table} seat={seat.id} />}
      <div class="seat-acts">
        {canSit && ["spectator", "observer", "host"].includes(view.viewer) && (
          <button class="btn" disabled={isBusy} onClick={() => attempt(() => match.takeSeat(seat.id, { entropy: entropy() }))} aria-label={`${say.sitHere}: ${placeName(seat)}`}>
            {say.sitHere}
          </button>
        )}
        {open && mine && (
          <button class="btn quiet" disabled={isBusy} onClick={() => attempt(() => match.leaveSeat(seat.id))}>{say.leave}</button>
        )}
        {open && isHost && free && (
          <button class="btn quiet" disabled={isBusy} onClick={() => attempt(() => match.takeSeat(seat.id, { bot: true, level: USUAL }))} aria-label={`${say.putBot}: ${placeName(seat)}`}>
            {say.putBot}
          </button>
        )}
        {open && isHost && !free && !mine && (
          <button class="btn quiet" disabled={isBusy} onClick={() => attempt(() => match.leaveSeat(seat.id))} aria-label={`${say.freeSeat}: ${seatName(details, seat.id, "")}`}>
            {say.freeSeat}
          </button>
        )}
      </div>
    </li>
  );
}

/** Before the start: who else can come, and how it begins. */
function Starting({ table, isHost }: { table: Following; isHost: boolean }) {
  const { match, details } = table;
  const { isBusy, failure, attempt } = useAttempt(table.refresh);
  const free = details.seats.filter((seat) => !seat.player && !seat.bot);
  const fill = async () => {
    for (const seat of free) if (!seat.reserved_for) await match.takeSeat(seat.id, { bot: true, level: USUAL });
  };
  return (
    <div class="starting">
      <p class="small dim">{details.autostart ? say.autostarts : isHost ? say.startNeedsAll : say.hostStarts}</p>
      {!details.door_open && <p class="small dim">{say.doorShut}</p>}
      {isHost && free.length > 0 && (
        <button class="btn" disabled={isBusy} onClick={() => attempt(fill)}>{say.fillBots}</button>
      )}
      {isHost && !details.autostart && (
        <button class="btn primary" disabled={isBusy || free.length > 0} onClick={() => attempt(() => match.start())}>{say.start}</button>
      )}
      <Failure error={failure} />
    </div>
  );
}

/** A link to the match, for those who may see it. */
export function Invite({ details }: { details: Following["details"] }) {
  if (details.visibility === "private") return null;
  return <LinkBox title={details.status === "open" ? say.inviteText : say.watchText} link={location.href.split(/[?#]/)[0]!} />;
}

/** What this player mixes into the draws, so that the server cannot choose them. */
export function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
