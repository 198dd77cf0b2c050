// The duel on boardgame.io: state in memory, each player is sent what it may know after every cast.
//
// package.json holds koa-compose back: boardgame.io adds its routes after it was composed, which later versions ignore.

import { createRequire } from "node:module";
import { begin, cast } from "./duel.mjs";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

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

const { appServer } = await Server({ games: [Duel], origins: ["http://127.0.0.1"] }).run({
  port: { port: 0, host: "127.0.0.1" },
});
console.log(appServer.address().port);
