"""Every command of the pages runs as printed, and prints what the page says."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from tests.docs.printed import DOCS, ROOT, commands, files, fits, perform
from tests.serving import serving

README: Final = ROOT / "README.md"
QUICKSTART: Final = DOCS / "quickstart.md"

PAGES: Final = [
    README,
    QUICKSTART,
    *(
        DOCS / name
        for name in ("first_client.md", "protocol.md", "sdk.md", "sign-in.md", "streams.md", "tournaments.md")
    ),
    *sorted(DOCS.glob("games/*.md")),
]
"""The other pages contain no commands to run."""


def _shows_the_tour(said: Sequence[str], folder: Path) -> None:
    """The README prints no outputs."""
    shown = "".join(said)
    for part in ("wizards_duel.round_played", '"code":"spell_not_in_hand"', "'const': '1', 'title': "):
        assert part in shown


def _plays_the_strongest_spell(said: Sequence[str], folder: Path) -> None:
    log = (folder / "match.ndjson").read_text(encoding="utf-8")
    facts = [told["fact"] for line in log.splitlines() for told in json.loads(line)["facts"]]
    moves = [fact["move"] for fact in facts if fact["type"] == "submitted" and fact["seat"] == "a"]
    assert moves[0] == {"type": "cast", "spell": "x"}


BESIDES: Final[dict[str, Callable[[Sequence[str], Path], None]]] = {
    "README.md": _shows_the_tour,
    "sdk.md": _plays_the_strongest_spell,
}
"""What else the commands of a page do, by their outputs and their folder."""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a server with the limits of `make serve`, one for all pages."""
    database = f"sqlite:///{tmp_path_factory.mktemp('docs')}/moirai.db"
    async with serving(database, rate_per_token="100", rate_per_address="50") as (_, url):
        yield url


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
@pytest.mark.asyncio(loop_scope="module")
async def test_commands_print_what_the_page_says(page: Path, server: str, tmp_path: Path) -> None:
    """All pages except the README and the quickstart continue after the first two blocks of the quickstart."""
    before = [] if page in (README, QUICKSTART) else commands(QUICKSTART)[:2]
    printed = commands(page)
    for name, text in files(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    said = await perform([*before, *printed], server, tmp_path)

    assert page.name in BESIDES or any(command.says for command in printed)
    for command, words in zip(printed, said[len(before) :], strict=True):
        assert command.says is None or fits(command.says, words), f"{command.script}\nprinted\n{words}"
    if page.name in BESIDES:
        BESIDES[page.name](said, tmp_path)
