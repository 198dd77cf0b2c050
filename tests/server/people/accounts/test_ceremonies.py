"""What is begun in a browser is kept for some minutes, and no longer, however much is begun."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from server.people.accounts.ceremonies import LIFETIME, Ceremonies, old_ceremonies
from server.people.accounts.forms import Visitor
from server.runtime.retention import Retention
from tests.server.world import FakeClock


async def test_what_is_never_finished_is_deleted(database: AsyncEngine, clock: FakeClock) -> None:
    ceremonies, visitor = Ceremonies(database, clock), Visitor("v" * 43)
    secrets = [await ceremonies.begin("sign_in", visitor, {}) for _ in range(20)]
    clock.advance(LIFETIME.total_seconds())

    last = await ceremonies.begin("sign_in", visitor, {"a": "b"})
    await Retention([old_ceremonies(database)], clock).prune()

    async with database.connect() as connection:
        rows = (await connection.execute(text("SELECT * FROM ceremonies"))).all()
    assert len(rows) == 1
    assert not any(secret in str(rows) for secret in (*secrets, last, visitor.secret))
    assert await ceremonies.finish("sign_in", visitor, last) == {"a": "b"}
