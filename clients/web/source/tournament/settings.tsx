// Changing what has not taken effect of a tournament: its name, rounds, places, times, how they are paired and what counts.

import type { TournamentView } from "moirai-client";
import { useState } from "preact/hooks";
import { ChangeForm } from "../form/change.js";
import { Choices } from "../form/choices.js";
import { RestAsk, restChange, restNow } from "../form/rest.js";
import { useSession } from "../session.js";
import { textsOf } from "../strings/parts.js";
import { localText } from "../time.js";
import type { Action } from "./act.js";
import { AboutAsk, codesFor, CountingAsk, countingDraft, countingOf, MOST_ROUNDS, NumberAsk, STARTS, TieBreaksAsk, TimesAsk, USUAL } from "./asks.js";
import type { Following } from "./following.js";
import { OPEN_FIELD } from "./names.js";
import { tell } from "./strings.js";

const making = await textsOf("make");

type Change = Omit<Extract<Action, { type: "edit" }>, "type" | "reason">;

export default function Settings({ tournament }: { tournament: Following }) {
  const { view } = tournament;
  const { label, description, rounds, max_entrants, tie_breaks, schedule, corrections_seconds, scores, clubs_apart, accelerated, leave_days, arena, match } = view.settings;
  // What another director changes meanwhile is in the fields; who enters meanwhile changes none.
  return <Fields key={JSON.stringify([label, description, rounds, max_entrants, tie_breaks, schedule, corrections_seconds, scores, clubs_apart, accelerated, leave_days, arena, match.rest])} view={view} onDone={tournament.refresh} />;
}

function Fields({ view, onDone }: { view: TournamentView; onDone: () => void }) {
  const { client } = useSession();
  const { settings } = view;
  const known = settings.schedule;
  const [label, setLabel] = useState(settings.label);
  const [description, setDescription] = useState(settings.description ?? "");
  const [rounds, setRounds] = useState(String(settings.rounds));
  const [places, setPlaces] = useState(String(settings.max_entrants));
  const [tieBreaks, setTieBreaks] = useState<readonly string[]>(settings.tie_breaks);
  const [start, setStart] = useState(STARTS.indexOf(known.start));
  const [review, setReview] = useState(String(known.review_seconds / 60));
  const [times, setTimes] = useState<readonly string[]>(known.times.map(localText));
  const [corrections, setCorrections] = useState(String((settings.corrections_seconds ?? 0) / 3600));
  const [counting, setCounting] = useState(countingDraft(settings));
  const [minutes, setMinutes] = useState(String(settings.arena?.minutes));
  const before = restNow(settings.match.rest, settings.leave_days);
  const [rest, setRest] = useState(before);
  const started = view.rounds.filter(({ status }) => status === "started" || status === "done").length;
  const isPublished = view.rounds.some(({ status }) => status !== "paired");
  const codes = codesFor(settings.system);
  const isTwo = settings.table_size === 2;
  const isNow = countingOf(countingDraft(settings), settings.system, isTwo, settings.scores);
  const counts = countingOf(counting, settings.system, isTwo, settings.scores);
  const schedule = {
    start: STARTS[start]!,
    review_seconds: Math.round(Number(review) * 60),
    times: times.map((time, at) => (known.times[at] !== undefined && localText(known.times[at]) === time ? known.times[at] : new Date(time || 0).toISOString())),
  };
  const change: Change = {
    ...(label.trim() !== settings.label && { label: label.trim() }),
    ...(description.trim() !== (settings.description ?? "") && { description: description.trim() }),
    ...(Number(rounds) !== settings.rounds && { rounds: Number(rounds) }),
    ...(Number(places) !== settings.max_entrants && { max_entrants: Number(places) }),
    ...(tieBreaks.join() !== settings.tie_breaks.join() && { tie_breaks: [...tieBreaks] }),
    ...(JSON.stringify(schedule) !== JSON.stringify({ start: known.start, review_seconds: known.review_seconds, times: known.times }) && { schedule }),
    ...(JSON.stringify(counts.scores) !== JSON.stringify(isNow.scores) && { scores: counts.scores ?? USUAL }),
    ...(counts.clubs_apart !== isNow.clubs_apart && { clubs_apart: counts.clubs_apart }),
    ...(counts.accelerated !== isNow.accelerated && { accelerated: counts.accelerated }),
    ...restChange(rest, before),
    ...(settings.arena && Number(minutes) !== settings.arena.minutes && { arena: { minutes: Number(minutes) } }),
    ...(Number(corrections) * 3600 !== (settings.corrections_seconds ?? 0) && { corrections_seconds: Math.round(Number(corrections) * 3600) }),
  };
  return (
    <ChangeForm change={change} edit={(body) => client.call("actAsDirector", { tournament_id: settings.tournament_id, body })} onDone={onDone}>
      <AboutAsk label={label} description={description} onLabel={setLabel} onDescription={setDescription} />
      {OPEN_FIELD.includes(settings.system) && settings.system !== "arena" && <NumberAsk title={tell.howManyRounds} value={rounds} onWrite={setRounds} least={view.rounds.length} most={MOST_ROUNDS} />}
      <NumberAsk title={tell.seats} value={places} onWrite={setPlaces} least={2} most={1000} />
      <CountingAsk draft={counting} system={settings.system} isTwo={isTwo} counts={!isPublished} pairs={view.rounds.length === 0} onChange={setCounting} />
      {!isPublished && codes.length > 0 && <TieBreaksAsk codes={codes} picked={tieBreaks.filter((code) => codes.includes(code))} onPick={setTieBreaks} />}
      <Choices title={tell.nextRoundStarts} options={[tell.byWord, tell.whenDone]} chosen={start} blank={false} onChoose={setStart} />
      <TimesAsk times={times} fixed={started} most={MOST_ROUNDS} onChange={setTimes} />
      <NumberAsk title={tell.review} value={review} onWrite={setReview} least={0} most={10_080} />
      {settings.arena ? <NumberAsk title={making.arenaMinutes} value={minutes} onWrite={setMinutes} least={10} most={720} /> : <RestAsk draft={rest} onChange={setRest} />}
      {!settings.arena && started > 0 && <p class="tiny dim">{making.restsLater}</p>}
      <NumberAsk title={tell.corrections} value={corrections} onWrite={setCorrections} least={0} most={720} />
    </ChangeForm>
  );
}
