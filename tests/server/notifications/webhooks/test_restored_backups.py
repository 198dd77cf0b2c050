"""What targets were told before a backup was restored, and what they are told afterwards, has different ids."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.server.notifications.webhooks.target import (
    Targets,
    ada_and_hooked_bo,
    deliveries,
    hooked_world,
    send,
)


async def test_no_message_has_the_id_of_one_that_a_restored_backup_does_not_know(
    sqlite_url: str, targets: Targets, tmp_path: Path
) -> None:
    """A correct target drops a message whose id it knows: after a restore, it would drop news."""
    file, backup = Path(sqlite_url.removeprefix("sqlite:///")), tmp_path / "backup.db"
    async with hooked_world(sqlite_url, targets) as world:
        ada, bo, target, made = await ada_and_hooked_bo(world, targets)
        await world.settle()
    shutil.copyfile(file, backup)
    async with hooked_world(sqlite_url, targets) as world:
        await world.duel(*(world.connect(player.player_id, player.token) for player in (ada, bo)))
        await send(world)
    before = [each.headers["webhook-id"] for each in target.received]
    shutil.copyfile(backup, file)

    async with hooked_world(sqlite_url, targets) as world:
        world.clock.advance(60)
        ada, bo = (world.connect(player.player_id, player.token) for player in (ada, bo))
        await world.duel(ada, bo)
        await send(world)
        listed = await deliveries(bo, made["webhook_id"])

    after = [each.headers["webhook-id"] for each in target.received[len(before) :]]
    assert len(before) == len(after) == 4
    assert not set(before) & set(after)
    assert {each["message_id"] for each in listed} == set(after)
