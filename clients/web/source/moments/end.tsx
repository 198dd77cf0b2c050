// The end: where everyone goes on, the own line through the match and the turn that mattered, a picture to keep.

import type { GameReply, Outcome, ViewerEvent } from "moirai-client";
import type { GameModule } from "../boards/props.js";
import { saveFile } from "../parts/link.js";
import { signed } from "../strings/numbers.js";
import { Icon } from "../parts/icons.js";
import { Failure, useAttempt } from "../parts/attempt.js";
import type { Following } from "../table/following.js";
import { OutcomeTable } from "../table/outcome.js";
import type { Words } from "../words.js";
import { courseOf, turnOf, type Moment } from "./course.js";
import Crossing, { placesOf } from "./crossing.js";
import { CourseLine } from "./line.js";
import { drawResult } from "./picture.js";
import { text } from "./strings.js";

interface EndProps {
  table: Following;
  outcome: Outcome;
  game: GameModule | null;
  ranksOver: GameReply["ranks_over"];
  words: Words;
  title: string;
  headline: string;
  onLook: (cursor: number) => void;
}

export default function End({ table, outcome, game, ranksOver, words, title, headline, onLook }: EndProps) {
  const { details, view, events } = table;
  const { isBusy, failure, attempt } = useAttempt();
  const { viewer } = view;
  const told = { outcome, details, viewer, ranksOver };
  const closed = game?.opening ? events.flatMap((event, at) => (isClose(event) ? [{ cursor: event.cursor, scene: game.opening!({ event, before: events.slice(0, at), view, details, words }) }] : [])) : [];
  const course = courseOf(closed);
  const turn = turnOf(course);
  const why = turn ? events.find(({ cursor }) => cursor === turn.moment.cursor)?.lines?.[1] : undefined;
  const of = closed.findLast(({ scene }) => scene)?.scene?.sides.find(({ score }) => score)?.score?.of ?? "";
  const last = course.at(-1);
  const picture = async () => new File([await drawResult({ title, headline, outcome, details, viewer, course })], "moirai.png", { type: "image/png" });
  const keep = async () => saveFile("moirai.png", await picture(), "image/png");
  const share = async () => {
    const file = await picture();
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title }).catch(() => undefined);
    else saveFile(file.name, file, file.type);
  };
  return (
    <>
      {last && <Got of={of} points={last.points} />}
      {placesOf(outcome, details) ? <Crossing {...told} /> : <OutcomeTable {...told} />}
      {course.length > 1 && <CourseLine of={of} course={course} turn={turn} why={why} onLook={onLook} />}
      <div class="row">
        <button class="btn" disabled={isBusy} onClick={() => void attempt(keep)}><Icon name="copy" /> {text.keepPicture}</button>
        {"share" in navigator && <button class="btn" disabled={isBusy} onClick={() => void attempt(share)}>{text.sharePicture}</button>}
      </div>
      <Failure error={failure} />
    </>
  );
}

/** What it was played for, before where that leads: the points that the viewer was told last. */
function Got({ of, points }: { of: string; points: Moment["points"] }) {
  return (
    <dl class="got" aria-label={of}>
      {Object.entries(points).map(([name, { value, isMine }]) => (
        <div key={name} class={isMine ? "mine-ink" : ""}>
          <dt><bdi>{name}</bdi></dt>
          <dd><b>{signed(value)}</b> {of}</dd>
        </div>
      ))}
    </dl>
  );
}

const isClose = ({ facts }: ViewerEvent): boolean => facts.some(({ type }) => type === "phase_closed");
