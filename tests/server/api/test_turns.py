"""Hosts take turns in lists of what is public, so nobody fills them; pages stay valid, and nothing private shows."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

import pytest

from server.logs.aggregates.turns import Placed, place_of
from server.runtime.ids import text_of
from tests.secrecy.wire.requests import SEASON
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

NEW: Final = {"game": "wizards_duel"}
EVENTS: Final[dict[str, Json]] = {
    "tournaments": {"label": "Duels", "system": "swiss", "rounds": 3, "match": NEW},
    "series": {**SEASON, "label": "Duels"},
}


async def _create(host: Client, matches: int = 1, **terms: Json) -> list[str]:
    """Create matches in one call, a second after what was before."""
    host.world.clock.advance(1)
    created = await host.post("/v1/matches/bulk", {"matches": [{**NEW, **terms}] * matches})
    return [result["reply"]["match_id"] for result in created["results"]]


async def _pages(caller: Client, /, limit: int, **wanted: Json) -> list[list[str]]:
    pages, before = list[list[str]](), dict[str, str]()
    while True:
        page = await caller.get("/v1/matches", limit=limit, **{**wanted, **before})
        pages.append([match["match_id"] for match in page["matches"]])
        if page["next"] is None:
            return pages
        before = {"before": page["next"]}


async def _first(caller: Client, limit: int = 100, **wanted: Json) -> list[str]:
    page = await caller.get("/v1/matches", limit=limit, **wanted)
    return [match["match_id"] for match in page["matches"]]


async def test_many_matches_of_one_host_leave_room_for_all_others(world_on_either: World) -> None:
    """As many as others have rounds; so of ten others with five each, all are among the first hundred."""
    others = await world_on_either.players(*(f"Other {number}" for number in range(10)))
    theirs = [match_id for _ in range(5) for other in others for match_id in await _create(other)]
    host, reader = await world_on_either.players("Host", "Reader")

    flood = await _create(host, 200)
    (newest,) = await _create(others[0])

    first = await _first(reader)
    pages = await _pages(reader, 100)
    assert first[0] == newest
    assert set(theirs) < set(first)
    assert [match_id in flood for match_id in first[1:12]] == [True, *[False] * 10]
    assert sorted(match_id for page in pages for match_id in page) == sorted([*theirs, *flood, newest])


async def test_a_page_continues_the_one_before_whatever_was_created_in_between(world_on_either: World) -> None:
    one, two, host, reader = await world_on_either.players("One", "Two", "Host", "Reader")
    for _ in range(6):
        await _create(one)
        await _create(two, 2)
    listed = [match_id for page in await _pages(reader, 100) for match_id in page]
    page = await reader.get("/v1/matches", limit=5)

    new = [*await _create(host, 30), *await _create(one)]
    rest, before = list[str](), page["next"]
    while before:
        following = await reader.get("/v1/matches", limit=5, before=before)
        rest += [match["match_id"] for match in following["matches"]]
        before = following["next"]

    assert [match_id for match_id in rest if match_id not in new] == listed[5:]
    assert Counter(rest).most_common(1)[0][1] == 1


async def test_the_next_match_of_a_host_is_first_again_after_the_turns_of_others(world_on_either: World) -> None:
    host, other, reader = await world_on_either.players("Host", "Other", "Reader")
    (old,) = await _create(other)
    one, two, three = await _create(host, 3)
    (new,) = await _create(other)
    (four,) = await _create(host)

    listed = await _first(reader)

    assert listed[:4] == [four, new, one, old]
    assert set(listed[4:]) == {two, three}


async def test_who_makes_matches_void_keeps_no_first_place(world_on_either: World) -> None:
    host, other, reader = await world_on_either.players("Host", "Other", "Reader")
    theirs = [match_id for _ in range(3) for match_id in await _create(other)]
    for match_id in await _create(host, 20):
        await host.act(match_id, {"type": "void", "reason": "Again."})
    await _create(host, 20)

    assert set(theirs) < set(await _first(reader, 10))


async def test_what_is_private_takes_no_turn_and_ones_own_lists_are_newest_first(world_on_either: World) -> None:
    host, other, reader = await world_on_either.players("Host", "Other", "Reader")
    (before,) = await _create(other)
    private = [match_id for _ in range(4) for match_id in await _create(host, visibility="private")]
    public = [match_id for _ in range(2) for match_id in await _create(host)]

    assert await _first(reader) == [public[0], before, public[1]]
    assert await _first(host, mine=True) == [*reversed(private + public)]
    assert await _first(reader, before=private[1]) == [before, public[1]] == await _first(reader, before=private[3])


@pytest.mark.parametrize("kind", EVENTS)
async def test_makers_of_events_take_turns_too(world_on_either: World, kind: str) -> None:
    one, two, reader = await world_on_either.players("One", "Two", "Reader")
    made = list[str]()
    for maker in (one, one, two, two, two):
        world_on_either.clock.advance(1)
        event = await maker.post(f"/v1/{kind}", EVENTS[kind], expect=201)
        made.append(event[f"{kind.removesuffix('s')}_id" if kind == "tournaments" else "series_id"])

    page = await reader.get(f"/v1/{kind}", limit=3)
    rest = await reader.get(f"/v1/{kind}", limit=3, before=page["next"])
    mine = await two.get(f"/v1/{kind}", mine=True)

    listed = [next(event[key] for key in event if key.endswith("_id")) for event in page[kind] + rest[kind]]
    assert listed == [made[2], made[1], made[3], made[0], made[4]]
    assert len(mine[kind]) == 3


@pytest.mark.parametrize("seed", range(20))
def test_no_place_gives_a_host_more_above_the_end_of_a_round_than_there_are_rounds(seed: int) -> None:
    """Where a round of the others ends below the new place; they are cut anew with each match that is placed."""
    dice = Random(seed)
    listed = list[Placed]()
    for second in range(1, 151):
        owner = dice.choice("aaaaaaaaaabcdef"[: dice.randint(10, 15)])
        new = Placed(place_of(text_of(second << 90, 26), owner, sorted(listed, reverse=True)), owner)
        listed.append(new)
        in_order = sorted(listed, reverse=True)
        for rounds, end in enumerate(_ends_of_rounds(in_order, owner), start=1):
            above = [placed.owner for placed in in_order[:end]].count(owner)
            assert above <= rounds or end <= in_order.index(new)
    assert len({placed.place for placed in listed}) == len(listed)


def _ends_of_rounds(listed: list[Placed], owner: str) -> list[int]:
    """Return behind how many matches each round of the others ends, in which nobody occurs twice."""
    ends, seen, last = list[int](), set[str](), 0
    for index, placed in enumerate(listed):
        if placed.owner != owner:
            if placed.owner in seen:
                ends.append(last)
                seen.clear()
            seen.add(placed.owner)
            last = index + 1
    return [*ends, last] if seen else ends
