"""The command line with one game more in the catalogue."""

from __future__ import annotations

from engines.catalogue import GAMES
from tests.sixth_game.engine import ODDS_AND_EVENS

if __name__ == "__main__":
    GAMES[ODDS_AND_EVENS.name] = ODDS_AND_EVENS

    # Only now: the document that the server publishes is made of the catalogue as it stands.
    from server.operations.cli import main

    main()
