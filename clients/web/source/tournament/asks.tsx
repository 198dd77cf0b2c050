// What making a tournament asks for besides choices: numbers, times of rounds, what comes of who is silent, tie-breaks and
// directors.

import type { InPlayRequest, TournamentRequest } from "moirai-client";
import { Choices, Picks } from "../form/choices.js";
import { Icon } from "../parts/icons.js";
import { tell } from "./strings.js";
import { useWho, WhoField } from "./who.js";
import { textsOf } from "../strings/parts.js";

const making = await textsOf("make");

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

export const MOST_ROUNDS = 100;

/** When a round without a time starts. */
export const STARTS = ["by_word", "when_done"] as const;

interface AboutAskProps {
  label: string;
  description: string;
  onLabel: (label: string) => void;
  onDescription: (description: string) => void;
}

/** What it is called, and what people should know of it. */
export function AboutAsk({ label, description, onLabel, onDescription }: AboutAskProps) {
  return (
    <>
      <label class="ask"><span>{tell.name}</span><input class="field" dir="auto" autoComplete="off" maxLength={80} required value={label} onInput={(event) => onLabel(event.currentTarget.value)} /></label>
      <label class="ask"><span>{tell.description}</span><input class="field" dir="auto" autoComplete="off" maxLength={1000} value={description} onInput={(event) => onDescription(event.currentTarget.value)} /></label>
    </>
  );
}

interface TimesAskProps {
  /** As the fields have them, in local time: "2027-01-01T20:00". */
  times: readonly string[];
  /** How many of them cannot be changed any more. */
  fixed?: number;
  most: number;
  onChange: (times: readonly string[]) => void;
}

/** When rounds start, from the first one on. */
export function TimesAsk({ times, fixed = 0, most, onChange }: TimesAskProps) {
  return (
    <fieldset class="ask times">
      <legend>{tell.roundTimes}</legend>
      <p class="tiny dim">{tell.timesNote}</p>
      {times.map((time, at) => (
        <label key={at} class="number"><span>{tell.round(at + 1)}</span><input class="field" type="datetime-local" min={times[at - 1]} required disabled={at < fixed} value={time} onInput={(event) => onChange(times.with(at, event.currentTarget.value))} /></label>
      ))}
      <div class="row">
        {times.length < most && <button type="button" class="btn" onClick={() => onChange([...times, ""])}><Icon name="plus" /> {tell.addTime(times.length + 1)}</button>}
        {times.length > fixed && <button type="button" class="btn quiet" onClick={() => onChange(times.slice(0, -1))}>{tell.dropTime(times.length)}</button>}
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

type System = TournamentRequest["system"];

const BUCHHOLZ = ["BH/C1", "BH", "BH/C2", "BH/M1"];
const BY_OPPONENTS = [...BUCHHOLZ, "SB", "SB/C1", "KS"];
const BUT_WINS = [...BY_OPPONENTS, "DE", "PS", "REP"];
const CODES = [...BY_OPPONENTS, "DE", "WIN", "WON", "PS", "REP", "TPN"];
const MEANINGLESS: { [system in System]?: string[] } = { round_robin: BUCHHOLZ, heats: BY_OPPONENTS, single_elimination: CODES, double_elimination: CODES, arena: BUT_WINS };

/** The tie-breaks that say something: none, where the place in a bracket decides. */
export const codesFor = (system: System): string[] => CODES.filter((code) => !MEANINGLESS[system]?.includes(code));

interface TieBreaksAskProps {
  codes: string[];
  picked: readonly string[];
  onPick: (picked: string[]) => void;
}

/** What separates those with equal points, in this order. */
export function TieBreaksAsk({ codes, picked, onPick }: TieBreaksAskProps) {
  return (
    <details>
      <summary>{[tell.tieBreaks, picked.join(", ")].filter(Boolean).join(": ")}</summary>
      <Picks
        title={tell.tieBreaks}
        hint={tell.inOrder}
        text={tell.tieBreaksNote}
        options={codes.map((code) => `${code} · ${tell.code[code]}`)}
        picked={picked.map((code) => codes.indexOf(code))}
        most={codes.length}
        onPick={(places) => onPick(places.map((place) => codes[place]!))}
      />
    </details>
  );
}

export interface Named {
  text: string;
  playerId: string;
}

const MOST_DIRECTORS = 20;

interface DirectorsAskProps {
  named: readonly Named[];
  onName: (named: readonly Named[]) => void;
}

/** Who directs as well. */
export function DirectorsAsk({ named, onName }: DirectorsAskProps) {
  const who = useWho();
  const isNew = who.playerId !== "" && named.every(({ playerId }) => playerId !== who.playerId);
  return (
    <fieldset class="ask directors">
      <legend>{tell.directors}</legend>
      <ul>
        {named.map(({ text, playerId }) => (
          <li key={playerId} class="number"><bdi>{text}</bdi> <button type="button" class="btn quiet" onClick={() => onName(named.filter((one) => one.playerId !== playerId))}>{tell.notDirector(text)}</button></li>
        ))}
      </ul>
      {named.length < MOST_DIRECTORS && (
        <>
          <WhoField who={who} label={tell.otherDirector} needed={false} />
          <div class="row"><button type="button" class="btn" aria-disabled={!isNew} onClick={() => { if (isNew) { onName([...named, { text: who.text.trim(), playerId: who.playerId }]); who.write(""); } }}><Icon name="plus" /> {tell.addDirector}</button></div>
        </>
      )}
    </fieldset>
  );
}
