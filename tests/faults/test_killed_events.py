"""
Events to their winners on two servers that are killed at drawn moments, and everything about them checked.

`--depth 10` plays the large ones, with a kill every few seconds.
"""

from __future__ import annotations

import asyncio
from random import Random

from tests.faults.events import Arena, Bracket, Event, Heats, Season, Swiss
from tests.faults.fleet import fleet
from tests.faults.load import TIMES
from tests.sampling import Run, Sample
from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.server.organising.series.seasons import SHORT, THE_SEASON
from tests.waiting import patience

_IS_LONG = TIMES > 1

_DUEL = {"game": "wizards_duel", "open_log": True}


def _events() -> list[Event]:
    """Return a tournament of each system and a season from five to one; or large ones, and ten from eleven to one."""
    if not _IS_LONG:
        heat = {"game": "apocalypse", "variant": "skirmish", "open_log": True}
        return [
            Swiss(8, system="swiss", rounds=3, match=_DUEL),
            Heats(10, system="heats", rounds=2, match=heat),
            Bracket(5, system="double_elimination", match=_DUEL),
            Arena(6, system="arena", arena={"minutes": 10}, match=_DUEL),
            Season(SHORT),
        ]
    heat = {"game": "apocalypse", "variant": "classic", "open_log": True}
    return [
        Swiss(64, system="swiss", rounds=6, match=_DUEL),
        Heats(30, system="heats", rounds=3, match=heat),
        Bracket(13, system="double_elimination", match=_DUEL),
        Arena(20, system="arena", arena={"minutes": 10}, match=_DUEL),
        *(Season(THE_SEASON) for _ in range(10)),
    ]


async def test_events_are_played_to_their_winners_while_servers_are_killed(postgres_url: str, sample: Sample) -> None:
    random = Random(f"{Run.seed} kills")
    pause_seconds, most = (3, None) if _IS_LONG else (0.7, 3)
    events = sample.of(_events(), least=2)
    async with fleet(postgres_url, 2) as servers, patience(TIMES):
        playing = asyncio.gather(*(event.play(servers.addresses) for event in events))
        kills = await servers.kill_until_done(postgres_url, playing, lambda: random.uniform(0, pause_seconds), most)
        await playing

    print(f"{kills} kills; {[len(event.listed) for event in events]} matches.")
    assert kills
    for event in events:
        event.check()
    files = [File(event.text.encode()) for event in events]
    for opinion in (*map(first, files), *second(files)):
        assert opinion.code == 0, opinion.lines
    assert [first(file).unchecked for file in files] == [[]] * len(events)
