"""What administrators can do about a player. Every step and its place in the audit are one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Executable, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server import codes
from server.access import UNKNOWN_PLAYER, UNKNOWN_TOKEN_ID
from server.administration.audit import Audited, Step, audited, read_audit
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import Player as PlayerRow
from server.errors import RefusedError
from server.identity.changes import Changes, noted
from server.identity.tokens import Token, Tokens, withdrawing, withdrawing_all
from server.ids import is_id
from server.log.entry import timestamp

COMMAND_LINE: Final = None
"""Who acts at the command line of the server: the operator, who has no player."""

_players = PlayerRow.__table__


@dataclass(frozen=True, slots=True)
class Account:
    """What an administrator sees of a player."""

    player_id: str
    name: str
    administrator: bool
    created_at: str
    suspended_at: str | None
    tokens: list[Token]


class Administration:
    """The steps about players; `by` is the id of the administrator, or `COMMAND_LINE`."""

    def __init__(self, database: AsyncEngine, clock: Clock, changes: Changes) -> None:
        self._database = database
        self._clock = clock
        self._changes = changes
        self._of_players = Tokens(database, clock, changes)

    async def account(self, player_id: str) -> Account:
        """
        Return what is known of a player, with its tokens.

        Raises:
            RefusedError: There is no such player.
        """
        row = await self._find(player_id)
        tokens = await self._of_players.of(player_id)
        return Account(row.id, row.name, row.administrator, row.created_at, row.suspended_at, tokens)

    async def suspend(self, by: str | None, player_id: str, reason: str | None) -> None:
        """
        Stop all tokens of a player from working, and close its streams; its seats stay, and are silent.

        Raises:
            RefusedError: There is no such player, it is suspended already, or it is an administrator.
        """
        row = await self._find(player_id)
        if row.administrator:
            raise RefusedError(codes.IS_ADMINISTRATOR, "An administrator cannot be suspended.")
        now = self._clock.now()
        suspending = (
            update(PlayerRow)
            .where(_players.c.id == player_id, _players.c.suspended_at.is_(None))
            .values(suspended_at=timestamp(now))
        )
        if not await self._step([suspending], by, "suspended", player_id, reason):
            raise RefusedError(codes.ALREADY_SUSPENDED, "This player is suspended already.")

    async def reinstate(self, by: str | None, player_id: str, reason: str | None) -> None:
        """
        Let the tokens of a suspended player work again.

        Raises:
            RefusedError: There is no such player, or it is not suspended.
        """
        await self._find(player_id)
        reinstating = (
            update(PlayerRow)
            .where(_players.c.id == player_id, _players.c.suspended_at.is_not(None))
            .values(suspended_at=None)
        )
        if not await self._step([reinstating], by, "reinstated", player_id, reason):
            raise RefusedError(codes.NOT_SUSPENDED, "This player is not suspended.")

    async def withdraw_name(self, by: str | None, player_id: str, reason: str | None) -> None:
        """
        Give a player a plain name in place of its own: in everything that begins from now on.

        Raises:
            RefusedError: There is no such player.
        """
        await self._find(player_id)
        renaming = update(PlayerRow).where(_players.c.id == player_id).values(name=plain_name(player_id))
        await self._step([renaming], by, "name_withdrawn", player_id, reason)

    async def withdraw_token(self, by: str | None, player_id: str, token_id: str, reason: str | None) -> None:
        """
        Withdraw one token of a player.

        Raises:
            RefusedError: There is no such player, or it has no such token.
        """
        await self._find(player_id)
        if not await self._step(withdrawing(player_id, token_id), by, "token_withdrawn", player_id, reason, token_id):
            raise UNKNOWN_TOKEN_ID.error()

    async def withdraw_tokens(self, by: str | None, player_id: str, reason: str | None) -> None:
        """
        Withdraw all tokens of a player.

        Raises:
            RefusedError: There is no such player.
        """
        await self._find(player_id)
        await self._step(withdrawing_all(player_id), by, "tokens_withdrawn", player_id, reason)

    async def audit(self, player_id: str | None, before: str | None, limit: int) -> tuple[list[Audited], str | None]:
        """Return the steps of administrators; see `read_audit`."""
        return await read_audit(self._database, player_id, before, limit)

    async def _find(self, player_id: str) -> Any:  # noqa: ANN401  # a row
        if is_id(player_id):
            with database_errors():
                async with self._database.connect() as connection:
                    row = (await connection.execute(select(_players).where(_players.c.id == player_id))).one_or_none()
            if row is not None:
                return row
        raise UNKNOWN_PLAYER.error()

    async def _step(
        self,
        statements: Sequence[Executable],
        by: str | None,
        step: Step,
        player_id: str,
        reason: str | None,
        token_id: str | None = None,
    ) -> bool:
        """Take a step, if its statements change anything or it has no condition; return whether they did."""
        now = self._clock.now()
        with database_errors():
            async with self._database.begin() as connection:
                changed = [(await connection.execute(statement)).rowcount for statement in statements]
                if not any(changed) and step != "tokens_withdrawn":
                    return False
                await connection.execute(audited(now, by, step, player_id, reason, token_id))
                await connection.execute(noted(now, player_id))
        await self._changes.tell(player_id)
        return True


def plain_name(player_id: str) -> str:
    """Return the name of a player whose own was withdrawn."""
    return f"Player {player_id[-6:]}"
