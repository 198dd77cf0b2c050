// A player that uses the client of openapi-generator's typescript-fetch; it can play duels.

import { main, type Player } from "./play.js";
import * as api from "./typescript/index.js";

async function join(basePath: string, name: string): Promise<Player> {
  const stranger = new api.PlayersApi(new api.Configuration({ basePath }));
  const { playerId: id, token } = await stranger.createPlayer({ playerRequest: { name } });
  const settings = new api.Configuration({ basePath, headers: { Authorization: `Bearer ${token}` } });
  const [games, matches] = [new api.GamesApi(settings), new api.MatchesApi(settings)];
  const [play, streams] = [new api.PlayApi(settings), new api.StreamsApi(settings)];
  return {
    id,
    async seatsOf(game, variant) {
      const { variants } = await games.getGame({ game });
      return variants.find((known) => known.variant === variant)?.seats.map((seat) => seat.id) ?? [];
    },
    async create(terms, sitters) {
      const seats = Object.fromEntries(
        Object.entries(sitters).map(([seat, { player_id: playerId, bot }]) => [seat, { playerId, bot }]),
      );
      const matchRequest: api.MatchRequest = { ...terms, seats, pace: "eager", autostart: true };
      return (await matches.createMatch({ matchRequest })).matchId;
    },
    async takeSeat(matchId, seat) {
      await matches.takeSeat({ matchId, seat });
    },
    async view(matchId) {
      const view = await play.getView({ matchId });
      if (view.view.game === "wizards_duel" && !view.view.hands.a) throw new Error("a duel without hands");
      return view;
    },
    async submit(matchId, phase, move) {
      try {
        await play.submit({ matchId, submissionRequest: { phase, move: move as unknown as api.Move } });
        return 200;
      } catch (refusal) {
        if (refusal instanceof api.ResponseError) return refusal.response.status;
        throw refusal;
      }
    },
    async follow(matchId, after, wait) {
      const page = await streams.listEvents({ matchId, after, wait });
      for (const fact of page.events.flatMap((event) => event.facts)) {
        if (fact.type === "phase_opened" && fact.phase.number < 1) throw new Error("a phase without a number");
      }
      return page.cursor;
    },
  };
}

await main(join);
