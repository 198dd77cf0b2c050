// Heaven and hell face to face, with curves from one to the other: chats of The Apocalypse, threads of Threads of Fate.

import type { ComponentChildren } from "preact";
import { Icon } from "../parts/icons.js";
import { say } from "../strings/index.js";

export interface Curve {
  from: string;
  to: string;
  /** Classes for its look. */
  look: string;
  /** In pixels; 2 if it says nothing. */
  width?: number;
  /** A few characters, or a drawing of 24 by 24, at its middle. */
  label?: string | { path: string };
}

interface ColumnsProps {
  heaven: readonly string[];
  hell: readonly string[];
  curves: readonly Curve[];
  /** The most lines under a name: they decide how high the boxes are. */
  lines: number;
  box: (seat: string) => ComponentChildren;
}

const WIDE = 170;
const NARROW = 56;

/** A drawing for each width of the page; what it shows is said in the boxes, too. */
export function Columns({ heaven, hell, curves, lines, box }: ColumnsProps) {
  // In pixels at a usual size of letters. In a narrow box a line may break.
  const rows = Math.max(heaven.length, hell.length);
  const [wide, narrow] = [rows * Math.max(64, 46 + 18 * lines), rows * Math.max(60, 30 + 15 * lines)];
  const column = (seats: readonly string[]) => (
    <ul class="column" style={{ "--wide": `${wide / 16}rem`, "--narrow": `${narrow / 16}rem` }}>
      {seats.map((seat) => <li key={seat}>{box(seat)}</li>)}
    </ul>
  );
  return (
    <div class="columns">
      <h4 class="heaven-ink"><Icon name="sun" /> {say.heaven}</h4>
      <h4 class="hell-ink"><Icon name="flame" /> {say.hell}</h4>
      {column(heaven)}
      <Web class="wide-web" width={WIDE} height={wide} {...{ heaven, hell, curves }} />
      <Web class="narrow-web" width={NARROW} height={narrow} {...{ heaven, hell, curves }} />
      {column(hell)}
    </div>
  );
}

interface WebProps {
  class: string;
  width: number;
  height: number;
  heaven: readonly string[];
  hell: readonly string[];
  curves: readonly Curve[];
}

function Web({ class: look, width, height, heaven, hell, curves }: WebProps) {
  const ends = endsOf(curves, heaven, hell, height);
  return (
    <svg class={look} viewBox={`0 0 ${width} ${height}`} style={{ width: `${width / 16}rem`, height: `${height / 16}rem` }} aria-hidden="true">
      {curves.map((curve, at) => <Line key={at} curve={curve} width={width} {...ends[at]!} />)}
    </svg>
  );
}

interface Ends {
  /** Whether it begins on the left. */
  right: boolean;
  start: number;
  end: number;
}

function Line({ curve, width, right, start, end }: { curve: Curve; width: number } & Ends) {
  const { look, width: stroke = 2, label } = curve;
  const head = 5 + stroke / 2;
  const [x1, x2] = right ? [5, width - 4] : [width - 5, 4];
  const stop = right ? x2 - head : x2 + head;
  const path = `M${x1} ${start}C${width / 2} ${start} ${width / 2} ${end} ${stop} ${end}`;
  // Nearer to the end than to the beginning: there, curves of one seat are apart.
  const t = 0.62;
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  const x = a * x1 + (b + c) * (width / 2) + d * stop;
  const y = (a + b) * start + (c + d) * end;
  return (
    <g class={`curve ${look}`}>
      <path class="line" d={path} style={{ strokeWidth: stroke }} />
      {look.includes("golden") && <path class="core" d={path} style={{ strokeWidth: Math.max(1, stroke / 3) }} />}
      <circle cx={x1} cy={start} r={2 + stroke / 3} />
      <path class="head" d={`M${stop} ${end - head}L${x2} ${end}L${stop} ${end + head}z`} />
      {label !== undefined && (
        <g transform={`translate(${x} ${y})`}>
          <rect class="tag" x={typeof label === "string" ? -5 - 4 * label.length : -10} y={-10} width={typeof label === "string" ? 10 + 8 * label.length : 20} height={20} rx={10} />
          {typeof label === "string" ? <text y={4.5} text-anchor="middle">{label}</text> : <path class="sign" d={label.path} transform="translate(-7.2 -7.2) scale(.6)" />}
        </g>
      )}
    </g>
  );
}

/** Where curves begin and end: spread over the boxes, in the order of their other ends. */
function endsOf(curves: readonly Curve[], heaven: readonly string[], hell: readonly string[], height: number): Ends[] {
  const middle = (seat: string) => {
    const seats = heaven.includes(seat) ? heaven : hell;
    return ((seats.indexOf(seat) + 0.5) * height) / seats.length;
  };
  const spread = (seat: string, at: number) => {
    const other = (curve: Curve) => (curve.from === seat ? curve.to : curve.from);
    const own = curves.flatMap((curve, index) => (curve.from === seat || curve.to === seat ? [{ index, y: middle(other(curve)) }] : []));
    own.sort((one, two) => one.y - two.y || one.index - two.index);
    const room = height / (heaven.includes(seat) ? heaven : hell).length - 26;
    const gap = Math.min(15, room / Math.max(1, own.length - 1));
    return middle(seat) + (own.findIndex(({ index }) => index === at) - (own.length - 1) / 2) * gap;
  };
  return curves.map(({ from, to }, at) => ({ right: heaven.includes(from), start: spread(from, at), end: spread(to, at) }));
}
