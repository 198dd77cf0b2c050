// What happened: the last result first and large, in the reader's person where the game's module says it, else in the server's
// sentences; and everything so far in order.

import type { JsonValue, MatchDetails, ViewerEvent, ViewReply } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameModule } from "../boards/props.js";
import { say } from "../strings/index.js";
import { clockText } from "../time.js";
import type { Words } from "../words.js";
import { lastChange } from "./sealing.js";

/** More sentences about one phase are folded. */
const SHOWN = 5;

/** On a phone that asks for a move, a longer sentence about the last one is folded, too. */
const SHORT = 40;

interface HappenedProps {
  events: readonly ViewerEvent[];
  /** How the match ended, if it has. */
  headline?: string | undefined;
  details: MatchDetails;
  view: ViewReply;
  /** Null until it is loaded. */
  game: GameModule | null;
  words: Words;
  /** Whether a move is asked beneath, which a phone has little room for. */
  isAsked?: boolean;
  /** Called before a phone is brought to a result, which it may not show now. */
  onBring?: () => void;
}

/** The result of the last phase. It is announced to those who listen, and phones are brought to it. */
export function Happened({ events, headline, details, view, game, words, isAsked = false, onBring }: HappenedProps) {
  const event = lastResult(events);
  const { viewer } = view;
  const before = events.slice(0, event ? events.indexOf(event) : 0);
  const result = (event && game?.readResult?.({ details, event, before, viewer, words })) ?? undefined;
  const own = result === undefined ? undefined : ownMove(event!, before, view, game, words);
  const first = [headline, result, own].filter((line): line is string => line !== undefined);
  const isBrief = isAsked && matchMedia(PHONE).matches;
  const spoken = [...first, ...(event?.lines ?? [])].join(" ");
  useBringTo(event?.cursor, onBring);
  // With a result of its own, what is seen besides is the server's first sentence: why it came so.
  return (
    <>
      {/* Not inside the result, which is drawn anew each time: only what changes in a part that stays is said. */}
      <Announced text={spoken} />
      {spoken ? <Result key={event?.cursor} event={event} first={first} shown={isBrief ? Number((own?.length ?? SHORT) < SHORT) : result === undefined ? SHOWN : first.length} /> : <p class="happened dim">{say.nothingYet}</p>}
    </>
  );
}

interface ResultProps {
  event: ViewerEvent | undefined;
  /** The result in the reader's person, then the own move: before what the server says. */
  first: readonly string[];
  /** How many sentences are seen after the largest; the others are folded. */
  shown: number;
}

function Result({ event, first, shown }: ResultProps) {
  const { facts = [], lines = [] } = event ?? {};
  // Why the phase closed matters less than what came of it.
  const [closing] = facts;
  const closed = closing?.type === "phase_closed" ? lines[0] : undefined;
  const isUsual = closing?.type === "phase_closed" && closing.because === "all_submitted";
  const [large = closed, ...others] = [...first, ...(closed === undefined ? lines : lines.slice(1))];
  return (
    <section class="happened" aria-label={say.happened}>
      <h2 class="say">{large}</h2>
      <Sentences lines={others.slice(0, shown)} />
      {others.length > shown && (
        <details>
          <summary>{say.moreItems(others.length - shown)}</summary>
          <Sentences lines={others.slice(shown)} />
        </details>
      )}
      {closed !== large && !isUsual && <p class="course">{closed}</p>}
    </section>
  );
}

/** What the viewer had sealed for the phase that an event closes. */
function ownMove(event: ViewerEvent, before: readonly ViewerEvent[], view: ViewReply, game: GameModule | null, words: Words): string | undefined {
  const { viewer } = view;
  const phase = event.facts.find((fact) => fact.type === "phase_closed")?.phase;
  if (phase === undefined) return undefined;
  if (event.facts.some((fact) => fact.type === "submission_counted" && fact.seat === viewer && fact.receipt === null)) return say.sentNothing;
  const sent = lastChange(before, phase, event.cursor)?.facts.find((fact) => fact.type === "submitted" && fact.seat === viewer);
  return sent?.type === "submitted" ? (game?.readMove?.(sent.move as JsonValue, words, view) ?? undefined) : undefined;
}

/** Bring a phone to a result that comes while the page is open, unless its user is writing. */
function useBringTo(cursor: number | undefined, onBring: (() => void) | undefined): void {
  const latest = useRef(cursor);
  useEffect(() => {
    const isNew = latest.current !== undefined && cursor !== undefined && cursor > latest.current;
    const isWriting = document.activeElement?.matches("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
    if (isNew && !isWriting && matchMedia(PHONE).matches) {
      onBring?.();
      requestAnimationFrame(() => document.querySelector(".happened")?.scrollIntoView({ block: "start" }));
    }
    latest.current = Math.max(cursor ?? 0, latest.current ?? 0) || undefined;
  }, [cursor]);
}

/** Where the parts of the page are below one another (`styles/frame.css`). */
const PHONE = "(max-width: 48rem)";

/** The event of the last phase that closed, or of the end. */
export function lastResult(events: readonly ViewerEvent[]): ViewerEvent | undefined {
  const telling = new Set(["phase_closed", "match_ended", "match_adjudicated", "match_voided"]);
  return (
    events.findLast(({ facts }) => facts.some((fact) => telling.has(fact.type))) ??
    events.findLast(({ facts }) => facts.some((fact) => fact.type === "match_started"))
  );
}

/** Says changes, but not what was there when the page opened. */
function Announced({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  const before = useRef(text);
  useEffect(() => {
    if (before.current !== text) setSaid(text);
    before.current = text;
  }, [text]);
  return (
    <p class="vh" aria-live="polite">
      {said}
    </p>
  );
}

function Sentences({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line, at) => (
        <p class="then" key={at}>{line}</p>
      ))}
    </>
  );
}

/** All events, the newest first, folded until somebody asks. */
export function Everything({ events, toLocal }: { events: readonly ViewerEvent[]; toLocal: (moment: string) => Date }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="everything" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.everything}</summary>
      {open && (
        <ol reversed class="log">
          {events.toReversed().map(({ cursor, at, lines = [] }) =>
            lines.length === 0 ? null : (
              <li key={cursor}>
                <time class="dim tiny">{clockText(toLocal(at))}</time>
                <Sentences lines={lines} />
              </li>
            ),
          )}
        </ol>
      )}
    </details>
  );
}
