// A slider through the moments of the match, as this viewer knew them.

import type { ViewerEvent, ViewReply } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { say } from "../strings/index.js";
import type { Words } from "../words.js";
import type { Following } from "./following.js";
import { phaseName } from "./people.js";

export interface Moment {
  cursor: number;
  title: string;
}

/** What was known at a moment; null while it is loaded. `go(null)` returns to now. */
export interface Past {
  moments: Moment[];
  /** The number of the moment that is looked at; null for now. */
  at: number | null;
  view: ViewReply | null;
  go: (at: number | null) => void;
}

const TURNS = new Set(["match_started", "phase_opened", "match_ended", "match_adjudicated", "match_voided"]);

export function usePast({ match, events }: Following, words: Words): Past {
  const moments = momentsOf(events, words);
  const [at, go] = useState<number | null>(null);
  const [view, setView] = useState<ViewReply | null>(null);
  const cursor = at === null ? null : (moments[at]?.cursor ?? null);
  useEffect(() => {
    setView(null);
    if (cursor === null) return undefined;
    let current = true;
    match.view(cursor).then(
      (then) => current && setView(then),
      () => current && go(null),
    );
    return () => {
      current = false;
    };
  }, [match, cursor]);
  return { moments, at: cursor === null ? null : at, view, go: (at) => go(at === moments.length ? null : at) };
}

function momentsOf(events: readonly ViewerEvent[], words: Words): Moment[] {
  return events.flatMap(({ cursor, facts }) => {
    const turn = facts.findLast((fact) => TURNS.has(fact.type));
    if (!turn) return [];
    return [{ cursor, title: turn.type === "phase_opened" ? phaseName(words, turn.phase) : say.fact[turn.type === "match_started" ? "match_started" : "match_ended"] }];
  });
}

export function HistorySlider({ past }: { past: Past }) {
  const { moments, at, go } = past;
  if (moments.length < 2) return null;
  const place = at ?? moments.length;
  const title = at === null ? say.now : moments[at]!.title;
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
    </section>
  );
}
