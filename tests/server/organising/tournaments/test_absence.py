"""Seats that stay silent in play: after a grace a bot goes on, a player who waits, or the table is forfeited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from server.logs.aggregates.repository import Repository
from server.organising.tournaments.referee import TournamentReferee
from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.events import killed
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.world import World, facts, running_world

pytestmark = pytest.mark.one_server

Json = Any

SHOWN = {"game": "wizards_duel", "options": {"cast_seconds": 10, "charm_seconds": 10}, "show_submitted": True}
OWN: Json = {"match": SHOWN, "system": "own", "max_entrants": 2}
PHASE, GRACE = 10, 5
"""Seconds of a phase of these duels, and of the grace."""


async def _playing(world: World, then: str, excused: int = 0, **terms: Json) -> Directed:
    """Return a tournament of Ada and Bo, whose first table is played with this rule for absence."""
    in_play = {"then": then, "grace_seconds": GRACE, "excused_phases": excused}
    absence = {"missed_rounds": 0, "in_play": in_play} | terms.pop("absence", {})
    return await _started(await directed(world, ("Ada", "Bo"), **{**OWN, "absence": absence, **terms}))


async def _started(one: Directed) -> Directed:
    """Start a round with Ada in seat `a` and Bo in seat `b`."""
    await one.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}])
    await one.act("start_round")
    return one


async def _table(one: Directed) -> Json:
    (table,) = (await one.round(1))["tables"]
    return table


async def _match(one: Directed) -> Json:
    return await one.director.get(f"/v1/matches/{(await _table(one))['match_id']}/view")


async def _cast(one: Directed, seat: str) -> None:
    """Cast for the entrant in this seat."""
    match = await _match(one)
    client = one.entrants[{"a": "e1", "b": "e2"}[seat]]
    await client.submit(match["match_id"], match["phase"]["number"], {"type": "cast", "spell": "1"})
    await one.world.settle()


async def _noted(one: Directed) -> list[tuple[list[str], str]]:
    """Return what everyone was told about absence in the match."""
    onlooker = await one.world.player("Onlooker")
    events = await onlooker.events((await _table(one))["match_id"])
    told = [fact for event in events for fact in event["facts"] if fact["type"] == "absence_noted"]
    return [(fact["seats"], fact["then"]) for fact in told]


async def test_a_silent_seat_gets_a_grace_and_then_a_bot_has_the_whole_phase(own_world: World) -> None:
    """The bot moves at once, so that the phase waits only for the other seat."""
    one = await _playing(own_world, "bot")
    await _cast(one, "a")

    await own_world.pass_time(PHASE + 1)
    in_grace = await _match(one)
    assert await _noted(one) == [(["b"], "grace")]
    assert (in_grace["phase"]["number"], in_grace["closes_at"][17:19]) == (1, f"{PHASE + 1 + GRACE}")

    await own_world.pass_time(GRACE)
    assert await _noted(one) == [(["b"], "grace"), (["b"], "bot")]
    after = await _match(one)
    assert after["occupants"][1]["player"] is None
    assert after["phase"]["number"] > 1
    await one.require_genuine()


async def test_who_takes_over_a_seat_has_the_whole_phase_once(own_world: World) -> None:
    """With the pace `deadline`, the phase then lasts until its end. Ada is in time after its first deadline."""
    one = await _playing(own_world, "bot", match={**SHOWN, "pace": "deadline"})
    await own_world.pass_time(PHASE)
    await _cast(one, "a")
    await own_world.pass_time(GRACE)

    restarted = await _match(one)
    assert restarted["phase"]["number"] == 1
    assert restarted["closes_at"][17:19] == f"{PHASE + GRACE + PHASE}"
    await own_world.pass_time(PHASE)
    assert (await _match(one))["phase"]["number"] > 1
    await one.require_genuine()


async def test_who_submits_in_the_grace_keeps_the_seat(world: World) -> None:
    one = await _playing(world, "bot")
    await _cast(one, "a")
    await world.pass_time(PHASE)
    await _cast(one, "b")

    match = await _match(one)
    assert match["phase"]["number"] == 2
    assert match["occupants"][1]["player"]["name"] == "Bo"


async def test_a_seat_can_miss_as_many_phases_as_are_excused(world: World) -> None:
    one = await _playing(world, "forfeit", excused=1)
    await world.pass_time(PHASE)
    assert await _noted(one) == []
    for _ in range(2):  # There can be a charm first, which nobody has to cast.
        await world.pass_time(PHASE)
        if await _noted(one):
            break

    assert await _noted(one) == [(["a", "b"], "grace")]


@pytest.mark.parametrize(("present", "how", "points"), [(("a",), "forfeit", [2, 0]), ((), "double_forfeit", [0, 0])])
async def test_who_is_silent_for_too_long_forfeits(
    world: World, present: tuple[str, ...], how: str, points: list[int]
) -> None:
    """And is withdrawn, where one such round is too many. The match is called off."""
    one = await _playing(world, "forfeit", absence={"missed_rounds": 1})
    for seat in present:
        await _cast(one, seat)
    await world.pass_time(PHASE)
    assert (await _table(one))["result"] is None
    await world.pass_time(GRACE)

    table = await _table(one)
    assert table["result"] == {"how": how, "points": points}
    assert await one.status(table) == "void"
    withdrawn = [each["entrant"] for each in (await one.view())["entrants"] if each["withdrawn"]]
    assert withdrawn == [entrant for entrant, won in zip(("e1", "e2"), points, strict=True) if not won]
    assert (await one.round(1))["status"] == "done"
    await one.require_genuine()


async def test_by_default_the_rules_of_the_game_decide_alone(world: World) -> None:
    one = await _playing(world, "default", match=DUELS)
    await world.pass_time(PHASE)

    assert (await _match(one))["phase"]["number"] == 2
    assert await _noted(one) == []


async def test_a_pause_holds_the_grace(world: World) -> None:
    one = await _playing(world, "forfeit")
    await world.pass_time(PHASE)
    await one.act("pause")
    await world.pass_time(10 * GRACE)
    await one.act("resume")
    assert (await _table(one))["result"] is None

    await world.pass_time(GRACE)
    assert (await _table(one))["result"] == {"how": "double_forfeit", "points": [0, 0]}
    await one.require_genuine()


async def test_what_would_tell_who_is_silent_is_refused_where_that_is_not_shown(world: World) -> None:
    director = await world.player("Director")
    body = {"label": "x", "system": "own", "match": DUELS}

    for then in ("bot", "waiting", "forfeit"):
        problem = await director.post("/v1/tournaments", {**body, "absence": {"in_play": {"then": then}}}, expect=422)
        assert (problem["code"], problem["pointer"]) == ("would_tell", "/absence/in_play/then")
    late = {**body, "match": {**SHOWN, "spectator_lag": 1}, "absence": {"in_play": {"then": "waiting"}}}
    assert (await director.post("/v1/tournaments", late, expect=422))["code"] == "would_tell"


async def test_a_large_table_cannot_be_forfeited(world: World) -> None:
    director = await world.player("Director")
    match = {"game": "apocalypse", "show_submitted": True}
    absence = {"in_play": {"then": "forfeit"}}

    problem = await director.post(
        "/v1/tournaments",
        {"label": "x", "system": "heats", "rounds": 1, "match": match, "absence": absence},
        expect=422,
    )

    assert (problem["code"], problem["pointer"]) == ("bad_system", "/absence/in_play/then")


async def _with_waiting(world: World, *names: str) -> Directed:
    """Return a tournament of Ada and Bo whose first table is played, while these players wait for a place."""
    in_play = {"then": "waiting", "grace_seconds": GRACE, "excused_phases": 0}
    one = await directed(world, ("Ada", "Bo"), absence={"in_play": in_play}, **OWN)
    for number, name in enumerate(names, 3):
        client = await world.player(name, administrator_key="laplace and his demon" if name == "Lachesis" else None)
        await client.put(f"{one.path}/entrants/me", {})
        one.entrants[f"e{number}"] = client
    return await _started(one)


async def _sitting(one: Directed) -> list[str | None]:
    """Return the names of the players in the match."""
    return [seat["player"] and seat["player"]["name"] for seat in (await _match(one))["occupants"]]


async def test_the_first_who_waits_goes_on_for_who_is_silent(own_world: World) -> None:
    """With the whole phase, and the entrant's results. An organiser, who can see every match, is passed over."""
    one = await _with_waiting(own_world, "Lachesis", "Cy", "Di")
    await _cast(one, "a")
    await own_world.pass_time(PHASE)
    await own_world.pass_time(GRACE)

    assert await _sitting(one) == ["Ada", "Cy"]
    match, view = await _match(one), await one.view(one.entrants["e4"])
    assert (match["phase"]["number"], match["closes_at"][17:19]) == (1, f"{PHASE + GRACE + PHASE}")
    entrants = {each["entrant"]: each for each in view["entrants"]}
    assert view["viewer"] == "e2"
    assert entrants["e2"]["player"]["name"] == "Cy"
    assert {name: each["left_because"] for name, each in entrants.items() if each["withdrawn"]} == {"e4": "took_over"}
    played = view["rounds"][0]["tables"][0]["players"]
    assert {name: [player["name"] for player in one_by_one] for name, one_by_one in played.items()} == {
        "e2": ["Bo", "Cy"]
    }

    told = [fact for event in await one.entrants["e4"].news() for fact in event["facts"]]
    assert {"tournament_entered", "seated", "awaited"} <= {fact["type"] for fact in told}
    left = [fact for event in await one.entrants["e2"].news() for fact in event["facts"]][-2:]
    assert {fact["type"] for fact in left} == {"tournament_left", "replaced"}

    await one.refused("already_entered", 409, "bring_back", entrant="e4")
    await one.refused("not_entered", 409, "disqualify", entrant="e4")
    one.entrants["e2"] = one.entrants["e4"]
    await _cast(one, "b")
    assert (await _match(one))["phase"]["number"] == 2
    await one.decide(match["match_id"])
    await one.require_genuine()


async def test_two_silent_seats_get_the_next_who_wait_and_then_a_bot(world: World) -> None:
    """The newcomer is silent as well: the phase ends, and in a later one nobody waits any more."""
    one = await _with_waiting(world, "Cy")
    await world.pass_time(PHASE)
    await world.pass_time(GRACE)
    assert await _sitting(one) == ["Cy", None]

    await world.pass_time(PHASE)
    assert (await _match(one))["phase"]["number"] > 1
    for _ in range(6):  # There can be a charm first, which nobody has to cast.
        await world.pass_time(GRACE)
    assert await _sitting(one) == [None, None]
    assert [then for _, then in await _noted(one)] == ["grace", "waiting"] * 2
    await one.require_genuine()


@pytest.mark.parametrize("method", ["_fill", "fill_vacant"])
async def test_a_newcomer_comes_once_though_the_server_is_killed_in_between(
    own_world: World, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Whoever finds the entry of the tournament, or else the match, gives the seat, and from then on a whole phase."""
    one = await _with_waiting(own_world, "Cy", "Di")
    await _cast(one, "a")

    with monkeypatch.context() as patch:
        patch.setattr(TournamentReferee, method, killed)
        await own_world.pass_time(PHASE)
        await own_world.pass_time(GRACE)
        assert await _sitting(one) == ["Ada", "Bo"]
    await own_world.tournaments.do_overdue(own_world.clock.now())
    await own_world.settle()
    await own_world.pass_time(3)

    given = PHASE + GRACE + 3 * (method == "fill_vacant")
    match = await _match(one)
    assert await _sitting(one) == ["Ada", "Cy"]
    assert (match["phase"]["number"], match["closes_at"][17:19]) == (1, f"{given + PHASE}")
    assert [each["withdrawn"] for each in (await one.view())["entrants"]] == [False, False, True, False]
    await one.require_genuine()
    for opinion in both([File((await one.log(f"/v1/matches/{match['match_id']}")).encode())])[0]:
        assert opinion.code == 0, opinion.lines


async def test_a_newcomer_comes_at_once_though_the_next_server_has_an_old_copy_of_the_match(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server that named the newcomer is killed; the other one has not heard that the seat is vacant."""
    async with running_world(postgres_url) as there, running_world(postgres_url) as here:
        one = await _with_waiting(here, "Cy")
        await _cast(one, "a")
        onlooker = there.connect(one.director.player_id, one.director.token)
        await onlooker.view((await _table(one))["match_id"])
        monkeypatch.setattr(Repository, "hear", lambda *_, **__: None)
        with monkeypatch.context() as patch:
            patch.setattr(TournamentReferee, "_fill", killed)
            await here.pass_time(PHASE)
            await here.pass_time(GRACE)
        there.clock.advance(PHASE + GRACE)
        await there.tournaments.do_overdue(there.clock.now())
        await there.settle()

        events = await onlooker.events((await _table(one))["match_id"])
        seated = [fact["player"]["name"] for fact in facts(events) if fact["type"] == "seat_taken"]
        assert seated == ["Ada", "Bo", "Cy"]


async def test_a_director_who_is_replaced_still_sees_and_decides_no_more_than_who_plays(world: World) -> None:
    """Nobody becomes the judge of a tournament, or the host of its later matches, by being silent in it."""
    helper = await world.player("Helper")
    in_play = {"then": "waiting", "grace_seconds": GRACE, "excused_phases": 0}
    one = await directed(world, ("Ada",), absence={"in_play": in_play}, directors=[helper.player_id], **OWN)
    maker = one.director
    for client in (maker, await world.player("Cy")):
        await client.put(f"{one.path}/entrants/me", {})
    one = replace(one, director=helper)
    await _started(one)
    await _cast(one, "a")
    await world.pass_time(PHASE)
    await world.pass_time(GRACE)
    assert await _sitting(one) == ["Ada", "Cy"]

    assert (await one.view(maker))["viewer"] == "spectator"
    await one.refused("director_plays", 403, "void_table", by=maker, round=1, table=1)
    await one.act("end_round")
    await _started(one)
    again = (await one.round(2))["tables"][0]["match_id"]
    assert (await one.director.get(f"/v1/matches/{again}"))["host"]["name"] == "Helper"
    await one.require_genuine()
