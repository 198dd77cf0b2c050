"""
Floods of what a server makes for its callers harm no neighbour (`make bench attack` measures how long others wait).
"""

from __future__ import annotations

import pytest

from tests.attacks.ground import TIMES, attacked, in_another_process
from tests.attacks.services import FLOODS, Flood
from tests.attacks.test_history import keep_asking

SECONDS = TIMES


@pytest.mark.sampled
@pytest.mark.parametrize("flood", FLOODS)
async def test_floods_of_what_is_made_for_callers_harm_no_others(database_url: str, flood: Flood) -> None:
    async with attacked(database_url) as ground:
        asked = await flood(ground, await ground.guest("Host"), await ground.guest("Eris"))
        async with ground.neighbour() as met:
            statuses = await in_another_process(keep_asking, ground.url, asked, SECONDS)

    assert statuses[200] > 0
    assert set(statuses) <= {200, 429}
    assert met.refused == []
