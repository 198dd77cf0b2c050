"""The streams of tournaments: the tournament, and its matches as the reader's own viewer of each."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from engines.kit import HOST
from server.api.streams import tables
from tests.published import check_schema
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, Stream, World, running_world, without_epoch
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

SPELL = {"type": "cast", "spell": "7"}


async def _four_players(world: World, match: Json | None = None, **more: Json) -> Directed:
    """Create a tournament of four players, whose matches are public."""
    duels = {"game": "wizards_duel", "options": {"cast_seconds": 600}, "visibility": "public", **(match or {})}
    terms: Json = {"system": "round_robin", "rounds": 0, "match": duels, **more}
    return await directed(world, ("Ada", "Bo", "Cy", "Dee"), **terms)


async def _start_round(event: Directed) -> dict[str, tuple[str, str]]:
    """Pair and start the next round; return the match and the seat of each entrant."""
    tables = await event.start(len((await event.view())["rounds"]) + 1)
    return {
        entrant: (table["match_id"], seat)
        for table in tables
        for entrant, seat in zip(table["entrants"], "ab", strict=False)
    }


@asynccontextmanager
async def _stream(event: Directed, reader: Client, matches: str, after: int = 0) -> AsyncIterator[Reader]:
    async with reader.socket(f"{event.path}/stream?after={after}&matches={matches}") as connection:
        yield Reader(Stream(connection))


class Reader:
    """What a socket receives, also by log."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.frames: list[Json] = []

    async def until(self, fact: str, times: int = 1) -> list[Json]:
        """Return all frames so far, up to the one with this fact, which has come so often by then."""
        async with patience():  # Heartbeats come for good.
            while len([it for it in self.frames if fact in _types([it])]) < times:
                self.frames.append(await self.stream.frame())
        return self.frames

    async def pong(self) -> list[Json]:
        """Return all frames so far, up to the answer to a ping."""
        await self.stream.send({"type": "ping"})
        while (frame := await self.stream.frame())["type"] != "pong":
            self.frames.append(frame)
        return self.frames

    def viewers(self) -> dict[str, str]:
        """Return as which viewer each match is followed."""
        return {it["match_id"]: it["viewer"] for it in self.frames if it["type"] == "subscribed"}


def _types(frames: Iterable[Json]) -> list[str]:
    return [fact["type"] for frame in frames for fact in frame.get("facts", ())]


def _by_log(frames: Iterable[Json]) -> dict[str, list[Json]]:
    """Return the events of each log."""
    logs: dict[str, list[Json]] = defaultdict(list)
    for frame in frames:
        if "facts" in frame:
            logs[frame.get("match_id") or frame["tournament_id"]].append(frame)
    return logs


def _secrets(frames: Iterable[Json]) -> list[Json]:
    """Return what nobody may be told who watches a match while a phase is open."""
    told = [fact for frame in frames if "match_id" in frame for fact in frame.get("facts", ())]
    return [fact for fact in told if fact["type"] in ("submitted", "drawn", "secret_options") or fact.get("move")]


async def test_everyone_follows_the_tournament_and_its_matches_as_their_own_viewer(world: World) -> None:
    event = await _four_players(world)
    ada, someone = event.entrants["e1"], await world.player("Someone")
    async with AsyncExitStack() as opened:
        readers = {
            name: await opened.enter_async_context(_stream(event, client, matches))
            for name, client, matches in (
                ("director", event.director, "all"),
                ("ada", ada, "mine"),
                ("someone", someone, "all"),
                ("nobody", world.nobody(), "all"),
                ("board", someone, "none"),
            )
        }
        places = await _start_round(event)
        match_id, seat = places["e1"]
        both = {each for each, _ in places.values()}
        for name, reader in readers.items():
            await reader.until("tables_set")
            await reader.until("phase_opened", {"ada": 1, "board": 0}.get(name, 2))
        await ada.submit(match_id, 1, SPELL)

        await readers["director"].until("seat_submitted")
        await readers["ada"].until("submitted")
        heard = {name: await reader.pong() for name, reader in readers.items()}

        assert {name: frames[1]["viewer"] for name, frames in heard.items()} == {
            "director": "host",
            "ada": "e1",
            "someone": "spectator",
            "nobody": "spectator",
            "board": "spectator",
        }
        assert {name: reader.viewers() for name, reader in readers.items()} == {
            "director": dict.fromkeys(both, "director"),
            "ada": {match_id: seat},
            "someone": dict.fromkeys(both, "spectator"),
            "nobody": dict.fromkeys(both, "spectator"),
            "board": {},
        }
        assert "submitted" not in _types([*heard["director"], *heard["someone"], *heard["nobody"]])
        assert "seat_submitted" not in _types([*heard["ada"], *heard["someone"], *heard["nobody"]])
        assert "round_paired" in _types(heard["director"])
        assert _by_log(heard["ada"])[match_id] == await ada.events(match_id)
        assert _by_log(heard["nobody"])[match_id] == await someone.events(match_id)

        await event.act("end_round")
        later = {each for each, _ in (await _start_round(event)).values()}
        frames = await readers["someone"].until("phase_opened", 4)

    gone = {frame["match_id"] for frame in frames if frame["type"] == "unsubscribed"}
    assert gone == both
    assert readers["someone"].viewers().keys() == both | later


async def test_a_reader_who_reconnects_misses_nothing_and_sees_nothing_twice(world: World) -> None:
    """Matches that existed at the cursor are resumed by their own cursors; later ones join by themselves."""
    event = await _four_players(world)
    async with _stream(event, event.director, "all") as whole:
        async with _stream(event, event.director, "all") as first:
            places = await _start_round(event)
            await event.entrants["e1"].submit(places["e1"][0], 1, SPELL)
            before = list(await first.until("seat_submitted"))
        cursors = {log: events[-1]["cursor"] for log, events in _by_log(before).items()}
        after = cursors.pop(event.id)
        await event.entrants["e2"].submit(places["e2"][0], 1, SPELL)
        await event.act("pause", reason="Lunch")

        async with _stream(event, event.director, "all", after) as second:
            await second.until("tables_set")
            for match_id, cursor in cursors.items():
                await second.stream.send({"type": "subscribe", "match_id": match_id, "after": cursor})
            await second.until("match_paused", 2)
            await event.act("resume")
            await event.act("end_round")
            await _start_round(event)
            resumed = await second.until("phase_opened", 2)
        frames = await whole.until("phase_opened", 4)

    assert _by_log([*before, *resumed]) == _by_log(frames)


async def test_a_socket_opened_before_the_matches_exist_follows_them_from_the_beginning(world: World) -> None:
    """Also if its cursor is between the entry that names a match and the one that says that it exists."""
    event = await _four_players(world)
    await _start_round(event)
    pages = await event.director.get(f"{event.path}/events")
    (started,) = [it["cursor"] for it in pages["events"] if "round_started" in _types([it])]

    async with _stream(event, event.director, "all", started) as reader:
        joined = await reader.until("phase_opened", 2)
    async with _stream(event, event.director, "all", pages["cursor"]) as reader:
        alone = await reader.pong()

    assert next(it["cursor"] for it in joined if it["type"] == "tournament_event") == started + 1
    assert [it["type"] for it in alone] == ["hello", "tournament_subscribed"]


async def test_a_match_that_is_played_again_joins(world: World) -> None:
    event = await _four_players(world, system="single_elimination")
    async with _stream(event, event.director, "all") as reader:
        places = await _start_round(event)
        level, other = places["e1"][0], {match for match, _ in places.values()} - {places["e1"][0]}
        await reader.until("phase_opened", 2)

        await event.director.act(level, {"type": "adjudicate", "rank": {"a": 1, "b": 1}, "reason": "Level."})

        frames = await reader.until("phase_opened", 3)
    (again,) = [fact for frame in frames for fact in frame.get("facts", ()) if fact["type"] == "table_replayed"]
    assert [frame["match_id"] for frame in frames if frame["type"] == "unsubscribed"] == [level]
    assert reader.viewers().keys() == {level, *other, again["match_id"]}


async def test_matches_that_began_and_ended_while_a_reader_was_away_join(world: World) -> None:
    """Of all rounds since its cursor, and also those that were played again; a new reader gets what goes on."""
    event = await _four_players(world, system="single_elimination")
    after = (await event.director.get(f"{event.path}/events"))["cursor"]
    async with _stream(event, event.director, "all", after) as whole:
        places = await _start_round(event)
        first, second = places["e1"][0], places["e2"][0]
        await event.decide(first, 1, 1)
        (again,) = {table["match_id"] for table in (await event.round(1))["tables"]} - {second}
        await event.decide(again)
        await event.decide(second)
        (final,) = [table["match_id"] for table in await event.start(2)]
        frames = await whole.until("phase_opened", 4)

    async with _stream(event, event.director, "all", after) as reader:
        missed = await reader.until("phase_opened", 4)
    async with _stream(event, event.director, "all") as newcomer:
        await newcomer.until("phase_opened")
        await newcomer.pong()

    assert reader.viewers().keys() == {first, second, again, final}
    assert _by_log(missed) == _by_log(frames)
    assert newcomer.viewers().keys() == {final}


async def test_matches_of_a_start_after_one_that_was_taken_back_join_and_tables_of_a_round_that_was_done(
    world: World,
) -> None:
    event = await _four_players(world)
    async with _stream(event, event.director, "all") as reader:
        first = await _start_round(event)
        await reader.until("phase_opened", 2)
        await event.act("undo", action="start_round")
        await reader.until("match_voided", 2)
        await event.act("start_round")
        await reader.until("phase_opened", 4)
        tables = (await event.round(1))["tables"]
        for table in tables:
            await event.decide(table["match_id"])
        await event.act("edit", schedule={"review_seconds": 60}, reason="To look at it.")
        await event.act("pair")
        await event.act("replay_table", round=1, table=1)
        await reader.until("phase_opened", 5)

    (again,) = {table["match_id"] for table in (await event.round(1))["tables"]} - {each["match_id"] for each in tables}
    assert reader.viewers().keys() == {
        *(match_id for match_id, _ in first.values()),
        *(table["match_id"] for table in tables),
        again,
    }


async def test_a_stream_of_one_server_follows_what_another_one_starts(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        event = await _four_players(one)
        there = two.connect(event.director.player_id, event.director.token)
        async with _stream(event, there, "all") as reader:
            for number in (1, 2):
                places = await _start_round(event)
                await reader.until("phase_opened", 2 * number)
                await event.entrants["e1"].submit(places["e1"][0], 1, SPELL)
                await reader.until("seat_submitted", number)
                await event.act("end_round")

    assert set(reader.viewers().values()) == {"director"}


@pytest.mark.parametrize("planted", [False, True], ids=["", "with a planted leak"])
async def test_a_director_is_told_who_has_submitted_but_no_moves(
    own_world: World, monkeypatch: pytest.MonkeyPatch, planted: bool
) -> None:
    """The director hosts the matches; this stream may be on a screen that players see."""
    if planted:
        monkeypatch.setattr(tables, "viewer_in_match", lambda player, within, match: HOST)
    event = await _four_players(own_world)
    async with _stream(event, event.director, "all") as reader:
        places = await _start_round(event)
        match_id, seat = places["e1"]
        await event.entrants["e1"].submit(match_id, 1, SPELL)
        await reader.until("submitted" if planted else "seat_submitted")
        waiting = list(await reader.pong())
    async with _stream(event, event.director, "none", waiting[1]["cursor"]) as again:
        await again.stream.send({"type": "subscribe", "match_id": match_id})
        waiting += await again.until("seat_submitted")

    (told,) = [fact for frame in waiting for fact in frame.get("facts", ()) if fact["type"] == "seat_submitted"][:1]
    assert told == {"type": "seat_submitted", "seat": seat, "phase": 1, "has_submission": True}
    assert bool(_secrets(waiting)) == planted


async def test_private_matches_are_followed_by_directors_and_players_only(world: World) -> None:
    """A director whom the maker names hosts none of the matches."""
    second = await world.player("Second")
    event = await _four_players(world, {"visibility": "private"}, directors=[second.player_id])
    someone = await world.player("Someone")
    places = await _start_round(event)

    async with _stream(event, second, "all") as reader:
        await reader.until("phase_opened", 2)
        assert set(reader.viewers().values()) == {"director"}
    async with _stream(event, someone, "all") as reader:
        await reader.until("tables_set")
        await reader.stream.send({"type": "subscribe", "match_id": places["e1"][0]})
        refused = await reader.stream.frame()
        assert (refused["type"], refused["code"]) == ("refused", "unknown_match")
        assert reader.viewers() == {}


async def test_a_stream_ends_when_its_reader_becomes_another_viewer(world: World) -> None:
    event = await _four_players(world)
    someone = await world.player("Someone")
    headers = {"Accept": "text/event-stream"}
    async with (
        _stream(event, someone, "all") as reader,
        someone.http.stream("GET", f"{event.path}/events", headers=headers) as reply,
    ):
        await reader.until("entered", 4)

        await someone.put(f"{event.path}/entrants/me", {})

        said = [line async for line in reply.aiter_lines()]
        assert await reader.stream.closed() == 4410
    assert said[-4:] == ["event: closed", "id:", 'data: {"code":4410,"reason":"viewer_changed"}', ""]
    assert not any('"entrant":"e5"' in line for line in said)


async def test_server_sent_events_resume_after_the_last_id(world: World) -> None:
    event = await _four_players(world)
    pages = await event.director.get(f"{event.path}/events")

    heard: list[tuple[str, Json]] = []
    while len(heard) < 5:
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": heard[-1][0]} if heard else {})
        async with event.director.http.stream("GET", f"{event.path}/events", headers=headers) as reply:
            lines = reply.aiter_lines()
            async with patience():
                told = [(await anext(lines)).partition(": ")[2] for _ in range(3 * (2 + len(heard) % 2))]
        for event_id, data in zip(told[::3], told[1::3], strict=True):
            told_event = json.loads(data)
            check_schema("TournamentEventFrame", told_event)
            del told_event["server_now"]
            heard.append((event_id, told_event))

    assert [without_epoch(event_id) for event_id, _ in heard] == [
        f"host:{number}" for number in range(1, len(heard) + 1)
    ]
    assert [told for _, told in heard] == pages["events"][: len(heard)]


@pytest.mark.parametrize(
    ("query", "authenticated", "code"),
    [
        ("?after=99", True, 4409),
        ("?after=x", True, 4400),
        ("?matches=some", True, 4400),
        ("?before=1", True, 4400),
        ("", False, 4401),
        ("0", True, 4404),
        ("0", False, 4401),
    ],
)
async def test_a_socket_that_cannot_be_opened_is_closed_with_the_reason(
    world: World, query: str, authenticated: bool, code: int
) -> None:
    event = await _four_players(world, visibility="private")
    path = f"/v1/tournaments/{'0' * 26}/stream" if query == "0" else f"{event.path}/stream{query}"

    assert await event.director.close_code(path, authenticated=authenticated) == code


async def test_a_match_that_joins_costs_a_call(sqlite_url: str) -> None:
    async with running_world(sqlite_url, rate_per_token=100) as world:
        event = await _four_players(world)
        watcher = await world.player("Someone")
        await _start_round(event)
        left = []
        for matches in ("none", "none", "all"):
            async with _stream(event, watcher, matches) as reader:
                await reader.until("phase_opened", 2 if matches == "all" else 0)
                await reader.pong()
            told = (await watcher.http.get("/v1/me")).headers["RateLimit"]
            left.append(int(told.partition(";r=")[2].partition(";")[0]))

    # Two matches, and some events of each.
    assert left[1] - left[2] == pytest.approx(left[0] - left[1] + 2, abs=1)
