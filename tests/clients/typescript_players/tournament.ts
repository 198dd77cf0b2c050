// Follows a tournament with its matches, and writes a line for each event; ends when the tournament is over.

import { Client } from "moirai-client";
import { say, task } from "./program.js";

const given = task<{ server: string; token: string; tournament_id: string }>();
const tournament = new Client(given.server, given.token).tournament(given.tournament_id);

for await (const event of tournament.follow({ matches: "all" })) {
  say({ of: event.type === "event" ? event.match_id : "tournament", cursor: event.cursor, viewer: event.viewer });
  const types = event.facts.map(({ type }) => type as string);
  if (types.includes("round_done")) await tournament.act({ type: "finish" });
  if (types.includes("tournament_over")) break;
}
say({ places: (await tournament.view()).places.length, rows: (await tournament.standings()).rows.length });
process.exit(0);
