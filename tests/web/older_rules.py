"""`moirai`, where new duels begin by version 1 of their rules, from which they can go on by version 2."""

from engines.catalogue import GAMES
from server.cli.cli import main

if __name__ == "__main__":
    GAMES["wizards_duel"] = GAMES["wizards_duel"].versions[1]
    main()
