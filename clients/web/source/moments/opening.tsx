// The moment of opening: sealed cards lie face down, turn over together and count; one sentence says why. Beside what
// happened where there is room, on a phone a sheet over the strip, which stays until it is put away.

import type { ViewerEvent } from "moirai-client";
import { useEffect, useState } from "preact/hooks";
import { sound } from "../alerts/sound.js";
import { Icon, Stroke } from "../parts/icons.js";
import type { OpenCard, Scene, Side } from "./scene.js";
import { text } from "./strings.js";

const PHONE = "(max-width: 48rem)";
const SHEARS = "M6 15.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5M18 15.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5M7.500 16L17 3M16.500 16L7 3";

/** What follows the first sentence on the sheet: all of it stands beneath. */
const SHOWN = 2;

interface Props {
  /** The event of the phase that closed last; undefined before the first. */
  event: ViewerEvent | undefined;
  scene: Scene | null;
  /** Up to where the viewer knew the match when the page opened: what was closed then is not opened once more. */
  since: number;
}

export default function Opening({ event, scene, since }: Props) {
  const isPhone = useMedia(PHONE);
  const [away, setAway] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const cursor = event?.cursor ?? 0;
  const isNew = cursor > since && scene !== null;
  const isSheet = isPhone && isNew && cursor > away;
  useEffect(() => {
    if (!isNew) return undefined;
    sound("open");
    const skip = ({ key, target }: Partial<KeyboardEvent>) => {
      setSkipped(cursor);
      if (key === "Escape" || (key === undefined && !(target as Element | null)?.closest(".opening"))) setAway(cursor);
    };
    addEventListener("pointerdown", skip);
    addEventListener("keydown", skip);
    return () => {
      removeEventListener("pointerdown", skip);
      removeEventListener("keydown", skip);
    };
  }, [isNew, cursor]);
  // At a desk it stays until the next, but is not there when the page opens: what it pushes down would jump.
  if (!event || !isNew || (isPhone && !isSheet)) return null;
  // Why the phase closed is said only where nothing came of it that the viewer is told.
  const { lines: all = [] } = event;
  const lines = event.facts[0]?.type === "phase_closed" && all.length > 1 ? all.slice(1) : all;
  return (
    <section class={`opening ${isSheet ? "sheet" : ""}`} data-done={cursor === skipped} aria-label={text.opening}>
      <Stage key={cursor} scene={scene} />
      {isSheet && (
        <div class="why-lines">
          <h2 class="say">{lines[0]}</h2>
          {lines.slice(1, 1 + SHOWN).map((line) => <p key={line} class="then">{line}</p>)}
          <button class="btn primary" onClick={() => setAway(cursor)}>{text.seeBoard}</button>
        </div>
      )}
    </section>
  );
}

/** The cards. What they show is said in the sentences, too. */
function Stage({ scene }: { scene: Scene }) {
  return (
    <div class="stage" aria-hidden="true">
      <div class="open-sides">
        {scene.sides.map((side) => <OpenSide key={side.name} side={side} />)}
      </div>
      {scene.closed && scene.closed.length > 0 && <StillClosed names={scene.closed} isAll={!scene.sides.some(({ isMine }) => isMine)} />}
    </div>
  );
}

/** What stays as it was: face down, by the name of who has sealed it. */
function StillClosed({ names, isAll }: { names: readonly string[]; isAll: boolean }) {
  return (
    <>
      <ul class="backs">
        {names.map((name, at) => <li key={at}><span class="back"><Stroke path={SHEARS} /></span><bdi>{name}</bdi></li>)}
      </ul>
      <p class="still-closed"><Icon name="eye_closed" /> {isAll ? text.allClosed : text.stayClosed(names.length)}</p>
    </>
  );
}

function OpenSide({ side: { name, isMine, cards, score } }: { side: Side }) {
  return (
    <figure class={`open-side ${isMine ? "mine" : ""} ${cards.length > 2 ? "many" : ""}`}>
      <div class="open-cards">
        {cards.map((card, at) => <Card key={at} card={card} />)}
        {cards.length === 0 && <span class="open-none">{text.nothing}</span>}
      </div>
      <figcaption>
        <bdi>{name}</bdi>
        {score && <Wheel {...score} />}
      </figcaption>
    </figure>
  );
}

function Card({ card: { title, number, sign, note, isHidden, isWinner } }: { card: OpenCard }) {
  return (
    <span class={`open-card ${isHidden ? "hidden" : ""} ${isWinner ? "winner" : ""}`}>
      <span class="turning">
        <span class="back"><i><Stroke path={SHEARS} /></i></span>
        <span class="front">
          {isHidden ? <Icon name="eye_closed" /> : sign && <Stroke path={sign} />}
          {number && !isHidden && <b>{number}</b>}
          <span>{title}</span>
          {note && <small>{note}</small>}
        </span>
      </span>
    </span>
  );
}

/** Points that roll from what they were. */
function Wheel({ of, before, after }: { of: string; before: number; after: number }) {
  return (
    <span class="score">
      {of}
      <span class={`wheel ${before === after ? "still" : ""}`}>
        <i class="new">{signed(after)}</i>
        {before !== after && <i class="old">{signed(before)}</i>}
      </span>
    </span>
  );
}

const signed = (points: number): string => String(points).replace("-", "−");

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const note = () => setMatches(media.matches);
    note(); // It may have changed since the first drawing.
    media.addEventListener("change", note);
    return () => media.removeEventListener("change", note);
  }, [query]);
  return matches;
}
