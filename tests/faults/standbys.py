"""What befalls a standby."""

from __future__ import annotations

import asyncio

import asyncpg

from tests.waiting import patience


async def leave_behind(url: str) -> None:
    """Let the standby with this URL receive nothing more from its primary."""
    connection = await asyncpg.connect(url)
    await connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
    await connection.execute("SELECT pg_reload_conf()")
    async with patience():
        while await connection.fetchval("SELECT count(*) FROM pg_stat_wal_receiver"):  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0.05)
    await connection.close()


async def has_all(standby: str, primary: str) -> bool:
    """Whether the standby has all that the primary has written by now."""
    writer, reader = await asyncpg.connect(primary), await asyncpg.connect(standby)
    try:
        written = await writer.fetchval("SELECT pg_current_wal_lsn()::text")
        return bool(await reader.fetchval("SELECT pg_last_wal_replay_lsn() >= $1::text::pg_lsn", written))
    finally:
        await writer.close()
        await reader.close()
