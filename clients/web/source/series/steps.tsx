// What a director does next, and with single players.

import type { SeriesAction } from "moirai-client";
import { useMemo, useState } from "preact/hooks";
import { Picks } from "../form/choices.js";
import { Act as AnyAct, type ActProps } from "../parts/act.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import { useLoaded } from "../parts/loaded.js";
import { useSession } from "../session.js";
import { useWho, WhoField } from "../tournament/who.js";
import type { Following } from "./following.js";
import { earlierText } from "./names.js";
import { tell } from "./strings.js";

interface StepsProps {
  season: Following;
  nameOf: (entrant: string) => string;
}

interface SeriesActProps extends Omit<ActProps, "run" | "onDone"> {
  season: Following;
  action: SeriesAction;
}

function Act({ season, action, ...act }: SeriesActProps) {
  const { client } = useSession();
  const series = client.series(season.view.settings.series_id);
  return <AnyAct {...act} run={(reason) => series.act({ ...action, reason })} onDone={season.refresh} />;
}

export function NextStep({ season, nameOf }: StepsProps) {
  const { view } = season;
  const last = view.episodes.at(-1);
  const isOpen = last !== undefined && !last.done;
  const number = view.episodes.length + 1;
  const { stopped } = view;
  const note =
    view.status === "open" ? tell.note.open
    : view.status === "paused" ? tell.note.paused
    : stopped !== null ? (stopped.match === "death" ? tell.note.stopped : tell.note.stoppedMain)
    : !isOpen && view.settings.start === "by_word" ? tell.note.between : tell.note.waits;
  const rivals = stopped?.match === "death" && last?.death ? Object.values(last.death.seats).filter((entrant) => last.hell_next?.includes(entrant)) : [];
  const canSet = (view.status === "open" && view.entrants.length === placesOf(season)) || (view.status === "running" && !isOpen && view.heaven.length > 0);
  return (
    <section class="panel next" aria-labelledby="next-title">
      <div class="grow">
        <h2 id="next-title">{tell.next}</h2>
        <p class="small dim">{note}</p>
      </div>
      <div class="row">
        {view.status === "open" && <Act season={season} label={tell.act.start} action={{ type: "start" }} look="primary" />}
        {view.status === "running" && !isOpen && <Act season={season} label={tell.act.begin(number)} action={{ type: "start" }} look="primary" />}
        {view.status === "paused" && <Act season={season} label={tell.act.resume} action={{ type: "resume" }} look="primary" />}
        {view.status === "stopped" && <Act season={season} label={tell.act.replay} action={{ type: "replay" }} look="primary" />}
        {view.status === "stopped" && rivals.map((entrant) => <Act key={entrant} season={season} label={tell.act.loses(nameOf(entrant))} action={{ type: "decide", loser: entrant }} sure />)}
        <details class="more">
          <summary aria-label={tell.more}>…</summary>
          <div class="row">
            {view.status === "running" && isOpen && <Extend season={season} />}
            {(view.status === "running" || view.status === "stopped") && <Act season={season} label={tell.act.pause} action={{ type: "pause" }} sure />}
            {canSet && <SetPlaces season={season} nameOf={nameOf} />}
            <Act season={season} label={tell.act.cancel} action={{ type: "cancel" }} sure />
          </div>
        </details>
      </div>
    </section>
  );
}

const placesOf = ({ view: { settings } }: Following) => settings.episodes[0]!.heaven + settings.episodes[0]!.hell;

function Extend({ season }: { season: Following }) {
  const [minutes, setMinutes] = useState("10");
  return (
    <Act season={season} label={tell.act.extend} action={{ type: "extend", seconds: Math.round(Number(minutes) * 60) }} sure>
      <label class="ask number"><span>{tell.minutes}</span><input class="field short" type="number" min="1" max="43200" required value={minutes} onInput={(event) => setMinutes(event.currentTarget.value)} /></label>
    </Act>
  );
}

/** Who is in heaven in the next episode: as many as it needs. */
function SetPlaces({ season, nameOf }: StepsProps) {
  const { view } = season;
  const size = view.settings.episodes[view.episodes.length]!.heaven;
  const here = view.entrants.filter(({ left_in: left }) => left === null).map(({ entrant }) => entrant);
  const [picked, setPicked] = useState(view.heaven.map((entrant) => here.indexOf(entrant)));
  const heaven = here.filter((_, at) => picked.includes(at));
  const hell = here.filter((_, at) => !picked.includes(at));
  return (
    <Act season={season} label={tell.act.setPlaces} action={{ type: "set_places", heaven, hell }} sure>
      <Picks title={tell.realm.heaven} hint={String(size)} text={tell.setNote(size)} options={here.map(nameOf)} picked={picked} most={size} onPick={setPicked} />
    </Act>
  );
}

/** The players of a season that has not ended; directors replace and disqualify them, and give free places. */
export function Players({ season, nameOf }: StepsProps) {
  const { client } = useSession();
  const { view } = season;
  const id = view.settings.series_id;
  const calls = useMemo(() => client.series(id), [client, id]);
  const here = view.entrants.filter(({ left_in: left }) => left === null);
  const directs = view.viewer === "host" && view.status !== "over" && view.status !== "cancelled";
  const invites = directs && view.status === "open";
  const Invitations = useLoaded(() => import("../parts/invitations.js"), invites);
  if (here.length === 0 && !directs) return null;
  return (
    <details class="panel" open={view.status === "open"}>
      <summary>{tell.entrants} <span class="dim">{here.length}</span></summary>
      <ul class="entrants">
        {here.map((one) => (
          <li key={one.entrant}>
            <span><bdi>{nameOf(one.entrant)}</bdi>{one.earlier.length > 0 && <span class="tiny dim"> {earlierText(one)}</span>}</span>
            {directs && view.status !== "open" && (
              <details class="more">
                <summary aria-label={tell.moreFor(nameOf(one.entrant))}>…</summary>
                <div class="row">
                  <Replace season={season} entrant={one.entrant} name={nameOf(one.entrant)} />
                  {one.player !== null && <Act season={season} label={tell.act.disqualify} title={tell.act.disqualifyThem(nameOf(one.entrant))} action={{ type: "disqualify", entrant: one.entrant }} sure />}
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
      {directs && view.status === "open" && here.length < placesOf(season) && <GivePlace season={season} />}
      {invites && Invitations && <Invitations to={calls} seats={null} joined={here.length} />}
    </details>
  );
}

function Replace({ season, entrant, name }: { season: Following; entrant: string; name: string }) {
  const who = useWho();
  return (
    <Act season={season} label={tell.act.replace} title={tell.act.replaceThem(name)} action={{ type: "replace", entrant, player_id: who.playerId || null }} sure>
      <WhoField who={who} label={tell.replaceBy} needed={false} />
    </Act>
  );
}

function GivePlace({ season }: { season: Following }) {
  const { client } = useSession();
  const who = useWho();
  const { isBusy, failure, attempt } = useAttempt(season.refresh);
  const give = async () => {
    if (!isBusy && (await attempt(() => client.series(season.view.settings.series_id).enter(who.playerId)))) who.write("");
  };
  return (
    <form class="enter-other" onSubmit={(event) => { event.preventDefault(); void give(); }}>
      <WhoField who={who} label={tell.giveTo} needed />
      <button class="btn" aria-disabled={isBusy}>{tell.give}</button>
      <Failure error={failure} />
    </form>
  );
}
