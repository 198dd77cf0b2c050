"""
Whole matches between heaven and hell over HTTP and WebSocket: some seats silent, some a bot's, some losing their
connection again and again, all of them talking.

What each seat was told is compared with what the rulebook's table of information says (`tests/information`).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from server.operations.logs.logfile import read_logs
from server.operations.logs.verify import verify
from tests.information.rows import everyone
from tests.information.tables import is_told, table_of
from tests.prompts import answer
from tests.server.world import Client, World, facts, types

Json = Any

DAY = 86_400


@dataclass(frozen=True)
class Case:
    """A match; `rare` are secret kinds of facts that need not come up in it."""

    game: str
    variant: str
    bot: str
    silent: tuple[str, ...]
    talk: set[str]
    consequences: dict[str, int]
    rare: set[str] = field(default_factory=set)
    options: dict[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.game}-{self.variant}"


REALMS = {"heaven", "hell", "pair", "host"}

CASES = [
    Case("apocalypse", "classic", "heaven-2", ("heaven-3", "hell-4"), REALMS, {"winner": 2, "ascends": 3}),
    Case("apocalypse", "open_seals", "heaven-2", ("heaven-3", "hell-4"), REALMS, {"winner": 2, "ascends": 3}),
    Case(
        "threads_of_fate",
        "classic",
        "heaven-2",
        ("heaven-3", "hell-5"),
        REALMS,
        {"ascends": 4, "descends": 1},
        rare={"thread_boosted", "thread_cut", "thread_snipped", "create_failed", "final_state"},
    ),
    Case(
        "divine_intervention",
        "standard",
        "heaven-2",
        ("heaven-3", "hell-5"),
        REALMS,
        {"ascends": 5, "elimination_candidate": 1},
        rare={"boon_noticed", "key_granted", "road_granted", "altar_granted", "inferno_tamed", "shaman_raised"},
    ),
    Case(
        "hero_of_the_arena",
        "shadow",
        "hell-2",
        ("heaven-2",),
        {"heaven", "hell", "host"},
        {"winner": 2},
        options={"rounds": 4},
    ),
    Case(
        "hero_of_the_arena",
        "high_rollers",
        "heaven-1",
        (),
        {"heaven", "hell", "team", "host"},
        {"winner": 2},
        options={"rounds": 3},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_every_seats_stream_is_what_the_table_of_information_gives_it(world_on_either: World, case: Case) -> None:
    world, random = world_on_either, Random(str(case))
    host, watcher = await world.player("Host"), await world.player("Watcher")
    variants = (await host.get(f"/v1/games/{case.game}"))["variants"]
    (described,) = [variant for variant in variants if variant["variant"] == case.variant]
    seats = [seat["id"] for seat in described["seats"]]
    people = {seat: await world.player(seat) for seat in seats if seat != case.bot}
    match_id = await world.match(case.game, host, {**people, case.bot: None}, case.options, variant=case.variant)

    readers = {**people, "host": host, "spectator": watcher}
    told: dict[str, list[Json]] = {name: [] for name in readers}
    async with asyncio.TaskGroup() as listening:
        for number, (name, reader) in enumerate(readers.items()):
            listening.create_task(_follow(reader, match_id, told[name], events_a_socket=(None, 2, 5)[number % 3]))
        await _play(world, host, match_id, people, case, random)

    everything = told["host"]
    for name, reader in readers.items():
        assert [event["facts"] for event in told[name]] == _may_know(name, everything, seats), name
        assert [event["cursor"] for event in told[name]] == list(range(1, len(told[name]) + 1))
        assert await reader.events(match_id) == told[name]
    _check_that_all_of_it_happened(everything, case)
    log = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    verdict = verify(match_id, read_logs(log.splitlines())[match_id])
    assert (verdict.faults, verdict.unchecked) == ([], [])


async def _follow(reader: Client, match_id: str, told: list[Json], events_a_socket: int | None) -> None:
    """Keep what the stream says until the match ends, with a new connection after so many events."""
    while "match_ended" not in types(told[-1:]):
        async with reader.stream(match_id, after=len(told)) as stream:
            begun = len(told)
            while "match_ended" not in types(told[-1:]) and len(told) - begun != events_a_socket:
                told.append(await stream.event())


async def _play(
    world: World, host: Client, match_id: str, people: dict[str, Client], case: Case, random: Random
) -> None:
    """Phase by phase: everyone acts who does, and time passes where that has not closed the phase."""
    while (match := await host.get(f"/v1/matches/{match_id}"))["status"] != "over":
        phase = match["phase"]["number"]
        for seat, player in people.items():
            await _act(player, match_id, phase, random, silent=seat in case.silent)
        await world.settle()
        world.clock.advance(5)  # Whoever talks in every phase must not talk too much in a minute.
        later = await host.get(f"/v1/matches/{match_id}")
        if later["status"] == "running" and later["phase"]["number"] == phase:
            await world.pass_time(DAY)


async def _act(player: Client, match_id: str, phase: int, random: Random, *, silent: bool) -> None:
    """Answer the prompt, sometimes twice, trying again where legality is more than a schema says; and talk."""
    view = await player.view(match_id)
    channels = [channel["channel"] for channel in view["channels"] if channel["open"]]
    for channel in random.sample(channels, min(2, len(channels))):
        reply = await player.http.post(
            f"/v1/matches/{match_id}/channels/{channel}/messages", json={"text": f"Round {random.random()}"}
        )
        assert reply.status_code in (201, 429), reply.text
    if silent or view["prompt"] is None:
        return
    wanted = random.choice([1, 1, 2])
    for _ in range(50):
        body = {"phase": phase, "move": answer(view["prompt"], random)}
        status = (await player.http.put(f"/v1/matches/{match_id}/submission", json=body)).status_code
        assert status in (200, 409, 422)
        wanted -= status == 200
        if status == 409 or wanted == 0:  # 409: the phase waited for nobody else.
            return


def _may_know(viewer: str, everything: list[Json], seats: list[str]) -> list[list[Json]]:
    """The facts of each of the host's events that the viewer may know; events of which it may know nothing fall out."""
    before: list[Json] = []
    known: list[list[Json]] = []
    for event in everything:
        told = []
        for fact in event["facts"]:
            if is_told(viewer, fact, before or [fact], seats):
                told.append(fact)
            before.append(fact)
        if told:
            known.append(told)
    return known


def _check_that_all_of_it_happened(everything: list[Json], case: Case) -> None:
    """What was compared was not empty: every kind that is a secret, talk everywhere, an outcome of the usual shape."""
    seen = Counter(types(everything))
    secrets = {name for name, row in table_of(case.game).facts.items() if row.readers is not everyone}
    assert {name for name in secrets if not seen[f"{case.game}.{name}"]} <= case.rare
    spoken = {fact["channel"].split(":")[0] for fact in facts(everything) if fact["type"] == "message_sent"}
    assert spoken == case.talk
    (ended,) = [fact for fact in facts(everything) if fact["type"] == "match_ended"]
    given = Counter(name for names in ended["outcome"]["consequences"].values() for name in names)
    assert case.consequences.items() <= given.items()
    assert sorted(ended["outcome"]["rank"]) == sorted(ended["outcome"]["consequences"])
