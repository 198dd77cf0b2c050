"""What drivers raise when a database does not respond is one error, which says to try again."""

from __future__ import annotations

import asyncpg
import pytest

from server.access.errors import UnavailableError
from server.runtime.database.connection import database_errors


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.InterfaceError("connection is closed"),
        asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
        ConnectionResetError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_connection_that_breaks_off_is_a_database_that_does_not_respond(error: Exception) -> None:
    """The driver raises the first one when PostgreSQL crashes while a connection is opened."""
    with pytest.raises(UnavailableError, match="does not respond"), database_errors():
        raise error
