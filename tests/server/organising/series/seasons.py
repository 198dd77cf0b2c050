"""A series as its director runs it through the public calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.events import Event
from tests.server.world import Client, World

Json = Any

DUEL: Json = {"game": "wizards_duel", "variant": "puzzler", "seats": {"a": "candidate", "b": "opponent"}}

FINAL: Json = {
    "game": "wizards_duel",
    "variant": "gods_collide",
    "seats": {"a": "finalist:hell", "b": "finalist:heaven"},
}

ARENA: Json = {
    "game": "hero_of_the_arena",
    "seats": {
        "hell-1": "candidate",
        "heaven-1": "partner:candidate",
        "hell-2": "opponent",
        "heaven-2": "partner:opponent",
    },
}

THE_SEASON: Json = {
    "realms": {"heaven": 3, "hell": 8},
    "mark": {"episodes": 1},
    "token": {"spares": "pick"},
    "pick": {"by": "candidate", "from": "next_hell", "seconds": 43200, "silent": "worst_rank"},
    "deaths": {
        "duel": DUEL,
        "arena": {**ARENA, "options": {"opponent_team": 2}},
    },
    "episodes": [
        {"game": "divine_intervention", "heaven": "ascends", "death": "duel"},
        {"game": "apocalypse", "heaven": "ascends", "death": "duel"},
        {
            "game": "threads_of_fate",
            "options": {"marked": {"seats": "mark"}},
            "heaven": "ascends",
            "death": "arena",
        },
        {
            "game": "apocalypse",
            "options": {"heaven_size": 4, "hell_size": 4},
            "heaven": "winner",
            "death": "duel",
        },
        {"game": "divine_intervention", "variant": "small", "heaven": "stays", "death": "duel"},
        {
            "game": "threads_of_fate",
            "variant": "quick",
            "options": {"marked": {"seats": "mark"}},
            "heaven": "stays",
            "death": "duel",
        },
        {
            "game": "threads_of_fate",
            "variant": "quick",
            "options": {"hell_size": 3},
            "heaven": "stays",
            "death": "duel",
        },
        {"game": "hero_of_the_arena", "finalists": "winner"},
        FINAL,
    ],
}
"""Eleven players to one, in sixteen matches."""

SHORT: Json = {
    "realms": {"heaven": 2, "hell": 3},
    "mark": {"episodes": 1},
    "token": {"spares": "pick"},
    "pick": {"seconds": 3600, "silent": "worst_rank"},
    "deaths": {"duel": DUEL},
    "episodes": [
        {
            "game": "threads_of_fate",
            "variant": "quick",
            "options": {"hell_size": 3, "rounds": 3, "marked": {"seats": "mark"}},
            "heaven": "stays",
            "death": "duel",
        },
        {"game": "hero_of_the_arena", "variant": "skirmish", "options": {"rounds": 1}, "finalists": "winner"},
        FINAL,
    ],
}
"""Five players to one, in four matches."""

FIVE = ("Ada", "Bo", "Cy", "Di", "Ed")

RANKS = {"e1": 1, "e2": 2, "e4": 3, "e3": 4, "e5": 5}
"""Of a main match of five of whom Ed is the candidate, and Cy the worst of the others in hell."""


class Season(Event):
    """A series."""

    kind = "series"
    selects = "series"
    places = "players"

    async def decide(self, by: Client, number: int, choice: str, expect: int = 200) -> Json:
        reply = await by.put(f"{self.path}/decisions/{number}", {"choice": choice}, expect)
        await self.world.settle()
        return reply

    async def pass_time(self, seconds: float) -> None:
        """Advance time, and let everything happen that is due by then, but for the matches, whose phases are long."""
        self.world.clock.advance(seconds)
        await self.world.app.state.server.series_logs.schedule.do_overdue(self.world.clock.now())
        await self.world.settle()

    async def match(self) -> str:
        """Return the id of the last match."""
        episode = (await self.view())["episodes"][-1]
        match_id: str = (episode["death"] or episode["main"])["match_id"]
        return match_id

    async def void(self) -> str:
        """Call the open match off, as its host."""
        match_id = await self.match()
        await self.director.act(match_id, {"type": "void", "reason": "A fire alarm."})
        await self.world.settle()
        return match_id

    async def end(self, rank: dict[str, int], consequences: dict[str, list[str]] | None = None) -> None:
        """Adjudicate the open match with these ranks and consequences, by entrant, as its host."""
        episode = (await self.view())["episodes"][-1]
        match = episode["death"] or episode["main"]
        seat_of = {entrant: seat for seat, entrant in match["seats"].items()}
        body: Json = {"type": "adjudicate", "reason": "Seen.", "rank": {seat_of[e]: r for e, r in rank.items()}}
        body["consequences"] = {seat_of[e]: met for e, met in (consequences or {}).items()}
        await self.director.act(match["match_id"], body)
        await self.world.settle()

    async def end_main(self, candidate: str, *winners: str) -> None:
        """End the open main match so that this one is the candidate, and these have won; ranks follow the ids."""
        episode = (await self.view())["episodes"][-1]
        everyone = sorted((*episode["heaven"], *episode["hell"]), key=lambda each: (each == candidate, int(each[1:])))
        met: dict[str, list[str]] = {each: ["winner"] for each in winners}
        if candidate:
            met[candidate] = ["elimination_candidate"]
        await self.end({each: place for place, each in enumerate(everyone, 1)}, met)

    async def require_genuine(self) -> None:
        """Verify the logs, with both verifiers."""
        for opinion in both([File((await self.logs()).encode())])[0]:
            assert opinion.code == 0, opinion.lines


async def season(world: World, names: Sequence[str | None] = (), plan: Json = SHORT, **terms: Json) -> Season:
    """Create a series with these players, and bots for None, in the first places."""
    director = await world.player("Director")
    players = [None if name is None else await world.player(name) for name in names]
    body = {
        "label": "Eleven to one",
        **plan,
        "players": [player and player.player_id for player in players],
        "match": {"open_log": True},
        **terms,
    }
    created = await director.post("/v1/series", body, expect=201)
    entrants = {f"e{number}": player for number, player in enumerate(players, 1) if player}
    return Season(world, director, created["series_id"], entrants)


async def begun(world: World, names: Sequence[str | None] = FIVE, plan: Json = SHORT, **terms: Json) -> Season:
    """Start a series in which the first two are in heaven."""
    one = await season(world, names, plan, **terms)
    heaven = (plan["realms"]["heaven"], len(names))
    await one.act(
        "set_places",
        heaven=[f"e{number}" for number in range(1, heaven[0] + 1)],
        hell=[f"e{number}" for number in range(heaven[0] + 1, heaven[1] + 1)],
    )
    await one.act("start")
    return one


async def to_the_pick(world: World, **terms: Json) -> Season:
    """Start a series of five with Ada and Bo in heaven, and end its main match: Ed picks next."""
    one = await begun(world, **terms)
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    return one
