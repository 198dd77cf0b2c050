// The one picture that moves: two sealed cards between heaven and hell turn over together, and one of them counts.

import { useState } from "preact/hooks";
import { Stroke } from "../parts/icons.js";
import { textsOf } from "../strings/parts.js";

const tell = await textsOf("stranger");

const STARS = "M249 161h0M76 16h0M304 36h0M295 271h0M337 84h0M441 153h0M196 188h0M457 216h0M430 109h0M483 297h0M516 44h0M271 65h0M173 175h0M40 24h0";
const FAINT = "M413 251h0M557 190h0M116 140h0M274 145h0M325 154h0M353 204h0M261 248h0M359 80h0M111 237h0M251 68h0M420 26h0M235 287h0M123 256h0M568 159h0M53 238h0M180 82h0M336 291h0M224 86h0";
const SUN_RAYS = "M108 66h18M105 79l12 5M98 90l13 13M87 97l5 12M74 100v18M61 97l-5 12M50 90l-13 13M43 79l-12 5M40 66H22M43 53l-12-5M50 42L37 29M61 35l-5-12M74 32V14M87 35l5-12M98 42l13-13M105 53l12-5";
const FLAME = "M528 221c4 17 23 23 23 46a23 23 0 0 1-23 30a23 23 0 0 1-23-28c0-10 6-15 8-23c7 4 9 9 9 15c6-2 8-19 6-40z";
const EMBER = "M528 263c2 6 9 10 9 18a9 9 0 0 1-18 0c0-7 7-10 9-18z";
const WAVES = Array.from({ length: 13 }, (_, at) => `M10 ${20 + 9 * at}c25-16 55 16 80 0`).join("");
const SPIRAL = "M12 12a1.500 1.500 0 1 1 1.500 1.500a3.500 3.500 0 1 1 2.500-6a5.500 5.500 0 1 1-8 7.500";
const FIRE = "M12 3c1 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3.500 2-4.500c0 2 1 3 2 3c1-3-.5-6 1-9.500z";

/** The back of a sealed card: the thread's waves, and a seal with shears. */
export function CardBack() {
  return (
    <svg class="card-back" viewBox="0 0 100 140" aria-hidden="true">
      <path d={WAVES} />
      <rect x="6" y="6" width="88" height="128" rx="7" />
      <circle class="wax" cx="50" cy="70" r="22" />
      <path class="shears" d="M45 76L56 59M55 76L44 59M43 75a4 4 0 1 0 .1 0M57 75a4 4 0 1 0 .1 0" />
    </svg>
  );
}

interface TurningProps {
  side: "left" | "right";
  sign: string;
  strength: number;
  name: string;
}

function Turning({ side, sign, strength, name }: TurningProps) {
  return (
    <span class={`turning ${side}`}>
      <span class="inner">
        <span class="back"><CardBack /></span>
        <span class="front"><Stroke path={sign} /><b>{strength}</b><span>{name}</span></span>
      </span>
    </span>
  );
}

export function Scene() {
  const [isStill, setStill] = useState(false);
  return (
    <div class={isStill ? "scene still" : "scene"}>
      <div class="sky" role="img" aria-label={tell.picture}>
        <svg viewBox="0 0 600 344" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <path class="stars" d={STARS} />
          <path class="stars faint" d={FAINT} />
          <g class="sun"><circle cx="74" cy="66" r="24" /><circle class="faint" cx="74" cy="66" r="16" /><path d={SUN_RAYS} /></g>
          <g class="hearth"><path d={FLAME} /><path class="faint" d={EMBER} /></g>
          <g class="sun"><path class="strong" d="M98 70C150 80 140 160 196 158" /><path class="faint" d="M94 82C120 140 150 190 196 182M80 92C86 170 130 230 200 210" /><path class="wisp" d="M98 58C240 10 330 80 366 132" /></g>
          <g class="hearth"><path class="strong" d="M520 238C490 190 470 150 408 150" /><path class="faint" d="M506 262C470 240 450 180 408 176M502 276C450 280 440 230 404 206" /><path class="wisp" d="M500 284C380 330 280 290 232 226" /></g>
          <path class="between strong" d="M246 166C270 130 286 206 300 166S336 130 354 166" />
        </svg>
        <div class="cards" aria-hidden="true">
          <Turning side="left" sign={SPIRAL} strength={4} name={tell.confusion} />
          <Turning side="right" sign={FIRE} strength={6} name={tell.firebolt} />
        </div>
        <p class="says" aria-hidden="true"><span class="first">{tell.bothSealed}</span><span class="then">{tell.openTogether}</span><span class="last">{tell.lowerWins}</span></p>
      </div>
      <button class="btn pause" aria-pressed={isStill} onClick={() => setStill(!isStill)}>{isStill ? tell.move : tell.pause}</button>
    </div>
  );
}
