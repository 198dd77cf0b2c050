"""Who had a place when is a fact: who goes on in it later did not play the earlier rounds."""

from __future__ import annotations

import csv
from typing import Any

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

Json = Any


async def _sheet(one: Directed, path: str) -> list[dict[str, str]]:
    reply = await one.director.http.get(f"{one.path}/{path}", headers={"Accept": "text/csv"})
    assert reply.status_code == 200, reply.text
    return list(csv.DictReader(reply.content.decode("utf-8-sig").splitlines()))


async def _names(one: Directed, path: str) -> dict[str, str]:
    return {row["entrant"]: row["name"] for row in await _sheet(one, path)}


def _named(players: list[Json]) -> list[str | None]:
    return [None if player is None else player["name"] for player in players]


async def _with_substitute(world: World) -> Directed:
    """Play a round, let Zoe go on in the place of Ada, and play another round."""
    one = await directed(world, ("Ada", "Bo"), system="round_robin", cycles=2)
    (table,) = await one.start()
    await one.decide(table["match_id"])
    zoe = await world.player("Zoe")
    await one.act("replace_entrant", entrant="e1", player_id=zoe.player_id)
    (table,) = await one.start(2)
    await one.decide(table["match_id"])
    return one


async def test_earlier_rounds_name_who_played_them_and_the_entrant_who_left(world: World) -> None:
    one = await _with_substitute(world)

    view = await one.view()

    (first,), (second,) = (round_["tables"] for round_ in view["rounds"])
    assert {entrant: _named(players) for entrant, players in first["players"].items()} == {"e1": ["Ada"]}
    assert second["players"] == {}
    assert (await one.round(1))["tables"] == [first]
    assert (await one.director.get(f"{one.path}/rounds/1"))["tables"][0]["players"] == first["players"]
    substituted, other = view["entrants"]
    assert (substituted["player"]["name"], other["earlier"]) == ("Zoe", [])
    (was,) = substituted["earlier"]
    assert (was["player"]["name"], was["partner"], was["rounds"]) == ("Ada", None, 1)
    await one.require_genuine()


async def test_sheets_name_who_played_then(world: World) -> None:
    one = await _with_substitute(world)

    assert await _names(one, "rounds/1") == {"e1": "Ada", "e2": "Bo"}
    assert await _names(one, "rounds/2") == {"e1": "Zoe", "e2": "Bo"}
    assert await _names(one, "standings?round=1") == {"e1": "Ada", "e2": "Bo"}
    assert await _names(one, "standings") == {"e1": "Zoe", "e2": "Bo"}


async def test_a_result_that_is_told_later_names_who_played(world: World) -> None:
    """Also one that is corrected when somebody else has the place, and one of a round during which they took over."""
    one = await _with_substitute(world)
    table = (await one.round(1))["tables"][0]
    yan = await world.player("Yan")

    await one.act("correct_result", round=1, table=table["table"], points=[1, 1], reason="Seen again.")

    events = (await one.director.get(f"{one.path}/events", lines="en", limit=500))["events"]
    said = next(line for event in events for line in event["lines"] if "corrected" in line)
    assert "Ada ½" in said
    assert "Zoe" not in said
    two = await directed(world, ("Ada", "Bo"))
    (table,) = await two.start()
    await two.act("replace_entrant", entrant="e1", player_id=yan.player_id)
    await two.decide(table["match_id"])
    events = (await two.director.get(f"{two.path}/events", lines="en", limit=500))["events"]
    done = next(line for event in events for line in event["lines"] if line.startswith("Round 1, table 1:"))
    assert "Ada" in done
    assert "Yan" not in done
    assert _named((await two.round(1))["tables"][0]["players"]["e1"]) == ["Ada"]


async def test_a_table_that_is_played_again_names_who_plays_it_then(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"))
    (table,) = await one.start()
    zoe = await world.player("Zoe")
    await one.act("replace_entrant", entrant="e1", player_id=zoe.player_id)
    before = (await one.round(1))["tables"][0]["players"]

    await one.director.act(table["match_id"], {"type": "void", "reason": "A power cut."})
    await world.settle()

    assert {entrant: _named(players) for entrant, players in before.items()} == {"e1": ["Ada"]}
    assert (await one.round(1))["tables"][0]["players"] == {}
