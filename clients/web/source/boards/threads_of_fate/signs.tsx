// The signs of the six Moirai and of twine, of one stroke weight like all signs of the page.

import type { MoiraAbility } from "moirai-client";
import { Stroke } from "../../parts/icons.js";

export const SIGNS: { [name in MoiraAbility | "spool"]: string } = {
  gilding: "M4 18C8 4 16 20 20 6",
  head_start: "M12 20V5M6 11l6-6 6 6",
  boosting: "M12 5v14M5 12h14",
  protection: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  recycling: "M19 8A8 8 0 1 0 20 13M19 3v5h-5",
  stronger_cutters: "M6 15.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5M18 15.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5M7.500 16L17 3M16.500 16L7 3",
  spool: "M7 3h10M7 21h10M9 3v18M15 3v18M9 8l6-2M9 13l6-2M9 18l6-2",
};

export const signOf = (name: keyof typeof SIGNS): string => SIGNS[name];

export function Sign({ name }: { name: keyof typeof SIGNS }) {
  return <Stroke path={SIGNS[name]} />;
}
