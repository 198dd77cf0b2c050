"""What is no longer kept takes nothing from the archive; and series are in it as matches and tournaments are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from server.cli.logs.logfile import read_log_file
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from server.runtime.retention import Retention
from tests.databases import execute
from tests.server.logs.archive.test_served import (
    DAYS,
    archive,
    archiving,
    archivist,
    ended_tournament,
    in_archive,
    of_match,
    pass_days,
    played,
    replies,
)
from tests.server.organising.series.seasons import SHORT, Season, season
from tests.server.world import World, running_world

DAY: Final = 86_400


async def _ended_season(world: World) -> Season:
    """Return a series that bots have played to its winner."""
    one = await season(world, start="when_done")
    await one.act("start")
    assert (await one.view())["status"] == "over"
    return one


def _of_series(one: Season) -> list[str]:
    more = ("", "/view", "/view?at=2", "/view?lines=de", "/events", "/events?after=3&lines=en", "/log")
    return [f"{one.path}{each}" for each in more]


async def _prune(world: World) -> dict[str, int]:
    """End what is no longer kept; return how much that was, where it was anything."""
    retention: Retention = world.app.state.server.retention
    ended = {rule: count for rule, count in (await retention.prune()).items() if count}
    await world.app.state.server.forgetting.settle()
    await world.settle()
    await world.handing_on.sweep()
    return ended


async def test_a_series_is_in_the_archive_with_its_matches(database_url: str, tmp_path: Path) -> None:
    """Every call about it answers as before, also by a server that has nothing in memory any more."""
    async with archiving(database_url, tmp_path / "archive") as world:
        one = await _ended_season(world)
        match_ids = [match["match_id"] for match in await one.matches()]
        asked = [
            *_of_series(one),
            *(path for each in match_ids for path in of_match(each)),
            "/v1/series",
            "/v1/matches",
        ]
        readers = [one.director, world.nobody()]
        await pass_days(world)
        before = [await replies(reader, asked) for reader in readers]

        await archivist(world).sweep()

        assert [each.log_id for each in await in_archive(world)] == sorted([one.id, *match_ids])
        assert [await replies(reader, asked) for reader in readers] == before
        await one.require_genuine()

    async with archiving(database_url, tmp_path / "archive", world) as later:
        readers = [later.connect(one.director.player_id, one.director.token), later.nobody()]
        assert [await replies(reader, asked) for reader in readers] == before


async def test_nothing_that_is_archived_changes_when_the_server_prunes(database_url: str, tmp_path: Path) -> None:
    """News, deliveries, replies, invitations and players: what ends after years is not what an archived log needs."""
    async with archiving(database_url, tmp_path / "archive") as world:
        ada, bo, match_id = await played(world)
        event = await ended_tournament(world)
        (table,) = (await event.round(1))["tables"]
        one = await season(world, ["Ed"], plan=SHORT)
        await one.director.post(f"{one.path}/invitations", {"uses": 2}, expect=201)
        await one.director.post(f"{one.path}/actions", {"type": "cancel", "reason": "Late."}, key="once")
        await world.settle()
        archived = await archive(world)
        assert archived == sorted([match_id, event.id, table["match_id"], one.id])
        asked = [
            *of_match(match_id),
            *of_match(table["match_id"]),
            *(f"{event.path}{more}" for more in ("", "/view", "/events", "/log")),
            *_of_series(one),
            *("/v1/matches", "/v1/tournaments", "/v1/series", "/v1/me/events"),
        ]
        readers = [ada, bo, event.director, one.director, world.nobody()]
        world.clock.advance(3 * 365 * DAY)
        before = [await replies(reader, asked) for reader in readers]

        ended = await _prune(world)

        assert {"kept_replies", "invitations"} <= ended.keys()
        assert [await replies(reader, asked) for reader in readers] == before
        assert [each.log_id for each in await in_archive(world)] == archived

    async with archiving(database_url, tmp_path / "archive", world) as later:
        readers = [later.connect(each.player_id, each.token) for each in readers[:-1]] + [later.nobody()]
        assert [await replies(reader, asked) for reader in readers] == before


async def test_a_guest_who_is_pruned_leaves_archived_logs_and_the_other_reads_them(
    database_url: str, tmp_path: Path
) -> None:
    """A guest of an archived match is forgotten as any other; the log is redacted, verifies, and is archived anew."""
    place = (tmp_path / "archive").as_uri()
    async with running_world(database_url, archive=place, archive_after=DAYS, keep_guests_days=365) as world:
        ada, bo = await world.players("Ada Lovelace", "Bo")
        match_id = await world.duel(ada, bo, open_log=True)
        await ada.act(match_id, {"type": "void", "reason": "Enough."})
        await world.settle()
        assert await archive(world) == [match_id]

        world.clock.advance(365 * DAY)
        used = "UPDATE tokens SET used_on = '2045-01-01' WHERE player_id = :player"
        await execute(database_url, used, player=bo.player_id)
        ended = await _prune(world)

        assert ended["guests"] == 1
        seats = (await bo.get(f"/v1/matches/{match_id}"))["seats"]
        assert [seat["player"]["name"] for seat in seats] == ["", "Bo"]
        assert await archive(world) == [match_id]
        (archived,) = await in_archive(world)
        assert archived.people.split() == [bo.player_id]
        with (tmp_path / "archive" / archived.file).open("rb") as file:
            entries = read_log_file(file)
        assert "Ada Lovelace" not in "".join(entry.as_line() for entry in entries[match_id])
        assert judge(entries, Kept()).good
