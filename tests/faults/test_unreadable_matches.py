"""
A match that cannot be read, because a row of it is damaged or from a newer server, does not affect other matches.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

import asyncpg
import pytest

from engines.kit import SPECTATOR, Fact, seat_id
from server.api.streams.close_codes import CloseCode
from server.logs.aggregates import schedule
from server.matches.facts import MessageSent
from server.matches.match import Match
from server.matches.projection import MatchProjection
from server.organising.tournaments.referee import TournamentReferee
from server.runtime import back_off
from tests.databases import execute
from tests.secrecy.verifiers.scribe import Scribe
from tests.server.organising.tournaments.directing import directed
from tests.server.stores import Ear
from tests.server.world import Client, World, running_world
from tests.waiting import patience


async def _damage(database: str, match_id: str) -> None:
    await execute(database, "UPDATE entries SET facts = '?' WHERE log_id = :match AND seq = 2", match=match_id)


async def _append_strange(url: str, match_id: str, seq: int, facts: str, *grown: str) -> None:
    """Append as another server does: an entry, and one notice of all matches that have grown."""
    connection = await asyncpg.connect(url)
    async with connection.transaction():
        await connection.execute(
            "INSERT INTO entries SELECT log_id, $2, kind, at, $3, nonce, hash, $4 FROM entries "
            "WHERE log_id = $1 AND seq = $2 - 1",
            *(match_id, seq, facts, "ab" * 32),
        )
        await connection.execute("SELECT pg_notify('moirai', $1)", f"other {match_id}:{seq} {' '.join(grown)}")
    await connection.close()


@pytest.mark.parametrize(
    "strange",
    ["?", '[{"fact":{"type":"match_resumed"}}]'],
    ids=["no JSON", "a fact told to nobody"],
)
async def test_a_match_with_an_unreadable_entry_delays_no_other(
    postgres_url: str, strange: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(back_off, "_FIRST_PAUSE_SECONDS", 0.2)
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        ada, bo = await one.player("Ada"), await one.player("Bo")
        bad, good = await one.duel(ada, bo), await one.duel(ada, bo)
        bo_there = two.connect(bo.player_id, bo.token)
        live = await one.app.state.server.streams.repository.get(bad)

        async with bo_there.stream(bad) as cut, bo_there.stream(good) as heard:
            await heard.until("deadline_set")
            await _append_strange(postgres_url, bad, live.head.seq + 1, strange, f"{good}:99")
            await ada.say(good, "table", "Still there?")

            told = await heard.until("message_sent")
            code = await cut.closed()
        refused = await bo_there.get(f"/v1/matches/{bad}/view", expect=503)

        assert told
        assert (code, refused["code"]) == (CloseCode.MATCH_UNREADABLE, "match_unreadable")
        await execute(postgres_url, "DELETE FROM entries WHERE hash = :hash", hash="ab" * 32)
        async with patience():
            while (await bo_there.http.get(f"/v1/matches/{bad}/view")).status_code != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.1)


async def test_a_match_that_cannot_be_read_is_not_read_again_at_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(back_off, "_FIRST_PAUSE_SECONDS", 3600)
    async with running_world(database_url) as world:
        ada, _, match_id = await world.ada_and_bo()
    await _damage(database_url, match_id)
    async with running_world(database_url) as world:
        ada = world.connect(ada.player_id, ada.token)

        refused = await ada.get(f"/v1/matches/{match_id}/view", expect=503)
        await execute(database_url, "DROP TABLE entries")
        again = await ada.get(f"/v1/matches/{match_id}/view", expect=503)

    assert refused["code"] == again["code"] == "match_unreadable"


async def test_many_overdue_matches_that_cannot_be_read_do_not_starve_the_others(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "_SWEPT_AT_ONCE", 2)
    async with running_world(sqlite_url) as world:
        ada, bo = await world.player("Ada"), await world.player("Bo")
        bad = [await world.duel(ada, bo) for _ in range(5)]
        world.clock.advance(1)
        good = await world.duel(ada, bo)
    for match_id in bad:
        await _damage(sqlite_url, match_id)
    async with running_world(sqlite_url, sweep_seconds=0.05) as world:
        world.clock.advance(70)
        async with patience():
            while await _phase(world, ada, good) == 1:  # noqa: ASYNC110  # Nobody tells.
                await asyncio.sleep(0.1)


async def _phase(world: World, player: Client, match_id: str) -> int:
    view = await world.connect(player.player_id, player.token).view(match_id)
    number: int = view["phase"]["number"]
    return number


async def test_a_view_that_cannot_be_folded_does_not_affect_other_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the match goes on."""
    duel = Scribe("wizards_duel", "colosseum", {"cast_seconds": 600})
    duel.start()
    live, ears = Match(duel.log, bytes(32)), {viewer: Ear() for viewer in (seat_id("a"), seat_id("b"), SPECTATOR)}
    for viewer, ear in ears.items():
        live.listen(viewer, ear)
    fold = MatchProjection.fold

    def failing(projection: MatchProjection, fact: Fact) -> None:
        if projection.viewer == "b" and isinstance(fact, MessageSent):
            raise KeyError("a bug of an engine")
        fold(projection, fact)

    monkeypatch.setattr(MatchProjection, "fold", failing)
    before = len(duel.log)
    duel.say("a", "table", "Hello?")
    duel.submit("a")
    for entry in duel.log[before:]:
        live.apply(entry)

    for _ in range(2):  # The viewer also gets no view that omits what cannot be folded.
        with pytest.raises(KeyError):
            live.projection(seat_id("b"))
    assert {viewer: (len(ear.heard), ear.cut) for viewer, ear in ears.items()} == {
        "a": (2, None),
        "b": (0, "unreadable"),
        SPECTATOR: (1, None),
    }
    assert live.state.submissions.keys() == {"a"}


async def test_a_match_that_cannot_be_read_holds_up_no_later_round_once_its_table_is_decided(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        one = await directed(world, ("Ada", "Bo"), system="own")
        await one.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}])
        await one.act("start_round")
        (table,) = (await one.round(1))["tables"]
    await _damage(sqlite_url, table["match_id"])
    async with running_world(sqlite_url) as world:
        one = replace(one, world=world, director=world.connect(one.director.player_id, one.director.token))

        await one.act("void_table", round=1, table=1)
        await one.act("set_pairings", tables=[{"entrants": ["e2", "e1"]}], force=True, reason="Again.")
        await one.act("start_round")
        (again,) = (await one.round(2))["tables"]

        assert await one.status(again) == "running"


async def test_an_outcome_that_cannot_be_read_holds_up_no_other_table(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends before it has taken the outcomes of two tables, and one match is damaged meanwhile."""
    async with running_world(sqlite_url) as world:
        one = await directed(world, ("Ada", "Bo", "Cy", "Di"), system="own")
        await one.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}, {"entrants": ["e3", "e4"]}])
        await one.act("start_round")
        bad, good = (await one.round(1))["tables"]
        with monkeypatch.context() as context:
            context.setattr(TournamentReferee, "_take_soon", lambda *_: None)
            for table in (bad, good):
                await one.decide(table["match_id"])
    await _damage(sqlite_url, bad["match_id"])
    async with running_world(sqlite_url) as world:
        one = replace(one, world=world, director=world.connect(one.director.player_id, one.director.token))

        async with patience():
            while (await one.round(1))["tables"][1]["status"] != "done":  # noqa: ASYNC110  # no stream is held
                await asyncio.sleep(0.05)
        unread = (await one.round(1))["tables"][0]

    assert unread["status"] == "playing"
