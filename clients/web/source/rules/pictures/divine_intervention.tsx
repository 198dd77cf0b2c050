// The pictures of Divine Intervention.

import { PATHS as ELEMENT } from "../../boards/divine_intervention/signs.js";
import { Stroke } from "../../parts/icons.js";
import { Arrow, Box, Dot, Drawing, Label, Line, Mark, Sealed, type Pictures } from "./drawn.js";

const OWN: { [key: string]: string } = {
  heaven: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  person: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c1-6 15-6 16 0",
};

export const pictures: Pictures = {
  aim: (
    <>
      {[70, 130, 190].map((x) => <Dot key={x} x={x} y={28} r={13} tone="heaven" />)}
      {[70, 130, 190].map((x) => <Mark key={x} x={x} y={28} size={16} path={OWN.heaven!} tone="heaven" />)}
      {[30, 70, 110, 150, 190, 230].map((x) => <Dot key={x} x={x} y={124} r={10} tone="hell" />)}
      <Line d="M14 78H246" dashed />
      <Line d="M64 44L36 110M76 44L74 110m-6-7l6 7 5-8" tone="heaven" />
      <Line d="M112 112L126 46m-7 6l7-6 4 8M148 112L136 46" tone="mine" />
      <Line d="M186 110V46M224 112L198 46" />
      <Mark x={48} y={84} path={ELEMENT.water} size={16} tone="heaven" />
    </>
  ),
  round: [
    <Drawing>
      <Dot x={70} y={18} r={10} tone="heaven" />
      {[30, 70, 110].map((x) => <Dot key={x} x={x} y={66} r={8} tone="hell" />)}
      <Line d="M34 58L62 28m-8 2l8-2-1 8M70 56V32" tone="mine" />
      <Line d="M106 58L80 28" dashed />
    </Drawing>,
    <Drawing>
      {["A", "B", "C", "F", "G", "H"].map((room, at) => (
        <Box key={room} x={16 + (at % 3) * 26} y={12 + (at < 3 ? 0 : 28)} w={24} h={26} text={room} tone={room === "A" ? "mine" : room === "B" || room === "F" ? "ink" : "faint"} />
      ))}
      <Mark x={112} y={26} path={ELEMENT.fire} size={22} tone="mine" />
      <Mark x={112} y={54} path={ELEMENT.water} size={22} tone="mine" />
    </Drawing>,
    <Drawing>
      <Dot x={28} y={40} r={12} tone="heaven" />
      <Arrow x={46} y={40} to={66} tone="mine" />
      <Mark x={86} y={24} path={ELEMENT.earth} size={24} tone="mine" />
      <Mark x={116} y={24} path={ELEMENT.fire} size={18} tone="faint" />
      <Line d="M106 32l20-16" />
      <Box x={76} y={46} w={22} h={24} text="5" tone="ink" />
      <Box x={104} y={46} w={22} h={24} text="2" tone="ink" />
    </Drawing>,
    <Sealed />,
    <Drawing>
      <Mark x={26} y={28} path={ELEMENT.water} size={22} tone="mine" />
      <Label x={26} y={64} text="+6" tone="mine" />
      <Line d="M52 14V66M94 14V66" dashed />
      <Dot x={73} y={28} r={9} tone="heaven" />
      <Label x={73} y={64} text="+4" tone="heaven" />
      <Box x={106} y={16} w={22} h={24} tone="ink" path={OWN.heaven} />
      <Label x={117} y={64} text="5" />
    </Drawing>,
  ],
  signOf: (key) => {
    const path = OWN[key] ?? ELEMENT[key as keyof typeof ELEMENT];
    return path ? <Stroke path={path} /> : null;
  },
};
