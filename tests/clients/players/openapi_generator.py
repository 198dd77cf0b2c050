"""A player that uses the Python client that openapi-generator generates (`openapi_client`)."""

from __future__ import annotations

import json

import openapi_client as api

from tests.clients.players.play import Json, main


class Player:
    def __init__(self, url: str, name: str) -> None:
        configuration = api.Configuration(host=url)
        client = api.ApiClient(configuration)
        known = api.PlayersApi(client).create_player(api.PlayerRequest(name=name))
        configuration.access_token = known.token
        self.player_id: str = known.player_id
        self._games, self._matches, self._play = api.GamesApi(client), api.MatchesApi(client), api.PlayApi(client)
        self._streams = api.StreamsApi(client)

    def seats_of(self, game: str, variant: str) -> list[str]:
        (chosen,) = [known for known in self._games.get_game(game).variants if known.variant == variant]
        return [seat.id for seat in chosen.seats]

    def create(self, terms: Json) -> str:
        match_id: str = self._matches.create_match(api.MatchRequest.from_dict(terms)).match_id
        return match_id

    def take_seat(self, match_id: str, seat: str) -> None:
        self._matches.take_seat(match_id, seat)

    def view(self, match_id: str) -> Json:
        reply = self._play.get_view_with_http_info(match_id)
        view = json.loads(reply.raw_data)
        assert reply.data.view.to_dict().keys() == view["view"].keys(), "the client has lost a part of the view"
        return view

    def submit(self, match_id: str, phase: int, move: Json) -> int:
        request = api.SubmissionRequest.from_dict({"phase": phase, "move": move})
        try:
            return int(self._play.submit_with_http_info(match_id, request).status_code)
        except api.ApiException as refusal:
            return int(refusal.status)

    def follow(self, match_id: str, cursor: int, wait: float = 0) -> int:
        page = self._streams.list_events(match_id, after=cursor, wait=wait)
        return int(page.cursor)


if __name__ == "__main__":
    main(Player)
