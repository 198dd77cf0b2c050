"""Directors and entrants do anything at any time: nothing fails, everyone can read a view, and the log verifies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests.sampling import Run, more
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.world import World

Json = Any

_STEPS = 40
_CHANGES: Sequence[Json] = (
    {"scores": {"win": 6, "draw": 2, "bye": 2}},
    {"scores": {"win": 2, "draw": 1, "bye": 2}},
    {"clubs_apart": 1},
    {"clubs_apart": 0, "accelerated": False},
    {"accelerated": True},
    {"rounds": 3},
)
_SIMPLE = ("pair", "publish", "start_round", "pause", "resume", "end_round", "check_in", "finish")


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize(
    "system", ["swiss", "round_robin", "single_elimination", "double_elimination", "groups", "own", "arena"]
)
async def test_whatever_they_do_nothing_fails_and_the_log_is_genuine(world: World, system: str) -> None:
    for number in range(more()):
        random = Random(f"{Run.seed} {system} {number}")
        is_arena = system == "arena"
        rounds = 0 if is_arena else random.choice((0, 3))
        one = await directed(
            world,
            ("Ada", "Bo", "Cy", "Di", "Ed"),
            system=system,
            rounds=rounds,
            max_entrants=random.choice((4, 8)),
            corrections_seconds=random.choice((0, 60)),
            late=random.choice(("zero_bye", "half_bye")),
            **_settings(system, rounds, random),
            schedule={"review_seconds": random.choice((0, 60)), **random.choice(_starts(world.clock.now()))},
            match={
                **DUELS,
                "show_submitted": True,
                "rest": None if is_arena else random.choice((None, _soon(world.clock.now()))),
            },
            leave_days=0 if is_arena else random.choice((0, 5)),
            absence={
                "ready_seconds": random.choice((0, 0, 30)),
                "missed_rounds": random.choice((0, 1)),
                "in_play": {
                    "then": random.choice(("default", "bot", "waiting", "forfeit")),
                    "grace_seconds": 5,
                    "excused_phases": 0,
                },
            },
        )
        onlooker = await world.player("Onlooker")
        for _ in range(_STEPS):
            await _step(world, one, random)
            for reader in (onlooker, *one.entrants.values()):
                await one.view(reader)
        await one.require_genuine_to_both()
        await one.director.http.post(f"{one.path}/actions", json={"type": "cancel"})  # unless it is over
        await world.settle()
        await one.require_opened_log_genuine(onlooker)


def _settings(system: str, rounds: int, random: Random) -> Json:
    """Draw settings that only some systems have."""
    if system == "arena":
        return {"arena": {"minutes": 10}}
    if system == "swiss" and rounds and random.random() < 0.5:
        return {"accelerated": True, "clubs_apart": 2}
    scores = random.choice((None, {"win": 6, "draw": 2, "bye": 2}))
    swiss = {"clubs_apart": random.choice((0, 2))} if system == "swiss" else {}
    groups = {"groups": {"count": 2, "advance": random.choice((1, 2))}} if system == "groups" else {}
    scored = {"scores": scores} if system in ("swiss", "round_robin", "groups", "own") else {}
    return swiss | groups | scored


def _starts(now: datetime) -> tuple[Json, ...]:
    times = [(now + timedelta(seconds=seconds)).isoformat() for seconds in (40, 100, 200)]
    return {"start": "by_word"}, {"start": "when_done"}, {"start": "when_done", "times": times}


def _soon(now: datetime) -> Json:
    """Return a rest of two minutes that begins within one."""
    begins, ends = (f"{now + timedelta(minutes=minutes):%H:%M}" for minutes in (1, 3))
    return {"time_zone": "UTC", "night": {"begins": begins, "ends": ends}}


async def _step(world: World, one: Directed, random: Random) -> None:
    view = await one.view()
    rounds = view["rounds"]
    number = random.choice([each["round"] for each in rounds] or [1])
    tables = rounds[number - 1]["tables"] if rounds else []
    table: Json = random.choice(tables) if tables else {"table": 1, "entrants": ["e1", "e2"]}
    entrant = random.choice(view["entrants"])["entrant"]
    here = {"round": number, "table": table["table"]}
    playing = [each["match_id"] for each in tables if each["match_id"] and not each["result"]]
    actions: list[Json] = [{"type": random.choice(_SIMPLE)} for _ in range(6)]
    actions += [
        {"type": "forfeit", **here, "entrants": random.sample(table["entrants"], 1)},
        {"type": "void_table", **here},
        {"type": "correct_result", **here, "points": random.choice(([2, 0], [0, 2], [1, 1], [0, 0], [2]))},
        {"type": "excuse", "entrant": entrant, "bye": random.choice(("half_bye", "zero_bye"))},
        {"type": "replace_entrant", "entrant": entrant},
        {"type": "replace_entrant", "entrant": entrant, "leaving": random.choice([*one.entrants.values()]).player_id},
        {"type": "set_pairings", "tables": [{"entrants": random.sample(("e1", "e2", "e3", "e4", "e5"), 2)}]},
        {"type": "add_bots", "count": 1},
        {"type": "set_club", "entrant": entrant, "club": random.choice(("", "Weavers"))},
        {"type": random.choice(("forbid_pair", "allow_pair")), "entrants": random.sample(("e1", "e2", "e3"), 2)},
        {"type": "note_table", **here, "text": random.choice(("", "A quiet table.", "Late again."))},
        {"type": "extend", "round": number, "seconds": 5},
        {"type": "extend", **here, "seconds": 5},
        {"type": "close_phase", **here, "phase": random.choice((1, 2))},
        {"type": "replay_table", **here},
        {"type": "undo", "action": random.choice(("publish", "start_round"))},
        {"type": "reopen"},
        {"type": "edit", "reason": "Settled.", **random.choice(_CHANGES)},
    ]
    client = random.choice(list(one.entrants.values()))
    match random.choice(("act", "act", "act", "decide", "decide", "enter", "wait", "ready", "leave")):
        case "act":
            reply = await one.director.http.post(f"{one.path}/actions", json=random.choice(actions))
        case "decide" if playing:
            rank = dict(zip("ab", random.choice(((1, 2), (2, 1), (1, 1))), strict=True))
            body = {"type": "adjudicate", "rank": rank, "reason": "Seen."}
            reply = await one.director.http.post(f"/v1/matches/{random.choice(playing)}/actions", json=body)
        case "enter":
            path = f"{one.path}/entrants/me"
            enters = random.choice((True, False))
            body = {"partner": one.director.player_id} if random.random() < 0.3 else {}
            reply = await (client.http.put(path, json=body) if enters else client.http.delete(path))
        case "ready":
            await client.http.put(f"{one.path}/check_in", json={})
            reply = await client.http.put(f"{one.path}/tables/{table['table']}/ready", json={})
        case "leave":
            reply = await client.http.put(f"{one.path}/leave", json={"days": random.choice((0, 1, 3))})
        case _:
            for _ in range(3):  # a phase, the grace, and the whole phase again
                world.clock.advance(random.choice((11, 60)) if "arena" in view["settings"] else 11)
                await world.schedule.do_overdue(world.clock.now())
                await world.tournaments.do_overdue(world.clock.now())
                await world.settle()
            return
    assert reply.status_code < 500, reply.text
    await world.settle()
