// What the verifier says, in the language of the interface.

import type { Remark } from "moirai-client/verifier";
import type { Given } from "../strings/en/fairness.js";
import { tell } from "./strings.js";

interface Names {
  /** The title of the game. */
  game: string;
  nameOf: (viewer: string) => string | null;
}

/** A remark by its code; in the verifier's own words if it says something new. */
export function remarkText({ code, line, given }: Remark, { game, nameOf }: Names): string {
  const say = (tell.remarks as { [code: string]: (given: Given) => string })[code];
  const viewer = String(given["viewer"]);
  const called = viewer === "spectator" ? tell.everybody : viewer === "host" ? tell.host : (nameOf(viewer) ?? viewer);
  return say ? say({ ...given, viewer: called, ...("game" in given && { game }) }) : line;
}
