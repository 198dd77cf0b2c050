"""Logs of two kinds in one store: their rows, and outcomes that one owes to the other."""

from __future__ import annotations

from dataclasses import replace

from server.logs.directing.summaries import Involved
from server.logs.store.contract import Append, Store
from server.logs.store.entry import Head
from server.logs.store.replica import Replica
from server.matches.lists.directory import Directory, Owing
from server.matches.lists.summary import MatchSummary
from server.organising.tournaments.summary import TournamentSummary
from server.runtime.database.connection import open_engine
from tests.databases import rows
from tests.server.logs.store.entries import chain, entry, summary

CUP = "cup"


async def _owing(url: str, limit: int = 10, behind: Owing | None = None) -> list[Owing]:
    engine = open_engine(url)
    try:
        return await Directory(engine, Replica(url, engine, None)).owing("tournament", limit, behind)
    finally:
        await engine.dispose()


def _cup(people: dict[str, Involved] | None, tournament_id: str = CUP) -> TournamentSummary:
    return TournamentSummary(
        log_id=tournament_id,
        status="open",
        visibility="public",
        owner_id="host",
        created_at="2040-01-01T00:00:00.000000Z",
        due_at=None,
        people=people,
        listing="{}",
        place=tournament_id,
    )


def _table(name: str, status: str = "open") -> MatchSummary:
    return replace(summary(name, status), tournament_id=CUP, round=1)


async def test_a_batch_writes_the_rows_of_both_kinds(store: Store, database_url: str) -> None:
    """The people of a tournament stay as they are if they are not given."""
    first, second, third = chain(CUP, 3)
    duel = next(chain("duel", 1))
    table = replace(summary("duel", a="ada", b="bo"), tournament_id=CUP, round=3)
    late = replace(first, previous="f" * 64)
    people: dict[str, Involved] = {"ada": "entrant", "bo": "entrant", "dora": "director"}

    told = await store.commit([Append(first, _cup(people)), Append(duel, table)])
    assert told == ["appended", "appended"]
    await store.commit([Append(second, replace(_cup({"bo": "director", "zoe": "entrant"}), status="running"))])
    await store.commit([Append(third, replace(_cup(None), due_at="2041"))])
    assert await store.commit([Append(late, _cup({}))]) == ["head_moved"]

    assert await rows(database_url, "SELECT tournament_id, status, due_at FROM tournaments") == [(CUP, "open", "2041")]
    found = await rows(database_url, "SELECT player_id, role FROM tournament_people ORDER BY player_id")
    assert found == [("bo", "director"), ("zoe", "entrant")]
    assert await rows(database_url, "SELECT tournament_id, round FROM matches") == [(CUP, 3)]
    assert await rows(database_url, "SELECT count(*) FROM seatings") == [(2,)]


async def test_owners_have_a_limit_for_each_kind(store: Store) -> None:
    cups = [Append(next(chain(name, 1)), _cup({}, name), most_owned=1) for name in ("one", "two")]
    duel = Append(next(chain("duel", 1)), summary("duel"), most_owned=1)

    assert await store.commit([*cups, duel]) == ["appended", "owner_full", "appended"]


async def test_an_outcome_is_owed_until_an_entry_of_the_other_log_takes_it(store: Store, database_url: str) -> None:
    """Only an entry that is appended takes it, and only what is owed to its own log."""
    cup = next(chain(CUP, 1))
    firsts = {name: next(chain(name, 1)) for name in ("a", "b", "c", "other")}
    owing = [Append(first, _table(name), owes="league" if name == "other" else CUP) for name, first in firsts.items()]
    await store.commit([Append(cup, _cup({})), *owing])
    assert await _owing(database_url) == []
    for name, status in {"a": "over", "b": "void", "c": "running", "other": "over"}.items():
        await store.commit([Append(entry(name, firsts[name].head), _table(name, status))])
    ended = [Owing(CUP, "a"), Owing(CUP, "b"), Owing("league", "other")]
    assert await _owing(database_url) == ended
    assert [await _owing(database_url, 1, behind) for behind in ended[:2]] == [[ended[1]], [ended[2]]]

    refused = await store.commit([Append(entry(CUP, Head()), settles=("a",))])
    taken = await store.commit([Append(entry(CUP, cup.head), settles=("a", "other", "unknown"))])

    assert (refused, taken) == (["head_moved"], ["appended"])
    assert await _owing(database_url) == ended[1:]
