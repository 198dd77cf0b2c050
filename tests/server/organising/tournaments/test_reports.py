"""Reports in FIDE's format, as two programs read them that others wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trf
from py4swiss.trf import ParsedTrf

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.organising.tournaments.reports import TRF, parse, report_of
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any


def _read(report: str, folder: Path) -> tuple[ParsedTrf, Any]:
    """Return what both programs read."""
    return parse(report, folder), trf.loads(report)


async def _played(world: World) -> Directed:
    """
    A Swiss of three rounds: five players and a late one, with byes, a draw, a forfeit, and a table that nobody plays.
    """
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed"), late="half_bye")
    first, second, *_ = await one.start()
    await one.decide(first["match_id"])
    await one.decide(second["match_id"], 1, 1)
    fay = await world.player("Fay, who has a name of more than thirty")
    await one.director.put(f"{one.path}/entrants/{fay.player_id}", {"rating": 0})
    await one.act("excuse", entrant="e1", bye="half_bye")
    table, other, *_ = await one.start(2)
    await one.act("forfeit", round=2, table=1, entrants=[table["entrants"][0]], reason="Left.")
    if other["match_id"]:
        await one.decide(other["match_id"], 2, 1)
    await one.act("disqualify", entrant="e5", reason="Two accounts.")
    for table in await one.start(3):
        if table["match_id"]:
            await one.act("void_table", round=3, table=table["table"], reason="Too late.")
    return one


async def test_two_programs_read_the_report_of_a_swiss(world: World, tmp_path: Path) -> None:
    one = await _played(world)
    rows = {row["number"]: row for row in (await one.director.get(f"{one.path}/standings"))["rows"]}
    view = await one.view()
    numbers = {row["entrant"]: number for number, row in rows.items()}
    ratings = {numbers[each["entrant"]]: each["rating"] for each in view["entrants"]}

    parsed, found = _read(await report_of(one), tmp_path)

    assert (found.name, found.numplayers, found.numrounds) == ("Friday duels", 6, 3)
    assert {each.startrank: (each.points, each.rank) for each in found.players} == {
        number: (row["points"] / 2, row["rank"] or 6) for number, row in rows.items()
    }
    assert [each.starting_number for each in parsed.player_sections] == [each.startrank for each in found.players]
    assert {each.startrank: each.rating for each in found.players} == ratings
    games = {
        each.startrank: [(game.startrank, game.color, game.result) for game in each.games] for each in found.players
    }
    for number, round_ in enumerate(view["rounds"]):
        for table in round_["tables"]:
            seated = [numbers[entrant] for entrant in table["entrants"]]
            for seat, who in enumerate(seated):
                against = seated[1 - seat] if len(seated) == 2 else 0
                assert games[who][number][:2] == (against, "wb"[seat] if against else "-")
    assert {game[2] for of_one in games.values() for game in of_one} == {*"10=+-UHZ"}


async def test_the_players_of_a_report_have_names_and_ratings_in_their_columns(world: World) -> None:
    one = await _played(world)
    lines = [line for line in (await report_of(one)).splitlines() if line.startswith("001")]

    named = {line[14:47].rstrip(): line[48:52] for line in lines}
    assert (named["Ada"], named["Fay, who has a name of more than"]) == (" 999", "    ")


async def test_a_table_of_more_than_two_has_no_report(world: World) -> None:
    one = await directed(world, system="heats", match={"game": "apocalypse"})

    reply = await one.director.http.get(f"{one.path}/standings", headers=TRF)

    assert (reply.status_code, reply.json()["code"]) == (422, "bad_system")
