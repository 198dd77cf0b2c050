"""A player that uses the client that openapi-python-client generates (`moirai_client`)."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from moirai_client.api.games import get_game
from moirai_client.api.matches import create_match, take_seat
from moirai_client.api.play import get_view, submit
from moirai_client.api.players import create_player
from moirai_client.api.streams import list_events
from moirai_client.models import (
    EventPage,
    GameReply,
    MatchReply,
    MatchRequest,
    NewPlayerReply,
    PlayerRequest,
    Problem,
    ReceiptReply,
    SubmissionRequest,
    ViewReply,
)
from moirai_client.types import Response

from moirai_client import AuthenticatedClient, Client
from tests.clients.players.play import Json, main

T = TypeVar("T")


class Player:
    def __init__(self, url: str, name: str) -> None:
        created = create_player.sync_detailed(client=Client(base_url=url), body=PlayerRequest(name=name))
        known = _expect(NewPlayerReply, created)
        self.player_id = known.player_id
        self._client = AuthenticatedClient(base_url=url, token=known.token)

    def seats_of(self, game: str, variant: str) -> list[str]:
        described = _expect(GameReply, get_game.sync_detailed(game, client=self._client))
        (chosen,) = [known for known in described.variants if known.variant == variant]
        return [seat.id for seat in chosen.seats]

    def create(self, terms: Json) -> str:
        created = create_match.sync_detailed(client=self._client, body=MatchRequest.from_dict(terms))
        return _expect(MatchReply, created).match_id

    def take_seat(self, match_id: str, seat: str) -> None:
        _expect(MatchReply, take_seat.sync_detailed(match_id, seat, client=self._client))

    def view(self, match_id: str) -> Json:
        reply = get_view.sync_detailed(match_id, client=self._client)
        view = _expect(ViewReply, reply).to_dict()
        assert view == json.loads(reply.content), "the client has lost a part of the view"
        return view

    def submit(self, match_id: str, phase: int, move: Json) -> int:
        body = {"phase": phase, "move": move}
        request = SubmissionRequest.from_dict(body)
        assert body.items() <= request.to_dict().items(), "the client has lost a part of the move"
        reply = submit.sync(match_id, client=self._client, body=request)
        if isinstance(reply, ReceiptReply):
            return 200
        assert isinstance(reply, Problem), reply
        return reply.status

    def follow(self, match_id: str, cursor: int, wait: float = 0) -> int:
        reply = list_events.sync_detailed(match_id, client=self._client, after=cursor, wait=wait)
        page = _expect(EventPage, reply)
        assert page.to_dict() == json.loads(reply.content), "the client has lost a part of an event"
        return page.cursor


def _expect(kind: type[T], reply: Response[Any]) -> T:
    assert isinstance(reply.parsed, kind), reply
    return reply.parsed


if __name__ == "__main__":
    main(Player)
