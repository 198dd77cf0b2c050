"""What drivers raise when a database does not respond is one error, which says to try again."""

from __future__ import annotations

import asyncpg
import pytest
from sqlalchemy import event, text

from server.access import codes
from server.access.errors import UnavailableError
from server.runtime.database.connection import database_errors, open_engine
from server.runtime.database.mistakes import DatabaseMistakeError, explain_errors
from server.runtime.database.queries import fetch


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


async def test_a_database_of_which_no_new_connection_can_be_used_does_not_respond(postgres_url: str) -> None:
    """As behind a pooler that stops to keep sessions."""
    engine = open_engine(postgres_url)
    event.listen(engine.sync_engine, "connect", lambda connection, _: connection.driver_connection.terminate())

    with pytest.raises(UnavailableError, match="does not respond"):
        await fetch(engine, text("SELECT 1"))

    await engine.dispose()


def test_a_home_that_cannot_be_read_is_named(postgres_url: str) -> None:
    with pytest.raises(DatabaseMistakeError, match="HOME"), explain_errors(postgres_url):
        raise UnavailableError(codes.DATABASE_UNAVAILABLE, "The database does not respond.") from PermissionError()
