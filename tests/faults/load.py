"""
A load of matches during a fault, and the check of everything that their clients saw.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.faults.history import Evidence, check
from tests.faults.hooks import check_hook
from tests.faults.players import GIVE_UP_SECONDS, Addresses, Caller, Habits, Player
from tests.sampling import Run, more
from tests.server.notifications.webhooks.target import Target
from tests.waiting import PATIENCE_SECONDS, until

Json = Any

TIMES: Final = more()
"""A factor for the duration and for the number of matches."""

_DUEL = {"wins_needed": 1, "timeout": "lose_duel", "tied_duel": "holder_wins"}


@dataclass
class Load:
    """Matches played one after another at several tables until the load ends."""

    addresses: Addresses
    give_up_seconds: float
    random: Random
    callers: list[Caller] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    hooked: list[tuple[Caller, Target]] = field(default_factory=list)
    target: Target | None = None
    """Where the news of the next host is sent; at the end it must have received all of it."""

    @property
    def acknowledged(self) -> int:
        """How many submissions were acknowledged as new so far."""
        return sum(player.acknowledged for player in self._players)

    @property
    def resumed(self) -> int:
        """How many streams broke and were resumed."""
        return sum(player.resumed for player in self._players)

    @property
    def broken(self) -> int:
        """How many calls broke off or got no reply."""
        return sum(caller.broken for caller in self.callers)

    @property
    def refused(self) -> int:
        """How many calls were answered with 503."""
        return sum(caller.refused for caller in self.callers)

    async def progress(self, submissions: int) -> None:
        """Wait until this many more submissions were acknowledged."""
        before = self.acknowledged
        await until(lambda: self.acknowledged >= before + submissions)

    async def refusals(self, calls: int) -> None:
        """Wait until this many more calls were answered with 503."""
        before = self.refused
        await until(lambda: self.refused >= before + calls)

    async def ends(self, matches: int) -> None:
        """Wait until this many more matches have ended."""
        before = len(self.evidence)
        await until(lambda: len(self.evidence) >= before + matches)

    async def eager_duels(self) -> None:
        """Two players who play duel after duel, where each phase is closed by their submissions."""
        host, players = await self._host(), await self._players_for("ab")
        first = True
        while first or not self.ending.is_set():
            first = False
            body = {"game": "wizards_duel", "pace": "eager", "options": _DUEL, "open_log": True}
            await self._match(host, players, body, {})

    async def timed_duel(self, rounds: int) -> None:
        """A duel by the clock: one player resubmits all the time, the other falls silent in some round and loses."""
        host, players = await self._host(), await self._players_for("ab")
        options = {**_DUEL, "cast_seconds": 10, "charm_seconds": 10}
        body = {"game": "wizards_duel", "options": options, "open_log": True}
        habits: dict[str, Habits] = {
            "a": lambda _: "again",
            "b": lambda phase: "again" if phase < rounds else "silent",
        }
        await self._match(host, players, body, habits)

    async def realm_game(self) -> None:
        """One match between heaven and hell."""
        host = await self._host()
        described = (await host.get("/v1/games/threads_of_fate"))["variants"][0]
        players = await self._players_for([seat["id"] for seat in described["seats"]])
        body = {"game": "threads_of_fate", "variant": described["variant"], "pace": "eager", "open_log": True}
        await self._match(host, players, body, {})

    async def _host(self) -> Caller:
        host = Caller(self.addresses, self.give_up_seconds)
        self.callers.append(host)
        await host.sign_up("Host")
        target, self.target = self.target, None
        if target is not None:  # Before it has any news: a webhook is sent what comes afterwards.
            await host.call("POST", "/v1/webhooks", {"url": target.url})
            self.hooked.append((host, target))
        return host

    async def _players_for(self, seats: Iterable[str]) -> dict[str, Player]:
        players = {}
        for seat in seats:
            player = Player(self.addresses, Random(self.random.random()), self.give_up_seconds)
            self.callers.append(player)
            await player.sign_up(seat)
            players[seat] = player
        return players

    async def _match(self, host: Caller, players: dict[str, Player], body: Json, habits: Mapping[str, Habits]) -> None:
        """Play a match to its end; players submit once in a phase where `habits` does not say otherwise."""
        sitters = {seat: {"player_id": player.player_id} for seat, player in players.items()}
        request = body | {"seats": sitters, "autostart": True}
        created = (await host.call("POST", "/v1/matches", request, key=secrets.token_hex(8))).reply
        if created.status_code != 201:
            host.complaints.append(f"a match was not created: {created.status_code} {created.text}")
            return
        match_id = created.json()["match_id"]
        for seat, player in players.items():
            await player.call("PUT", f"/v1/matches/{match_id}/seats/{seat}", {})
        histories = await asyncio.gather(
            *(player.play(match_id, seat, habits.get(seat, lambda _: "once")) for seat, player in players.items())
        )
        fresh = {
            history.seat: await players[history.seat].events(match_id, known=len(history.told)) for history in histories
        }
        log = (await host.call("GET", f"/v1/matches/{match_id}/log")).reply.text
        news = {caller.player_id: await caller.news(match_id) for caller in (host, *players.values())}
        self.evidence.append(Evidence(match_id, body["game"], log, histories, fresh, news))

    @property
    def _players(self) -> list[Player]:
        return [caller for caller in self.callers if isinstance(caller, Player)]


@asynccontextmanager
async def playing(
    addresses: Addresses,
    *,
    eager: int,
    timed: int = 0,
    realms: int = 0,
    give_up_seconds: float = GIVE_UP_SECONDS,
    target: Target | None = None,
) -> AsyncIterator[Load]:
    """
    Run a load on these servers. After the fault all matches are played to their end, and the logs are checked against
    everything that clients were told. With a `target`, one of the hosts has a webhook.
    """
    load = Load(addresses, give_up_seconds, Random(f"{Run.seed} load"), target=target)
    tables = [load.eager_duels() for _ in range(eager * TIMES)]
    tables += [load.timed_duel(rounds=min(TIMES, 8)) for _ in range(timed * TIMES)]
    tables += [load.realm_game() for _ in range(realms)]
    try:
        async with asyncio.timeout(None) as limit, asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(table)
            yield load
            load.ending.set()
            limit.reschedule(asyncio.get_running_loop().time() + PATIENCE_SECONDS * TIMES)
        for host, target in load.hooked:
            await check_hook(target, host.player_id, await host.own_events())
    finally:
        for caller in load.callers:
            await caller.close()
    complaints = [complaint for caller in load.callers for complaint in caller.complaints]
    faults = [fault for evidence in load.evidence for fault in check(evidence)]
    assert not complaints, "\n".join(complaints[:20])
    assert not faults, "\n".join(faults[:20])
    assert len(load.evidence) >= len(tables)
