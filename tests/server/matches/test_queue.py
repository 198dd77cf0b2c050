"""The queue seats whoever waits for the same game and pace, and tells nobody who that is."""

from __future__ import annotations

import asyncio
import json
import secrets
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.player import Person
from server.api.server import Server
from server.cli.logs.logfile import read_logs
from server.logs.directing.facts import Pace
from server.matches.lists.queues import Queues, QueueState
from server.matches.seats.queue import Queue, QueueRequest
from server.matches.seats.waits import seat_for
from tests.databases import rows
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.server.world import Client, World, running_world

Json = Any

DUEL = "wizards_duel"
LARGER = "threads_of_fate"
BOT = {"bot": True}


async def _join(player: Client, game: str = DUEL, pace: Pace = "eager", expect: int = 200) -> Json:
    return await player.post("/v1/queue", {"game": game, "pace": pace, "entropy": secrets.token_hex(32)}, expect)


async def _queue(player: Client, game: str = DUEL, pace: Pace = "eager") -> Json:
    queues = (await player.get("/v1/queue"))["queues"]
    return next(each for each in queues if (each["game"], each["pace"]) == (game, pace))


async def _match(player: Client, match_id: str) -> Json:
    return await player.get(f"/v1/matches/{match_id}")


def _players(match: Json) -> list[str]:
    return [seat["player"]["player_id"] for seat in match["seats"] if seat["player"]]


async def test_two_who_want_the_same_meet(world_on_either: World) -> None:
    world = world_on_either
    ada, bo, cal = await world.players("Ada", "Bo", "Cal")

    waiting = await _join(ada)
    other_pace, other_game = await _join(cal, pace="deadline"), await _join(cal, LARGER)
    joined = await _join(bo)
    await world.settle()
    met = await _match(ada, waiting["match_id"])

    assert waiting["status"] == "open"
    assert joined["match_id"] == waiting["match_id"]
    assert len({waiting["match_id"], other_pace["match_id"], other_game["match_id"]}) == 3
    assert (met["status"], met["pace"], met["queue"]) == ("running", "eager", True)
    assert sorted(_players(met)) == sorted([ada.player_id, bo.player_id])


async def test_the_table_that_has_waited_longest_fills_first(world_on_either: World) -> None:
    """Somebody with a similar name cannot sit at the first table, so there are two."""
    world = world_on_either
    ada, twin, bo = await world.players("Ada", "\u0410da", "Bo")
    first = await _join(ada)
    world.clock.advance(1)
    second = await _join(twin)
    world.clock.advance(1)

    third = await _join(bo)

    assert first["match_id"] != second["match_id"]
    assert third["match_id"] == first["match_id"]


async def test_a_wait_that_is_renewed_counts_and_one_that_is_not_frees_the_seat(world_on_either: World) -> None:
    """Renewing it soon again changes nothing; and nobody is seated with somebody who has gone."""
    world = world_on_either
    ada, bo = await world.players("Ada", "Bo")
    table = (await _join(ada, LARGER))["match_id"]
    at_once = await ada.events(table)
    await _join(ada, LARGER)
    world.clock.advance(40)
    await _join(bo, LARGER)
    await world.pass_time(10)
    again = await _join(ada, LARGER)
    await world.pass_time(45)
    both_wait = _players(await _match(ada, table))
    await world.pass_time(6)
    one_left = _players(await _match(ada, table))
    await world.pass_time(10)
    nobody_left = await _match(ada, table)

    assert (await ada.events(table))[: len(at_once)] == at_once
    assert again["match_id"] == table
    assert both_wait == [ada.player_id, bo.player_id]
    assert one_left == [ada.player_id]
    assert nobody_left["status"] == "void"
    assert [each["status"] for each in (await ada.get("/v1/matches", mine=True))["matches"]] == []


async def test_renewing_at_once_again_is_no_entry(world: World) -> None:
    (ada,) = await world.players("Ada")
    table = (await _join(ada))["match_id"]
    before = await ada.events(table)

    again = await _join(ada)

    assert again["match_id"] == table
    assert await ada.events(table) == before


async def test_nobody_is_seated_with_somebody_who_has_gone_while_no_timer_has_fired(world_on_either: World) -> None:
    world = world_on_either
    ada, bo = await world.players("Ada", "Bo")
    table = await _join(ada)
    live = await world.app.state.server.match_logs.repository.get(table["match_id"])
    world.clock.advance(60)

    free = seat_for(live.state, Person(bo.player_id, "Bo"), world.clock.now(), ())
    joined = await _join(bo)

    assert free is None
    assert joined["match_id"] != table["match_id"]
    assert _players(joined) == [bo.player_id]
    assert (await _match(ada, table["match_id"]))["status"] == "void"


@pytest.mark.parametrize("who_blocks", [0, 1])
async def test_two_of_whom_one_has_blocked_the_other_do_not_meet(world_on_either: World, who_blocks: int) -> None:
    """Others meet either of them."""
    world = world_on_either
    ada, bo, cal = pair = await world.players("Ada", "Bo", "Cal")
    await pair[who_blocks].put(f"/v1/me/blocks/{pair[1 - who_blocks].player_id}", None)

    hers = await _join(ada)
    world.clock.advance(1)
    his = await _join(bo)
    third = await _join(cal)

    assert hers["match_id"] != his["match_id"]
    assert third["match_id"] == hers["match_id"]


async def test_who_leaves_leaves_no_table_behind(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    table = await _join(ada)
    await ada.delete(f"/v1/matches/{table['match_id']}/seats/a")
    await world.settle()

    joined = await _join(bo)

    assert (await _match(ada, table["match_id"]))["status"] == "void"
    assert joined["match_id"] != table["match_id"]


async def test_who_calls_again_after_the_match_has_begun_gets_it(world_on_either: World) -> None:
    """The call was under way when the other sat down. Later, it is another wish."""
    world = world_on_either
    ada, bo = await world.players("Ada", "Bo")
    await _join(ada)
    begun = await _join(bo)
    await world.settle()

    soon = await _join(ada)
    world.clock.advance(60)
    later = await _join(ada)

    assert soon["match_id"] == begun["match_id"]
    assert later["match_id"] != begun["match_id"]
    assert later["status"] == "open"


async def test_a_restart_in_between_changes_nothing(database_url: str) -> None:
    async with running_world(database_url) as before:
        ada, bo = await before.players("Ada", "Bo")
        table = (await _join(ada))["match_id"]
    async with running_world(database_url) as after:
        joined = await _join(after.connect(bo.player_id, bo.token))
        await after.settle()
        cal = await after.player("Cal")
        alone = (await _join(cal))["match_id"]
    async with running_world(database_url) as last:
        await last.pass_time(61)
        gone = await _match(last.connect(cal.player_id, cal.token), alone)

    assert joined["match_id"] == table
    assert gone["status"] == "void"


class HeldQueues(Queues):
    """Answers with the tables as of the question, but only later: meanwhile, another process does something."""

    def __init__(self, database: AsyncEngine) -> None:
        super().__init__(database)
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def tables(self, game: str, pace: Pace) -> list[str]:
        found = await super().tables(game, pace)
        self.asked.set()
        await self.go.wait()
        return found


async def _join_held(world: World, held: HeldQueues, player: Client) -> str:
    server: Server = world.app.state.server
    logs, hosting = server.match_logs.repository, server.hosting
    queue = Queue(logs, held, hosting, server.blocks, world.clock, server.settings.matches_per_host)
    found = await server.players.by_id(player.player_id)
    assert found is not None
    reply, _ = await queue.join(found, QueueRequest(game=DUEL, entropy=secrets.token_hex(32)))
    return reply.match_id


async def _race(one: World, two: World, *, later_is_older: bool) -> tuple[list[str], list[str]]:
    """Let Bo look for tables in the second process, Ada join in the first, and then Bo: their tables, and what runs."""
    ada, bo = await one.players("Ada", "Bo")
    held = HeldQueues(two.app.state.server.database)
    if later_is_older:
        one.clock.advance(1)
    joining = asyncio.create_task(_join_held(two, held, bo))
    await held.asked.wait()
    hers = (await _join(ada))["match_id"]
    if not later_is_older:
        two.clock.advance(1)
    held.go.set()
    his = await joining
    if later_is_older:
        assert hers != his
        hers = (await _join(ada))["match_id"]
    for world in (one, two):
        await world.settle()
    return [hers, his], [hers if (await _match(ada, hers))["status"] == "running" else ""]


@pytest.mark.parametrize("later_is_older", [False, True])
async def test_two_who_join_at_once_in_two_processes_end_at_one_table(
    postgres_url: str, *, later_is_older: bool
) -> None:
    """
    Both have seen no table, and both open one; the clocks of processes differ.

    Who opened the younger one moves at once if the older one was written before, else with the next renewal.
    """
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ids, running = await _race(one, two, later_is_older=later_is_older)
    found = await rows(postgres_url, "SELECT status, visibility FROM matches ORDER BY status")

    assert ids[0] == ids[1] == running[0]
    assert found == [("running", "unlisted"), ("void", "queue")]


async def test_two_who_join_at_once_in_one_process_end_at_one_table(database_url: str) -> None:
    async with running_world(database_url) as world:
        (ids, running) = await _race(world, world, later_is_older=False)

    assert ids[0] == ids[1] == running[0]


async def test_who_joins_twice_at_once_waits_at_one_table(database_url: str) -> None:
    async with running_world(database_url) as world:
        (ada,) = await world.players("Ada")
        held = HeldQueues(world.app.state.server.database)
        joining = asyncio.create_task(_join_held(world, held, ada))
        await held.asked.wait()
        first = (await _join(ada))["match_id"]
        world.clock.advance(1)
        held.go.set()
        second = await joining
        still = await _match(ada, first)
    found = await rows(database_url, "SELECT status FROM matches ORDER BY status")

    assert first == second
    assert still["status"] == "open"
    assert found == [("open",), ("void",)]


async def test_the_usual_wait_is_the_median_of_how_long_people_waited_for_each_other(world_on_either: World) -> None:
    """Before the first match there is none. Where bots took the free seats, nobody was found."""
    world = world_on_either
    usual = []
    ada, bo = await world.players("Ada", "Bo")
    for seconds in (10, 50, 20):
        usual.append((await _queue(ada))["usual_wait_seconds"])
        await _join(ada)
        world.clock.advance(seconds)
        await _join(bo)
        await world.settle()
        world.clock.advance(60)
    usual.append((await _queue(ada))["usual_wait_seconds"])
    alone = (await _join(ada))["match_id"]
    world.clock.advance(59)
    await ada.sit(alone, "b", bot=True)
    await world.settle()
    world.clock.advance(60)
    usual.append((await _queue(ada))["usual_wait_seconds"])

    assert usual == [None, 10, 30, 20, 20]
    assert (await _queue(ada, LARGER))["usual_wait_seconds"] is None
    assert (await _queue(ada, pace="deadline"))["usual_wait_seconds"] is None


async def test_the_usual_wait_survives_what_is_rebuilt_from_the_log(world: World) -> None:
    """It is a fold: the row of a match says what its log says."""
    ada, bo = await world.players("Ada", "Bo")
    table = (await _join(ada))["match_id"]
    world.clock.advance(30)
    await _join(ada)
    world.clock.advance(12)
    await _join(bo)
    await world.settle()

    assert (await _queue(ada))["usual_wait_seconds"] == 42
    live = await world.app.state.server.match_logs.repository.get(table)
    assert live.state.waited_seconds == 42


async def test_nobody_learns_who_waits(world_on_either: World) -> None:
    """Not from the queue, without an account either, nor from a list, whoever asks: it shows that somebody waits."""
    world = world_on_either
    ada, cal = await world.players("Ada", "Cal")
    administrator = await world.player("Root", administrator_key="laplace and his demon")
    before = await _queue(world.nobody())
    world.clock.advance(5)
    table = (await _join(ada))["match_id"]

    told = [await player.get("/v1/queue") for player in (world.nobody(), cal, administrator)]
    lists = [
        await player.get("/v1/matches", **query)
        for player in (cal, administrator, ada)
        for query in ({}, {"game": DUEL, "free": True}, {"player": ada.player_id}, {"mine": True})
    ]
    lobby = await cal.listen("/v1/matches", 1)

    assert before == {"game": DUEL, "pace": "eager", "somebody_waits": False, "usual_wait_seconds": None}
    assert told[0] == told[1] == told[2]
    assert await _queue(cal) == {**before, "somebody_waits": True}
    for each in (*told, *lists, lobby):
        assert table not in json.dumps(each)
        assert "Ada" not in json.dumps(each)
        assert ada.player_id not in json.dumps(each)


async def test_a_match_of_the_queue_is_in_the_lists_of_its_players_alone(world: World) -> None:
    ada, bo, cal = await world.players("Ada", "Bo", "Cal")
    await _join(ada)
    begun = (await _join(bo))["match_id"]
    await world.settle()

    own = [(await player.get("/v1/matches", awaiting_me=True))["matches"] for player in (ada, bo)]
    others = (await cal.get("/v1/matches"))["matches"]

    assert [[match["match_id"] for match in matches] for matches in own] == [[begun], [begun]]
    assert others == []


async def test_who_came_first_has_no_more_rights_than_the_others(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    table = (await _join(ada))["match_id"]
    path = f"/v1/matches/{table}"

    before = [
        await ada.post(f"{path}/start", None, expect=403),
        await ada.post(f"{path}/invitations", {}, expect=403),
        await ada.sit(table, "b", expect=403, player_id=bo.player_id),
        await ada.act(table, {"type": "void", "reason": "x"}, expect=403),
        await ada.act(table, {"type": "close_door"}, expect=403),
    ]
    await _join(bo)
    await world.settle()
    actions: list[Json] = [
        {"type": "pause", "reason": "x"},
        {"type": "extend", "seconds": 60},
        {"type": "void", "reason": "x"},
        {"type": "give_role", "player_id": bo.player_id, "role": "director"},
        {"type": "propose_rules", "rules_version": 2},
    ]
    during = [await player.act(table, action, expect=403) for player in (ada, bo) for action in actions]
    roles = (await _match(ada, table))["roles"]

    assert {refused["code"] for refused in (*before, *during)} <= {"host_only", "owners_only"}
    assert roles == []


async def test_after_half_a_minute_who_waits_can_play_with_a_bot(world: World) -> None:
    """Nobody else can seat one; and it begins by itself."""
    ada, cal = await world.players("Ada", "Cal")
    table = (await _join(ada))["match_id"]
    world.clock.advance(29)
    too_soon = await ada.sit(table, "b", expect=403, **BOT)
    world.clock.advance(1)
    not_there = await cal.sit(table, "b", expect=403, **BOT)

    await ada.sit(table, "b", **BOT)
    await world.settle()

    assert "30 seconds" in too_soon["detail"]
    assert too_soon["code"] == not_there["code"] == "host_only"
    assert (await _match(ada, table))["status"] == "running"


async def test_a_player_who_is_forgotten_ends_no_table_of_others(world: World) -> None:
    ada, bo = await world.players("Ada", "Bo")
    table = (await _join(ada, LARGER))["match_id"]
    await _join(bo, LARGER)

    await ada.http.request("DELETE", "/v1/me", json={"name": "Ada"})
    await world.app.state.server.forgetting.sweep()
    await world.settle()

    left = await _match(bo, table)
    assert (left["status"], _players(left)) == ("open", [bo.player_id])


async def test_an_unknown_game_and_too_little_entropy_are_refused(world: World) -> None:
    (ada,) = await world.players("Ada")

    unknown = await _join(ada, "tag", expect=422)
    short = await ada.post("/v1/queue", {"game": DUEL, "entropy": "00"}, expect=422)

    assert (unknown["code"], short["code"]) == ("unknown_game", "malformed_request")


async def test_both_verifiers_accept_the_logs_of_the_queue(world: World) -> None:
    """One with a wait that was renewed, played to its end; and one that was called off."""
    ada, bo, cal = await world.players("Ada", "Bo", "Cal")
    played = (await _join(ada))["match_id"]
    world.clock.advance(30)
    await _join(ada)
    await _join(bo)
    await world.settle()
    gone = (await _join(cal))["match_id"]
    while (await _match(ada, played))["status"] == "running":
        await world.pass_time(61)

    logs = []
    for match_id in (played, gone):
        text = (await ada.http.get(f"/v1/matches/{match_id}/log")).text
        (entries,) = read_logs(text.splitlines()).values()
        logs.append(file_of(entries))
    opinions = both(logs)

    assert (await _match(ada, played))["status"] == "over"
    for first, second in opinions:
        assert (first.code, second.code) == (0, 0), (first.lines, second.lines)


async def test_all_who_ask_for_the_queues_at_once_are_told_what_was_read_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, read = [], Queues.all

    async def counted(queues: Queues, now: datetime) -> list[QueueState]:
        reads.append(now)
        return await read(queues, now)

    monkeypatch.setattr(Queues, "all", counted)
    nobody = world.nobody()

    told = await asyncio.gather(*(nobody.get("/v1/queue") for _ in range(5)))

    assert all(each["queues"] == told[0]["queues"] for each in told)
    assert len(reads) == 1
