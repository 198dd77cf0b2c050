"""
Tournaments to their winners on two servers that are killed at drawn moments, and everything about them checked.

`make soak` plays the large ones, with a kill every few seconds.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any

import pytest

from server.tournaments.rounds import Result, Round, Table
from tests.faults.fleet import Fleet, fleet
from tests.faults.load import TIMES
from tests.faults.players import Caller
from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.server.tournaments.standings.naive import Naive
from tests.serving import PATIENCE_SECONDS

Json = Any

_IS_LONG = TIMES > 1
_PATIENCE_SECONDS = 7 * PATIENCE_SECONDS * TIMES
_KILLS = 3
_POLL_SECONDS = 0.2


@dataclass
class Played:
    """A tournament that is over: its log, the list of its matches and their logs, and its final standings."""

    entrants: list[str]
    log: list[Json]
    text: str
    listed: list[Json]
    standings: Json
    rounds: list[Round] = field(default_factory=list)

    def facts(self, *types: str) -> list[Json]:
        return [told["fact"] for entry in self.log for told in entry["facts"] if told["fact"]["type"] in types]


@pytest.mark.skipif(not _IS_LONG, reason="takes long: make soak")
@pytest.mark.timeout(_PATIENCE_SECONDS + 60)
async def test_tournaments_are_played_to_their_winners_while_servers_are_killed(postgres_url: str) -> None:
    seed = secrets.randbits(32)
    print(f"The moments of kills are drawn with {seed}.")
    duels = {"game": "wizards_duel", "open_log": True}
    heat = {"game": "apocalypse", "variant": "classic" if _IS_LONG else "skirmish", "open_log": True}
    async with fleet(postgres_url, 2) as servers, asyncio.timeout(_PATIENCE_SECONDS):
        playing = asyncio.gather(
            _play(
                servers, 64 if _IS_LONG else 8, "when_done", system="swiss", rounds=6 if _IS_LONG else 3, match=duels
            ),
            _play(servers, 30 if _IS_LONG else 10, "by_word", system="heats", rounds=3 if _IS_LONG else 2, match=heat),
            _play(servers, 13 if _IS_LONG else 5, "when_done", system="double_elimination", match=duels),
        )
        random = Random(seed)
        between = (0.5, 4) if _IS_LONG else (0, 0.7)
        most = None if _IS_LONG else _KILLS
        kills = await servers.kill_until_done(postgres_url, playing, lambda: random.uniform(*between), most)
        swiss, heats, bracket = played = await playing

    print(f"{kills} kills; {[len(each.listed) for each in played]} matches.")
    assert kills
    for each in played:
        _check_matches(each)
    _check_swiss(swiss)
    _check_heats(heats)
    _check_bracket(bracket)
    files = [File(each.text.encode()) for each in played]
    for opinion in (*map(first, files), *second(files)):
        assert opinion.code == 0, opinion.lines
    assert [first(file).unchecked for file in files] == [[]] * 3


async def _play(servers: Fleet, bots: int, start: str, **terms: Json) -> Played:
    """Direct a tournament of bots to its end."""
    director = Caller(servers.addresses)
    await director.sign_up("Director")
    body = {"label": "Night of kills", **terms, "schedule": {"start": start}}
    tournament_id = (await director.post("/v1/tournaments", body))["tournament_id"]
    path = f"/v1/tournaments/{tournament_id}"

    async def act(action: str, **more: Json) -> None:
        await director.post(f"{path}/actions", {"type": action, **more})

    async def is_told(fact_type: str) -> bool:
        told = (await director.get(f"{path}/events", limit=500))["events"]
        return any(fact["type"] == fact_type for event in told for fact in event["facts"])

    async def wait_until_done(rounds: int | None) -> Json:
        while True:
            view = await director.get(f"{path}/view")
            done = [each["status"] == "done" for each in view["rounds"]]
            if all(done) and (len(done) == rounds if rounds else await is_told("no_round_left")):
                return view
            await asyncio.sleep(_POLL_SECONDS)

    await act("open")
    await act("add_bots", count=bots)
    if start == "when_done":
        await act("pair")
    else:
        for number in range(1, terms["rounds"] + 1):
            await act("pair")
            await act("start_round")
            await wait_until_done(number)
    view = await wait_until_done(terms.get("rounds"))
    await act("finish")

    listed: list[Json] = []
    query: dict[str, Json] = {"tournament": tournament_id, "limit": 100}
    while True:
        page = await director.get("/v1/matches", **query)
        listed += page["matches"]
        if len(page["matches"]) < query["limit"]:
            break
        query["before"] = page["matches"][-1]["match_id"]
    logs = [(await director.call("GET", f"{path}/log")).reply]
    logs += [(await director.call("GET", f"/v1/matches/{match['match_id']}/log")).reply for match in listed]
    standings = await director.get(f"{path}/standings")
    await director.close()
    assert not director.complaints, director.complaints
    played = Played(
        [each["entrant"] for each in view["entrants"]],
        [_json(line) for line in logs[0].text.splitlines()],
        "".join(reply.text for reply in logs),
        listed,
        standings,
    )
    results = {(fact["round"], fact["table"]): fact for fact in played.facts("table_done")}
    for fact in played.facts("round_published"):
        number = fact["round"]
        tables = [(each, each["result"] or results[number, each["table"]]) for each in fact["tables"]]
        played.rounds.append(
            Round(
                number,
                tuple(
                    Table(each["table"], tuple(each["entrants"]), Result(result["how"], tuple(result["points"])))
                    for each, result in tables
                ),
            )
        )
    return played


def _check_matches(played: Played) -> None:
    """No match is made twice and none is forgotten; each outcome is taken once, and the list knows the same."""
    ordered = [match_id for fact in played.facts("round_started") for match_id in fact["matches"].values()]
    ordered += [fact["match_id"] for fact in played.facts("table_replayed")]
    tables = [(round_.number, table.number) for round_ in played.rounds for table in round_.tables if not table.is_bye]
    done = [(fact["round"], fact["table"]) for fact in played.facts("table_done")]
    assert sorted(ordered) == sorted(match["match_id"] for match in played.listed)
    assert {match["status"] for match in played.listed} == {"over"}
    assert sorted(done) == sorted(tables)
    created = [told["fact"]["match_id"] for told in _facts(played.text, "match_created")]
    assert sorted(created) == sorted(ordered)


def _check_swiss(played: Played) -> None:
    naive = Naive(played.entrants, played.rounds, round_robin=False)
    key = {
        each: (naive.score[each], *(naive.value(code, each) for code in ("BH/C1", "BH", "SB"))) for each in naive.score
    }
    ranked: list[set[str]] = []
    for _, level in groupby(sorted(key, key=lambda each: key[each], reverse=True), key=lambda each: key[each]):
        for part in naive.direct_encounter(list(level)):
            wins = sorted({naive.value("WIN", each) for each in part}, reverse=True)
            ranked += [{each for each in part if naive.value("WIN", each) == count} for count in wins]
    assert _ranked(played.standings) == ranked
    met = [frozenset(table.entrants) for round_ in played.rounds for table in round_.tables]
    assert len(set(met)) == len(met)


def _check_heats(played: Played) -> None:
    points = dict.fromkeys(played.entrants, 0)
    for round_ in played.rounds:
        sizes = [len(table.entrants) for table in round_.tables]
        assert max(sizes) - min(sizes) <= 1
        for table in round_.tables:
            assert table.result is not None
            for entrant, made in zip(table.entrants, table.result.points, strict=True):
                points[entrant] += made
    rows = played.standings["rows"]
    assert {row["entrant"]: row["points"] for row in rows} == points
    assert [row["points"] for row in rows] == sorted(points.values(), reverse=True)


def _check_bracket(played: Played) -> None:
    """Everyone but the winner has lost twice, and is ranked by the round of the second loss."""
    lost: dict[str, list[int]] = {each: [] for each in played.entrants}
    for round_ in played.rounds:
        for table in round_.tables:
            assert table.result is not None
            if not table.is_bye:
                lost[table.entrants[table.result.points.index(min(table.result.points))]].append(round_.number)
    left = {each: rounds[1] if len(rounds) == 2 else len(played.rounds) + 1 for each, rounds in lost.items()}
    assert sorted(map(len, lost.values()))[1:] == [2] * (len(lost) - 1)
    by_round = sorted(set(left.values()), reverse=True)
    assert _ranked(played.standings) == [{each for each in left if left[each] == number} for number in by_round]


def _ranked(standings: Json) -> list[set[str]]:
    return [{row["entrant"] for row in rows} for _, rows in groupby(standings["rows"], key=lambda row: row["rank"])]


def _facts(text: str, fact_type: str) -> Sequence[Json]:
    return [
        told
        for line in text.splitlines()
        if f'"{fact_type}"' in line
        for told in _json(line)["facts"]
        if told["fact"]["type"] == fact_type
    ]


def _json(line: str) -> Json:
    return json.loads(line)
