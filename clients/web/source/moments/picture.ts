// A picture of the result, drawn on this device: nothing of it is sent anywhere.

import type { MatchReply, Outcome } from "moirai-client";
import { say } from "../strings/index.js";
import { consequencesOf } from "../table/outcome.js";
import { sitterName } from "../table/people.js";
import type { Moment } from "./course.js";

const [WIDTH, HEIGHT, MARGIN] = [1080, 1080, 72];
const MOST = 10;

export interface Result {
  title: string;
  headline: string;
  outcome: Outcome;
  details: Pick<MatchReply, "seats" | "host" | "tournament" | "series">;
  viewer: string;
  course: readonly Moment[];
}

/** The picture as a PNG, in the colours of the page. */
export async function drawResult({ title, headline, outcome, details, viewer, course }: Result): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d")!;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  pen.fillStyle = colour("paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const write = (text: string, x: number, y: number, font: string, ink = "ink", align: CanvasTextAlign = "left") => {
    Object.assign(pen, { font, fillStyle: colour(ink), textAlign: align });
    pen.fillText(text, x, y, WIDTH - MARGIN - x);
  };
  write("Moirai", MARGIN, 110, "600 34px system-ui", "thread");
  write(title, MARGIN, 178, "600 52px Georgia, serif");
  const lines = wrapped(pen, headline, "600 40px Georgia, serif", WIDTH - 2 * MARGIN).slice(0, 3);
  lines.forEach((line, at) => write(line, MARGIN, 248 + at * 50, "600 40px Georgia, serif", "ink-2"));
  const seats = [...details.seats].sort((one, two) => (outcome.rank[one.id] ?? 99) - (outcome.rank[two.id] ?? 99)).slice(0, MOST);
  const top = 290 + lines.length * 50;
  const step = Math.min(70, (course.length > 1 ? HEIGHT - 300 - top : HEIGHT - 120 - top) / Math.max(1, seats.length));
  const size = Math.round(Math.min(36, step * 0.6));
  seats.forEach((seat, at) => {
    const [y, isMine] = [top + at * step + step * 0.5, seat.id === viewer];
    write(String(outcome.rank[seat.id] ?? "–"), MARGIN + 40, y, `600 ${size}px Georgia, serif`, isMine ? "thread" : "ink-2", "right");
    write(sitterName(seat), MARGIN + 70, y, `${isMine ? 700 : 400} ${size}px system-ui`, isMine ? "thread" : "ink");
    const [met] = consequencesOf(outcome, details, seat.id);
    if (met) write(say.consequence[met], WIDTH - MARGIN - 330, y, `400 ${Math.round(size * 0.75)}px system-ui`, /elimination/.test(met) ? "bad" : "good");
  });
  if (course.length > 1) drawLines(pen, course, colour);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

function drawLines(pen: CanvasRenderingContext2D, course: readonly Moment[], colour: (name: string) => string): void {
  const names = [...new Set(course.flatMap(({ points }) => Object.keys(points)))];
  const values = course.flatMap(({ points }) => Object.values(points).map(({ value }) => value));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  for (const name of names) {
    const isMine = course.some(({ points }) => points[name]?.isMine);
    Object.assign(pen, { strokeStyle: colour(isMine ? "thread" : "ink-2"), lineWidth: isMine ? 8 : 3, lineJoin: "round", lineCap: "round" });
    pen.beginPath();
    course.forEach(({ points }, at) => {
      const point = points[name];
      if (point) pen.lineTo(MARGIN + (at * (WIDTH - 2 * MARGIN)) / (course.length - 1), HEIGHT - 80 - ((point.value - low) * 160) / (high - low));
    });
    pen.stroke();
  }
}

/** A text in lines that are no wider than this. */
function wrapped(pen: CanvasRenderingContext2D, text: string, font: string, width: number): string[] {
  pen.font = font;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
