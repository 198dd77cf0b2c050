"""The command line with a game in the catalogue that logs the moves that it checks."""

from __future__ import annotations

import logging
from dataclasses import replace

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.wizards_duel.engine import WIZARDS_DUEL
from engines.wizards_duel.moves import Move
from engines.wizards_duel.view import WizardsDuelView

log = logging.getLogger("engines.tattling")


def tattle(view: WizardsDuelView, move: JsonValue) -> Move:
    """Check a move, and log it."""
    log.debug("asked whether %s is legal", move)
    checked: Move = WIZARDS_DUEL.check(view, move)
    return checked


if __name__ == "__main__":
    GAMES[WIZARDS_DUEL.name] = replace(WIZARDS_DUEL, check=tattle)

    # Imported late, because the published document is built from the catalogue at import.
    from server.cli.cli import main

    main()
