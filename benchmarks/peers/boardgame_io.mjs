// The duel on boardgame.io: each player is sent what it may know after every cast. State in memory, or in PostgreSQL if
// its URL is an argument; boardgame.io sends it before it is stored, and makes the next move of the match wait.
//
// package.json holds koa-compose back: boardgame.io adds its routes after it was composed, which later versions ignore.

import { createRequire } from "node:module";
import { begin, cast } from "./duel.mjs";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");
const [database] = process.argv.slice(2);

const Duel = {
  name: "duel",
  setup: (_, setupData) => begin(setupData.eager),
  disableUndo: true,
  turn: { activePlayers: { all: "casting" } },
  moves: {
    cast: {
      move({ G, playerID }, spell) {
        if (cast(G, Number(playerID), spell) === null) return "INVALID_MOVE";
      },
      client: false,
      ignoreStaleStateID: true, // Both cast at the same time, so each may know an older state than the server.
    },
  },
  playerView: ({ G, playerID }) => {
    const { players, ...known } = G;
    return { ...known, casting: players.map((player) => player.spell !== null), own: players[Number(playerID)] };
  },
};

// Otherwise each statement would be printed.
const db = database && { db: new PostgresStore(database, { logging: false }) };
const { appServer } = await Server({ games: [Duel], origins: ["http://127.0.0.1"], ...db }).run({
  port: { port: 0, host: "127.0.0.1" },
});
console.log(appServer.address().port);
