// A sign for each spell, of one stroke weight. It stands beside the name, which differs by theme.

import { Stroke } from "../../parts/icons.js";

export const PATHS: { [spell: string]: string } = {
  "0": "M7 18c-2-2-3-4-3-7a8 8 0 0 1 16 0c0 3-1 5-3 7v3H7zM9 12h.01M15 12h.01M10 17v3M14 17v3",
  "1": "M5 12a7 7 0 1 0 2.300-5.200M5 3.500v4h4M12 9v6M9 12h6",
  "2": "M12 3l7 2.500v5.500c0 4.500-3 8-7 10c-4-2-7-5.500-7-10V5.500zM8.500 15.500l7-7",
  "3": "M3 8c2.500-2 4.500-2 6.500 0s4.500 2 6.500 0s3.500-1.500 5-.7M3 12.500c2.500-2 4.500-2 6.500 0s4.500 2 6.500 0s3.500-1.500 5-.7M3 17c2.500-2 4.500-2 6.500 0s4.500 2 6.500 0s3.500-1.500 5-.7",
  "4": "M12 12a1.500 1.500 0 1 1 1.500 1.500a3.500 3.500 0 1 1 2.500-6a5.500 5.500 0 1 1-8 7.500",
  "5": "M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3",
  "6": "M12 21a6 6 0 0 1-6-6c0-4 4-5.500 4.500-12c4 2.500 7.500 6.500 7.500 12a6 6 0 0 1-6 6M12 21a3 3 0 0 1-2-5l2-3l2 3a3 3 0 0 1-2 5",
  "7": "M12 3v18M4.200 7.500l15.600 9M19.800 7.500l-15.600 9M9.800 4.500L12 6.500l2.200-2M9.800 19.500l2.200-2 2.200 2",
  "8": "M12 20s-7.500-4.500-7.500-10A4.200 4.200 0 0 1 12 7.500A4.200 4.200 0 0 1 19.500 10C19.500 15.500 12 20 12 20z",
  x: "M13 2.500L5 14h6l-1 7.500L19 10h-6.500z",
  w: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2c2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  athenas_wisdom: "M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2c2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  hestias_hearth: "M4 12l8-8l8 8v8H4zM12 20c-2 0-3-1.200-3-2.700c0-1.800 2-2.300 2.500-5.300c2 1 3.500 3 3.500 5.300c0 1.500-1 2.700-3 2.700",
  apollos_daybreak: "M3 18h18M7 18a5 5 0 0 1 10 0M12 4v5M4.500 10l2.500 2M19.500 10l-2.500 2M9.500 6L12 3.500L14.500 6",
};

/** The path of the sign; undefined for what has none. */
export const signOf = (id: string): string | undefined => PATHS[id];

export function Sign({ of }: { of: string }) {
  const path = PATHS[of];
  return path ? <Stroke path={path} /> : null;
}

/** What stands on the card in place of a number. */
export const numeral = (spell: string): string => (/^\d$/.test(spell) ? spell : spell === "w" ? "+1" : "–");
