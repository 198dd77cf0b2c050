"""No table is overlooked when a player is forgotten (docs/people.md)."""

from __future__ import annotations

from typing import Final

from sqlmodel import SQLModel

from server.people.forgetting.places import BELOW, COPIES, CREDENTIALS, KEPT, OF_OTHERS, OWN, STREAMS

LOGS: Final = frozenset({"entries", "seeds", "owed_outcomes", "redactions", "lost_tails", "archive_leftovers"})
"""Tables about logs; entries are redacted."""

NOBODYS: Final = frozenset({"invitations", "server_secrets", "epochs", "comparisons", "ceremonies", "recovery_guesses"})
"""Tables that neither name a player nor contain an id of one."""


def test_what_becomes_of_each_table_is_decided() -> None:
    """Whoever adds a table says here, or in `server.people.forgetting.places`, what becomes of its rows."""
    decided = {*CREDENTIALS, *OWN, *STREAMS, *BELOW, *KEPT, *COPIES} | LOGS | NOBODYS

    assert decided == SQLModel.metadata.tables.keys()


def test_every_column_with_a_player_is_in_a_table_that_is_deleted_or_kept_for_a_reason() -> None:
    with_player = {name for name, table in SQLModel.metadata.tables.items() if "player_id" in table.c}

    assert with_player <= {*CREDENTIALS, *OWN, *STREAMS, *KEPT}
    assert all(
        column in SQLModel.metadata.tables[name].c
        for each in (CREDENTIALS, OWN, OF_OTHERS, COPIES)
        for name, column in each.items()
    )
