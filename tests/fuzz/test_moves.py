"""
Moves in matches of all games, phase by phase: valid by the prompt, nearly valid, and arbitrary.

An accepted move fits the prompt and is in the log, once; a refused one is refused as published, and the log stays
unchanged.
"""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Coroutine, Iterator
from random import Random
from typing import Any, Final, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from engines.catalogue import GAMES
from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.frames import any_json
from tests.fuzz.tally import Tally, class_of
from tests.prompts import answer
from tests.sampling import more
from tests.server.world import Client, World, running_world

Json = Any
T = TypeVar("T")

PHASES: Final = 20

MOST: Final = 6
"""How many moves are tried in a phase."""

KINDS: Final = ("asked for", "asked for", "nearly", "nearly", "of another time", "anything")

DAY: Final = 86_400


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
async def test_moves_are_accepted_by_their_prompt_or_refused_as_published(
    game: str, sqlite_url: str, tally: Tally
) -> None:
    async with running_world(sqlite_url, matches_per_host=10**6) as world:
        table = await Table.set(world, game)
        await asyncio.to_thread(_fuzz, table, tally)

    assert tally.outcomes(f"{game}, asked for")["2xx"]
    assert tally.outcomes(f"{game}, nearly")["4xx"]
    assert table.closed >= PHASES


def _fuzz(table: Table, tally: Tally) -> None:
    earlier: list[Json] = [{"type": "cast", "spell": "5"}]
    tries = st.tuples(st.sampled_from(KINDS), any_json, st.integers(0, 2**32).map(Random))

    @drawn
    @bounded(PHASES * more())
    @given(st.lists(tries, min_size=1, max_size=MOST))
    def play_a_phase(some: list[tuple[str, Json, Random]]) -> None:
        for kind, anything, random in some:
            seat = random.choice(table.wait_for(table.asked()))
            view = table.wait_for(table.people[seat].view(table.match_id))
            asked_for = answer(view["prompt"], random) if view["prompt"] else earlier[-1]
            move = {
                "asked for": asked_for,
                "nearly": _with_one_wrong(asked_for, anything, random),
                "of another time": random.choice(earlier),
                "anything": anything,
            }[kind]
            earlier.append(asked_for)
            tally.add(f"{table.game}, {kind}", class_of(table.wait_for(table.submit(seat, view, move))))
        table.wait_for(table.close_phase())

    play_a_phase()


class Table:
    """
    A match of a game, and another one when it is over; each seat has a player, and the host has no seat.

    `closed` counts its closed phases.
    """

    def __init__(self, world: World, game: str, host: Client, people: dict[str, Client]) -> None:
        self.game = game
        self.people = people
        self.match_id = ""
        self.closed = 0
        self._world = world
        self._host = host
        self._loop = asyncio.get_running_loop()

    @classmethod
    async def set(cls, world: World, game: str) -> Table:
        host = await world.player("Host")
        variant = (await host.get(f"/v1/games/{game}"))["variants"][0]
        table = cls(world, game, host, {seat["id"]: await world.player(seat["id"]) for seat in variant["seats"]})
        await table._begin()
        return table

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work on the server's event loop from another thread, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def asked(self) -> list[str]:
        """Return the seats that may act, all where none may; of another match if this one is over."""
        phase = (await self._host.view(self.match_id))["phase"]
        if phase is None:
            await self._begin()
            return await self.asked()
        return [*phase["must"], *phase["may"]] or [*self.people]

    async def submit(self, seat: str, view: Json, move: Json) -> int:
        """Submit a move to the phase of this view, and check its effect; return the reply's status."""
        player, before = self.people[seat], await self._log()
        # Sent unchanged, because httpx does not accept some of it as JSON.
        body = json.dumps({"phase": view["phase"]["number"], "move": move})
        headers = {"Content-Type": "application/json"}
        reply = await player.http.put(f"/v1/matches/{self.match_id}/submission", content=body, headers=headers)
        after = await self._log()
        assert after[: len(before)] == before
        if reply.status_code >= 400:
            assert len(after) == len(before), f"{reply.text} for {body}"
            return reply.status_code
        submitted = [entry for entry in map(json.loads, after[len(before) :]) if entry["kind"] == "submitted"]
        assert len(submitted) == (not reply.json()["repeated"])
        standing = (await player.view(self.match_id, at=reply.json()["cursor"]))["submission"]["move"]
        Draft202012Validator(view["prompt"]).validate(standing)
        await self._world.settle()
        return reply.status_code

    async def close_phase(self) -> None:
        """Let the open phase reach its deadline."""
        await self._world.pass_time(DAY)
        self.closed += 1

    async def _begin(self) -> None:
        self.match_id = await self._world.match(self.game, self._host, self.people)

    async def _log(self) -> list[str]:
        return (await self._host.http.get(f"/v1/matches/{self.match_id}/log")).text.splitlines()


def _with_one_wrong(move: Json, anything: Json, random: Random) -> Json:
    """Draw the move with an arbitrary value in one place, or with one place removed or added."""
    wrong = copy.deepcopy(move)
    holder, key = random.choice([*_places(wrong)])
    change = random.choice(["put", "put", "leave out", "add"])
    if change == "leave out":
        del holder[key]
    elif change == "add" and isinstance(holder, list):
        holder.append(anything)
    else:
        holder["more" if change == "add" else key] = anything
    return wrong


def _places(value: Json) -> Iterator[tuple[Any, Any]]:
    """Yield all containers, each with their places."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, key
            yield from _places(inner)
