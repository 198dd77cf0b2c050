"""The commands of docs/upgrading.md run as printed, while a server of the previous release plays."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.docs.printed import DOCS, Command, commands, fits, perform
from tests.faults.load import playing
from tests.faults.players import Addresses
from tests.serving import overheard
from tests.upgrades.releases import Earlier

pytestmark = pytest.mark.sampled(of="upgrades")

_DATABASE = "postgresql://moirai@127.0.0.1/moirai"


async def test_matches_go_on_while_the_page_is_followed(previous: Earlier, previous_url: str, tmp_path: Path) -> None:
    printed = [
        Command(command.script.replace(_DATABASE, previous_url), command.says)
        for command in commands(DOCS / "upgrading.md")
    ]
    *migrating, look = printed
    addresses = Addresses()
    async with AsyncExitStack() as servers:
        old = await servers.enter_async_context(previous.serving(previous_url, heartbeat_seconds="1"))
        addresses.urls = [old.url]
        async with playing(addresses, eager=1) as load:
            await load.progress(5)
            said = await perform(migrating, old.url, tmp_path)
            new = await servers.enter_async_context(overheard(previous_url, heartbeat_seconds="1"))
            said += await perform([look], new.url, tmp_path)
            addresses.urls = [new.url]
            await old.end()
            await load.progress(5)

    for command, words in zip(printed, said, strict=True):
        assert command.says, command.script
        assert fits(command.says, words), f"{command.script}\nprinted\n{words}"
