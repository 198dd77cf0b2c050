"""What tournaments tell their entrants in their own streams: exactly once, and no more than they see there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.kit import Viewer, seat_id
from server.logs.aggregates.aggregate import Step
from server.notifications.news.marks import Marks
from server.organising.tournaments.causes import news_of
from server.organising.tournaments.tournament import Tournament, TournamentState
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import MatchRow, TournamentRow
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any


async def _told(player: Client, *more: str) -> list[tuple[Json, ...]]:
    """Return what a player was told of tournaments: types, with some fields."""
    facts = [fact for event in await player.news() for fact in event["facts"] if "tournament_id" in fact]
    return [(fact["type"], *(fact[name] for name in ("waiting", "because", *more) if name in fact)) for fact in facts]


async def _evening(world: World) -> Directed:
    """
    Play two rounds of a tournament with two places: Cy waits, gets the place of Bo, and is not ready in time.

    Of the second round, Ada's forfeit is corrected.
    """
    terms: Json = {"max_entrants": 2, "system": "own", "absence": {"ready_seconds": 60, "missed_rounds": 0}}
    found = await directed(world, ["Ada", "Bo", "Cy"], schedule={"review_seconds": 600}, rounds=2, **terms)
    await found.act("check_in")
    await found.act("disqualify", entrant="e2", reason="Rude.")
    for name in ("e1", "e3"):
        await found.entrants[name].put(f"{found.path}/check_in", {})
    for number in (1, 2):
        await found.act("set_pairings", tables=[{"entrants": ["e1", "e3"]}], force=True, reason="Few.")
        await found.act("publish")
        await found.act("start_round")
        await found.entrants["e1"].put(f"{found.path}/tables/1/ready", {})
        if number == 1:
            world.clock.advance(61)
            await world.tournaments.sweep()
            await world.settle()
    await found.act("forfeit", round=2, table=1, entrants=["e1"], reason="Left.")
    await found.act("correct_result", round=2, table=1, how="adjudicated", points=[1, 1], reason="Came back.")
    await found.act("finish")
    return found


def _steps(live: Tournament) -> list[tuple[TournamentState | None, Step[TournamentState]]]:
    entries = list(live.entries)
    folded, steps = Tournament(entries[:1], live.seed), list[Any]()
    for entry in entries[1:]:
        step = folded.next_step(entry)
        steps.append((folded.state, step))
        folded.take(step)
    return steps


def _as_told(after: Step[TournamentState], viewer: Viewer) -> Step[TournamentState]:
    """Return the step with the facts that the viewer is told, and no others."""
    pairs = zip(after.entry.facts, after.facts, strict=True)
    told = [(encoded, fact) for encoded, fact in pairs if encoded.audience.includes(viewer)]
    entry = replace(after.entry, facts=tuple(encoded for encoded, _ in told))
    return Step(entry, tuple(fact for _, fact in told), after.state)


async def test_entrants_are_told_what_concerns_them(world: World) -> None:
    found = await _evening(world)
    ada, bo, cy = found.entrants.values()

    round_ = [("table_published", False), ("ready_asked",)]
    ends = [("table_decided", False), ("table_decided", True), ("tournament_ended", False)]
    played = [("check_in_asked",), *round_, ("table_decided", False), *round_, *ends]
    assert await _told(ada, "bye", "corrected", "cancelled") == [("tournament_entered", False), *played]
    assert await _told(bo) == [
        ("tournament_entered", False),
        ("check_in_asked",),
        ("tournament_left", "disqualified"),
    ]
    waited = [("tournament_entered", True), ("check_in_asked",), ("tournament_entered", False)]
    assert await _told(cy, "bye", "corrected", "cancelled") == [*waited, *played[1:]]
    assert (await cy.news())[-1]["facts"][-1]["place"] in (1, 2)


async def test_entrants_hear_only_what_follows_from_facts_that_they_are_told(world: World) -> None:
    found = await _evening(world)
    live = await world.app.state.server.streams.tournaments.get(found.id)

    heard = 0
    for before, step in _steps(live):
        news = news_of(before, step)
        for entrant in step.state.course.entrants.values():
            if entrant.player is not None:
                player = entrant.player.player_id
                assert news_of(before, _as_told(step, seat_id(entrant.id))).get(player) == news.get(player)
                heard += player in news

    assert heard > 10


async def test_a_player_who_is_replaced_and_the_one_who_goes_on_are_told(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"])
    cy = await world.player("Cy")

    await found.act("replace_entrant", entrant="e1", player_id=cy.player_id)
    await found.act("cancel")

    assert await _told(found.entrants["e1"]) == [("tournament_entered", False), ("tournament_left", "replaced")]
    assert await _told(cy, "entrant", "cancelled") == [
        ("tournament_entered", False, "e1"),
        ("tournament_ended", True),
    ]


async def test_marks_of_tournaments_are_for_their_own_sweep(sqlite_url: str, world: World) -> None:
    """A process that is killed before it tells leaves marks, which another one hands on, once."""
    handing_on = world.app.state.server.tournament_logs.handing_on
    world.app.state.server.streams.tournaments.watchers.remove(handing_on._watch)
    found = await directed(world, ["Ada"])
    world.clock.advance(1)
    database = open_engine(sqlite_url)
    of_each = [
        Marks(database, logs) for logs in (MatchRow.__table__.c.match_id, TournamentRow.__table__.c.tournament_id)
    ]
    ada = found.entrants["e1"]

    left = [[due.log_id for due in await marks.overdue(world.clock.now(), 10)] for marks in of_each]
    unheard = await _told(ada)
    for _ in range(2):
        await handing_on.sweep()
        await world.settle()

    assert left == [[], [found.id]]
    assert unheard == []
    assert await _told(ada) == [("tournament_entered", False)]
    assert await of_each[1].overdue(world.clock.now(), 10) == []
    world.app.state.server.streams.tournaments.watchers.append(handing_on._watch)  # the server stops it again
    await database.dispose()


async def test_an_announcement_is_in_the_view_and_told_to_those_who_are_in(world: World) -> None:
    found = await directed(world, ["Ada", "Bo"])
    await found.entrants["e2"].delete(f"{found.path}/entrants/me")

    await found.act("announce", text="Round 1 begins at eight.")

    assert (await found.view(found.entrants["e2"]))["announcement"] == "Round 1 begins at eight."
    assert (await found.view(lines="en"))["lines"][-1] == "Announced: Round 1 begins at eight."
    assert (await _told(found.entrants["e1"]))[1:] == [("announcement_made",)]
    assert ("announcement_made",) not in await _told(found.entrants["e2"])
    before = await found.log()
    await found.act("announce", text="Round 1 begins at eight.")
    assert await found.log() == before
    await found.act("announce", text="")
    assert (await found.view())["announcement"] == ""
    assert len(await _told(found.entrants["e1"])) == 2
    await found.require_genuine()


async def test_who_directs_and_does_not_play_is_told_what_others_have_done(world: World) -> None:
    found = await directed(world, ["Ada", "Bo", "Cy"], rounds=2)
    helper, playing = await world.player("Hedda"), found.entrants["e1"]
    await found.act("give_role", player_id=helper.player_id, role="director")
    (table, *_) = await found.start()
    await found.decide(table["match_id"])
    await found.entrants["e3"].delete(f"{found.path}/entrants/me")
    await found.act("disqualify", entrant="e2", reason="Rude.")

    expected = [("round_finished", 1), ("entrant_gone", "own_wish")]
    role = [("tournament_role_set",)]
    assert await _told(found.director, "round") == expected
    assert await _told(helper, "round") == [*role, *expected, ("entrant_gone", "disqualified")]
    assert not {"round_finished", "entrant_gone"} & {each[0] for each in await _told(playing)}
