"""Every command of the pages runs as printed, and prints what the page says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from tests.docs.printed import DOCS, commands, files, fits, perform
from tests.serving import serving

QUICKSTART: Final = DOCS / "quickstart.md"

PAGES: Final = [
    QUICKSTART,
    *(DOCS / name for name in ("protocol.md", "sdk.md", "sign-in.md", "streams.md", "tournaments.md")),
    *sorted(DOCS.glob("games/*.md")),
]
"""The README's tour has a separate test, and the other pages contain no commands to run."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a server with the limits of `make serve`, one for all pages."""
    database = f"sqlite:///{tmp_path_factory.mktemp('docs')}/moirai.db"
    async with serving(database, rate_per_token="100", rate_per_address="50") as (_, url):
        yield url


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
@pytest.mark.asyncio(loop_scope="module")
async def test_commands_print_what_the_page_says(page: Path, server: str, tmp_path: Path) -> None:
    """All pages except the quickstart continue after its first two blocks."""
    before = [] if page == QUICKSTART else commands(QUICKSTART)[:2]
    printed = commands(page)
    for name, text in files(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    said = await perform([*before, *printed], server, tmp_path)

    assert any(command.says for command in printed)
    for command, words in zip(printed, said[len(before) :], strict=True):
        assert command.says is None or fits(command.says, words), f"{command.script}\nprinted\n{words}"
