// The pictures of Threads of Fate.

import { SIGNS } from "../../boards/threads_of_fate/signs.js";
import { Stroke } from "../../parts/icons.js";
import { Box, Dot, Drawing, Label, Line, Mark, Sealed, type Pictures } from "./drawn.js";

const OWN: { [key: string]: string } = {
  spin: "M4 12h16M14 6l6 6-6 6",
  cut: SIGNS.stronger_cutters,
  snip: "M4 12h6M14 12h6M10 7l4 10",
  twine: SIGNS.spool,
};

const seats = (x: number, ys: number[], tone: "heaven" | "hell", r = 6) => ys.map((y) => <Dot key={y} x={x} y={y} r={r} tone={tone} />);

export const pictures: Pictures = {
  aim: (
    <>
      {seats(50, [30, 75, 120], "heaven", 11)}
      {seats(210, [20, 57, 94, 130], "hell", 11)}
      <Line d="M62 30C110 20 150 22 198 20" />
      <Line d="M62 75C110 60 150 66 198 57m-9-6l9 6-9 6" tone="heaven" />
      <Line d="M62 78C110 68 150 74 198 62" tone="heaven" />
      <Line d="M62 120C110 110 150 98 198 96" />
      <Line d="M62 122C110 130 150 132 198 130" dashed />
      <Label x={130} y={52} text="12" tone="heaven" />
    </>
  ),
  round: [
    <Drawing>
      <Dot x={34} y={40} r={13} tone="ink" />
      <Mark x={34} y={40} path={SIGNS.gilding} tone="ink" />
      <Box x={84} y={22} w={36} h={36} tone="mine" path={SIGNS.spool} />
      <Line d="M80 40H52m6-5l-6 5 6 5" tone="mine" />
    </Drawing>,
    <Drawing>
      {seats(24, [40], "heaven", 8)}
      {seats(116, [16, 40, 64], "hell", 8)}
      <Line d="M34 40C60 30 80 44 106 40m-7-5l7 5-7 5" tone="mine" />
      <Line d="M34 37C60 24 80 20 106 17" dashed />
    </Drawing>,
    <Drawing>
      {seats(20, [26, 58], "heaven", 7)}
      {seats(120, [26, 58], "hell", 7)}
      <Line d="M29 26H58M82 26H111" />
      <Mark x={70} y={28} size={24} path={SIGNS.stronger_cutters} tone="mine" />
      <Line d="M29 58H111" />
      <Line d="M66 52l8 12" tone="mine" />
    </Drawing>,
    <Sealed />,
    <Drawing>
      {seats(20, [20, 40, 60], "heaven")}
      {seats(120, [20, 40, 60], "hell")}
      <Line d="M28 20H112" tone="mine" />
      <Line d="M28 40C60 44 80 58 112 60" tone="heaven" />
      <Line d="M28 60C60 56 80 44 112 40" />
      <Label x={70} y={16} text="+1" tone="mine" small />
      <Label x={70} y={74} text="+1" small />
    </Drawing>,
  ],
  signOf: (key) => {
    const path = OWN[key] ?? SIGNS[key as keyof typeof SIGNS];
    return path ? <Stroke path={path} /> : null;
  },
};
