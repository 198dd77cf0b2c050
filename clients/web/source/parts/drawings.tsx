// A drawing for each game: what the eye finds on its table. They are beside the game's name, so screen readers skip them.

import type { ComponentChildren } from "preact";

const frame = <rect class="paper" x="-26" y="-37" width="52" height="74" rx="7" />;

const duel = (
  <>
    <g class="mine" transform="translate(64 58) rotate(-8)">{frame}<path d="M4-17L-8 1h8l-1 13L12-6H3z" /></g>
    <g class="ink" transform="translate(136 58) rotate(8)">{frame}<path d="M0-16l10 4v8c0 7-4 12-10 15c-6-3-10-8-10-15v-8zM-5 2L6-8" /></g>
    <path d="M100 28v10M100 78v10M94 58h12M95 46l3 3M105 46l-3 3M95 70l3-3M105 70l-3-3" />
  </>
);

const RIDERS: readonly (readonly [x: number, y: number, mine: boolean, sign: string])[] = [
  [56, 30, false, "M5 3c9 1 15 7 16 16M5 3l16 16M3 21l11-11M14 10v5M14 10H9"],
  [144, 30, true, "M20 4l-11 11M20 4l-1 5-8 8M20 4l-5 1-8 8M6 12l6 6M8.5 15.5L4 20"],
  [56, 86, true, "M8 21l8-17M16 4C10 2 5 5 3.5 10c4-3.5 8-3.5 10.5-2.5M10 13l4 2"],
  [144, 86, false, "M12 3v17M8 20.5h8M5 6.5h14M5 6.5L2.5 13M5 6.5L7.5 13M2.5 13a2.5 2.500 0 0 0 5 0zM19 6.500L16.500 13M19 6.500l2.500 6.500M16.500 13a2.500 2.500 0 0 0 5 0z"],
];

const apocalypse = (
  <>
    <path class="dashed" d="M56 30h88v56H56zL144 86" />
    <path class="mine thick" d="M144 30L56 86" />
    {RIDERS.map(([x, y, mine, sign]) => (
      <g class={mine ? "mine" : "ink"} transform={`translate(${x} ${y})`}>
        <circle class="paper" r="20" />
        <path transform="translate(-13 -13) scale(1.08)" d={sign} />
      </g>
    ))}
  </>
);

const threads = (
  <>
    <path d="M48 28C96 28 104 32 152 32M48 28C96 28 104 68 152 68" />
    <path class="gold thick" d="M48 56C96 56 104 84 152 84M48 60C96 60 104 88 152 88" />
    <path class="mine thick" d="M48 58C96 58 104 14 152 14" />
    <path class="dashed" d="M48 88C96 88 104 50 152 50" />
    <path class="ember thick" d="M48 88C96 88 104 104 152 104" />
    {[28, 58, 88].map((y) => <circle class="gold wash" cx="40" cy={y} r="8" />)}
    {[14, 32, 50, 68, 86, 104].map((y) => <circle class="ember wash" cx="160" cy={y} r="6.5" />)}
    <g class="ink" transform="translate(83 58)"><circle class="paper" cx="6" cy="18" r="2.5" /><circle class="paper" cx="18" cy="18" r="2.5" /><path d="M7.500 16L17 3M16.500 16L7 3" /></g>
  </>
);

const PINK = [0, 4, 8, 14, 20];
const TRIED = [12, 18, 24];
const RAYS = "M8.500 0H11M6 6l1.800 1.800M0 8.500V11M-6 6l-1.800 1.800M-8.500 0H-11M-6-6l-1.800-1.800M0-8.500V-11M6-6l1.800-1.800";

const rooms = (
  <>
    <path class="gold dashed" d="M54 27L84 66M100 28v30M146 27L130 96" />
    {Array.from({ length: 25 }, (_, room) => (
      <rect class={TRIED.includes(room) ? "mine full" : PINK.includes(room) ? "ember wash" : "paper"} x={63 + 15 * (room % 5)} y={35 + 15 * Math.floor(room / 5)} width="13" height="13" rx="2.5" />
    ))}
    {[50, 100, 150].map((x) => <g class="gold" transform={`translate(${x} 15)`}><circle class="wash" r="6" /><path d={RAYS} /></g>)}
  </>
);

const HEROES: readonly (readonly [x: number, y: number, scale: number])[] = [[41, 24, 0.8], [92, 24, 0.8], [118, 24, 0.8], [60, 66, 1], [90, 66, 1], [150.500, 66, 1]];

const arena = (
  <>
    <path d="M42 16h116M20 102h160M42 16L20 102M65 16L52 102M88.500 16L84 102M111.500 16L116 102M135 16L148 102M158 16L180 102" />
    <path class="dashed" d="M33 54h134" />
    {HEROES.map(([x, y, scale]) => (
      <g class={scale < 1 ? "ink" : "mine"} transform={`translate(${x} ${y}) scale(${scale})`}><rect class="paper" width="20" height="26" rx="2.5" /><path d="M6 19l8-8M6 15l4 4" /></g>
    ))}
  </>
);

const DRAWINGS: { [game: string]: ComponentChildren } = {
  wizards_duel: duel,
  apocalypse,
  threads_of_fate: threads,
  divine_intervention: rooms,
  hero_of_the_arena: arena,
};

/** The drawing of a game; cards face down for one that has none. */
export function Drawing({ game }: { game: string }) {
  return <svg class="drawing" viewBox="0 0 200 116" aria-hidden="true">{DRAWINGS[game] ?? duel}</svg>;
}
