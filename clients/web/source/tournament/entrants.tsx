// Who takes part; for directors with what they can do about each.

import { useMemo, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Chunks, ROWS } from "../parts/chunks.js";
import { useLoaded } from "../parts/loaded.js";
import { More } from "../parts/more.js";
import { useSession } from "../session.js";
import { isolated } from "../table/people.js";
import { momentText } from "../time.js";
import type { Following } from "./following.js";
import { Act } from "./act.js";
import { useWho, WhoField } from "./who.js";
import { earlierText, leftText, OPEN_FIELD, playersOf } from "./names.js";
import { tell } from "./strings.js";

const ROW_PIXELS = 52;

interface EntrantsProps {
  tournament: Following;
  nameOf: (entrant: string) => string;
}

export function Entrants({ tournament, nameOf }: EntrantsProps) {
  const { client } = useSession();
  const { view, refresh } = tournament;
  const { isBusy, failure, attempt } = useAttempt(refresh);
  const [isOpen, setOpen] = useState(view.rounds.length === 0);
  const directs = view.viewer === "host" && view.status !== "over" && view.status !== "cancelled";
  const isOpenField = OPEN_FIELD.includes(view.settings.system);
  const excuses = isOpenField && view.settings.system !== "arena";
  const id = view.settings.tournament_id;
  const calls = useMemo(() => client.tournament(id), [client, id]);
  const invites = directs && isOpen && (view.rounds.length === 0 || isOpenField);
  const Invitations = useLoaded(() => import("../parts/invitations.js"), invites);
  const Apart = useLoaded(() => import("./apart.js"), directs && isOpen);
  const EnterOther = useLoaded(() => import("./enter_other.js"), invites);
  const Roster = useLoaded(() => import("./roster.js"), invites && view.settings.teams === null);
  const PlaceLink = useLoaded(() => import("./place_link.js"), directs && isOpen && view.entrants.some(({ unclaimed }) => unclaimed));
  const isAway = (until: string | null) => until && (client.clock.secondsUntil(until) ?? 0) > 0;
  const taken = view.entrants.filter(({ waiting, withdrawn }) => !waiting && !withdrawn).length;
  return (
    <details class="panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary><h2>{tell.entrants}</h2></summary>
      <p class="small dim">{taken === 0 ? tell.nobody : tell.places(taken, view.settings.max_entrants)}</p>
      {isOpen && (
        <Chunks items={view.entrants} chunkOf={(_, at) => Math.floor(at / ROWS)} rowHeight={ROW_PIXELS} draw={(some, ref, height) => (
          <ol class="entrants" ref={ref} style={height === null ? undefined : { height: `${height}px` }}>
            {some.map((one) => (
              <li key={one.entrant} class={one.withdrawn ? "dim" : ""}>
                <span><span class="dim">{one.number ?? ""}</span> <bdi>{nameOf(one.entrant)}</bdi>{one.club && <span class="tiny dim"> <bdi>{one.club}</bdi></span>}{one.earlier.length > 0 && <span class="tiny dim"> {earlierText(one)}</span>}</span>
                <span class="tiny dim">
                  {one.withdrawn ? leftText(one) : one.waiting ? tell.waits : one.unclaimed ? tell.unclaimed : isAway(one.on_leave_until) ? tell.away(momentText(client.clock.toLocal(one.on_leave_until!))) : view.status === "check_in" && one.checked_in ? tell.here : one.rating > 0 ? one.rating : ""}
                </span>
                {directs && one.left_because !== "took_over" && (
                  <More label="…" title={tell.moreFor(nameOf(one.entrant))}>{() => (
                    <div class="row">
                      {one.unclaimed && !one.withdrawn && PlaceLink && <PlaceLink id={id} entrant={one.entrant} name={nameOf(one.entrant)} />}
                      {one.withdrawn && <Act id={id} onDone={refresh} label={tell.act.bring_back} title={tell.bringThemBack(nameOf(one.entrant))} action={{ type: "bring_back", entrant: one.entrant }} sure />}
                      {one.player && !one.withdrawn && <Act id={id} onDone={refresh} label={tell.withdraw} sure reasonless run={() => client.call("withdrawEntrant", { tournament_id: id, player_id: one.player!.player_id })} />}
                      {excuses && !one.withdrawn && <Act id={id} onDone={refresh} label={tell.act.excuse} action={{ type: "excuse", entrant: one.entrant }} />}
                      {excuses && !one.withdrawn && <Act id={id} onDone={refresh} label={tell.act.excuseHalf} action={{ type: "excuse", entrant: one.entrant, bye: "half_bye" }} />}
                      {!one.withdrawn && (one.partner ? playersOf(one) : [null]).map((member) => (
                        <Replace key={member?.player_id} id={id} entrant={one.entrant} leaving={member?.player_id ?? null} name={member ? isolated(member.name) : nameOf(one.entrant)} onDone={refresh} />
                      ))}
                      {Apart && <Apart tournament={tournament} entrant={one} nameOf={nameOf} />}
                      {one.left_because !== "disqualified" && <Act id={id} onDone={refresh} label={tell.act.disqualify} action={{ type: "disqualify", entrant: one.entrant }} sure />}
                    </div>
                  )}</More>
                )}
              </li>
            ))}
          </ol>
        )} />
      )}
      {invites && (
        <>
          <AddBots isBusy={isBusy} onAdd={(count) => void attempt(() => client.call("actAsDirector", { tournament_id: id, body: { type: "add_bots", count } }))} />
          {EnterOther && <EnterOther id={id} inTeams={view.settings.teams !== null} onDone={refresh} />}
          {Roster && <Roster id={id} label={view.settings.label} onDone={refresh} />}
        </>
      )}
      {invites && Invitations && <Invitations to={calls} seats={null} joined={view.entrants.length} />}
      <Failure error={failure} />
    </details>
  );
}

/** Let another player, or a bot, go on in the place of an entrant, or of one of a team. */
function Replace({ id, entrant, leaving, name, onDone }: { id: string; entrant: string; leaving: string | null; name: string; onDone: () => void }) {
  const who = useWho();
  return (
    <Act id={id} onDone={onDone} label={leaving ? tell.replaceThem(name) : tell.act.replace} title={tell.replaceThem(name)} action={{ type: "replace_entrant", entrant, player_id: who.playerId || null, leaving }} sure>
      <WhoField who={who} label={tell.replaceBy} needed={false} />
    </Act>
  );
}

function AddBots({ isBusy, onAdd }: { isBusy: boolean; onAdd: (count: number) => void }) {
  const [count, setCount] = useState("2");
  return (
    <form class="saybox" onSubmit={(event) => { event.preventDefault(); if (!isBusy) onAdd(Number(count)); }}>
      <input class="field short" type="number" min="1" max="256" required aria-label={tell.howMany} value={count} onInput={(event) => setCount(event.currentTarget.value)} />
      <button class="btn" aria-disabled={isBusy}>{tell.act.add_bots}</button>
    </form>
  );
}
