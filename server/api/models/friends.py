"""Other players: who they are, friends, links by which they become friends, and blocks."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import Reply
from server.access.player import Player
from server.people.friends.known import KnownPlayer


class OtherPlayerReply(Reply):
    """A player, as everybody sees one."""

    player_id: str
    """The player."""
    name: str
    """The name, for people."""
    created_at: str
    """Since when the player is here."""


def show_to_others(player: Player) -> OtherPlayerReply:
    return OtherPlayerReply(player_id=player.id, name=player.name, created_at=player.created_at)


class PlayerList(Reply):
    """Players of one name."""

    players: list[OtherPlayerReply]
    """Who came first first; empty if nobody has this name."""
    next: str | None
    """The `after` of the next page; null on the last page."""


class FriendLinkReply(Reply):
    """The link of the caller, by which others become friends."""

    token: str | None = Field(
        repr=False,
        description="The secret of the link. Everyone who has it can become a friend of the caller. Null without one.",
    )
    created_at: str | None
    """When it was made; null without one."""


class OpenedFriendLinkReply(Reply):
    """Whose link it is."""

    player_id: str
    """The player."""
    name: str
    """The name, for people."""
    since: str | None
    """Since when the caller and this player are friends; null if they are not."""


class FriendList(Reply):
    """The friends of the caller."""

    friends: list[KnownPlayer]
    """The newest first."""


class BlockList(Reply):
    """Whom the caller has blocked."""

    blocks: list[KnownPlayer]
    """The newest first."""
