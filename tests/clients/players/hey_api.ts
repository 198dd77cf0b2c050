// A player that uses the client of @hey-api/openapi-ts.

import { createClient } from "./client/client/index.js";
import * as api from "./client/index.js";
import { main, type Player } from "./play.js";

async function join(baseUrl: string, name: string): Promise<Player> {
  const stranger = createClient({ baseUrl });
  const { player_id: id, token } = given(await api.createPlayer({ client: stranger, body: { name } }));
  const client = createClient({ baseUrl, auth: token });
  return {
    id,
    async seatsOf(game, variant) {
      const described = given(await api.getGame({ client: stranger, path: { game } }));
      return described.variants.find((known) => known.variant === variant)?.seats.map((seat) => seat.id) ?? [];
    },
    async create(terms, seats) {
      const body: api.MatchRequest = { ...terms, seats, pace: "eager", autostart: true };
      return given(await api.createMatch({ client, body })).match_id;
    },
    async takeSeat(match_id, seat) {
      given(await api.takeSeat({ client, path: { match_id, seat } }));
    },
    async view(match_id) {
      const view = given(await api.getView({ client, path: { match_id } }));
      if (view.view.game === "wizards_duel" && !view.view.hands.a) throw new Error("a duel without hands");
      return view;
    },
    async submit(match_id, phase, move) {
      const body: api.SubmissionRequest = { phase, move: move as api.Move };
      const { error } = await api.submit({ client, path: { match_id }, body });
      return error ? error.status : 200;
    },
    async follow(match_id, after, wait) {
      const page = given(await api.listEvents({ client, path: { match_id }, query: { after, wait } }));
      for (const fact of page.events.flatMap((event) => event.facts)) {
        if (fact.type === "phase_opened" && fact.phase.number < 1) throw new Error("a phase without a number");
      }
      return page.cursor;
    },
  };
}

function given<T>(reply: { data?: T; error?: api.Problem }): T {
  if (reply.data === undefined) throw new Error(reply.error?.detail);
  return reply.data;
}

await main(join);
