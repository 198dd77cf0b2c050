"""A target of webhooks that takes everything, and keeps what comes to one address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.runtime.outside.calls import Answer
from tests.server.world import Client

KEPT: Final = "https://kept.example.org/"


class Mail:
    """In place of all targets. `sent` is by `webhook-id`, without what depends on when it was sent."""

    def __init__(self) -> None:
        self.sent: dict[str, bytes] = {}

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        if url == KEPT:
            self.sent[headers["webhook-id"]] = body
        return Answer(204)

    async def close(self) -> None:
        """There is nothing to close."""

    async def ask_for(self, player: Client) -> None:
        """Let a player's news come here, and what the player has not submitted."""
        await player.post("/v1/webhooks", {"url": KEPT, "missing_seconds": [10, 3600, 86_000]}, expect=201)

    def in_order(self) -> list[tuple[str, bytes]]:
        """Return what came by its number."""
        return sorted(self.sent.items(), key=lambda each: int(each[0].rpartition("_")[2]))
