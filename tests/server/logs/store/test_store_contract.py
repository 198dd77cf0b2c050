"""The contract of every store, tested on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from server.logs.store.contract import Append, LogUnavailableError, Mark, Store
from server.logs.store.entry import Entry, Head, hash_of
from tests.databases import rows
from tests.server.logs.store.entries import append, chain, entry, reply, summary
from tests.server.stores import opened

MATCH = "match-1"


async def _write(store: Store, entries: list[Entry]) -> None:
    for made in entries:
        assert await store.commit([append(made)]) == ["appended"]


async def test_entries_are_read_as_they_were_written(store: Store) -> None:
    written = list(chain(MATCH, 4))

    await _write(store, written)

    assert await store.read(MATCH) == written
    assert [hash_of(made) for made in await store.read(MATCH)] == [made.hash for made in written]


async def test_a_seed_is_read_as_it_was_written_with_the_first_entry(store: Store) -> None:
    secret = bytes(range(32))
    first = append(next(chain(MATCH, 1)))
    assert await store.commit([replace(first, seed=secret.hex())]) == ["appended"]

    seeds = await store.seeds([MATCH])

    assert seeds == {MATCH: secret}


async def test_reading_starts_after_a_position_and_ends_at_a_limit(store: Store) -> None:
    written = list(chain(MATCH, 6))
    await _write(store, written)

    assert await store.read(MATCH, after=2) == written[2:]
    assert await store.read(MATCH, after=2, limit=3) == written[2:5]
    assert await store.read(MATCH, after=6) == []
    assert await store.read("another") == []


async def test_matches_do_not_mix(store: Store) -> None:
    one, two = list(chain("one", 3)), list(chain("two", 3))

    for pair in zip(one, two, strict=True):
        assert await store.commit([append(made) for made in pair]) == ["appended", "appended"]

    assert await store.read("one") == one
    assert await store.read("two") == two


async def test_an_append_after_another_head_is_refused(store: Store) -> None:
    first, second, third = chain(MATCH, 3)
    await _write(store, [first, second])
    refused = {
        "the number is taken": entry(MATCH, first.head),
        "an entry is missing in between": entry(MATCH, third.head),
        "a first entry again": entry(MATCH, Head()),
        "another hash at the head": entry(MATCH, replace(second.head, hash="f" * 64)),
        "a match that was never begun": entry("never", Head(3, "f" * 64)),
    }

    for why, made in refused.items():
        assert await store.commit([append(made)]) == ["head_moved"], why

    assert await store.read(MATCH) == [first, second]


async def test_an_entry_and_the_one_after_it_are_written_together(store: Store) -> None:
    first, second, third, fourth = chain(MATCH, 4)
    other = next(chain("another", 1))

    verdicts = await store.commit([replace(append(first), then=(second,)), append(other)])

    assert verdicts == ["appended", "appended"]
    assert await store.read(MATCH) == [first, second]
    assert await store.commit([replace(append(third), then=(fourth,))]) == ["appended"]
    assert await store.read(MATCH) == [first, second, third, fourth]


async def test_entries_after_one_are_written_with_it_however_many(store: Store) -> None:
    first, *rest = chain(MATCH, 60)
    other, after = chain("another", 2)

    verdicts = await store.commit([replace(append(first), then=tuple(rest)), replace(append(other), then=(after,))])

    assert verdicts == ["appended", "appended"]
    assert await store.read(MATCH) == [first, *rest]
    assert await store.read("another") == [other, after]


async def test_an_entry_and_the_one_after_it_are_refused_together(store: Store) -> None:
    first, second, third = chain(MATCH, 3)
    elsewhere = entry(MATCH, first.head, "another process was faster")
    await _write(store, [first, elsewhere])
    other = next(chain("another", 1))

    verdicts = await store.commit([replace(append(second), then=(third,)), append(other)])

    assert verdicts == ["head_moved", "appended"]
    assert await store.read(MATCH) == [first, elsewhere]


async def test_a_refused_append_refuses_no_other_of_its_batch(store: Store) -> None:
    (good,) = chain("good", 1)
    gone = entry("gone", Head(7, "f" * 64))
    (kept,) = chain("kept", 1)

    verdicts = await store.commit([append(good), append(gone), Append(kept, summary("kept"), seed="00")])

    assert verdicts == ["appended", "head_moved", "appended"]
    assert await store.read("gone") == []
    assert await store.read("kept") == [kept]


async def test_everything_appended_with_an_entry_is_written_with_it(store: Store, database_url: str) -> None:
    first, second, third = chain(MATCH, 3)

    await store.commit([Append(first, summary(MATCH, a="ada", b="bo"), reply("k"), "5eed")])
    await store.commit([Append(second, summary(MATCH, "running", a="ada", b="zoe"))])
    await store.commit([Append(third, replace(summary(MATCH, "paused", b="zoe"), due_at="2041"))])

    assert await rows(database_url, "SELECT match_id, seed FROM seeds") == [(MATCH, "5eed")]
    assert await rows(database_url, "SELECT key, status FROM kept_replies") == [("k", 201)]
    assert await rows(database_url, "SELECT status, due_at FROM matches") == [("paused", "2041")]
    assert await rows(database_url, "SELECT seat, player_id FROM seatings") == [("b", "zoe")]


async def test_a_refused_append_leaves_no_trace(store: Store, database_url: str) -> None:
    (first,) = chain(MATCH, 1)
    await store.commit([Append(first, summary(MATCH))])
    late = entry(MATCH, Head())

    verdict = await store.commit([Append(late, summary(MATCH, "void", a="ada"), reply("k"), "5eed")])

    assert verdict == ["head_moved"]
    for table in ("seeds", "kept_replies", "seatings"):
        assert await rows(database_url, f"SELECT * FROM {table}") == []
    assert await rows(database_url, "SELECT status FROM matches") == [("open",)]


async def test_an_append_with_a_used_key_is_refused_completely(store: Store, database_url: str) -> None:
    one, two = next(chain("one", 1)), next(chain("two", 1))
    await store.commit([Append(one, summary("one"), reply("k", "first"))])

    verdict = await store.commit([Append(two, summary("two"), reply("k", "second"), "5eed")])

    assert verdict == ["key_taken"]
    assert await store.read("two") == []
    assert await rows(database_url, "SELECT body FROM kept_replies") == [("first",)]
    assert await rows(database_url, "SELECT match_id FROM matches") == [("one",)]


async def test_a_large_batch_is_written_as_one(store: Store) -> None:
    firsts = [next(chain(f"match-{number}", 1)) for number in range(500)]

    verdicts = await store.commit([append(made) for made in firsts])

    assert verdicts == ["appended"] * 500
    assert await store.read("match-499") == [firsts[499]]


async def test_in_a_large_batch_only_what_must_be_refused_is_refused(store: Store, database_url: str) -> None:
    await store.commit([Append(next(chain("earlier", 1)), reply=reply("used"))])
    names = [f"match-{number}" for number in range(100)]
    batch = [Append(next(chain(name, 1)), summary(name, a="ada", b="bo"), reply(name), "5eed") for name in names]
    batch[70] = replace(batch[70], reply=reply("used"))
    batch[90] = replace(batch[90], entry=entry(names[90], Head(7, "f" * 64)))

    verdicts = await store.commit(batch)

    refused = {70: "key_taken", 90: "head_moved"}
    assert verdicts == [refused.get(number, "appended") for number in range(100)]
    left = sorted(name for number, name in enumerate(names) if number not in refused)
    for query in (
        "SELECT log_id FROM entries WHERE log_id <> 'earlier'",
        "SELECT match_id FROM matches",
        "SELECT match_id FROM seatings WHERE seat = 'b'",
        "SELECT match_id FROM seeds",
        "SELECT key FROM kept_replies WHERE key <> 'used'",
    ):
        assert sorted(await rows(database_url, query)) == [(name,) for name in left], query


async def test_a_large_batch_replaces_the_rows_of_its_logs(store: Store, database_url: str) -> None:
    names = [f"match-{number}" for number in range(100)]
    logs = [list(chain(name, 2)) for name in names]
    await store.commit(
        [Append(made[0], summary(name, a="ada", b="bo")) for name, made in zip(names, logs, strict=True)]
    )
    last = [
        Append(
            made[1], summary(name, "running", b="zoe"), marks=(Mark(name, 0, "2041", ""), Mark(name, 2, "2042", "{}"))
        )
        for name, made in zip(names, logs, strict=True)
    ]

    assert await store.commit(last) == ["appended"] * 100

    assert await rows(database_url, "SELECT DISTINCT status FROM matches") == [("running",)]
    assert sorted(await rows(database_url, "SELECT match_id, seat, player_id FROM seatings")) == [
        (name, "b", "zoe") for name in sorted(names)
    ]
    assert await rows(database_url, "SELECT due_at, count(*) FROM marks GROUP BY due_at ORDER BY due_at") == [
        ("2041", 100),
        ("2042", 100),
    ]


async def test_exactly_one_of_many_writers_after_one_head_succeeds(database_url: str) -> None:
    """
    To a database, two stores are two processes.
    """
    rounds = 20
    async with opened(database_url) as one, opened(database_url) as two:
        head = Head()
        for number in range(rounds):
            rivals = [entry(MATCH, head, f"{number} by {rival}") for rival in range(4)]
            with_more = [Append(made, summary(MATCH)) if at % 2 else append(made) for at, made in enumerate(rivals)]
            stores = [one, two, one, two]
            verdicts = await asyncio.gather(
                *(store.commit([made]) for store, made in zip(stores, with_more, strict=True))
            )
            assert sorted(verdicts) == [["appended"], ["head_moved"], ["head_moved"], ["head_moved"]]
            head = rivals[verdicts.index(["appended"])].head

        log = await two.read(MATCH)
    assert [made.seq for made in log] == list(range(1, rounds + 1))
    assert all(after.previous == before.hash for before, after in pairwise(log))


async def test_of_many_writers_of_two_entries_after_one_head_one_writes_both(database_url: str) -> None:
    first = next(chain(MATCH, 1))
    async with opened(database_url) as store:
        await _write(store, [first])
    pairs = []
    for number in range(8):
        next_one = entry(MATCH, first.head, f"writer {number}")
        pairs.append((next_one, entry(MATCH, next_one.head, f"writer {number} again")))

    async def write(one: Entry, then: Entry) -> str:
        async with opened(database_url) as store:
            (verdict,) = await store.commit([replace(append(one), then=(then,))])
            return verdict

    verdicts = await asyncio.gather(*(write(*pair) for pair in pairs))

    assert sorted(verdicts) == ["appended", *["head_moved"] * 7]
    async with opened(database_url) as store:
        assert await store.read(MATCH) == [first, *pairs[verdicts.index("appended")]]


async def test_crossing_batches_of_two_writers_do_not_deadlock(database_url: str) -> None:
    names = [f"match-{number}" for number in range(30)]
    async with opened(database_url) as one, opened(database_url) as two:
        forwards = [append(next(chain(name, 1))) for name in names]
        backwards = [append(next(chain(name, 1))) for name in reversed(names)]

        first, second = await asyncio.gather(one.commit(forwards), two.commit(backwards))

    assert [sorted(pair) for pair in zip(first, reversed(second), strict=True)] == [["appended", "head_moved"]] * 30


async def test_appended_entries_are_there_for_the_next_process(database_url: str) -> None:
    written = list(chain(MATCH, 3))
    async with opened(database_url) as store:
        await _write(store, written)

    async with opened(database_url) as store:
        assert await store.read(MATCH) == written


async def test_a_cancelled_commit_and_a_failed_read_do_not_affect_the_next_calls(store: Store) -> None:
    cancelled = asyncio.create_task(store.commit([append(next(chain("cancelled", 1)))]))
    await asyncio.sleep(0)
    cancelled.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    with pytest.raises(AttributeError):
        await store.read_on({MATCH: None})  # type: ignore[dict-item]
    (first,) = chain(MATCH, 1)

    assert await store.commit([append(first)]) == ["appended"]
    assert await store.read(MATCH) == [first]


async def test_a_missing_database_is_unavailable(tmp_path: object) -> None:
    for url in (f"sqlite:///{tmp_path}/no/such/folder.db", "postgresql://nobody@127.0.0.1:1/none"):
        async with opened(url) as store:
            with pytest.raises(LogUnavailableError):
                await store.commit([append(next(chain(MATCH, 1)))])
            with pytest.raises(LogUnavailableError):
                await store.read(MATCH)


async def _rush(store: Store, name: str, most: int, batches: int) -> list[str]:
    """Create matches of one host, three in each batch with one of another host; return the verdicts."""
    verdicts: list[str] = []
    for number in range(batches):
        made = [next(chain(f"{name}-{number}-{place}", 1)) for place in range(4)]
        hosts = ("host", "host", f"other-{name}-{number}", "host")
        batch = [
            replace(append(first), summary=replace(summary(first.log_id), host_id=host), most_owned=most)
            for first, host in zip(made, hosts, strict=True)
        ]
        told = await store.commit(batch)
        assert told[2] == "appended"
        verdicts += [told[0], told[1], told[3]]
    return verdicts


async def test_a_host_gets_no_more_matches_than_it_may_however_many_are_created_at_once(database_url: str) -> None:
    """The count must stay valid until the commit, in a batch and between processes."""
    async with opened(database_url) as one, opened(database_url) as two, opened(database_url) as three:
        stores = {"one": one, "two": two, "three": three}

        told = await asyncio.gather(*(_rush(store, name, 5, batches=4) for name, store in stores.items()))

        verdicts = [verdict for rushed in told for verdict in rushed]
        assert (verdicts.count("appended"), verdicts.count("owner_full")) == (5, 31)
        assert await rows(database_url, "SELECT count(*) FROM matches WHERE host_id = 'host'") == [(5,)]
        refused = [f"{name}-3-3" for name in stores]
        assert [await one.read(match_id) for match_id in refused].count([]) >= 2


async def test_a_match_that_is_over_makes_room_for_its_host(store: Store) -> None:
    def created(match_id: str) -> Append:
        return replace(append(next(chain(match_id, 1))), summary=summary(match_id), most_owned=1)

    assert await store.commit([created("first"), append(next(chain("unlisted", 1))), created("second")]) == [
        "appended",
        "appended",
        "owner_full",
    ]
    head = (await store.read("first"))[-1].head
    await store.commit([replace(append(entry("first", head)), summary=summary("first", status="over"))])

    assert await store.commit([created("second")]) == ["appended"]
