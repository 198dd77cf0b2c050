"""A pytest plugin that adds the sixth game to the catalogue before anything uses it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from engines.catalogue import GAMES
from tests.information.tables import TABLES
from tests.sixth_game.engine import ODDS_AND_EVENS
from tests.sixth_game.table import TABLE

GAMES[ODDS_AND_EVENS.name] = ODDS_AND_EVENS
TABLES[ODDS_AND_EVENS.name] = TABLE

_documents = TemporaryDirectory(prefix="moirai-documents-")


def pytest_configure() -> None:
    """Describe the game in documents of its own: the committed ones do not know it."""
    # The server reads the catalogue when it is imported.
    from tests.published import write_anew

    write_anew(Path(_documents.name))
