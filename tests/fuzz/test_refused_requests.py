"""
Refused requests change nothing: every role sees the same before and after.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.ground import Ground, prepared
from tests.fuzz.requests import Requests
from tests.fuzz.sight import all_seen
from tests.fuzz.tally import Tally, class_of
from tests.sampling import Sample
from tests.secrecy.rights.roles import Scene

BURSTS = 15

WRITES: Final = [
    *("actAsHost", "createMatch", "createPlayer", "createTicket", "deletePack", "leaveSeat", "registerPack"),
    *("sendMessage", "startMatch", "submit", "takeSeat", "withdraw"),
]

MOST = 6
"""How many requests are made between two comparisons."""


async def test_a_refused_request_changes_nothing(sqlite_url: str, tally: Tally, sample: Sample) -> None:
    async with prepared(sqlite_url) as ground:
        await asyncio.to_thread(_fuzz, ground, tally, sample.count(BURSTS, least=2))


def _fuzz(ground: Ground, tally: Tally, examples: int) -> None:
    requests = Requests(ground)
    callers = st.sampled_from([*ground.stage.accounts.values()])

    def look(scene: Scene) -> dict[str, str]:
        return ground.wait_for(all_seen(ground.stage, scene.match_id))

    @drawn
    @bounded(examples)
    @given(st.data())
    def try_some(data: st.DataObject) -> None:
        """Make some requests in one match, in any role, between two comparisons of it."""
        scene = requests.scene(data, data.draw(st.sampled_from(WRITES)))
        before = look(scene)
        refused: list[str] = []
        for caller in data.draw(st.lists(callers, min_size=1, max_size=MOST)):
            request = requests.draw(data, WRITES, replace(scene, caller=caller))
            reply = requests.make(request)
            tally.add(request.operation, class_of(reply.status_code))
            if reply.status_code < 400:
                before, refused = look(scene), []
            else:
                refused.append(f"{reply.status_code} for {request.case.as_curl_command()}")
        after = look(scene)
        changed = {page: (before[page], after[page]) for page in before if before[page] != after[page]}
        assert not changed, f"one of {refused} changed {changed}"

    try_some()
