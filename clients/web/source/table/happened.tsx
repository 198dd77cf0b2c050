// What happened, in the server's sentences: the last result first and large, everything so far in order.

import type { ViewerEvent } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../strings/index.js";
import { clockText } from "../time.js";

/** More sentences about one phase are folded. */
const SHOWN = 5;

interface HappenedProps {
  events: readonly ViewerEvent[];
  headline?: string | undefined;
}

/** The result of the last phase. It is announced to those who listen. */
export function Happened({ events, headline }: HappenedProps) {
  const result = lastResult(events);
  const spoken = [headline, ...(result?.lines ?? [])].filter(Boolean).join(" ");
  return (
    <>
      {/* Not inside the result, which is drawn anew each time: only what changes in a part that stays is said. */}
      <Announced text={spoken} />
      {spoken ? <Result key={result?.cursor} event={result} headline={headline} /> : <p class="happened dim">{say.nothingYet}</p>}
    </>
  );
}

function Result({ event, headline }: { event: ViewerEvent | undefined; headline: string | undefined }) {
  const { facts = [], lines = [] } = event ?? {};
  // Why the phase closed matters less than what came of it.
  const closed = facts[0]?.type === "phase_closed" ? lines[0] : undefined;
  const said = closed === undefined ? lines : lines.slice(1);
  const [large = closed, ...others] = headline === undefined ? said : [headline, ...said];
  return (
    <section class="happened" aria-label={say.happened}>
      <h2 class="say">{large}</h2>
      <Sentences lines={others.slice(0, SHOWN)} />
      {others.length > SHOWN && (
        <details>
          <summary>{say.moreItems(others.length - SHOWN)}</summary>
          <Sentences lines={others.slice(SHOWN)} />
        </details>
      )}
      {closed !== large && <p class="course">{closed}</p>}
    </section>
  );
}

/** The event of the last phase that closed, or of the end. */
function lastResult(events: readonly ViewerEvent[]): ViewerEvent | undefined {
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
