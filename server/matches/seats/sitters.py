"""The requested occupant of a seat."""

from __future__ import annotations

from collections.abc import Mapping

from server.access.player import Person, Player
from server.access.rights import UNKNOWN_PLAYER
from server.matches.requests import SeatRequest
from server.people.identity.players import Players


def is_self(sitter: SeatRequest, player: Player) -> bool:
    """Whether the request names the caller."""
    return not sitter.bot and sitter.player_id in (None, player.id)


async def find_sitter(
    players: Players, player: Player, sitter: SeatRequest, found: Mapping[str, Player] | None = None
) -> Person | None:
    """
    Return the person whom the request names; None for a bot. `found` has all existing players who are named in a bulk
    call, if they were looked up together.

    Raises:
        RefusedError: No such player.
    """
    if sitter.bot:
        return None
    if sitter.player_id is None or sitter.player_id == player.id:
        return player.person
    other = await players.by_id(sitter.player_id) if found is None else found.get(sitter.player_id)
    if other is None:
        raise UNKNOWN_PLAYER.error()
    return other.person
