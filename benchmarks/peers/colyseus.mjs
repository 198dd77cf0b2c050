// The duel on Colyseus: state in memory, patches of the public state after every cast, secrets stay in the server. If the
// URL of a PostgreSQL is an argument, every cast is a row there before anybody is told of it.

import { createServer } from "node:http";
import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import pg from "pg";
import { begin, cast } from "./duel.mjs";

const [database] = process.argv.slice(2);
const pool = database && new pg.Pool({ connectionString: database });
await pool?.query("CREATE TABLE moves (id bigserial PRIMARY KEY, match text, round int, seat int, spell text)");

const Known = schema({
  round: t.uint32(),
  casting: t.array("boolean"),
  points: t.array("uint32"),
  last: t.array("string"),
});

class Duel extends Room {
  maxClients = 2;
  patchRate = null; // Instead of every 50 ms, so that both know at once.
  state = new Known();
  seats = [];

  onCreate({ eager }) {
    this.duel = begin(eager);
    this.show();
    this.onMessage("cast", (client, spell) => this.cast(client, spell));
  }

  onJoin(client) {
    this.seats.push(client.sessionId);
  }

  async cast(client, spell) {
    const seat = this.seats.indexOf(client.sessionId);
    const move = [this.roomId, this.duel.round, seat, spell];
    const decided = cast(this.duel, seat, spell);
    if (decided === null) return client.send("refused");
    if (pool) {
      // A round is decided by both casts, so both must be stored.
      const stored = pool.query("INSERT INTO moves (match, round, seat, spell) VALUES ($1, $2, $3, $4)", move);
      this.stored = Promise.all([this.stored, stored]);
      await this.stored;
    }
    this.show();
    this.broadcastPatch();
    client.send("submitted", this.duel.round);
    if (decided) this.broadcast("decided", this.duel.round);
  }

  show() {
    const { round, points, last, players } = this.duel;
    this.state.round = round;
    for (const seat of [0, 1]) {
      this.state.casting[seat] = players[seat].spell !== null;
      this.state.points[seat] = points[seat];
      this.state.last[seat] = last[seat] ?? "";
    }
  }
}

const http = createServer();
const server = new Server({ greet: false, transport: new WebSocketTransport({ server: http }) });
server.define("duel", Duel);
await server.listen(0, "127.0.0.1");
console.log(http.address().port);
