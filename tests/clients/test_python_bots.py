"""Bots of the Python client: they play whole matches of every game on a real server."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest
from jsonschema_rs import Draft202012Validator

from engines.catalogue import GAMES
from moirai_client import Bot, Client, Match, RefusedError, answer
from moirai_client.answers import fits
from moirai_client.schemas import JsonValue, Move, SeatRequest, ViewReply
from tests.clients.duels import against_a_bot
from tests.engines.table import Table
from tests.faults.proxy import Proxy, proxied
from tests.sampling import Sample
from tests.server.world import World
from tests.serving import run, serving, with_client
from tests.waiting import patience

CLIENTS = Path(__file__).parents[2] / "clients"
EXAMPLE = CLIENTS / "examples" / "bot.py"

OPTIONS: dict[str, dict[str, JsonValue]] = {"hero_of_the_arena": {"rounds": 3}}
"""For matches of moderate length."""

SHORT: dict[str, JsonValue] = {"options": {"wins_needed": 1}, "pace": "eager"}
"""For a match of at most two duels."""


class Unlucky(Bot):
    """Sometimes loses all its connections when it is about to move."""

    def __init__(self, client: Client, random: Random, proxy: Proxy) -> None:
        super().__init__(client, random)
        self.moved: list[int] = []
        self._proxy = proxy

    async def choose(self, view: ViewReply) -> Move:
        if len(self.moved) % 4 == 0:
            await self._proxy.refuse()
            await self._proxy.open()
        assert view["phase"] is not None
        self.moved.append(view["phase"]["number"])
        return await super().choose(view)


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", GAMES)
async def test_bots_play_a_match_to_its_end_although_connections_break(sqlite_url: str, game: str) -> None:
    """One bot with a good connection, one whose connection breaks repeatedly, and the server's own bots."""
    async with (
        serving(sqlite_url) as (_, url),
        proxied(url) as (proxy, by_proxy),
        await Client.sign_up(url, "Ada") as ada,
        await Client.sign_up(by_proxy, "Bo") as bo,
    ):
        first, second, *others = [seat["id"] for seat in (await ada.game(game))["variants"][0]["seats"]]
        seats: dict[str, SeatRequest] = {first: {}, second: {"player_id": (await bo.me())["player_id"]}}
        match = await ada.create_match(
            {
                "game": game,
                "options": OPTIONS.get(game, {}),
                "seats": seats | {seat: {"bot": True} for seat in others},
                "pace": "eager",
                "autostart": True,
            }
        )
        await bo.match(match.id).take_seat(second)
        lucky, unlucky = Bot(ada, Random(1)), Unlucky(bo, Random(2), proxy)

        async with patience():
            views = await asyncio.gather(lucky.run(match.id), unlucky.run(match.id))

        events = (await bo.match(match.id).events(limit=500))["events"]

    assert [view["status"] for view in views] == ["over", "over"]
    assert views[0]["outcome"] == views[1]["outcome"]
    assert views[0]["outcome"] is not None
    submitted = [fact["phase"] for event in events for fact in event["facts"] if fact["type"] == "submitted"]
    assert unlucky.moved
    assert sorted(set(submitted)) == sorted(set(unlucky.moved))


class Strongest(Bot):
    """Casts the last spell of its hand, which is the strongest."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.chosen: list[str] = []

    async def choose(self, view: ViewReply) -> Move:
        position = view["view"]
        assert position["game"] == "wizards_duel"
        if position["phase"] and position["phase"]["name"] != "cast":
            return await super().choose(view)
        free = [spell for spell in position["hands"]["a"]["possible"] if spell != position["pending"]["a"]["banned"]]
        self.chosen.append(max(free))
        return {"type": "cast", "spell": max(free)}


class Stubborn(Bot):
    """Casts a spell that it does not have."""

    async def choose(self, view: ViewReply) -> Move:
        return {"type": "cast", "spell": "w"}


class Interrupted(Bot):
    """Pauses its first match while it chooses, and resumes it once its move was refused."""

    paused = False
    choices = 0

    async def choose(self, view: ViewReply) -> Move:
        self.choices += 1
        if self.choices == 1:
            await self.client.match(view["match_id"]).act({"type": "pause", "reason": "Tea."})
            self.paused = True
        return await super().choose(view)

    async def _move(self, match: Match, view: ViewReply, phase: int) -> int | None:
        answered = await super()._move(match, view, phase)
        if self.paused:
            assert answered is None
            self.paused = False
            await match.act({"type": "resume"})
        return answered


async def test_a_bot_with_a_choice_of_its_own_plays_by_it(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada, **SHORT)

        bot = Strongest(ada)

        view = await bot.run(match.id)

        assert view["status"] == "over"
        events = (await match.events())["events"]
        moves = [fact["move"] for event in events for fact in event["facts"] if fact["type"] == "submitted"]
        casts = [move["spell"] for move in moves if move["type"] == "cast"]
        assert casts == bot.chosen
        assert casts[0] == "x"


async def test_a_bot_that_insists_on_an_illegal_move_is_told_so(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada, **SHORT)

        with pytest.raises(RefusedError, match="wisdom_not_yours"):
            await Stubborn(ada).run(match.id)


async def test_a_bot_moves_again_when_a_pause_is_over(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada, patience():
        match = await against_a_bot(world, ada, **SHORT)
        bot = Interrupted(ada)

        view = await bot.run(match.id)

        assert view["status"] == "over"
        events = (await match.events())["events"]
        phases = [fact["phase"] for event in events for fact in event["facts"] if fact["type"] == "submitted"]
        assert phases[0] == 1
        assert bot.choices == len(phases) + 1


@pytest.mark.parametrize("game", GAMES)
def test_random_answers_fit_their_prompts_by_the_standard(game: str) -> None:
    """`fits` implements a small part of JSON Schema; on every prompt it agrees with a full implementation."""
    random, engine = Random(game), GAMES[game]
    table = Table(engine, engine.options(next(iter(engine.variants)), {}))
    given, verdicts = [{"type": "none of this game"}], set()
    for _ in range(4):
        if table.over:
            break
        prompts = [engine.prompt(table.views[seat]) for seat in table.phase.seats[:4]]
        given += [answer(prompt, random) for prompt in prompts]
        for prompt in prompts:
            assert prompt is not None
            validator = Draft202012Validator(prompt)
            assert validator.is_valid(answer(prompt, random))
            for value in given:
                verdict = fits(value, prompt, prompt.get("$defs", {}))
                assert verdict == validator.is_valid(value), (value, prompt)
                verdicts.add(verdict)
        table.close(table.sampled(random))

    assert verdicts == {True, False}


async def test_the_example_bot_plays_every_game_to_its_end(sqlite_url: str, tmp_path: Path, sample: Sample) -> None:
    """As a separate program: against bots of the server, and twice in one match that is given by its id."""

    async def play(*arguments: str) -> str:
        return await run(sys.executable, str(EXAMPLE), url, *arguments, folder=tmp_path, environment=with_client())

    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await host.create_match({"game": "wizards_duel", "pace": "eager", "autostart": True})

        said = await asyncio.gather(
            *(play("--game", game) for game in sample.of([*GAMES])), *(play("--match", match.id) for _ in range(2))
        )

    assert all("Over: {'rank':" in printed for printed in said), said
    assert all(f"Playing {match.id}" in printed for printed in said[-2:])


def test_the_example_bot_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40


async def test_the_package_stands_alone(tmp_path: Path) -> None:
    """Authors of clients have neither the server nor its engines."""
    code = (
        "import sys, moirai_client; print([name for name in ('server', 'engines', 'pydantic') if name in sys.modules])"
    )

    said = await run(sys.executable, "-c", code, folder=tmp_path, environment=with_client())

    assert said == "[]\n"
