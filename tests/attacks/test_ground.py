"""The measurement also runs on a quiet server, as a baseline for attacks."""

from __future__ import annotations

import time

from tests.attacks.ground import attacked, in_another_process


async def test_a_neighbour_on_a_quiet_server_is_answered(database_url: str) -> None:
    async with attacked(database_url) as ground, ground.neighbour() as met:
        await in_another_process(time.sleep, 1)

        memory = ground.memory()

    assert met.refused == []
    assert len(met.seconds) > 20
    assert memory > 10_000_000
