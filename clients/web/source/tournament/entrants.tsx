// Who takes part; for directors with what they can do about each.

import { useMemo, useState } from "preact/hooks";
import { Failure, useAttempt } from "../parts/attempt.js";
import { Chunks, ROWS } from "../parts/chunks.js";
import { useLoaded } from "../parts/loaded.js";
import { More } from "../parts/more.js";
import { useSession } from "../session.js";
import { momentText } from "../time.js";
import type { Following } from "./following.js";
import { earlierText, leftText, OPEN_FIELD } from "./names.js";
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
  const id = view.settings.tournament_id;
  const calls = useMemo(() => client.tournament(id), [client, id]);
  const invites = directs && isOpen && (view.rounds.length === 0 || isOpenField);
  const Invitations = useLoaded(() => import("../parts/invitations.js"), invites);
  const AboutEntrant = useLoaded(() => import("./about_entrant.js"), directs && isOpen);
  const EnterOther = useLoaded(() => import("./enter_other.js"), invites);
  const Roster = useLoaded(() => import("./roster.js"), invites && view.settings.teams === null);
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
                  <More label="…" title={tell.moreFor(nameOf(one.entrant))}>{() => AboutEntrant && <AboutEntrant tournament={tournament} entrant={one} nameOf={nameOf} />}</More>
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

function AddBots({ isBusy, onAdd }: { isBusy: boolean; onAdd: (count: number) => void }) {
  const [count, setCount] = useState("2");
  return (
    <form class="saybox" onSubmit={(event) => { event.preventDefault(); if (!isBusy) onAdd(Number(count)); }}>
      <input class="field short" type="number" min="1" max="256" required aria-label={tell.howMany} value={count} onInput={(event) => setCount(event.currentTarget.value)} />
      <button class="btn" aria-disabled={isBusy}>{tell.act.add_bots}</button>
    </form>
  );
}
