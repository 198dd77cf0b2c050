"""A database is set back to a moment in the middle of play, while four hundred players have cursors after it."""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.logs.store.entry import Entry, receipt_of
from server.logs.store.rows import entry_of
from server.runtime.database.migrating import migrate
from tests.databases import rows
from tests.faults.followers import WAYS, Brake, Follower
from tests.faults.history import Evidence, check, facts
from tests.faults.hooks import check_hook
from tests.faults.players import Addresses, Caller
from tests.faults.proxy import proxied
from tests.forks import Fork
from tests.postgres import base_backup, running_postgres
from tests.sampling import Run
from tests.secrecy.verifiers.both_verifiers import File, both, events_of
from tests.server.notifications.webhooks.target import LOOPBACK, Target, Targets
from tests.serving import overheard
from tests.waiting import patiently, until

Json = Any

_MATCHES: Final = 20 if Run.depth >= 1 else 1
"""A short run plays one, also if this file is new: twenty take minutes."""

_GAME: Final = "threads_of_fate"
_HEAVEN: Final = 8
_HELL: Final = 12
_OPTIONS: Final = {"heaven_size": _HEAVEN, "hell_size": _HELL, "rounds": 6}

_BEFORE: Final = 3
"""The last phase in which anybody submits before the moment to which the database is set back."""

_AHEAD: Final = 5
"""The phase in which everybody is when it is set back."""

_ENTRIES: Final = "SELECT log_id, seq, kind, at, facts, nonce, previous, body, hash FROM entries ORDER BY log_id, seq"


class Play:
    """
    Matches of twenty players each. In each match, one of them has a webhook.

    `host` hosts all matches, and has no seat; nor have the guests.
    """

    def __init__(self, addresses: Addresses, targets: Targets) -> None:
        self.addresses = addresses
        self.host = Caller(addresses)
        self.guests = Caller(addresses), Caller(addresses)
        self.brake = Brake(_BEFORE)
        self.tables: dict[str, list[Follower]] = {}
        self.hooks: dict[Follower, Target] = {}
        self._targets = targets

    @property
    def players(self) -> list[Follower]:
        return self.brake.players

    async def prepare(self) -> None:
        """Let everybody sit down."""
        random = Random(f"{Run.seed} set back")
        await self.host.sign_up("Host")
        for guest in self.guests:
            await guest.sign_up("Guest")
        seats = [f"heaven-{n + 1}" for n in range(_HEAVEN)] + [f"hell-{n + 1}" for n in range(_HELL)]
        ways = cycle(WAYS)
        for number in range(_MATCHES):
            players = [
                Follower(self.addresses, seat, next(ways), self.brake, Random(random.random())) for seat in seats
            ]
            await asyncio.gather(*(player.sign_up(player.seat) for player in players))
            hooked, target = players[number % len(seats)], self._targets.target(f"hook-{number}", "127.0.0.1")
            await hooked.call("POST", "/v1/webhooks", {"url": target.url})
            self.hooks[hooked] = target
            taken = {player.seat: {"player_id": player.player_id} for player in players}
            body = {"game": _GAME, "pace": "eager", "options": _OPTIONS, "seats": taken, "autostart": True}
            match_id = (await self.host.post("/v1/matches", body))["match_id"]
            await asyncio.gather(
                *(player.call("PUT", f"/v1/matches/{match_id}/seats/{player.seat}", {}) for player in players)
            )
            self.tables[match_id] = players

    async def forget(self, leaving: Caller) -> str:
        """Let a guest leave for good; return who it was."""
        left = await leaving.call("DELETE", "/v1/me", {"name": "Guest"})
        gone = left.tries > 1 and left.reply.status_code == 401  # A reply that did not arrive had said so.
        assert gone or left.reply.status_code in (202, 204), left.reply.text
        return leaving.player_id

    async def submissions(self, in_each_seat: float) -> None:
        """Wait until so many were acknowledged."""
        wanted = in_each_seat * len(self.players)
        await until(lambda: sum(len(player.receipts) for player in self.players) >= wanted)

    async def get_ahead(self) -> None:
        """Play on until everybody was told what nobody was told before."""
        self.brake.move(_AHEAD)
        await until(lambda: all((player.phase or 0) >= _AHEAD for player in self.players))
        for player in self.players:
            await player.read_own(wait=10)

    async def to_the_end(self) -> None:
        """Play on until all matches are over."""
        self.brake.move(math.inf)
        await until(lambda: all(player.is_over for player in self.players))

    async def check(self, before: Mapping[str, Sequence[Entry]]) -> list[Json]:
        """
        Check the matches, which are over: against their logs before, against all players, and by both verifiers.

        Returns:
            What the host was told of the loss in each match, in the order of `tables`.
        """
        complaints = [
            complaint for caller in (self.host, *self.guests, *self.players) for complaint in caller.complaints
        ]
        assert not complaints, "\n".join(complaints[:20])
        assert {player.begun_anew for player in self.players} == {1}
        losses, files = [], []
        for match_id, players in self.tables.items():
            text = (await self.host.call("GET", f"/v1/matches/{match_id}/log")).reply.text
            log = read_logs(text.splitlines())[match_id]
            (lost,) = [each for each in facts(await self.host.events(match_id)) if each["type"] == "entries_lost"]
            _check_lost(before[match_id], log, players, lost)
            losses.append(lost)

            kept = {receipt_of(entry) for entry in log if entry.kind == "submitted"}
            fresh = {player.seat: await player.events(match_id) for player in players}
            news = {player.player_id: await player.news(match_id) for player in players if player in self.hooks}
            histories = [player.history(kept) for player in players]
            faults = check(Evidence(match_id, _GAME, text, histories, fresh, news))
            assert not faults, "\n".join(faults[:20])
            for player in players:
                again = await player.get(f"/v1/matches/{match_id}/view", at=player.viewed["cursor"])
                assert again["view"] == player.viewed["view"]
            receipts = [receipt for player in players for receipt in player.receipts if receipt in kept]
            files.append(File(text.encode(), Kept(receipts=receipts)))
        assert {opinion.code for opinion, _ in both(files)} == {0}
        return losses

    async def check_webhooks(self) -> None:
        """No id is that of two messages, and who drops all but the first of each id has all news."""
        for player, target in self.hooks.items():
            await check_hook(target, player.player_id, (await player.read_own())["events"])


def _check_lost(before: Sequence[Entry], log: Sequence[Entry], players: Sequence[Follower], lost: Json) -> None:
    """Everybody was ahead. What players have receipts of and the log lacks is lost, and the host is told of that."""
    common = sum(old.hash == new.hash for old, new in zip(before, log, strict=False))
    assert all(player.reached > len(events_of(before[:common], player.seat)) for player in players)
    given = {receipt for player in players for receipt in player.receipts}
    gone = [entry for entry in before[common:] if entry.kind == "submitted" and receipt_of(entry) in given]
    assert {receipt_of(entry) for entry in gone} == given - {receipt_of(entry) for entry in log}
    assert gone[-1].seq <= lost["last"]
    assert before[lost["last"] - 1].hash == lost["head"]


@asynccontextmanager
async def _playing(addresses: Addresses, targets: Targets) -> AsyncIterator[Play]:
    """Play matches, which a test brings to their end."""
    play = Play(addresses, targets)
    try:
        await play.prepare()
        async with asyncio.TaskGroup() as group:
            for match_id, players in play.tables.items():
                for player in players:
                    group.create_task(player.play(match_id))
            yield play
    finally:
        for caller in (play.host, *play.guests, *play.players):
            await caller.close()


async def _run(*arguments: str) -> str:
    process = await Fork.start(arguments, os.environ)
    said, _ = await patiently(process.communicate())
    assert process.returncode == 0, said.decode()
    return said.decode()


async def _logs(database: str) -> dict[str, list[Entry]]:
    logs: dict[str, list[Entry]] = {}
    for row in await rows(database, _ENTRIES):
        entry = entry_of(row)
        logs.setdefault(entry.log_id, []).append(entry)
    return logs


async def _column(database: str, query: str) -> list[object]:
    return [value for (value,) in await rows(database, query)]


_PRESENT: Final = "SELECT id FROM players"
_FORGOTTEN: Final = "SELECT player_id FROM forgotten"


async def test_everybody_begins_anew_after_the_restore_of_a_backup(
    sqlite_url: str, tmp_path: Path, targets: Targets, many_files: None
) -> None:
    """
    The server was killed in the middle of play, and the backup was taken earlier, in the middle of play, too.
    """
    backup, addresses = tmp_path / "backup.db", Addresses()
    async with overheard(sqlite_url, webhook_allow=LOOPBACK) as server:
        addresses.urls.append(server.url)
        async with _playing(addresses, targets) as play:
            early = await play.forget(play.guests[0])
            await play.submissions(1.5)
            await _run("backup", str(backup), "--database", sqlite_url)
            late = await play.forget(play.guests[1])
            await play.get_ahead()
            server.process.kill()
            await server.process.wait()

            said = await _run("restore", str(backup), "--database", sqlite_url)

            async with overheard(sqlite_url, webhook_allow=LOOPBACK) as restored:
                addresses.urls[:] = [restored.url]
                await play.to_the_end()
                before = await _logs(f"sqlite:///{tmp_path / 'moirai.db.before-restore-1'}")
                losses = await play.check(before)
                await play.check_webhooks()
    assert [lost["last"] for lost in losses] == [len(before[match_id]) for match_id in play.tables]
    assert f"{late}: is forgotten again" in said
    assert set(await _column(sqlite_url, _FORGOTTEN)) == {early, late}
    assert not {early, late} & {*await _column(sqlite_url, _PRESENT)}


async def test_everybody_begins_anew_after_a_recovery_behind_a_server_that_runs_on(
    targets: Targets, many_files: None
) -> None:
    """
    The server notices by itself that PostgreSQL is on another timeline. It knows best what there was: of an entry that
    it has sent when the connection broke, nobody was told.
    """
    with running_postgres(durable=False, archives=True) as primary:
        name = primary.create_database()
        database = primary.url(name)
        await asyncio.to_thread(migrate, database)
        async with (
            proxied(database) as (proxy, url),
            overheard(url, webhook_allow=LOOPBACK) as server,
            _playing(Addresses(server.url), targets) as play,
        ):
            early = await play.forget(play.guests[0])
            await play.submissions(0.5)
            with base_backup(primary) as backup:
                await play.submissions(1.5)
                (moment,) = await _column(database, "SELECT clock_timestamp()")
                assert isinstance(moment, datetime)
                late = await play.forget(play.guests[1])
                await play.get_ahead()
                await asyncio.to_thread(primary.stop)

                recovered = (await asyncio.to_thread(backup.start, moment)).url(name)

                proxy.lead_to(recovered)
                await play.to_the_end()
                await asyncio.to_thread(primary.start)
                await play.check(await _logs(database))
                await play.check_webhooks()
                because = await _column(recovered, "SELECT because FROM epochs ORDER BY number")
                for player in {*await _column(database, _FORGOTTEN)} - {*await _column(recovered, _FORGOTTEN)}:
                    await _run("admin", "forget", str(player), "--database", recovered)
                forgotten, present = await _column(recovered, _FORGOTTEN), await _column(recovered, _PRESENT)
    assert because == ["first", "timeline"]
    assert {*forgotten} == {early, late}
    assert not {early, late} & {*present}
