// The signs of the four elements, of one stroke weight like all signs of the page.

import { Stroke } from "../../parts/icons.js";

export const PATHS = {
  fire: "M12 3c1 4 5.500 5.500 5.500 11A5.500 5.500 0 0 1 12 21a5.500 5.500 0 0 1-5.500-6.500c0-2.500 1.500-3.500 2-5.500 1.500 1 2 2 2 3.500C12 11 12.500 7 12 3z",
  air: "M3 9h11a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h7",
  earth: "M2.500 19L9 7l4 7 2.500-4L21.500 19z",
  water: "M12 3c4 5.500 6 8.500 6 11.500a6 6 0 0 1-12 0C6 11.500 8 8.500 12 3z",
  any: "M12 4l8 8-8 8-8-8z",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
};

export function Sign({ name }: { name: keyof typeof PATHS }) {
  return <Stroke path={PATHS[name]} class={`sign-${name}`} />;
}
