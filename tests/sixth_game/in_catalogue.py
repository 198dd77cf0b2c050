"""A pytest plugin that adds the sixth game to the catalogue before anything uses it."""

from __future__ import annotations

from engines.catalogue import GAMES
from tests.information.tables import TABLES
from tests.sixth_game.engine import ODDS_AND_EVENS
from tests.sixth_game.table import TABLE

GAMES[ODDS_AND_EVENS.name] = ODDS_AND_EVENS
TABLES[ODDS_AND_EVENS.name] = TABLE
