"""
Who is to sit in a seat, and who may say so.
"""

from __future__ import annotations

from dataclasses import dataclass

from server.errors import ForbiddenError, UnknownError
from server.facts import Person
from server.identity.players import Player, Players


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit in a seat: a player by id, the caller where it is None, or a bot."""

    player_id: str | None
    bot: bool


async def find_sitter(players: Players, player: Player, sitter: Sitter, *, host: bool) -> Person | None:
    """
    Who is meant; None is a bot.

    Raises:
        ForbiddenError: A bot or another player, and the caller is not the host.
        UnknownError: No such player.
    """
    if sitter.bot:
        if not host:
            raise ForbiddenError("host_only", "Only the host puts bots into seats.")
        return None
    if sitter.player_id is None or sitter.player_id == player.id:
        return player.person
    if not host:
        raise ForbiddenError("host_only", "Only the host gives seats to others. Take one for yourself.")
    other = await players.by_id(sitter.player_id)
    if other is None:
        raise UnknownError("unknown_player", "There is no player with this id.")
    return other.person
