"""The command line with one more game in the catalogue."""

from __future__ import annotations

from engines.catalogue import GAMES
from tests.sixth_game.engine import ODDS_AND_EVENS

if __name__ == "__main__":
    GAMES[ODDS_AND_EVENS.name] = ODDS_AND_EVENS

    # Imported late, because the published document is built from the catalogue at import.
    from server.cli.cli import main

    main()
