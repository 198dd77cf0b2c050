// Who meets whom next by the brackets of the web client, for some tournaments: asked and said in JSON.

import { readFileSync } from "node:fs";
import { bracketOf, type Column } from "../../clients/web/source/tournament/brackets/plan.js";

interface Asked { settings: { system: string }; rounds: { round: number }[] }

const next = ({ settings, rounds }: Asked) => {
  const { upper, lower } = bracketOf({ settings: settings as never, rounds: rounds as never })!;
  const of = (columns: readonly Column[]) => columns.filter(({ round, places }) => round === rounds.length + 1 && places.every(({ table }) => table === null)).flatMap(({ places }) => places);
  const met = [...of(upper), ...of(lower)].map(({ sides }) => sides.filter((side) => side !== "nobody").map((side) => (typeof side === "object" ? side.entrant : side)));
  return met.filter((those) => those.length > 0);
};

console.log(JSON.stringify((JSON.parse(readFileSync(0, "utf8")) as Asked[]).map(next)));
