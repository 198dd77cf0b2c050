"""The command line with a game in the catalogue that logs the moves it is asked to judge."""

from __future__ import annotations

import logging

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.wizards_duel.engine import WizardsDuel
from engines.wizards_duel.legality import check
from engines.wizards_duel.moves import Move
from engines.wizards_duel.view import WizardsDuelView

log = logging.getLogger("engines.tattling")


class Tattling(WizardsDuel):
    """Wizard's Duel, but for its lack of discretion."""

    __module__ = WizardsDuel.__module__  # Beside which its rules are found.

    @staticmethod
    def check(view: WizardsDuelView, move: JsonValue) -> Move:
        log.debug("asked whether %s is legal", move)
        return check(view, move)


if __name__ == "__main__":
    GAMES[Tattling.name] = Tattling()

    # Only now: the document that the server publishes is made of the catalogue as it stands.
    from server.operations.cli import main

    main()
