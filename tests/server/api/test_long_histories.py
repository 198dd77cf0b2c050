"""Pages and exports of a match with many messages: bounded in bytes, complete, and of one moment."""

from __future__ import annotations

from typing import Any, Final

from benchmarks.prepared import Prepared, duels, write_from_loop
from engines.kit import seat_id
from server.logs.aggregates.aggregate import PAGE_BYTES
from tests.server.world import Client, running_world

Json = Any

MESSAGES: Final = 300
TEXT: Final = "é" * 1990


def _match() -> Prepared:
    (match,) = duels(1)
    for number in range(MESSAGES):
        match.say(seat_id("ab"[number % 2]), "table", f"{TEXT} {number}")
    return match


async def _messages(client: Client, match: Prepared, **query: int) -> Json:
    page = await client.get(f"/v1/matches/{match.match_id}/channels/table/messages", limit=200, **query)
    assert sum(len(message["text"].encode()) for message in page["messages"]) <= PAGE_BYTES
    return page


async def test_pages_of_messages_end_by_bytes_in_both_directions(sqlite_url: str) -> None:
    match = _match()
    await write_from_loop(sqlite_url, [match])
    async with running_world(sqlite_url) as world:
        reader = await world.player()
        onward, cursor, more = [], 0, True
        while more:
            page = await _messages(reader, match, after=cursor)
            onward += page["messages"]
            cursor, more = onward[-1]["cursor"], page["more"]
        page = await _messages(reader, match)
        back = page["messages"]
        while page["more"]:
            page = await _messages(reader, match, before=back[0]["cursor"])
            back = page["messages"] + back

    assert onward == back
    assert [message["text"].split()[1] for message in onward] == [str(number) for number in range(MESSAGES)]


async def test_pages_of_events_end_by_bytes(sqlite_url: str) -> None:
    match = _match()
    await write_from_loop(sqlite_url, [match])
    async with running_world(sqlite_url) as world:
        reader = await world.player()
        path, cursor, more, pages = f"/v1/matches/{match.match_id}/events", 0, True, 0
        while more:
            reply = await reader.http.get(path, params={"after": cursor, "limit": 500})
            page = reply.json()
            assert sum(map(len, page["events"])) <= len(page["events"]) * PAGE_BYTES
            assert len(reply.text) <= PAGE_BYTES + 1000
            assert [event["cursor"] for event in page["events"]] == list(range(cursor + 1, page["cursor"] + 1))
            cursor, more, pages = page["cursor"], page["more"], pages + 1

        assert cursor == (await reader.view(match.match_id))["cursor"] > MESSAGES
        assert pages >= 3


async def test_an_exported_log_is_that_of_the_request(sqlite_url: str) -> None:
    """Messages that are sent during the export are not included."""
    match = _match()
    match.void()
    await write_from_loop(sqlite_url, [match])
    async with running_world(sqlite_url) as world:
        token = match.tokens[seat_id("a")]
        server, host = world.app.state.server, world.connect("", token)
        lines = await server.matches.read_log((await server.admission.by_token(token, "")).player, match.match_id)
        live = await server.streams.repository.get(match.match_id)
        exported = [next(lines)]
        live.entries.append(live.entries[-1])
        exported += lines
        live.entries._kept.pop()

        reply = await host.http.get(f"/v1/matches/{match.match_id}/log")

    assert reply.text == b"".join(exported).decode() == "".join(entry.as_line() for entry in match.live.entries)
