"""Calls outside of the server."""

from __future__ import annotations

import asyncio
import gc

from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import LatePost
from tests.server.world import PublicNames


async def test_calls_are_made_ready_once() -> None:
    """By calls that begin at once. What was made ready besides was never closed."""
    post = LatePost(Reach(), PublicNames(), seconds=1, keeps=False)

    tries = await asyncio.gather(*(post("https://127.0.0.1/", b"", {}) for _ in range(5)), return_exceptions=True)
    await post.close()

    assert all(isinstance(each, OSError) for each in tries)
    del post, tries
    gc.collect()
