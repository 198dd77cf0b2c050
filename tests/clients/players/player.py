"""
Play whole matches with only the client that openapi-python-client generates (`moirai_client`).

The first argument is JSON: the server's `url` and the `matches` to play. Prints their ids and outcomes as JSON.
"""

from __future__ import annotations

import json
import sys
from random import Random
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
    MatchStatus,
    NewPlayerReply,
    Outcome,
    PlayerRequest,
    Problem,
    ReceiptReply,
    SubmissionRequest,
    ViewReply,
)
from moirai_client.types import Response

from moirai_client import AuthenticatedClient, Client
from tests.prompts import answer

T = TypeVar("T")

TRIES = 500
"""How often a move is built again when a rule that the prompt cannot express forbids it."""


class Player:
    """A player with a separate connection."""

    def __init__(self, url: str, name: str) -> None:
        created = create_player.sync_detailed(client=Client(base_url=url), body=PlayerRequest(name=name))
        self.known = _expect(NewPlayerReply, created)
        self.client = AuthenticatedClient(base_url=url, token=self.known.token)

    def view(self, match_id: str) -> ViewReply:
        reply = get_view.sync_detailed(match_id, client=self.client)
        view = _expect(ViewReply, reply)
        assert view.to_dict() == json.loads(reply.content), "the client has lost a part of the view"
        return view

    def follow(self, match_id: str, cursor: int, wait: float = 0) -> int:
        """Read the events after the cursor; return the next cursor."""
        reply = list_events.sync_detailed(match_id, client=self.client, after=cursor, wait=wait)
        page = _expect(EventPage, reply)
        assert page.to_dict() == json.loads(reply.content), "the client has lost a part of an event"
        return page.cursor

    def act(self, match_id: str, view: ViewReply, random: Random) -> bool:
        """Answer the prompt, if there is an unanswered one; return whether a move was submitted."""
        if view.prompt is None or view.phase is None or view.submission is not None:
            return False
        prompt = view.prompt.to_dict()
        for _ in range(TRIES):
            body = {"phase": view.phase.number, "move": answer(prompt, random)}
            request = SubmissionRequest.from_dict(body)
            assert body.items() <= request.to_dict().items(), "the client has lost a part of the move"
            reply = submit.sync(match_id, client=self.client, body=request)
            if isinstance(reply, ReceiptReply):
                return True
            assert isinstance(reply, Problem), reply
            if reply.status == 409:
                return False
            assert reply.status == 422, reply
        raise AssertionError(f"found no move for {prompt}")


def play(url: str, game: str, variant: str, options: dict[str, Any], random: Random) -> dict[str, Any]:
    """Play one match of two players, in the first and the last seat, with bots in the others."""
    ada, bo = Player(url, "Ada"), Player(url, "Bo")
    described = _expect(GameReply, get_game.sync_detailed(game, client=Client(base_url=url)))
    (chosen,) = [known for known in described.variants if known.variant == variant]
    seats: dict[str, Any] = {seat.id: {"bot": True} for seat in chosen.seats}
    seats |= {chosen.seats[0].id: {}, chosen.seats[-1].id: {"player_id": bo.known.player_id}}
    terms = {"game": game, "variant": variant, "options": options, "seats": seats, "pace": "eager", "autostart": True}
    created = create_match.sync_detailed(client=ada.client, body=MatchRequest.from_dict(terms))
    match_id = _expect(MatchReply, created).match_id
    _expect(MatchReply, take_seat.sync_detailed(match_id, chosen.seats[-1].id, client=bo.client))
    cursors = {ada: 0, bo: 0}
    while True:
        news = False
        for player in cursors:
            view = player.view(match_id)
            if view.status == MatchStatus.OVER:
                assert isinstance(view.outcome, Outcome)
                return {"match_id": match_id, "outcome": view.outcome.to_dict()}
            acted = player.act(match_id, view, random)
            cursors[player] = player.follow(match_id, cursors[player])
            news |= acted or cursors[player] > view.cursor
        if not news:
            cursors[ada] = ada.follow(match_id, cursors[ada], wait=1)


def _expect(kind: type[T], reply: Response[Any]) -> T:
    assert isinstance(reply.parsed, kind), reply
    return reply.parsed


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    print(json.dumps([play(given["url"], **match, random=Random("players")) for match in given["matches"]]))
