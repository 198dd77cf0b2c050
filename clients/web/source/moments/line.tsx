// Points through a match as lines: the viewer's own in the colour of what is theirs, with the turn that mattered most.

import { listed } from "../strings/index.js";
import type { Moment, Turn } from "./course.js";
import { text } from "./strings.js";

interface LineProps {
  of: string;
  course: readonly Moment[];
  turn: Turn | null;
  /** Why the phase of that turn ended as it did. */
  why: string | undefined;
  onLook: ((cursor: number) => void) | null;
}

const [WIDTH, HEIGHT, EDGE] = [320, 96, 8];

export function CourseLine({ of, course, turn, why, onLook }: LineProps) {
  const names = [...new Set(course.flatMap(({ points }) => Object.keys(points)))];
  const values = course.flatMap(({ points }) => Object.values(points).map(({ value }) => value));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (at: number) => EDGE + (at * (WIDTH - 2 * EDGE)) / Math.max(1, course.length - 1);
  const y = (value: number) => HEIGHT - EDGE - ((value - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const marked = turn ? course.indexOf(turn.moment) : -1;
  return (
    <figure class="course-line">
      <figcaption>
        <h2>{text.course}</h2>
        <p class="small dim">{text.courseOf(of)}</p>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={listed(names.map((name) => text.courseText(name, course.map(({ points }) => points[name]?.value ?? "–").join(", "))))}>
        <path class="zero" d={`M${EDGE} ${y(0)}H${WIDTH - EDGE}`} />
        {marked >= 0 && <path class="turn" d={`M${x(marked)} 0V${HEIGHT}`} />}
        {names.map((name) => {
          const isMine = course.some(({ points }) => points[name]?.isMine);
          const known = course.flatMap(({ points }, at) => (points[name] ? [[x(at), y(points[name]!.value)] as const] : []));
          return (
            <g key={name} class={isMine ? "mine" : ""}>
              <polyline points={known.map((point) => point.join(",")).join(" ")} />
              {known.map(([cx, cy]) => <circle key={cx} cx={cx} cy={cy} r={isMine ? 3 : 2} />)}
            </g>
          );
        })}
      </svg>
      <ul class="legend small">
        {names.map((name) => {
          const last = course.findLast(({ points }) => points[name])?.points[name];
          return <li key={name} class={last?.isMine ? "mine-ink" : ""}><bdi>{name}</bdi> <b>{String(last?.value ?? 0).replace("-", "−")}</b></li>;
        })}
      </ul>
      {turn && (
        <div class="turn-note">
          <p><b>{turn.type === "decided" ? text.decided : text.biggest}</b>{turn.change ? ` (${text.atOnce(`${turn.change > 0 ? "+" : "−"}${Math.abs(turn.change)}`)})` : ""}</p>
          {why && <p class="dim">{why}</p>}
          {onLook && <button class="btn" onClick={() => onLook(turn.moment.cursor)}>{text.lookThere}</button>}
        </div>
      )}
    </figure>
  );
}
