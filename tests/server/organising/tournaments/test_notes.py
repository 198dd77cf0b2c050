"""Notes on tables of tournaments; what notes in events of all kinds have in common is in `test_notes.py` above."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

TEXT: Final = "They asked for a quiet table."
AGAIN: Final = "They are loud."


async def _published(world: World, **terms: Json) -> Directed:
    """A tournament whose first round is published, at two tables."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), **terms)
    await one.act("pair")
    return one


async def _notes(one: Directed, by: Any = None, number: int = 1) -> list[str]:  # noqa: ANN401  # a client
    """Return what somebody reads at the tables of a round, which is the same in both calls."""
    in_view = (await one.view(by))["rounds"][number - 1]["tables"]
    in_round = (await (by or one.director).get(f"{one.path}/rounds/{number}"))["tables"]
    assert in_view == in_round
    return [table["note"] for table in in_view]


async def test_a_note_is_for_those_who_direct_or_judge_and_do_not_play(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy"))
    people = {role: await world.player(role) for role in ("director", "arbiter", "observer", "playing", "onlooker")}
    for role in ("director", "arbiter", "observer"):
        await one.act("give_role", player_id=people[role].player_id, role=role)
    await one.act("give_role", player_id=people["playing"].player_id, role="director")
    await one.enter(people["playing"])
    await one.act("pair")

    await one.act("note_table", round=1, table=2, text=TEXT, reason="For the arbiter.")

    readers = {"maker": one.director, **people, **one.entrants}
    know = {name for name, reader in readers.items() if await _notes(one, reader) == ["", TEXT]}
    told = {name for name, reader in readers.items() if await one.told("table_noted", by=reader)}
    acted = {name for name, reader in readers.items() if "For the arbiter." in str(await one.events(reader))}
    assert know == told == acted == {"maker", "director", "arbiter"}
    for name in readers.keys() - know:
        assert await _notes(one, readers[name]) == ["", ""]
    await one.require_genuine_to_both()


async def test_an_arbiter_writes_notes_and_a_director_who_plays_does_not(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy"))
    arbiter, plays = await world.player("Judge"), await world.player("Both")
    await one.act("give_role", player_id=arbiter.player_id, role="arbiter")
    await one.act("give_role", player_id=plays.player_id, role="director")
    await one.enter(plays)
    await one.act("pair")

    await one.act("note_table", round=1, table=1, text=TEXT, by=arbiter)

    assert await _notes(one) == [TEXT, ""]
    await one.refused("director_plays", 403, "note_table", round=1, table=1, text=AGAIN, by=plays)
    await one.refused("directors_only", 403, "note_table", round=1, table=1, text=AGAIN, by=one.entrants["e1"])
    await one.require_genuine_to_both()


async def test_a_note_stays_through_publication_and_start_and_goes_with_its_pairing(world: World) -> None:
    one = await _published(world, schedule={"review_seconds": 600})
    await one.act("note_table", round=1, table=1, text=TEXT)

    for step in ("publish", "start_round"):
        await one.act(step)
        assert await _notes(one) == [TEXT, ""]
    for action in ("start_round", "publish"):
        await one.act("undo", action=action)
        assert await _notes(one) == [TEXT, ""]
    await one.act("pair")

    assert await _notes(one) == ["", ""]
    await one.require_genuine_to_both()


async def test_a_note_needs_a_table_of_a_round_that_is_paired(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), rounds=1)
    await one.refused("unknown_table", 409, "note_table", round=1, table=1, text=TEXT)
    await one.start()
    await one.refused("unknown_table", 409, "note_table", round=2, table=1, text=TEXT)
    await one.refused("unknown_table", 409, "note_table", round=1, table=2, text=TEXT)
