"""Other players: who they are, friends, links by which they become friends, and blocks."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import Reply
from server.people.friends.known import KnownPlayer


class OtherPlayerReply(Reply):
    """A player, as everybody sees one."""

    player_id: str
    name: str
    """The name, for people."""
    created_at: str
    """Since when the player is here."""


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
