"""Notes on matches of series; what notes in events of all kinds have in common is in `test_notes.py` above."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.server.organising.series.seasons import RANKS, Season, begun, season, to_the_pick
from tests.server.world import World

pytestmark = pytest.mark.one_server

TEXT: Final = "They asked for a quiet table."


async def _notes(one: Season, by: Any = None) -> list[str]:  # noqa: ANN401  # a client
    """Return what somebody reads at the matches of the first episode."""
    (episode,) = (await one.view(by))["episodes"]
    return [episode[which]["note"] for which in ("main", "death") if episode[which] is not None]


async def test_a_note_is_for_those_who_direct_or_judge(world: World) -> None:
    one = await begun(world)
    people = {role: await world.player(role) for role in ("director", "arbiter", "observer", "onlooker")}
    for role in ("director", "arbiter", "observer"):
        await one.act("give_role", player_id=people[role].player_id, role=role)

    await one.act("note_match", episode=1, text=TEXT, reason="For the arbiter.", by=people["arbiter"])

    readers = {"maker": one.director, **people, **one.entrants}
    know = {name for name, reader in readers.items() if await _notes(one, reader) == [TEXT]}
    told = {name for name, reader in readers.items() if await one.told("match_noted", by=reader)}
    acted = {name for name, reader in readers.items() if "For the arbiter." in str(await one.events(reader))}
    assert know == told == acted == {"maker", "director", "arbiter"}
    for name in readers.keys() - know:
        assert await _notes(one, readers[name]) == [""]
    for name in ("observer", "onlooker"):
        await one.refused("directors_only", 403, "note_match", episode=1, text="Late.", by=people[name])
    await one.refused("directors_only", 403, "note_match", episode=1, text="Late.", by=one.entrants["e1"])
    await one.require_genuine()


async def test_a_note_needs_a_match_that_has_begun(world: World) -> None:
    one = await season(world)
    await one.refused("unknown_episode", 409, "note_match", episode=1, text=TEXT)

    one = await to_the_pick(world)

    await one.refused("unknown_episode", 409, "note_match", episode=1, match="death", text=TEXT)
    await one.refused("unknown_episode", 409, "note_match", episode=2, text=TEXT)
    await one.refused("malformed_request", 422, "note_match", episode=1, match="final", text=TEXT)


async def test_a_note_stays_when_its_match_is_played_again_or_somebody_gets_a_place_in_it(world: World) -> None:
    one = await begun(world)
    await one.act("note_match", episode=1, text=TEXT)
    await one.void()
    await one.act("replay")
    assert await _notes(one) == [TEXT]

    await one.act("replace", entrant="e1")
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    await one.decide(one.entrants["e5"], 1, "e4")

    assert await _notes(one) == [TEXT, ""]
    await one.require_genuine()


async def test_what_is_noted_in_a_pause_orders_nothing(world: World) -> None:
    one = await begun(world)
    await one.act("pause")

    await one.act("note_match", episode=1, text=TEXT)

    assert [match["status"] for match in await one.matches()] == ["paused"]
    await one.act("resume")
    assert [match["status"] for match in await one.matches()] == ["running"]
    await one.require_genuine()
