// The pictures of The Apocalypse.

import { SIGNS } from "../../boards/apocalypse/signs.js";
import { Stroke } from "../../parts/icons.js";
import { Arrow, Box, Dot, Drawing, Label, Line, Mark, Opened, Sealed, type Pictures } from "./drawn.js";

const SUN = "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2";
const FLAME = "M12 21c-4 0-6-2.700-6-6c0-4 4-6 4-11c4 2 8 6 8 11c0 3.300-2 6-6 6";
const PERSON = "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4 21c1-6 15-6 16 0";
const PAIRS = [["pestilence", "war"], ["pestilence", "death"], ["pestilence", "famine"], ["war", "death"], ["war", "famine"], ["death", "famine"]] as const;
const PLAYED = [1, 4];

const task = (x: number, card: keyof typeof SIGNS, chosen: number) => (
  <>
    <Box x={x} y={6} w={40} h={68} tone="ink" />
    <Mark x={x + 20} y={21} size={20} path={SIGNS[card]} tone="ink" />
    {[0, 1, 2].map((at) => (
      <>
        <Dot x={x + 9} y={41 + at * 12} r={3.4} {...(at === chosen ? { tone: "mine" as const, full: true } : {})} />
        <Line d={`M${x + 17} ${41 + at * 12}h14`} {...(at === chosen ? { tone: "mine" as const } : {})} />
      </>
    ))}
  </>
);

export const pictures: Pictures = {
  aim: (
    <>
      <Line d="M14 92H246" dashed />
      {[40, 62, 84].map((x) => <Dot key={x} x={x} y={118} r={9} tone="heaven" />)}
      {[160, 182, 204, 226].map((x) => <Dot key={x} x={x} y={118} r={9} tone="hell" />)}
      {[54, 130, 206].map((x) => <Line key={x} d={`M${x} 106C${x - 10} 96 ${x + 10} 84 ${x} 68m-6 8l6-8 6 8`} tone="mine" />)}
      <Dot x={54} y={44} r={16} tone="heaven" />
      <Mark x={54} y={44} path={SUN} tone="heaven" />
      <Dot x={130} y={44} r={16} tone="ink" />
      <Mark x={130} y={44} path={PERSON} tone="ink" />
      <Dot x={206} y={44} r={16} tone="hell" />
      <Mark x={206} y={44} path={FLAME} tone="hell" />
    </>
  ),
  round: [
    <Drawing>
      {PAIRS.map(([one, other], at) => {
        const [x, y] = [14 + (at % 3) * 38, at < 3 ? 10 : 43];
        const tone = PLAYED.includes(at) ? "faint" : at === 3 ? "mine" : "ink";
        return (
          <g key={at}>
            <Box x={x} y={y} w={35} h={27} tone={tone} />
            <Mark x={x + 10} y={y + 13.5} size={14} path={SIGNS[one]} tone={tone} />
            <Mark x={x + 25} y={y + 13.5} size={14} path={SIGNS[other]} tone={tone} />
            {tone === "faint" && <Line d={`M${x + 4} ${y + 22}l27-17`} />}
          </g>
        );
      })}
    </Drawing>,
    <Drawing>{task(22, "war", 1)}{task(78, "death", 2)}</Drawing>,
    <Sealed />,
    <Opened above={5} below={5} mine={1} />,
    <Drawing>
      <Label x={26} y={34} text="−2" />
      <Arrow x={46} y={28} to={72} tone="mine" />
      <Box x={84} y={8} w={36} h={40} tone="mine" text="7" />
      {(["pestilence", "war", "death", "famine"] as const).map((card, at) => (
        <g key={card}>
          <Mark x={16 + at * 33} y={65} size={14} path={SIGNS[card]} tone="ink" />
          <Label x={30 + at * 33} y={69} text={String([4, 6, 5, 5][at])} small />
        </g>
      ))}
    </Drawing>,
  ],
  signOf: (key) => (key in SIGNS ? <Stroke path={SIGNS[key as keyof typeof SIGNS]} /> : null),
};
