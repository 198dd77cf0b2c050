// What the pictures of rules are drawn of: lines of one stroke weight, in a field of 140 by 80.

import type { ComponentChildren } from "preact";

export interface Pictures {
  /** Beside the aim, in a field of 260 by 150. */
  aim: ComponentChildren;
  /** One for each of the five steps of a round. */
  round: readonly ComponentChildren[];
  /** The sign of a thing; null if it has none. */
  signOf: (key: string) => ComponentChildren;
}

/** How a part is drawn: in the ink of mine, of a realm, or strong; faint ones are those that are gone. */
type Tone = "mine" | "heaven" | "hell" | "ink" | "faint";

const look = (tone: Tone | undefined, filled = false) => `${tone ? `in-${tone}` : ""} ${filled ? "on-card" : ""}`;

export function Drawing({ children, wide = false, title }: { children: ComponentChildren; wide?: boolean; title?: string }) {
  return (
    <svg class="sketch" viewBox={wide ? "0 0 260 150" : "0 0 140 80"} {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": true })}>
      {children}
    </svg>
  );
}

interface BoxProps { x: number; y: number; w: number; h: number; tone?: Tone; text?: string | undefined; path?: string | undefined }

/** A card or a field, with a sign or a short text in it. */
export function Box({ x, y, w, h, tone, text, path }: BoxProps) {
  const size = Math.min(w, h) * 0.62;
  return (
    <g class={look(tone, true)}>
      <rect x={x} y={y} width={w} height={h} rx="4" />
      {text !== undefined && <Label x={x + w / 2} y={y + h / 2 + 5} text={text} tone={tone} />}
      {path !== undefined && <Mark x={x + w / 2} y={y + h / 2} path={path} size={size} />}
    </g>
  );
}

/** A sign of 24 by 24, around its middle. */
export function Mark({ x, y, path, size = 18, tone }: { x: number; y: number; path: string; size?: number; tone?: Tone }) {
  return (
    <svg class={look(tone)} x={x - size / 2} y={y - size / 2} width={size} height={size} viewBox="0 0 24 24">
      <path d={path} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

export function Label({ x, y, text, tone, small = false }: { x: number; y: number; text: string; tone?: Tone | undefined; small?: boolean }) {
  return <text class={`${look(tone)} ${small ? "is-small" : ""}`} x={x} y={y} text-anchor="middle">{text}</text>;
}

export function Line({ d, tone, dashed = false }: { d: string; tone?: Tone; dashed?: boolean }) {
  return <path class={look(tone)} d={d} {...(dashed ? { "stroke-dasharray": "3 5" } : {})} />;
}

export function Dot({ x, y, r = 6, tone, full = false }: { x: number; y: number; r?: number; tone?: Tone; full?: boolean }) {
  return <circle class={`${look(tone, true)} ${full ? "is-full" : ""}`} cx={x} cy={y} r={r} />;
}

/** An arrow to the right, from one place to another. */
export function Arrow({ x, y, to, tone }: { x: number; y: number; to: number; tone?: Tone }) {
  return <Line d={`M${x} ${y}H${to}m-6-5l6 5-6 5`} {...(tone ? { tone } : {})} />;
}

const SHEARS = "M8.500 15a3 3 0 1 0 0 6a3 3 0 0 0 0-6M15.500 15a3 3 0 1 0 0 6a3 3 0 0 0 0-6M10 15.500L16 3M14 15.500L8 3";

/** What is sealed: the same in every game. */
export function Sealed() {
  return (
    <Drawing>
      <g class="in-ink on-card"><path d="M28 16h84v50H28zM28 16l42 30 42-30" /></g>
      <Dot x={70} y={45} r={13} tone="mine" full />
      <svg class="on-seal" x="60" y="35" width="20" height="20" viewBox="0 0 24 24"><path d={SHEARS} vector-effect="non-scaling-stroke" /></svg>
    </Drawing>
  );
}

/** Everything opens in one moment: cards in two rows, turning. */
export function Opened({ above, below, mine }: { above: number; below: number; mine: number }) {
  const row = (count: number, y: number, at: number) =>
    Array.from({ length: count }, (_, place) => {
      const x = 70 - count * 10.5 + place * 21 + 4;
      return <g class={look(at + place === mine ? "mine" : "ink", true)} key={`${y}/${place}`}><path d={`M${x} ${y + 3}l12-3v24l-12 3z`} /></g>;
    });
  return (
    <Drawing>
      {row(above, 9, 0)}
      {row(below, 46, above)}
      <Line d="M12 40H128" tone="mine" dashed />
    </Drawing>
  );
}
