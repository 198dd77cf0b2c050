"""
Play whole matches of two players with any client.

The first argument is JSON: the server's `url` and the `matches` to play. Prints their ids and outcomes as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from tests.prompts import answer

Json: TypeAlias = Any

TRIES: Final = 500
"""How often a move is built again when a rule that the prompt cannot express forbids it."""


class Player(Protocol):
    """A player with a separate connection."""

    player_id: str

    def seats_of(self, game: str, variant: str) -> list[str]: ...

    def create(self, terms: Json) -> str:
        """Return the id of a new match."""

    def take_seat(self, match_id: str, seat: str) -> None: ...

    def view(self, match_id: str) -> Json: ...

    def submit(self, match_id: str, phase: int, move: Json) -> int:
        """Return the status of the reply."""

    def follow(self, match_id: str, cursor: int, wait: float = 0) -> int:
        """Read the events after the cursor; return the next cursor."""


def main(join: Callable[[str, str], Player]) -> None:
    """Play the matches of the first argument with the players that `join(url, name)` makes."""
    given = json.loads(sys.argv[1])
    url, random = given["url"], Random("players")
    print(json.dumps([_play(join(url, "Ada"), join(url, "Bo"), **match, random=random) for match in given["matches"]]))


def _play(ada: Player, bo: Player, game: str, variant: str, options: Json, random: Random) -> Json:
    """Play one match of two players, in the first and the last seat, with bots in the others."""
    seats = ada.seats_of(game, variant)
    sitters = {seat: {"bot": True} for seat in seats} | {seats[0]: {}, seats[-1]: {"player_id": bo.player_id}}
    terms = {"game": game, "variant": variant, "options": options, "seats": sitters, "pace": "eager"}
    match_id = ada.create(terms | {"autostart": True})
    bo.take_seat(match_id, seats[-1])
    cursors = {ada: 0, bo: 0}
    while True:
        news = False
        for player in cursors:
            view = player.view(match_id)
            if view["status"] == "over":
                return {"match_id": match_id, "outcome": view["outcome"]}
            acted = _act(player, match_id, view, random)
            cursors[player] = player.follow(match_id, cursors[player])
            news |= acted or cursors[player] > view["cursor"]
        if not news:
            cursors[ada] = ada.follow(match_id, cursors[ada], wait=1)


def _act(player: Player, match_id: str, view: Json, random: Random) -> bool:
    """Answer the prompt, if there is an unanswered one; return whether a move was submitted."""
    if view["prompt"] is None or view["phase"] is None or view["submission"] is not None:
        return False
    for _ in range(TRIES):
        status = player.submit(match_id, view["phase"]["number"], answer(view["prompt"], random))
        if status in (200, 409):
            return status == 200
        assert status == 422, status
    raise AssertionError(f"found no move for {view['prompt']}")
