// A slider through the moments of the match, as this viewer knew them; after the end also as each seat did.

import type { ViewerEvent, ViewReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Choices } from "../form/choices.js";
import { Icon } from "../parts/icons.js";
import { LinkBox } from "../parts/link.js";
import { language, say } from "../strings/index.js";
import type { Words } from "../words.js";
import type { Following } from "./following.js";
import { phaseName, seatName } from "./people.js";

export interface Moment {
  cursor: number;
  title: string;
}

/** What was known at a moment. `go(null)` returns to the last one. */
export interface Past {
  moments: Moment[];
  /** The number of the moment that is looked at; null for the last one. */
  at: number | null;
  /** The seat from which is looked; null for the viewer's own place. */
  as: string | null;
  look: (as: string | null, cursor?: number | null) => void;
  /** Null while it is loaded. */
  view: ViewReply | null;
  go: (at: number | null) => void;
  /** Whether this is the present, as the viewer knows it. */
  isNow: boolean;
  title: string;
}

const TURNS = new Set(["match_started", "phase_opened", "match_ended", "match_adjudicated", "match_voided"]);

interface Place {
  as: string | null;
  cursor: number | null;
  /** Whether the cursor is the one that others have: for them, private messages of a seat are no events. */
  isShared: boolean;
}

/** A moment that an address names: `#as=SEAT&at=EVENT`. */
function addressed(viewer: string): Place {
  const named = new URLSearchParams(location.hash.slice(1));
  const [as, cursor] = [named.get("as"), Number(named.get("at"))];
  return { as: as === viewer ? null : as, cursor: cursor > 0 ? cursor : null, isShared: as === viewer };
}

/** The viewer's events that others can look at, too. */
function sharedEvents(events: readonly ViewerEvent[]): ViewerEvent[] {
  const open = new Set(events.flatMap(({ facts }) => facts.flatMap((fact) => (fact.type === "channel_opened" && fact.spectators ? [fact.channel] : []))));
  return events.filter(({ facts }) => !facts.some((fact) => fact.type === "message_sent" && !open.has(fact.channel)));
}

export function usePast({ match, events, view: now }: Following, words: Words): Past {
  const [place, setPlace] = useState(() => addressed(now.viewer));
  useEffect(() => {
    const go = () => setPlace(addressed(now.viewer));
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, [now.viewer]);
  const [view, setView] = useState<ViewReply | null>(null);
  const [last, setLast] = useState(0);
  const { as } = place;
  const moments = as === null ? momentsOf(events, words) : momentsUntil(last);
  const asked = place.isShared && place.cursor !== null ? sharedEvents(events)[place.cursor - 1]?.cursor : place.cursor;
  const at = moments.findLastIndex(({ cursor }) => cursor <= (asked ?? 0));
  const cursor = moments[at]?.cursor;
  const isNow = as === null && cursor === undefined;
  const go = (at: number | null) => setPlace({ as, cursor: at === null ? null : (moments[at]?.cursor ?? null), isShared: false });
  const look = (as: string | null, cursor: number | null = null) => {
    setPlace({ as, cursor, isShared: false });
    setLast(0);
  };
  useEffect(() => {
    setView(null);
    if (isNow) return undefined;
    let current = true;
    match.view(cursor, as === null ? {} : { as, lines: language }).then(
      (then) => {
        if (!current) return;
        setView(then);
        if (as !== null && cursor === undefined) setLast(then.cursor);
      },
      () => current && look(null),
    );
    return () => {
      current = false;
    };
  }, [match, as, cursor, isNow]);
  const shown = isNow ? now : view;
  const named = as === null && cursor !== undefined ? moments[at]?.title : undefined;
  const title = named ?? (isNow || !shown ? say.now : shown.phase ? phaseName(words, shown.phase) : say[shown.status]);
  return { moments, at: cursor === undefined ? null : at, as, look, view: shown, go, isNow, title };
}

function momentsOf(events: readonly ViewerEvent[], words: Words): Moment[] {
  return events.flatMap(({ cursor, facts }) => {
    const turn = facts.findLast((fact) => TURNS.has(fact.type));
    if (!turn) return [];
    return [{ cursor, title: turn.type === "phase_opened" ? phaseName(words, turn.phase) : turn.type === "match_started" ? say.matchBegins : say.over }];
  });
}

/** The events of another seat are only numbers: what each was, the view after it says. */
function momentsUntil(last: number): Moment[] {
  return Array.from({ length: Math.max(0, last - 1) }, (_, at) => ({ cursor: at + 1, title: "" }));
}

/** What another seat was told last. */
export function ToldTo({ view }: { view: ViewReply }) {
  const [first, ...others] = view.lines ?? [];
  if (first === undefined) return null;
  return (
    <section class="happened" aria-label={say.happened}>
      <p class="say">{first}</p>
      {others.map((line, at) => <p key={at} class="then">{line}</p>)}
    </section>
  );
}

interface HistoryProps {
  past: Past;
  table: Following;
}

export function HistorySlider({ past, table }: HistoryProps) {
  const { moments, at, go, title } = past;
  const { details, view } = table;
  const canLook = details.open_log && (view.status === "over" || view.status === "void");
  if (moments.length < 2 && past.as === null) return null;
  const place = at ?? moments.length;
  // Only seats have moments that anybody can look at.
  const looked = past.as ?? (details.seats.some(({ id }) => id === view.viewer) ? view.viewer : "");
  const others = details.seats.filter(({ id }) => id !== view.viewer);
  return (
    <section class="hist" id="history" aria-label={say.history} tabIndex={-1}>
      <h2 class="eyebrow">
        <Icon name="history" /> {say.history}
      </h2>
      <input
        type="range"
        min={0}
        max={moments.length}
        value={place}
        aria-label={say.history}
        aria-valuetext={title}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <div class="row hist-foot">
        <button class="btn quiet" aria-label={say.earlier} disabled={place === 0} onClick={() => go(place - 1)}>
          <Icon name="arrow_left" />
        </button>
        <span class="small">{title}</span>
        <button class="btn quiet" aria-label={say.later} disabled={at === null} onClick={() => go(place + 1)}>
          <Icon name="arrow_right" />
        </button>
      </div>
      {canLook && looked !== "" && at !== null && <LinkBox title={say.linkHere} link={`${location.href.split(/[?#]/)[0]}#as=${looked}&at=${past.as === null ? sharedEvents(table.events).filter(({ cursor }) => cursor <= moments[at]!.cursor).length : moments[at]!.cursor}`} />}
      {canLook && (
        <Choices
          title={say.lookFrom}
          options={[say.ownEyes, ...others.map(({ id }) => seatName(details, id, "") ?? id)]}
          chosen={past.as === null ? 0 : 1 + others.findIndex(({ id }) => id === past.as)}
          blank={false}
          onChoose={(at) => past.look(others[at - 1]?.id ?? null)}
        />
      )}
    </section>
  );
}
