// A player that uses the types of openapi-typescript with openapi-fetch.

// Reads the stream as pages, because server-sent events need another reader.
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";
import { main, type Player } from "./play.js";

type MediaType = "application/json" | "application/problem+json";

async function join(baseUrl: string, name: string): Promise<Player> {
  const stranger = createClient<paths, MediaType>({ baseUrl });
  const { player_id: id, token } = given(await stranger.POST("/v1/players", { body: { name } }));
  const client = createClient<paths, MediaType>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  return {
    id,
    async seatsOf(game, variant) {
      const described = given(await stranger.GET("/v1/games/{game}", { params: { path: { game } } }));
      return described.variants.find((known) => known.variant === variant)?.seats.map((seat) => seat.id) ?? [];
    },
    async create(terms, seats) {
      const body: components["schemas"]["MatchRequest"] = { ...terms, seats, pace: "eager", autostart: true };
      return given(await client.POST("/v1/matches", { body })).match_id;
    },
    async takeSeat(match_id, seat) {
      given(await client.PUT("/v1/matches/{match_id}/seats/{seat}", { params: { path: { match_id, seat } } }));
    },
    async view(match_id) {
      const view = given(await client.GET("/v1/matches/{match_id}/view", { params: { path: { match_id } } }));
      if (view.view.game === "wizards_duel" && !view.view.hands.a) throw new Error("a duel without hands");
      return view;
    },
    async submit(match_id, phase, move) {
      const { response } = await client.PUT("/v1/matches/{match_id}/submission", {
        params: { path: { match_id } },
        body: { phase, move: move as components["schemas"]["Move"] },
      });
      return response.status;
    },
    async follow(match_id, after, wait) {
      const params = { path: { match_id }, query: { after, wait } };
      const page = given(await client.GET("/v1/matches/{match_id}/events", { params }));
      for (const fact of page.events.flatMap((event) => event.facts)) {
        if (fact.type === "phase_opened" && fact.phase.number < 1) throw new Error("a phase without a number");
      }
      return page.cursor;
    },
  };
}

function given<T>(reply: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (reply.data === undefined) throw new Error(reply.error?.detail);
  return reply.data;
}

await main(join);
