"""Servers that are killed or paused, while matches are played on them and on others over the same database."""

from __future__ import annotations

import pytest

from tests.faults.fleet import fleet
from tests.faults.history import lateness
from tests.faults.load import TIMES, playing
from tests.faults.players import Addresses, Caller
from tests.sampling import Sample

_KILLS = 2 * TIMES
"""In a short run, one."""
_BETWEEN = 30
"""Submissions that must be acknowledged between two kills, which takes a few seconds with the start of a server."""


@pytest.mark.sampled(of="faults of a fleet")
async def test_nothing_is_lost_when_one_of_three_servers_is_killed_again_and_again(
    postgres_url: str, sample: Sample
) -> None:
    kills = sample.count(_KILLS)
    async with fleet(postgres_url, 3) as servers:
        async with playing(servers.addresses, eager=4, timed=1, realms=1) as load:
            for number in range(kills):
                await load.progress(_BETWEEN)
                victim = servers.servers[number % 3]
                await servers.kill(victim)
                await load.progress(_BETWEEN)
                await servers.replace(victim, postgres_url)

        assert load.resumed >= kills
        assert load.broken >= kills


@pytest.mark.sampled(of="faults of a fleet")
async def test_a_server_that_resumes_after_others_have_closed_its_phases_does_no_harm(postgres_url: str) -> None:
    """
    It is paused with phases open and deadlines armed, some calls half done and others unread.
    """
    async with fleet(postgres_url, 3) as servers:
        sleeper = servers.servers[0]
        async with playing(servers.addresses, eager=3, timed=2, give_up_seconds=1) as load:
            for _ in range(TIMES):
                await load.progress(_BETWEEN)
                servers.pause(sleeper)
                await load.progress(_BETWEEN)
                await load.ends(3)
                servers.wake(sleeper)
                await load.progress(_BETWEEN)

        reader = Caller(Addresses(sleeper.url))
        await reader.sign_up("Reader")
        logs = [(await reader.call("GET", f"/v1/matches/{seen.match_id}/log")).reply.text for seen in load.evidence]
        await reader.close()

    assert load.broken > 0
    assert logs == [seen.log for seen in load.evidence]


@pytest.mark.sampled(of="faults of a fleet")
async def test_deadlines_are_kept_when_the_server_that_set_them_is_killed(postgres_url: str) -> None:
    """
    Others step in after `STAND_IN_SECONDS`, and look for overdue phases just as often.
    """
    async with fleet(postgres_url, 2) as servers:
        setter, other = servers.servers
        addresses = Addresses(setter.url)
        async with playing(addresses, eager=0, timed=6) as load:
            await load.progress(_BETWEEN)
            addresses.urls = [other.url]
            await servers.kill(setter)

    late = [seconds for seen in load.evidence for seconds in lateness(seen)]
    assert len(late) >= 6
    assert min(late) >= 0
