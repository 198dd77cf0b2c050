// The pictures of Hero of the Arena.

import { Stroke } from "../../parts/icons.js";
import { Arrow, Box, Dot, Drawing, Label, Line, Mark, type Pictures } from "./drawn.js";

const OWN: { [key: string]: string } = {
  unit: "M19 4l-9.500 9.500M19 4v4l-8 8M19 4h-4l-8 8M6 12l6 6M8 16l-4 4",
  item: "M9 3h6M10 3v6l-5 8a3 3 0 0 0 2.500 4h9a3 3 0 0 0 2.500-4l-5-8V3M7 15h10",
  cooldown: "M7 3h10M7 21h10M8 3c0 6 8 6 8 9s-8 3-8 9M16 3c0 6-8 6-8 9s8 3 8 9",
  durability: "M12 3l7 3v5c0 5-3 8-7 10c-4-2-7-5-7-10V6zM12 3v18",
  mana: "M12 3l7 9-7 9-7-9zM5 12h14",
  coin: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M12 8v8M9.500 10h5M9.500 14h5",
  shop: "M4 9l2-5h12l2 5M4 9v11h16V9M4 9c2 3 4 3 5.300 0c1.300 3 4 3 5.400 0c1.300 3 3.300 3 5.300 0",
  perk: "M12 3l2.700 5.600 6 .8-4.400 4.200 1.100 6-5.400-3-5.400 3 1.100-6L3.300 9.400l6-.8z",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c1-6 15-6 16 0",
};

const five = [0, 1, 2, 3, 4];

export const pictures: Pictures = {
  aim: (
    <>
      {five.map((at) => (
        <g key={at}>
          <Line d={`M${22 + at * 46} 34h36M${22 + at * 46} 116h36`} dashed />
          <Label x={40 + at * 46} y={80} text={String(at + 1)} small />
          {[0, 2, 3].includes(at) && <Box x={25 + at * 46} y={88} w={30} h={42} tone="mine" path={OWN.unit} />}
          {[1, 4].includes(at) && <Box x={25 + at * 46} y={18} w={30} h={42} tone="hell" path={OWN.unit} />}
        </g>
      ))}
    </>
  ),
  round: [
    <Drawing>
      <Mark x={26} y={40} path={OWN.coin!} size={26} tone="ink" />
      <Mark x={60} y={40} path={OWN.mana!} size={26} tone="mine" />
      {[0, 1, 2].map((at) => <Box key={at} x={84 + at * 12} y={20 + at * 2} w={24} h={36} tone="ink" />)}
    </Drawing>,
    <Drawing>
      <Box x={12} y={20} w={32} h={40} tone="mine" path={OWN.unit} />
      <Box x={54} y={20} w={32} h={40} tone="faint" path={OWN.cooldown} />
      <Box x={96} y={20} w={32} h={40} tone="faint" path={OWN.shop} />
    </Drawing>,
    <Drawing>
      {five.map((at) => <Box key={at} x={10 + at * 25} y={40} w={20} h={30} tone={at === 1 ? "mine" : at === 3 ? "hell" : "faint"} path={at === 1 || at === 3 ? OWN.unit : undefined} />)}
      <Line d="M45 10v22m-6-7l6 7 6-7" tone="mine" />
    </Drawing>,
    <Drawing>
      <Box x={18} y={18} w={34} h={44} tone="mine" text="3" />
      <Arrow x={60} y={34} to={82} tone="mine" />
      <Line d="M82 50H60m6-5l-6 5 6 5" tone="hell" />
      <Box x={90} y={18} w={34} h={44} tone="hell" text="2" />
    </Drawing>,
    <Drawing>
      {five.map((at) => <Box key={at} x={10 + at * 25} y={12} w={20} h={30} tone={[0, 2, 3].includes(at) ? "mine" : "faint"} />)}
      {[0, 2, 3].map((at) => <Dot key={at} x={20 + at * 25} y={60} r={7} tone="mine" full />)}
    </Drawing>,
  ],
  signOf: (key) => (OWN[key] ? <Stroke path={OWN[key]} /> : null),
};
