// What making a tournament asks for besides choices: numbers, times of rounds, what comes of who is silent, tie-breaks and
// directors.

import type { InPlayRequest, ScoresRequest, TournamentRequest } from "moirai-client";
import { Choices, Picks } from "../form/choices.js";
import { Icon } from "../parts/icons.js";
import { halves } from "../strings/numbers.js";
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

/** Systems that rank by points. */
const SCORED: System[] = ["swiss", "round_robin", "groups", "own"];

/** What a win, a draw and a loss are worth, in half points. */
const SCORES = [[2, 1, 0], [6, 2, 0], [6, 4, 2]] as const;

export const USUAL: Required<ScoresRequest> = { win: 2, draw: 1, loss: 0, bye: 2 };

/** What results are worth, and how the first rounds of a Swiss are paired; -1 is something else, which stays. */
export interface CountingDraft {
  scored: number;
  bye: number;
  apart: string;
  faster: number;
}

/** The draft of what is so now. */
export function countingDraft({ scores, clubs_apart: apart, accelerated }: Pick<TournamentRequest, "scores" | "clubs_apart" | "accelerated">): CountingDraft {
  const { win, draw, loss, bye } = { ...USUAL, ...scores };
  return {
    scored: SCORES.findIndex((one) => one.join() === [win, draw, loss].join()),
    bye: [win, draw].indexOf(bye),
    apart: String(apart ?? 0),
    faster: accelerated ? 1 : 0,
  };
}

/** The system of acceleration is for one point for a win. */
const asksFaster = (system: System, { scored }: CountingDraft) => system === "swiss" && scored === 0;

/** What a draft says: the scores, null if they are the usual ones, and the settings of a Swiss. */
export function countingOf(draft: CountingDraft, system: System, isTwo: boolean, now: ScoresRequest | null = null) {
  const known = { ...USUAL, ...now };
  const [win, draw, loss] = SCORES[draft.scored] ?? [known.win, known.draw, known.loss];
  const scores = { win, draw, loss, bye: [win, draw][draft.bye] ?? known.bye };
  return {
    scores: SCORED.includes(system) && isTwo && JSON.stringify(scores) !== JSON.stringify(USUAL) ? scores : null,
    ...(system === "swiss" && { clubs_apart: Number(draft.apart), accelerated: asksFaster(system, draft) && draft.faster === 1 }),
  };
}

interface CountingAskProps {
  draft: CountingDraft;
  system: System;
  isTwo: boolean;
  /** Whether no results count yet. */
  counts?: boolean;
  /** Whether no round is paired yet. */
  pairs?: boolean;
  onChange: (draft: CountingDraft) => void;
}

export function CountingAsk({ draft, system, isTwo, counts = true, pairs = true, onChange }: CountingAskProps) {
  const asksScores = counts && SCORED.includes(system) && isTwo;
  return (
    <>
      {asksScores && <Choices title={making.resultsAre} options={SCORES.map(([win, draw, loss]) => making.worthOf(halves(win), halves(draw), halves(loss)))} chosen={draft.scored} blank={false} onChoose={(scored) => onChange({ ...draft, scored })} />}
      {asksScores && <Choices title={making.byeIs} options={[making.asWin, making.asDraw]} chosen={draft.bye} blank={false} onChoose={(bye) => onChange({ ...draft, bye })} />}
      {pairs && system === "swiss" && <NumberAsk title={making.clubsApart} value={draft.apart} onWrite={(apart) => onChange({ ...draft, apart })} least={0} most={MOST_ROUNDS} />}
      {pairs && asksFaster(system, draft) && <Choices title={making.firstRounds} options={[making.asUsual, making.accelerated]} chosen={draft.faster} blank={false} onChoose={(faster) => onChange({ ...draft, faster })} />}
    </>
  );
}

const BUCHHOLZ = ["BH/C1", "BH", "BH/C2", "BH/M1"];
const BY_OPPONENTS = [...BUCHHOLZ, "SB", "SB/C1", "KS"];
const BUT_WINS = [...BY_OPPONENTS, "DE", "PS", "REP"];
const CODES = [...BY_OPPONENTS, "DE", "WIN", "WON", "PS", "REP", "TPN"];
const MEANINGLESS: { [system in System]?: string[] } = { round_robin: BUCHHOLZ, groups: BUCHHOLZ, heats: BY_OPPONENTS, single_elimination: CODES, double_elimination: CODES, arena: BUT_WINS };

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
