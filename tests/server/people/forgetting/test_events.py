"""What becomes of tournaments and series whose directors are forgotten: none stays open because nobody directs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

import pytest

from tests.server.events import Event
from tests.server.organising.series.seasons import FIVE, begun, season
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.test_forgotten import ask, require_genuine
from tests.server.world import World, facts

Json = Any

Begin: TypeAlias = Callable[..., Awaitable[Event]]

each_event = pytest.mark.parametrize("begin", [directed, season], ids=["tournament", "series"])


async def _running_tournament(world: World, names: Sequence[str]) -> Event:
    tournament = await directed(world, names)
    for step in ("pair", "start_round"):
        await tournament.act(step)
    return tournament


@pytest.mark.parametrize(
    "begin",
    [directed, season, _running_tournament, begun],
    ids=["tournament", "series", "running tournament", "running series"],
)
async def test_an_event_that_nobody_else_directs_is_cancelled(world: World, begin: Begin) -> None:
    event = await begin(world, FIVE)
    ada = event.entrants["e1"]

    await ask(world, event.director, "Director")
    await world.settle()

    assert (await event.view(ada))["status"] == "cancelled"
    (ended,) = [fact for fact in facts(await ada.news()) if fact["type"].endswith("_ended")]
    assert ended["cancelled"]
    event.director = ada  # to whom the log is open by now
    assert {match["status"] for match in await event.matches()} <= {"void"}
    await require_genuine([await event.logs()])


@each_event
async def test_another_director_goes_on_as_the_owner(world: World, begin: Begin) -> None:
    event = await begin(world, FIVE)
    cleo, dora = await world.player("Cleo"), await world.player("Dora")
    await event.act("give_role", player_id=dora.player_id, role="observer")
    await event.act("give_role", player_id=cleo.player_id, role="director")

    await ask(world, event.director, "Director")
    await ask(world, dora, "Dora")
    await world.settle()

    view = await event.view(cleo)
    assert view["status"] != "cancelled"
    assert [(held["player"]["name"], held["role"]) for held in view["roles"]] == [("Cleo", "owner")]
    event.director = cleo
    await event.act("cancel")
    await require_genuine([await event.logs()])


async def test_who_plays_cannot_go_on_alone_as_the_director(world: World) -> None:
    """Nobody who plays decides: somebody who does not must direct."""
    tournament = await directed(world, FIVE)
    ada = tournament.entrants["e1"]
    await tournament.act("give_role", player_id=ada.player_id, role="director")

    await ask(world, tournament.director, "Director")
    await world.settle()

    assert (await tournament.view(ada))["status"] == "cancelled"
