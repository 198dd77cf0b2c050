"""A later version migrates the database: servers of today go on, and can start, until a migration excludes them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.faults.load import playing
from tests.faults.players import Addresses
from tests.serving import overheard
from tests.upgrades.later import later
from tests.waiting import until


async def test_servers_go_on_and_can_start_while_a_later_version_only_adds(postgres_url: str, tmp_path: Path) -> None:
    addresses = Addresses()
    async with overheard(postgres_url) as before, httpx.AsyncClient() as http:
        addresses.urls = [before.url]
        async with playing(addresses, eager=1) as load:
            await load.progress(5)

            await asyncio.to_thread(later(tmp_path, tidies=False).migrate, postgres_url)
            async with overheard(postgres_url) as after:
                addresses.urls = [before.url, after.url]
                await load.progress(10)
                looks = [await http.get(f"{server.url}/readyz") for server in (before, after)]

            addresses.urls = [before.url]
        assert [look.status_code for look in looks] == [200, 200], [look.text for look in looks]

        await asyncio.to_thread(later(tmp_path, tidies=True).migrate, postgres_url)

        async def is_outdated() -> bool:
            look = await http.get(f"{before.url}/readyz")
            return look.status_code == 503 and look.json()["code"] == "outdated"

        await until(is_outdated)
        assert "(from revision 9998 on): upgrade the server" in await _refusal(postgres_url)


async def test_a_file_that_a_later_version_has_migrated_is_served_while_that_only_adds(
    sqlite_url: str, tmp_path: Path
) -> None:
    await asyncio.to_thread(later(tmp_path, tidies=False).migrate, sqlite_url)
    async with (
        overheard(sqlite_url) as server,
        httpx.AsyncClient() as http,
        playing(Addresses(server.url), eager=1) as load,
    ):
        await load.progress(5)
        look = await http.get(f"{server.url}/readyz")
    assert look.status_code == 200, look.text

    await asyncio.to_thread(later(tmp_path, tidies=True).migrate, sqlite_url)

    assert "(from revision 9998 on): upgrade the server" in await _refusal(sqlite_url)


async def _refusal(database: str) -> str:
    """Return what a server of today says, which must not start."""
    with pytest.raises(AssertionError, match="the server ended") as refused:
        async with overheard(database):
            pass
    return str(refused.value)
