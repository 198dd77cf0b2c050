// What happened: the last result first and large, everything so far in order.

import type { ViewerEvent } from "moirai-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { isShort, isSimple, Value } from "../boards/values.js";
import { say } from "../strings/index.js";
import { clockText } from "../time.js";
import type { Words } from "../words.js";
import { linesOf, type Line, type Teller } from "./sentences.js";

/** More facts of one phase are folded. */
const SHOWN = 2;

interface HappenedProps {
  events: readonly ViewerEvent[];
  teller: Teller;
  headline?: string | undefined;
}

/** The result of the last phase. It is announced to those who listen. */
export function Happened({ events, teller, headline }: HappenedProps) {
  const last = lastResult(events);
  const lines = last ? linesOf(last, teller) : [];
  const game = lines.filter((line) => line.ofGame);
  const course = lines.filter((line) => !line.ofGame);
  const [first, ...others] = game;
  const spoken = [headline, ...lines.map((line) => lineText(line, teller.words))].filter(Boolean).join(" ");
  if (lines.length === 0 && !headline) return <p class="happened dim">{say.nothingYet}</p>;
  return (
    <section class="happened" aria-label={say.happened} key={last?.cursor}>
      {headline && <h2 class="say">{headline}</h2>}
      {first && <LineView line={first} words={teller.words} large={!headline} />}
      {others.slice(0, SHOWN).map((line, at) => (
        <LineView key={at} line={line} words={teller.words} large={false} />
      ))}
      {others.length > SHOWN && (
        <details>
          <summary>{say.moreItems(others.length - SHOWN)}</summary>
          {others.slice(SHOWN).map((line, at) => (
            <LineView key={at} line={line} words={teller.words} large={false} />
          ))}
        </details>
      )}
      {course.length > 0 && <p class={first || headline ? "course" : "say"}>{course.map((line) => line.text).join(" ")}</p>}
      <Announced text={spoken} />
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

export function LineView({ line, words, large }: { line: Line; words: Words; large: boolean }) {
  const short = line.parts.filter(({ value }) => isSimple(value));
  const long = line.parts.filter(({ value }) => !isSimple(value));
  return (
    <div class="line">
      <p class={large ? "say" : "then"}>
        {line.text}
        {short.length > 0 && (
          <span class="pairs">
            {short.map(({ name, value, parent }) => (
              <span class="pair" key={name}>
                <span class="dim">{words.field(name, parent)}</span> {words.value(value, name, parent)}
              </span>
            ))}
          </span>
        )}
      </p>
      {long.length > 0 && (
        <dl class={long.every(({ value }) => isShort(value)) ? "fields short" : "fields"}>
          {long.map(({ name, value, parent }) => (
            <div key={name}>
              <dt>{words.field(name, parent)}</dt>
              <dd>
                <Value value={value} name={name} parent={parent} words={words} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

export function lineText(line: Line, words: Words): string {
  const parts = line.parts.filter(({ value }) => isSimple(value));
  const said = parts.map(({ name, value, parent }) => `${words.field(name, parent)} ${words.value(value, name, parent)}`);
  return said.length > 0 ? `${line.text}: ${said.join(", ")}.` : line.text;
}

/** All events, the newest first, folded until somebody asks. */
export function Everything({ events, teller, toLocal }: HappenedProps & { toLocal: (moment: string) => Date }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="everything" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say.everything}</summary>
      {open && (
        <ol reversed class="log">
          {[...events].reverse().map((event) => {
            const lines = linesOf(event, teller);
            if (lines.length === 0) return null;
            return (
              <li key={event.cursor}>
                <time class="dim tiny">{clockText(toLocal(event.at))}</time>
                {lines.map((line, at) => (
                  <LineView key={at} line={line} words={teller.words} large={false} />
                ))}
              </li>
            );
          })}
        </ol>
      )}
    </details>
  );
}
