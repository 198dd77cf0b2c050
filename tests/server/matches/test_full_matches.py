"""
Whole matches of every game and variant over HTTP and WebSocket: some seats silent, one a bot's, some repeatedly
disconnecting, all of them sending messages.

What each viewer was told is compared with what the game's table says it may know (`tests/information`), computed here
from the host's stream alone, without the engine.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any, Final

import pytest

from engines.catalogue import GAMES
from server.cli.logs.logfile import read_logs
from server.cli.logs.verify import verify
from tests.information.tables import is_told, table_of
from tests.prompts import answer
from tests.server.world import Client, World, facts, types

Json = Any

DAY: Final = 86_400

DATABASES: Final = ("sqlite", "postgres")

CASES: Final = [
    pytest.param(game, variant, DATABASES[number % 2], id=f"{game}-{variant}-{DATABASES[number % 2]}")
    for game, engine in GAMES.items()
    for number, variant in enumerate(engine.variants)
]
"""Each variant once, alternating between the databases."""


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize(("game", "variant", "database_url"), CASES, indirect=["database_url"])
async def test_everyone_is_told_what_the_table_of_the_game_gives_them(
    game: str, variant: str, world_on_either: World
) -> None:
    world, random = world_on_either, Random(f"{game} {variant}")
    host, watcher = await world.player("Host"), await world.player("Watcher")
    seats, options = await _seats(host, game, variant), table_of(game).short
    # In a match of two, both are people, because bots send no messages.
    bot = seats[1] if len(seats) > 2 else None
    silent = seats[2:-1:3] if len(seats) > 2 else []
    people = {seat: await world.player(seat) for seat in seats if seat != bot}
    sitters = dict.fromkeys(seats) | people
    match_id = await world.match(game, host, sitters, options, variant=variant)

    readers = {**people, "host": host, "spectator": watcher}
    told: dict[str, list[Json]] = {name: [] for name in readers}
    async with asyncio.TaskGroup() as listening:
        for number, (name, reader) in enumerate(readers.items()):
            listening.create_task(_follow(reader, match_id, told[name], events_a_socket=(None, 2, 5)[number % 3]))
        await _play(world, host, match_id, people, silent, random)

    everything = told["host"]
    for name, reader in readers.items():
        assert [event["facts"] for event in told[name]] == _may_know(name, everything, seats), name
        assert [event["cursor"] for event in told[name]] == list(range(1, len(told[name]) + 1))
        assert await reader.events(match_id) == told[name]
    _check_what_happened(everything, seats)
    log = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    verdict = verify(match_id, read_logs(log.splitlines())[match_id])
    assert (verdict.faults, verdict.unchecked) == ([], [])


async def _seats(host: Client, game: str, variant: str) -> list[str]:
    variants = (await host.get(f"/v1/games/{game}"))["variants"]
    (described,) = [described for described in variants if described["variant"] == variant]
    return [seat["id"] for seat in described["seats"]]


async def _follow(reader: Client, match_id: str, told: list[Json], events_a_socket: int | None) -> None:
    """Record the stream until the match ends, and reconnect after each `events_a_socket` events."""
    while "match_ended" not in types(told[-1:]):
        async with reader.stream(match_id, after=len(told)) as stream:
            begun = len(told)
            while "match_ended" not in types(told[-1:]) and len(told) - begun != events_a_socket:
                told.append(await stream.event())
            stream.connection.transport.abort()


async def _play(
    world: World, host: Client, match_id: str, people: dict[str, Client], silent: list[str], random: Random
) -> None:
    """Play phase by phase: every active seat acts, and time passes if that has not closed the phase."""
    while (match := await host.get(f"/v1/matches/{match_id}"))["status"] != "over":
        phase = match["phase"]["number"]
        for seat, player in people.items():
            await _act(player, match_id, phase, random, silent=seat in silent or random.random() < 0.05)
        await world.settle()
        world.clock.advance(5)  # A player who sends messages in every phase must stay below the rate limit.
        later = await host.get(f"/v1/matches/{match_id}")
        if later["status"] == "running" and later["phase"]["number"] == phase:
            await world.pass_time(DAY)


async def _act(player: Client, match_id: str, phase: int, random: Random, *, silent: bool) -> None:
    """Answer the prompt, sometimes twice, with retries where the schema does not decide legality; and send messages."""
    view = await player.view(match_id)
    channels = [channel["channel"] for channel in view["channels"] if channel["open"]]
    if channels:  # One channel of each kind in turn, because there are many pairs.
        kinds = sorted({channel.split(":")[0] for channel in channels})
        kind = kinds[phase % len(kinds)]
        channel = random.choice([channel for channel in channels if channel.split(":")[0] == kind])
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
    """Return the facts of each of the host's events that the viewer may know; events without any are omitted."""
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


def _check_what_happened(everything: list[Json], seats: list[str]) -> None:
    """
    Check that the comparison was not empty: messages in channels of every kind that opened, and an outcome for every
    seat.
    """
    opened = {fact["channel"].split(":")[0] for fact in facts(everything) if fact["type"] == "channel_opened"}
    spoken = {fact["channel"].split(":")[0] for fact in facts(everything) if fact["type"] == "message_sent"}
    assert spoken == {*opened, "host"}
    (ended,) = [fact for fact in facts(everything) if fact["type"] == "match_ended"]
    assert sorted(ended["outcome"]["rank"]) == sorted(ended["outcome"]["consequences"]) == sorted(seats)
