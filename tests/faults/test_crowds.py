"""Subscribers that never read, and crowds that reconnect at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from random import Random
from urllib.parse import urlsplit

import psutil
import pytest

from tests.attacks.raw_sockets import RawSocket, text
from tests.faults.crowd import Follower, all_told, duel, leave, people, play, stream_of
from tests.faults.fleet import fleet
from tests.faults.history import facts
from tests.faults.players import Addresses, Caller
from tests.published_frames import PublishedSocket, connect
from tests.sampling import Sample
from tests.waiting import PATIENCE_SECONDS, patience, until

_CROWD = 2000
_DEAF = 10
_MATCHES = 20
_MESSAGES = 25
_TEXT = "\U0001f9f5" * 2000
"""The longest allowed message: 8,000 bytes."""


@pytest.mark.sampled(of="crowds")
async def test_unread_events_of_a_subscriber_neither_accumulate_nor_delay_others(postgres_url: str) -> None:
    async with fleet(postgres_url, 1) as servers:
        ada, bo = await people(servers.addresses, 2)
        matches = [await duel(ada, bo) for _ in range(_MATCHES)]
        url = servers.addresses.next()
        deaf = [_subscribe_deaf(ada, url, matches) for _ in range(_DEAF)]
        process = psutil.Process(servers.servers[0].process.pid)
        before = process.memory_info().rss

        async with connect(stream_of(url), additional_headers=bo.authorization, compression=None) as stream:
            for match_id in matches:
                await stream.send_frame({"type": "subscribe", "match_id": match_id})
            hearing = asyncio.create_task(_hear(stream, len(matches) * _MESSAGES))
            for number in range(_MESSAGES):
                await asyncio.gather(*(_say(ada, match_id, number) for match_id in matches))
            heard = await hearing
        grown = process.memory_info().rss - before

        for one in deaf:
            one.close()
        await leave(ada, bo)

    unread = len(matches) * _MESSAGES * len(_TEXT.encode()) * _DEAF
    print(f"Grew by {grown / 2**20:.1f} MB while {unread / 2**20:.1f} MB were not read.")
    assert heard == {match_id: list(range(_MESSAGES)) for match_id in matches}
    # The log itself is in memory too; entries in mailboxes are shared by all who are told the same.
    assert grown < unread / 2


@pytest.mark.sampled(of="crowds")
async def test_a_subscriber_that_never_reads_is_disconnected(sqlite_url: str) -> None:
    """
    Its kernel acknowledges data, so only time shows that nobody reads.
    """
    async with fleet(sqlite_url, 1) as servers:
        ada, bo = await people(servers.addresses, 2)
        matches = [await duel(ada, bo) for _ in range(_MATCHES)]
        deaf = _subscribe_deaf(ada, servers.addresses.next(), matches)
        process = psutil.Process(servers.servers[0].process.pid)
        for number in range(_MESSAGES):
            await asyncio.gather(*(_say(ada, match_id, number) for match_id in matches))

        port = deaf.port
        await until(lambda: port not in [one.raddr.port for one in process.net_connections("tcp") if one.raddr])
        deaf.close()
        await leave(ada, bo)


@pytest.mark.sampled(of="crowds")
async def test_a_crowd_that_reconnects_at_once_is_told_exactly_what_it_missed(
    postgres_url: str, many_files: None, sample: Sample
) -> None:
    """
    Each from its own cursor; while they reconnect, others are answered and play goes on.
    """
    async with fleet(postgres_url, 2) as servers:
        falling, staying = servers.servers
        ada, bo, watcher = await people(Addresses(staying.url), 3)
        matches = [await duel(ada, bo) for _ in range(_MATCHES)]
        for match_id in matches:
            await play(ada, bo, match_id, rounds=range(1, 4))
        begun = len(await watcher.events(matches[0]))
        random = Random(1)
        crowd = [Follower(random.choice(matches), random.randint(0, begun)) for _ in range(sample.count(_CROWD))]

        at_once = [asyncio.create_task(one.follow(falling.url, watcher)) for one in crowd]
        await all_told(crowd, begun)
        await servers.kill(falling)
        await asyncio.gather(*at_once)
        at_once = [asyncio.create_task(one.follow(staying.url, watcher)) for one in crowd]
        for match_id in matches:
            await play(ada, bo, match_id, rounds=range(4, 6))
        fresh = {match_id: await watcher.events(match_id) for match_id in matches}
        await all_told(crowd, len(fresh[matches[0]]))
        for task in at_once:
            task.cancel()
        await asyncio.gather(*at_once, return_exceptions=True)
        await leave(ada, bo, watcher)

    assert len(fresh[matches[0]]) > begun
    assert all(one.told == fresh[one.match_id][one.begun :] for one in crowd)


async def _say(ada: Caller, match_id: str, number: int) -> None:
    text = f"{number:02}{_TEXT[2:]}"
    reply = (await ada.call("POST", f"/v1/matches/{match_id}/channels/table/messages", {"text": text})).reply
    assert reply.status_code == 201, reply.text


async def _hear(stream: PublishedSocket, messages: int) -> dict[str, list[int]]:
    """Return the numbers of the messages in each match, in the order of arrival."""
    heard: dict[str, list[int]] = {}
    async with patience():
        while sum(map(len, heard.values())) < messages:
            frame = json.loads(await stream.recv())
            for fact in facts([frame] if frame["type"] == "event" else []):
                if fact["type"] == "message_sent":
                    heard.setdefault(frame["match_id"], []).append(int(fact["text"][:2]))
    return heard


def _subscribe_deaf(reader: Caller, url: str, matches: Sequence[str]) -> RawSocket:
    """Subscribe to these matches and then read nothing more; the kernel buffers as little as possible."""
    address = urlsplit(url)
    token = reader.authorization["Authorization"].removeprefix("Bearer ")
    one = RawSocket((str(address.hostname), address.port or 80), token, small=True)
    assert one.is_upgraded
    for match_id in matches:
        one.send(text({"type": "subscribe", "match_id": match_id}), PATIENCE_SECONDS)
    return one
