// My move, from a draft to a sealed move: what was chosen, what the server said of it, and who changed it meanwhile.

import { RefusedError, UnreachableError, type JsonValue, type Move, type OwnSubmission, type ViewerEvent, type ViewReply } from "moirai-client";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { definitionsOf, HALF, read, write, type Definitions, type Draft, type Schema } from "../form/schema.js";
import { failureText } from "../parts/attempt.js";
import { keep, recall } from "../storage.js";
import { say } from "../strings/index.js";
import type { Following } from "./following.js";

/** What became of the last attempt to seal; it stays until the next. */
export type Verdict =
  | { type: "refused"; text: string; problems: { [place: string]: string } }
  | { type: "late" }
  | { type: "taken back" };

export interface Sealing {
  schema: Schema;
  definitions: Definitions;
  phase: number;
  draft: Draft;
  /** What the draft amounts to; undefined as long as something is missing, or half made. */
  move: JsonValue | undefined;
  /** The places where something is missing. */
  missing: string[];
  /** What the server holds. */
  sealed: OwnSubmission | null;
  sealedAt: string | null;
  /** Whether the form is open, although something is sealed. */
  isEditing: boolean;
  isSending: boolean;
  /** Whether it got no reply: it is sent again when the server replies, unless something has changed by then. */
  isUnheard: boolean;
  verdict: Verdict | null;
  /** What happened to the sealed move from elsewhere: another page of this player. */
  elsewhere: "sealed" | "withdrawn" | null;
  keepsOpen: boolean;
  /** Whether the draft can be changed now. */
  isOpen: boolean;
  setDraft: (draft: Draft) => void;
  setKeepsOpen: (keepsOpen: boolean) => void;
  edit: (isEditing: boolean) => void;
  /** Seal what the draft amounts to, or this move: doing nothing. */
  seal: (empty?: JsonValue) => Promise<void>;
  takeBack: () => Promise<void>;
  /** Close a verdict, accept what was changed elsewhere, or send no more what got no reply. */
  dismiss: () => void;
}

const LATE = new Set(["phase_closed", "match_over"]);

/** After so long without a reply, the page reads the match first: somebody may have chosen something else elsewhere. */
const PATIENCE_SECONDS = 3;

/** A move that got no reply, and what the page knew then. */
export interface Unheard {
  phase: number;
  move: JsonValue;
  keepsOpen: boolean;
  view: Pick<ViewReply, "cursor" | "phase" | "submission">;
}

/** Null while there is nothing to decide for the player. */
export function useSealing({ match, view, events, refresh }: Following): Sealing | null {
  const phase = view.phase?.number ?? 0;
  const place = `draft ${match.id}`;
  const [draft, setDraft] = useDraft(place, phase);
  const [isEditing, edit] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false);
  // The event with what the server has accepted: a view without it would show it as a draft once more.
  const [accepted, setAccepted] = useState(0);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [unheard, setUnheard] = useUnheard(`unheard ${match.id} ${view.viewer}`);
  const [keepsOpen, setKeepsOpen] = useState(false);
  // Changes up to here are known to this page, by its own doing or because they were there when it opened.
  const [known, setKnown] = useState(() => lastChange(events, phase, view.cursor)?.cursor ?? view.cursor);
  const shown = useRef(phase);

  useEffect(() => {
    if (shown.current === phase) return;
    shown.current = phase;
    edit(false);
    setKeepsOpen(false);
    setVerdict((verdict) => (verdict?.type === "late" ? verdict : null));
  }, [phase]);

  // Events that begin anew may lack it, if the server has lost it: then it can be sealed again.
  useEffect(() => setAccepted(0), [phase, events[0]]);

  const attempt = async (send: () => Promise<{ cursor: number }>, then: () => void, onSilence?: () => void) => {
    setUnderWay(true);
    setVerdict(null);
    try {
      const { cursor } = await send();
      setKnown((known) => Math.max(known, cursor));
      setAccepted(cursor);
      edit(false);
      then();
    } catch (error) {
      if (error instanceof UnreachableError && onSilence) onSilence();
      else setVerdict(verdictOn(error));
    }
    setUnderWay(false);
    refresh();
  };
  const send = (move: JsonValue, keepsOpen: boolean) =>
    attempt(
      () => match.submit(phase, move as unknown as Move, { keepThinking: keepsOpen, patienceSeconds: PATIENCE_SECONDS }),
      () => undefined,
      () => setUnheard({ phase, move, keepsOpen, view }),
    );

  useEffect(() => {
    if (!unheard) return;
    const found = afterSilence(unheard, view, events);
    if (found === "unknown") return;
    setUnheard(null);
    if (found === "again") void send(unheard.move, unheard.keepsOpen);
    if (found === "late") setVerdict({ type: "late" });
    if (found === "sealed") {
      setKnown((known) => Math.max(known, view.cursor));
      edit(false);
    }
  }, [unheard, view, events]);

  const schema = view.prompt as Schema | null;
  const definitions = useMemo(() => (view.prompt ? definitionsOf(view.prompt) : {}), [view.prompt]);
  const reading = useMemo(() => (schema ? read(schema, definitions, draft) : null), [schema, definitions, draft]);
  if (!schema || !reading || !view.phase) return null;

  const change = lastChange(events, phase, view.cursor);
  const isSending = isUnderWay || view.cursor < accepted || unheard !== null;
  const isForeign = change !== undefined && change.cursor > known && !isSending;
  const move = reading.missing.length === 0 && !(HALF in draft) ? reading.value : undefined;
  const sealed = view.submission?.phase === phase ? view.submission : null;

  const elsewhere = isForeign ? (sealed ? "sealed" : "withdrawn") : null;

  return {
    schema,
    definitions,
    phase,
    draft,
    move,
    missing: reading.missing,
    sealed,
    sealedAt: change?.at ?? null,
    isEditing,
    isSending,
    isUnheard: unheard !== null && !isUnderWay,
    verdict,
    elsewhere,
    keepsOpen,
    isOpen: !isSending && !elsewhere && verdict?.type !== "late" && (!sealed || isEditing),
    setDraft: (draft) => {
      setDraft(draft);
      setVerdict(null);
    },
    setKeepsOpen,
    edit: (isEditing) => {
      if (isEditing && sealed && Object.keys(draft).length === 0) setDraft(write(schema, definitions, sealed.move as unknown as JsonValue));
      setVerdict(null);
      edit(isEditing);
    },
    seal: async (empty = move) => {
      if (empty === undefined || isSending) return;
      await send(empty, keepsOpen);
    },
    takeBack: () => attempt(() => match.withdraw(phase), () => setVerdict({ type: "taken back" })),
    dismiss: () => {
      setVerdict(null);
      setUnheard(null);
      edit(false);
      setKnown((known) => Math.max(known, change?.cursor ?? 0));
    },
  };
}

/** The draft of a phase, which survives a reload; a later phase begins with none. */
function useDraft(place: string, phase: number): [Draft, (draft: Draft) => void] {
  const [kept, setKept] = useState(() => recall<{ phase: number; draft: Draft }>(place) ?? { phase, draft: {} });
  const set = (draft: Draft) => {
    setKept({ phase, draft });
    keep(place, Object.keys(draft).length > 0 ? { phase, draft } : null);
  };
  return [kept.phase === phase ? kept.draft : NOTHING, set];
}

const NOTHING: Draft = {};

/** A move without a reply, which survives a reload as its draft does: by this player's seat alone it is sent again. */
function useUnheard(place: string): [Unheard | null, (unheard: Unheard | null) => void] {
  const [unheard, setUnheard] = useState(() => recall<Unheard>(place));
  const set = (unheard: Unheard | null) => {
    setUnheard(unheard);
    if (unheard === null) return keep(place, null);
    const { cursor, phase, submission } = unheard.view;
    keep(place, { ...unheard, view: { cursor, phase, submission } } satisfies Unheard);
  };
  return [unheard, set];
}

/** The event with which the viewer's submission for this phase was changed last, of those up to a cursor. */
export function lastChange(events: readonly ViewerEvent[], phase: number, until: number): ViewerEvent | undefined {
  return events.findLast(({ cursor, viewer, facts }) =>
    cursor <= until && facts.some(
      (fact) =>
        ((fact.type === "submitted" && !fact.by_bot) || fact.type === "withdrawn") &&
        fact.phase === phase &&
        fact.seat === viewer,
    ),
  );
}

/** What became of a move without a reply, by what was read afterwards; it is sent again only where that changes nothing else. */
export function afterSilence({ phase, move, view: before }: Unheard, view: Unheard["view"] & Pick<ViewReply, "viewer">, events: readonly ViewerEvent[]): "unknown" | "sealed" | "again" | "changed" | "late" {
  if (view === before) return "unknown";
  if (view.phase?.number === phase) {
    const [then, now] = [before, view].map(({ submission }) => (submission?.phase === phase ? submission.move : null));
    return now && contains(now, move) ? "sealed" : contains(now, then) && contains(then, now) ? "again" : "changed";
  }
  if ((events.at(-1)?.cursor ?? 0) < view.cursor) return "unknown";
  const counted = lastChange(events, phase, view.cursor)?.facts.find((fact) => fact.type === "submitted");
  return counted && contains(counted.move, move) ? "sealed" : "late";
}

/** Whether everything in a part is in the whole, which the server may have completed. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null || typeof whole !== "object" || whole === null) return whole === part;
  if (Array.isArray(part) && (!Array.isArray(whole) || whole.length !== part.length)) return false;
  return Object.entries(part).every(([name, value]) => contains((whole as { [name: string]: unknown })[name], value));
}

function verdictOn(error: unknown): Verdict {
  if (!(error instanceof RefusedError)) return { type: "refused", text: failureText(error), problems: {} };
  if (LATE.has(error.code)) return { type: "late" };
  if (error.code === "changed_since") return { type: "refused", text: say.changedSince, problems: {} };
  const found = error.complaints.length > 0 ? error.complaints : [{ pointer: error.pointer ?? "", message: error.detail }];
  const problems: { [place: string]: string } = {};
  for (const { pointer, message } of found) if (pointer?.startsWith("/move/")) problems[pointer.slice(5)] = message;
  const general = found.filter(({ pointer }) => !pointer?.startsWith("/move/")).map(({ message }) => message);
  return { type: "refused", text: general.join(" ") || error.detail, problems };
}
