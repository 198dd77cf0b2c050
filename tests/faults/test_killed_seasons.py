"""
Seasons to their winners on two servers that are killed at drawn moments, and everything about them checked.

`make soak` plays the season from eleven to one, ten times with other seeds.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.faults.fleet import Fleet, fleet
from tests.faults.load import TIMES
from tests.faults.players import Caller
from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.server.series.seasons import SHORT, THE_SEASON
from tests.serving import PATIENCE_SECONDS

Json = Any

_IS_LONG = TIMES > 1
_SEASONS = 10 if _IS_LONG else 1
_PLAN = THE_SEASON if _IS_LONG else SHORT
_PATIENCE_SECONDS = 7 * PATIENCE_SECONDS * TIMES
_KILLS = 3
_POLL_SECONDS = 0.3


@dataclass
class Played:
    """A season that is over: its log and those of its matches as text, and what the list of matches says."""

    text: str
    listed: list[Json]
    view: Json

    def told(self, *types: str) -> list[Json]:
        """Return the facts of these types in the log of the series."""
        series_id = self.view["settings"]["series_id"]
        return [fact for log_id, fact in self.facts if log_id == series_id and fact["type"] in types]

    @property
    def facts(self) -> list[tuple[str, Json]]:
        entries = [json.loads(line) for line in self.text.splitlines()]
        return [(entry["match_id"], told["fact"]) for entry in entries for told in entry["facts"]]


@pytest.mark.timeout(_PATIENCE_SECONDS + 60)
async def test_seasons_are_played_to_their_winners_while_servers_are_killed(postgres_url: str) -> None:
    seed = secrets.randbits(32)
    print(f"The moments of kills are drawn with {seed}.")
    random = Random(seed)
    between, most = ((0, 2), None) if _IS_LONG else ((0, 0.7), _KILLS)
    async with fleet(postgres_url, 2) as servers, asyncio.timeout(_PATIENCE_SECONDS):
        playing = asyncio.gather(*(_play(servers) for _ in range(_SEASONS)))
        kills = await servers.kill_until_done(postgres_url, playing, lambda: random.uniform(*between), most)
        seasons = await playing

    print(f"{kills} kills; {[len(season.listed) for season in seasons]} matches.")
    assert kills
    for season in seasons:
        _check_matches(season)
        assert season.view["places"] == _places(season)
    files = [File(season.text.encode()) for season in seasons]
    for opinion in (*map(first, files), *second(files)):
        assert opinion.code == 0, opinion.lines
    assert [first(file).unchecked for file in files] == [[]] * _SEASONS


async def _play(servers: Fleet) -> Played:
    """Direct a season of bots to its end."""
    director = Caller(servers.addresses)
    await director.sign_up("Director")
    body = {"label": "Night of kills", **_PLAN, "start": "when_done", "match": {"open_log": True}}
    path = f"/v1/series/{(await director.post('/v1/series', body))['series_id']}"
    await director.post(f"{path}/actions", {"type": "start"})
    while True:
        view = await director.get(f"{path}/view")
        if view["status"] == "over":
            break
        assert view["stopped"] is None
        await asyncio.sleep(_POLL_SECONDS)
    listed = (await director.get("/v1/matches", series=view["settings"]["series_id"], limit=100))["matches"]
    paths = [path, *(f"/v1/matches/{match['match_id']}" for match in listed)]
    logs = [(await director.call("GET", f"{each}/log")).reply.text for each in paths]
    await director.close()
    assert not director.complaints, director.complaints
    return Played("".join(logs), listed, view)


def _check_matches(season: Played) -> None:
    """No match is made twice and none is forgotten, each outcome is taken once, and the list knows the same."""
    begun = season.told("episode_begun", "death_match_begun")
    ordered = sorted(fact["match_id"] for fact in begun)
    assert ordered == sorted(match["match_id"] for match in season.listed)
    assert ordered == sorted(fact["match_id"] for _, fact in season.facts if fact["type"] == "match_created")
    assert len(season.told("main_match_done", "death_match_done")) == len(ordered)
    assert {match["status"] for match in season.listed} == {"over"}


def _places(season: Played) -> list[Json]:
    """Return the final places, worked out from the plan, the outcomes in the logs of matches, and what was decided."""
    outcomes = {log_id: fact["outcome"] for log_id, fact in season.facts if fact["type"] == "match_ended"}
    mains = {fact["episode"]: fact for fact in season.told("episode_begun")}
    deaths = {fact["episode"]: fact for fact in season.told("death_match_begun")}
    heaven, hell = set(mains[1]["heaven"]), set(mains[1]["hell"])
    gone: list[set[str]] = []
    for number, plan in enumerate(_PLAN["episodes"], start=1):
        main = mains[number]
        assert (set(main["heaven"]), set(main["hell"])) == (heaven, hell), number
        seats, outcome = main["seats"], outcomes[main["match_id"]]

        def having(consequence: str, seats: Json = seats, outcome: Json = outcome) -> set[str]:
            return {seats[seat] for seat, met in outcome["consequences"].items() if consequence in met}

        if number == len(_PLAN["episodes"]):
            gone.append({seats[seat] for seat, rank in outcome["rank"].items() if rank != 1})
            (winner,) = {*seats.values()} - gone[-1]
        elif "finalists" in plan:
            gone.append((heaven | hell) - having("winner"))
            heaven, hell = heaven & having("winner"), hell & having("winner")
        else:
            rises = {"ascends": having("ascends"), "winner": having("winner"), "stays": heaven}[plan["heaven"]]
            heaven, hell = rises, (heaven | hell) - rises
            death, rank = deaths[number], outcomes[deaths[number]["match_id"]]["rank"]
            rivals = [seat for seat, entrant in death["seats"].items() if entrant in hell]
            (candidate,) = having("elimination_candidate")
            assert candidate in {death["seats"][seat] for seat in rivals}
            assert len(rivals) == 2
            gone.append({death["seats"][max(rivals, key=lambda seat: rank[seat])]})
            hell -= gone[-1]
    places: list[Json] = [[1, winner]]
    for left in reversed(gone):
        place = len(places) + 1
        places += [[place, entrant] for entrant in sorted(left, key=lambda each: int(each[1:]))]
    return places
