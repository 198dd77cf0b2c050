// The pictures of Wizard's Duel.

import { PATHS } from "../../boards/wizards_duel/signs.js";
import { Stroke } from "../../parts/icons.js";
import { Arrow, Box, Dot, Drawing, Label, Line, Mark, Sealed, type Pictures } from "./drawn.js";

const beads = (y: number, won: number, mine: boolean) =>
  [0, 1, 2, 3].map((at) => <Dot key={at} x={96 + at * 34} y={y} r={12} tone={at < won ? (mine ? "mine" : "ink") : "faint"} full={at < won} />);

export const pictures: Pictures = {
  aim: (
    <>
      <Mark x={46} y={46} size={40} path={PATHS["5"]!} tone="mine" />
      {beads(46, 4, true)}
      <Line d="M24 75H236" dashed />
      <Mark x={46} y={106} size={40} path={PATHS["6"]!} tone="ink" />
      {beads(106, 2, false)}
    </>
  ),
  round: [
    <Drawing>
      {["1", "4", "7"].map((spell, at) => <Box key={spell} x={12 + at * 24} y={30} w={22} h={34} path={PATHS[spell]} />)}
      <Box x={84} y={14} w={30} h={46} tone="mine" path={PATHS["5"]} />
    </Drawing>,
    <Sealed />,
    <Drawing>
      <Line d="M20 18l26-7v54l-26 7z" tone="mine" />
      <Label x={33} y={46} text="6" tone="mine" />
      <Line d="M120 18l-26-7v54l26 7z" tone="ink" />
      <Label x={107} y={46} text="5" tone="ink" />
      <Line d="M70 14V66" dashed />
    </Drawing>,
    <Drawing>
      <Box x={14} y={16} w={34} h={48} tone="mine" text="6" />
      <Label x={62} y={46} text="&gt;" />
      <Box x={76} y={16} w={30} h={48} tone="faint" text="5" />
      <Dot x={124} y={30} r={8} tone="mine" full />
    </Drawing>,
    <Drawing>
      <Box x={16} y={16} w={34} h={48} tone="faint" path={PATHS["5"]} />
      <Arrow x={58} y={40} to={82} tone="mine" />
      <Box x={92} y={16} w={34} h={48} tone="mine" text="+2" />
    </Drawing>,
  ],
  signOf: (key) => (PATHS[key] ? <Stroke path={PATHS[key]} /> : null),
};
