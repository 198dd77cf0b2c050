// What making a tournament asks for besides choices: numbers, the times of rounds, and what comes of who is silent.

import type { InPlayRequest } from "moirai-client";
import { Choices } from "../form/choices.js";
import { Icon } from "../parts/icons.js";
import { tell as making } from "../strings/make.js";
import { tell } from "./strings.js";

interface NumberAskProps {
  title: string;
  value: string;
  onWrite: (value: string) => void;
  least: number;
  most: number;
}

export function NumberAsk({ title, value, onWrite, least, most }: NumberAskProps) {
  return (
    <label class="ask number"><span>{title}</span><input class="field short" type="number" min={least} max={most} required value={value} onInput={(event) => onWrite(event.currentTarget.value)} /></label>
  );
}

interface TimesAskProps {
  /** As the fields have them, in local time: "2027-01-01T20:00". */
  times: readonly string[];
  most: number;
  onChange: (times: readonly string[]) => void;
}

/** When rounds start, from the first one on. */
export function TimesAsk({ times, most, onChange }: TimesAskProps) {
  return (
    <fieldset class="ask times">
      <legend>{tell.roundTimes}</legend>
      <p class="tiny dim">{tell.timesNote}</p>
      {times.map((time, at) => (
        <label key={at} class="number"><span>{tell.round(at + 1)}</span><input class="field" type="datetime-local" min={times[at - 1]} required value={time} onInput={(event) => onChange(times.with(at, event.currentTarget.value))} /></label>
      ))}
      <div class="row">
        {times.length < most && <button type="button" class="btn" onClick={() => onChange([...times, ""])}><Icon name="plus" /> {tell.addTime(times.length + 1)}</button>}
        {times.length > 0 && <button type="button" class="btn quiet" onClick={() => onChange(times.slice(0, -1))}>{tell.dropTime(times.length)}</button>}
      </div>
    </fieldset>
  );
}

type Then = NonNullable<InPlayRequest["then"]>;

/** What can come of who is silent: only players alone can be followed by who waits, and only tables of two be lost. */
export function thensFor(isTwo: boolean, inTeams: boolean): Then[] {
  return ["default", "bot", ...(inTeams ? [] : (["waiting"] as const)), ...(isTwo ? (["forfeit"] as const) : [])];
}

export interface InPlayDraft {
  then: Then;
  grace: string;
  excused: string;
  shows: boolean;
}

interface InPlayAskProps {
  draft: InPlayDraft;
  thens: Then[];
  onChange: (draft: InPlayDraft) => void;
}

/** What comes of who is silent in a match, and whether everyone sees who has sealed, without which nothing does. */
export function InPlayAsk({ draft, thens, onChange }: InPlayAskProps) {
  const doesMore = draft.then !== "default";
  return (
    <>
      <Choices title={tell.whoIsSilent} options={thens.map((then) => tell.silentThen[then])} chosen={thens.indexOf(draft.then)} blank={false} onChoose={(at) => onChange({ ...draft, then: thens[at]! })} />
      {doesMore && <NumberAsk title={tell.grace} value={draft.grace} least={1} most={86_400} onWrite={(grace) => onChange({ ...draft, grace })} />}
      {doesMore && <NumberAsk title={tell.excused} value={draft.excused} least={0} most={100} onWrite={(excused) => onChange({ ...draft, excused })} />}
      <div class="ask">
        <label class="switch"><input type="checkbox" aria-describedby="why-shown" checked={doesMore || draft.shows} disabled={doesMore} onChange={(event) => onChange({ ...draft, shows: event.currentTarget.checked })} /> {making.showSubmitted}</label>
        <p class="tiny dim" id="why-shown" hidden={!doesMore}>{tell.whyShown}</p>
      </div>
    </>
  );
}
