"""A log with a fact of a newer server waits, alone, for a process that knows the fact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from engines.kit import EVERYONE, FactVersions, seat_id
from server.logs.store.contract import Append
from server.logs.store.entry import EncodedFact, EntryKind, seal
from server.logs.store.opening import open_store
from server.logs.store.writer import GroupCommit
from server.matches import fact_encoding
from server.matches import facts as match_facts
from server.notifications.news.facts import HandedOn, Seated, encode
from server.notifications.news.inbox import Cause, log_id_of
from server.runtime.metrics import metrics
from tests.server.organising.tournaments.directing import directed
from tests.server.world import FakeClock, running_world

Json = Any

OMEN: Final = EncodedFact.of(EVERYONE, {"type": "omen_seen", "schema": 2, "seat": "a"})
CAST: Final = {"type": "cast", "spell": "5"}


async def _written_by_a_newer_server(database_url: str, log_id: str, kind: EntryKind) -> None:
    """Append an entry with a fact that no server of today knows."""
    store = open_store(database_url)
    async with GroupCommit(store) as log:
        last = (await log.read(log_id, 0))[-1]
        await log.append(Append(seal(log_id, last.head, kind, FakeClock().now(), (OMEN,), bytes(16))))
    await store.close()


@contextmanager
def _knowing_omens(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process know what the newer server wrote."""
    known = match_facts.FACT_VERSIONS
    steps = {("omen_seen", 2): lambda omen: [{"type": "seat_muted", "seat": omen["seat"], "reason": ""}]}
    with monkeypatch.context() as patched:
        patched.setattr(fact_encoding, "FACT_VERSIONS", FactVersions(known.gained, {**known.steps, **steps}))
        fact_encoding.upcasting_of.cache_clear()
        yield
    fact_encoding.upcasting_of.cache_clear()


async def test_a_match_waits_alone_and_another_process_continues_it(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not suspended and not swept; its players and host, and operators, are told."""
    async with running_world(database_url) as before:
        players = await before.players("Host", "Ada", "Bo")
        match_id, other = [await before.duel(*players) for _ in range(2)]
        seen = await players[1].view(match_id)
    await _written_by_a_newer_server(database_url, match_id, "host_action")
    async with running_world(database_url) as older:
        host, ada, _ = [older.connect(player.player_id, player.token) for player in players]
        refused = [
            await ada.submit(match_id, 1, CAST, expect=503),
            await host.act(match_id, {"type": "pause", "reason": ""}, expect=503),
        ]
        await ada.submit(other, 1, CAST)
        for _ in range(3):
            await older.pass_time(200)
        waiting, went_on = await ada.view(match_id), await ada.view(other)
        details = await host.get(f"/v1/matches/{match_id}")
        await older.app.state.server.count_other_rules()
        ready, counted = await ada.http.get("/readyz"), dict(metrics.unread)
        log = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    with _knowing_omens(monkeypatch):
        async with running_world(database_url) as newer:
            ada = newer.connect(players[1].player_id, players[1].token)
            await newer.pass_time(700)
            continued = await ada.view(match_id)
            await newer.app.state.server.count_other_rules()
            left = dict(metrics.unread)

    assert [each["code"] for each in refused] == ["other_rules", "other_rules"]
    assert (waiting["status"], waiting["cursor"], waiting["prompt"]) == ("running", seen["cursor"], None)
    assert went_on["phase"]["number"] > 1
    assert details["rules_known"] is False
    assert (ready.json()["unread_logs"], counted) == (1, {("omen_seen", 2): 1})
    assert log.count("\n") == seen["cursor"] + 1
    assert OMEN.text in log
    assert continued["muted"] == ["a"]
    assert (continued["status"], continued["phase"]["number"] > 1) == ("running", True)
    assert left == {}


async def test_a_match_that_is_in_memory_waits_as_soon_as_a_newer_server_writes(postgres_url: str) -> None:
    async with running_world(postgres_url) as world:
        _, ada, _, match_id = await world.host_ada_and_bo()
        live = await world.app.state.server.match_logs.repository.get(match_id)
        await _written_by_a_newer_server(postgres_url, match_id, "host_action")

        refused = await ada.submit(match_id, 1, CAST, expect=503)

        assert refused["code"] == "other_rules"
        assert (live.unread.fact_type, live.unread.version) == ("omen_seen", 2)


async def test_a_tournament_waits_alone(database_url: str) -> None:
    async with running_world(database_url) as before:
        one, another = [await directed(before, ("Ada", "Bo")) for _ in range(2)]
        director, others = one.director, another.director
    await _written_by_a_newer_server(database_url, one.id, "round_changed")
    async with running_world(database_url) as older:
        director, others = [older.connect(each.player_id, each.token) for each in (director, others)]
        action = {"type": "pair"}
        refused = await director.post(f"{one.path}/actions", action, expect=503)
        await others.post(f"{another.path}/actions", action)
        await older.app.state.server.count_other_rules()

        assert refused["code"] == "other_rules"
        assert metrics.unread == {("omen_seen", 2): 1}


async def test_an_own_stream_waits_alone(sqlite_url: str) -> None:
    """News of others are handed on; those of its player are kept until a process can."""
    async with running_world(sqlite_url) as before:
        ada, bo = await before.players("Ada", "Bo")
        inboxes = before.app.state.server.streams.inboxes
        for player in (ada, bo):
            await inboxes.append(
                player.player_id, [Cause(HandedOn("m", 1, "m1"), [encode(Seated("m", "duel", seat_id("a")))])]
            )
    await _written_by_a_newer_server(sqlite_url, log_id_of(ada.player_id, 0), "told")
    async with running_world(sqlite_url) as older:
        ada, bo = [older.connect(player.player_id, player.token) for player in (ada, bo)]
        await older.duel(ada, bo)
        await older.settle()
        news = [(await player.get("/v1/me/events"))["events"] for player in (ada, bo)]

        assert len(news[0]) == 1
        assert len(news[1]) > 1
