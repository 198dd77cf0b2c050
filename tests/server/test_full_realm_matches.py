"""
Whole matches between heaven and hell over HTTP and WebSocket: some seats silent, some a bot's, some losing their
connection again and again, all of them talking.

What each seat was told is compared with what the rulebook's table of information says, worked out here from the host's
stream, without the engine.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest

from server.operations.logfile import read_logs
from server.operations.verify import verify
from tests.prompts import answer
from tests.server.world import Client, World, facts, types

Json = Any

APOCALYPSE = {
    "everyone": {"card_counts", "final_totals"},
    "seat": {"played", "points"},
    "pair": {"chat_opened"},
    "host": {"chat_used", "ab_settled", "ledger", "hurt", "ab_game_open", "record"},
}
"""Section 8 of its rulebook, with `announce_ab_games` off and `reveal_at_end` `outcome`."""

OPEN_SEALS = {
    "everyone": {*APOCALYPSE["everyone"], "record"},
    "seat": APOCALYPSE["seat"],
    "pair": {"chat_opened", "ab_game_open"},
    "host": {"chat_used", "ab_settled", "ledger", "hurt"},
}
"""The same with both on."""

THREADS_OF_FATE = {
    "everyone": set[str](),
    "seat": {"woven", "visited", "twine", "own_threads", "can_talk_to"},
    "pair": set[str](),
    "host": {
        "thread_boosted",
        "thread_cut",
        "thread_snipped",
        "thread_created",
        "create_failed",
        "threads_grown",
        "goldness",
        "final_state",
    },
}
"""Section 9 of its rulebook, with `reveal_at_end` `outcome`."""


@pytest.mark.parametrize(
    ("game", "variant", "round_seconds", "table"),
    [
        ("apocalypse", "classic", 86_400, APOCALYPSE),
        ("apocalypse", "open_seals", 86_400, OPEN_SEALS),
        ("threads_of_fate", "classic", 86_400, THREADS_OF_FATE),
    ],
    ids=["apocalypse", "apocalypse-open_seals", "threads_of_fate"],
)
async def test_every_seats_stream_is_what_the_table_of_information_gives_it(
    world_on_either: World, game: str, variant: str, round_seconds: int, table: dict[str, set[str]]
) -> None:
    world, random = world_on_either, Random(f"{game} {variant}")
    host, watcher = await world.player("Host"), await world.player("Watcher")
    (described,) = [row for row in (await host.get(f"/v1/games/{game}"))["variants"] if row["variant"] == variant]
    seats = [seat["id"] for seat in described["seats"]]
    players: dict[str, Client | None] = {seat: await world.player(seat) for seat in seats}
    players[seats[1]] = None  # A bot sits here.
    silent = {seats[2], seats[-2]}
    match_id = await world.match(game, host, players, variant=variant)

    people = {seat: player for seat, player in players.items() if player is not None}
    readers = {**people, "host": host, "spectator": watcher}
    told: dict[str, list[Json]] = {name: [] for name in readers}
    async with asyncio.TaskGroup() as listening:
        for number, (name, reader) in enumerate(readers.items()):
            listening.create_task(_follow(reader, match_id, told[name], events_a_socket=(None, 2, 5)[number % 3]))
        while (await host.get(f"/v1/matches/{match_id}"))["status"] != "over":
            for seat, player in people.items():
                await _act(player, match_id, random, silent=seat in silent)
            await world.pass_time(round_seconds)

    everything = told["host"]
    for name, reader in readers.items():
        expected = [_may_know(event["facts"], name, seats, table) for event in everything]
        assert [event["facts"] for event in told[name]] == [told_facts for told_facts in expected if told_facts], name
        assert [event["cursor"] for event in told[name]] == list(range(1, len(told[name]) + 1))
        assert await reader.events(match_id) == told[name]
    _check_that_all_of_it_happened(everything, game, table)
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


async def _act(player: Client, match_id: str, random: Random, *, silent: bool) -> None:
    """Answer the prompt, sometimes twice, and say something somewhere."""
    view = await player.view(match_id)
    for _ in range(0 if silent else random.choice([1, 1, 2])):
        await player.submit(match_id, view["phase"]["number"], answer(view["prompt"], random))
    channels = [channel["channel"] for channel in view["channels"] if channel["open"]]
    for channel in random.sample(channels, min(2, len(channels))):
        await player.say(match_id, channel, f"{player.player_id} thinks {random.random()}")


def _may_know(told: list[Json], viewer: str, seats: list[str], table: dict[str, set[str]]) -> list[Json]:
    """The facts of one of the host's events that the viewer may know."""
    return [fact for fact in told if viewer == "host" or _is_told(fact, viewer, seats, table)]


def _is_told(fact: Json, viewer: str, seats: list[str], table: dict[str, set[str]]) -> bool:
    game, _, name = fact["type"].rpartition(".")
    if game:
        (whom,) = [row for row, names in table.items() if name in names]
        everyone, seat, pair = whom == "everyone", whom == "seat", whom == "pair"
        return everyone or (seat and fact["seat"] == viewer) or (pair and viewer in fact["seats"])
    match name:
        case "submitted" | "withdrawn":
            return bool(fact["seat"] == viewer)
        case "channel_opened" | "channel_closed" | "message_sent":
            return viewer in _members(fact["channel"], seats)
        case "drawn":
            return False
        case "seed_revealed":
            return "record" in table["everyone"]
        case _:
            return True


def _members(channel: str, seats: list[str]) -> list[str]:
    kind, *named = channel.split(":")
    return named if kind in ("pair", "host") else [seat for seat in seats if seat.startswith(f"{kind}-")]


def _check_that_all_of_it_happened(everything: list[Json], game: str, table: dict[str, set[str]]) -> None:
    """What was compared was not empty: every kind that a seat may be told, some it may not, talk everywhere."""
    seen = Counter(types(everything))
    for whom, names in table.items():
        missing = {name for name in names if not seen[f"{game}.{name}"]}
        assert missing < names if whom == "host" else not missing, (whom, missing)
    spoken = {fact["channel"].split(":")[0] for fact in facts(everything) if fact["type"] == "message_sent"}
    assert spoken == {"heaven", "hell", "pair", "host"}
    (ended,) = [fact for fact in facts(everything) if fact["type"] == "match_ended"]
    given = Counter(name for names in ended["outcome"]["consequences"].values() for name in names)
    assert given["ascends"] == {"apocalypse": 3, "threads_of_fate": 4}[game]
    assert given["elimination_candidate"] == 1
    assert sorted(ended["outcome"]["rank"]) == sorted(ended["outcome"]["consequences"])
