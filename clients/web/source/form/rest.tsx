// When deadlines rest, and for how many days players can be on leave, as one asks for it who makes a match or an event.

import type { Rest, RestRequest } from "moirai-client";
import { Icon } from "../parts/icons.js";
import { textsOf } from "../strings/parts.js";
import { locale } from "../time.js";
import { Picks } from "./choices.js";

const making = await textsOf("make");

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const MOST_WEEKDAYS = 6;
const MOST_DATES = 100;
const MOST_LEAVE_DAYS = 60;

export interface RestDraft {
  zone: string;
  /** Whether it rests at night, and from when until when. */
  nights: boolean;
  begins: string;
  ends: string;
  /** By their places in the week, from Monday on. */
  weekdays: number[];
  /** As the fields for dates have them: "2026-12-24". */
  dates: readonly string[];
  leave: string;
}

/** No rests, or what suits an event that lasts for weeks: nights, and a week of leave. */
export const restFor = (isLong: boolean): RestDraft => ({
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  nights: isLong,
  begins: "22:00",
  ends: "08:00",
  weekdays: [],
  dates: [],
  leave: isLong ? "7" : "0",
});

/** What an event has now. */
export const restNow = (rest: Rest | undefined, leave: number | undefined): RestDraft => ({
  ...restFor(false),
  ...(rest && { zone: rest.time_zone, nights: rest.night !== undefined, weekdays: rest.weekdays.map((day) => WEEKDAYS.indexOf(day)), dates: rest.dates }),
  ...rest?.night,
  leave: String(leave ?? 0),
});

/** What the server is asked for; null if nothing rests. */
export function restOf({ zone, nights, begins, ends, weekdays, dates }: RestDraft): RestRequest | null {
  if (!nights && weekdays.length === 0 && !dates.some(Boolean)) return null;
  return {
    time_zone: zone,
    night: nights ? { begins, ends } : null,
    weekdays: weekdays.map((at) => WEEKDAYS[at]!),
    dates: dates.filter(Boolean),
  };
}

/** What is to be changed; a rest that names nothing ends what was there. */
export const restChange = (draft: RestDraft, before: RestDraft): { rest?: RestRequest; leave_days?: number } => ({
  ...(JSON.stringify(restOf(draft)) !== JSON.stringify(restOf(before)) && { rest: restOf(draft) ?? { time_zone: draft.zone } }),
  ...(leaveOf(draft) !== leaveOf(before) && { leave_days: leaveOf(draft) }),
});

export const leaveOf = ({ leave }: RestDraft): number => Number(leave);

interface RestAskProps {
  draft: RestDraft;
  onChange: (draft: RestDraft) => void;
}

export function RestAsk({ draft, onChange }: RestAskProps) {
  const { zone, nights, begins, ends, weekdays, dates, leave } = draft;
  const rests = restOf(draft) !== null;
  // 5 January 1970 was a Monday.
  const nameOf = (at: number) => new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone: "UTC" }).format(new Date((4 + at) * 86_400_000));
  return (
    <details class="rests">
      <summary>{making.rests}</summary>
      <div class="form">
        <p class="tiny dim">{making.restsNote}</p>
        <label class="switch"><input type="checkbox" checked={nights} onChange={(event) => onChange({ ...draft, nights: event.currentTarget.checked })} /> {making.atNight}</label>
        {nights && (
          <div class="times">
            <label class="number"><span>{making.nightFrom}</span><input class="field" type="time" value={begins} onInput={(event) => onChange({ ...draft, begins: event.currentTarget.value })} /></label>
            <label class="number"><span>{making.nightTo}</span><input class="field" type="time" value={ends} onInput={(event) => onChange({ ...draft, ends: event.currentTarget.value })} /></label>
          </div>
        )}
        <Picks title={making.onWeekdays} hint={making.notAll} options={WEEKDAYS.map((_, at) => nameOf(at))} picked={weekdays} most={MOST_WEEKDAYS} onPick={(picked) => onChange({ ...draft, weekdays: picked.sort((one, two) => one - two) })} />
        <fieldset class="ask times">
          <legend>{making.onDates}</legend>
          {dates.map((date, at) => (
            <div key={at} class="number">
              <input class="field" type="date" aria-label={making.dateOf(at + 1)} value={date} onInput={(event) => onChange({ ...draft, dates: dates.with(at, event.currentTarget.value) })} />
              <button type="button" class="btn quiet" aria-label={making.dropDate(at + 1)} onClick={() => onChange({ ...draft, dates: dates.toSpliced(at, 1) })}><Icon name="cross" /></button>
            </div>
          ))}
          {dates.length < MOST_DATES && <div class="row"><button type="button" class="btn" onClick={() => onChange({ ...draft, dates: [...dates, ""] })}><Icon name="plus" /> {making.addDate}</button></div>}
        </fieldset>
        {rests && (
          <label class="ask"><span>{making.timeZone}</span>
            <select class="field" value={zone} onChange={(event) => onChange({ ...draft, zone: event.currentTarget.value })}>
              {[...new Set([zone, ...Intl.supportedValuesOf("timeZone")])].map((one) => <option key={one} value={one}>{one.replaceAll("_", " ")}</option>)}
            </select>
          </label>
        )}
        <div>
          <label class="ask number"><span>{making.leaveDays}</span><input class="field short" type="number" min={0} max={MOST_LEAVE_DAYS} value={leave} onInput={(event) => onChange({ ...draft, leave: event.currentTarget.value })} /></label>
          <p class="tiny dim">{making.leaveNote}</p>
        </div>
      </div>
    </details>
  );
}
