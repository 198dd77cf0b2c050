// The icons that phones need, drawn from source/icon.svg: PNG of some sizes, with the corners or without them.
//
// It reads as much of SVG as that file uses: a rectangle, and strokes of one colour made of M, h, v, l, c, L and circles.

import { deflateSync } from "node:zlib";

/** Phones cut maskable icons to a shape of their own: what matters is within 80 % of the width (W3C, App Manifest). */
const MASKABLE_SCALE = 0.8;

/** How many points a curve is drawn with. */
const STEPS = 16;

/** The picture as a PNG file. `whole`: without round corners and smaller, for phones that cut them. */
export function icon(svg, size, { whole = false } = {}) {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)[1]);
  const ground = colour(/<rect [^>]*fill="(#\w+)"/.exec(svg)[1]);
  const corner = whole ? 0 : Number(/<rect [^>]*rx="(\d+)"/.exec(svg)[1]);
  const ink = colour(/stroke="(#\w+)"/.exec(svg)[1]);
  const half = (Number(/stroke-width="([\d.]+)"/.exec(svg)[1]) / 2) * (whole ? MASKABLE_SCALE : 1);
  const scale = whole ? MASKABLE_SCALE : 1;
  const placed = (at) => (at - side / 2) * scale + side / 2;
  const segments = strokesOf(svg).flatMap((points) => points.slice(1).map((to, at) => [...points[at], ...to].map(placed)));
  const pixel = side / size;
  const rows = [];
  for (let row = 0; row < size; row++) {
    const line = Buffer.alloc(1 + 4 * size);
    for (let column = 0; column < size; column++) {
      const [x, y] = [(column + 0.5) * pixel, (row + 0.5) * pixel];
      const inside = covered(-toEdge(x, y, side, corner), pixel);
      let nearest = Infinity;
      for (const segment of segments) nearest = Math.min(nearest, squaredDistance(x, y, segment));
      const drawn = covered(half - Math.sqrt(nearest), pixel);
      for (const part of [0, 1, 2]) line[1 + 4 * column + part] = Math.round(ground[part] + (ink[part] - ground[part]) * drawn);
      line[1 + 4 * column + 3] = Math.round(255 * inside);
    }
    rows.push(line);
  }
  return png(size, Buffer.concat(rows));
}

const colour = (text) => {
  const digits = text.length === 4 ? [...text.slice(1)].map((one) => one + one).join("") : text.slice(1);
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16));
};

/** How much of a pixel is within an edge at this distance. */
const covered = (depth, pixel) => Math.max(0, Math.min(1, depth / pixel + 0.5));

/** How far a point is outside of the square with round corners; negative inside. */
function toEdge(x, y, side, corner) {
  const [outX, outY] = [x, y].map((at) => Math.abs(at - side / 2) - side / 2 + corner);
  return Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - corner;
}

function squaredDistance(x, y, [fromX, fromY, toX, toY]) {
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  const share = Math.max(0, Math.min(1, ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX * alongX + alongY * alongY || 1)));
  const offX = x - fromX - share * alongX;
  const offY = y - fromY - share * alongY;
  return offX * offX + offY * offY;
}

/** The strokes as lists of points. */
function strokesOf(svg) {
  const circles = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map(([, x, y, r]) =>
    Array.from({ length: 2 * STEPS + 1 }, (_, at) => [Number(x) + r * Math.cos((Math.PI * at) / STEPS), Number(y) + r * Math.sin((Math.PI * at) / STEPS)]),
  );
  return [...circles, ...[...svg.matchAll(/<path d="([^"]+)"/g)].flatMap(([, path]) => linesOf(path))];
}

function linesOf(path) {
  const lines = [];
  let [x, y] = [0, 0];
  for (const [, command, numbers] of path.matchAll(/([MlcLhv])([^A-Za-z]*)/g)) {
    const given = [...numbers.matchAll(/-?[\d.]+/g)].map(Number);
    if (command === "M") lines.push([[x, y] = given]);
    else if (command === "c") {
      const [[ax, ay], [bx, by], [cx, cy]] = [0, 2, 4].map((at) => [x + given[at], y + given[at + 1]]);
      for (let step = 1; step <= STEPS; step++) {
        const t = step / STEPS;
        const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
        lines.at(-1).push([weights[0] * x + weights[1] * ax + weights[2] * bx + weights[3] * cx, weights[0] * y + weights[1] * ay + weights[2] * by + weights[3] * cy]);
      }
      [x, y] = [cx, cy];
    } else {
      const [alongX, alongY] = command === "h" ? [given[0], 0] : command === "v" ? [0, given[0]] : command === "L" ? [given[0] - x, given[1] - y] : given;
      lines.at(-1).push(([x, y] = [x + alongX, y + alongY]));
    }
  }
  return lines;
}

/** A PNG file (W3C, PNG specification) of 8 bits a channel; `rows` begin with their filter. */
function png(size, rows) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(named));
  return Buffer.concat([size, named, check]);
}

function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}
