"""What administrators can do about a player. Every step and its place in the audit are one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, Update, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import UNKNOWN_PLAYER, UNKNOWN_TOKEN_ID
from server.people.administration.audit import Audited, Step, insert_step, read_audit
from server.people.administration.operator import COMMAND_LINE
from server.people.administration.reports import Reported, read_reports
from server.people.identity.acting import Actor, require_administrator
from server.people.identity.changes import Changes, insert_change
from server.people.identity.tokens import Token, Tokens, delete_all_tokens, delete_token
from server.people.identity.ways_in import WayIn, end_access, read_ways_in
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import begin, fetch
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import is_id
from server.runtime.times import timestamp

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
    ways_in: list[WayIn]


class Administration:
    """
    The steps about players; `by` is the administrator, or `COMMAND_LINE`.

    Each raises RefusedError if there is no such player, or who acts is no administrator any more. What would end an
    administrator is for another one, so that one is always left; the operator can end them all.
    """

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
        ways_in = await read_ways_in(self._database, player_id)
        return Account(row.id, row.name, row.administrator, row.created_at, row.suspended_at, tokens, ways_in)

    async def administrators(self) -> list[tuple[str, str, str | None]]:
        """Return the id and the name of every administrator, and since when they are suspended, oldest first."""
        of_them = select(_players.c.id, _players.c.name, _players.c.suspended_at).where(_players.c.administrator)
        rows = (await fetch(self._database, of_them.order_by(_players.c.id))).all()
        return [(row.id, row.name, row.suspended_at) for row in rows]

    async def suspend(self, by: Actor | None, player_id: str, reason: str | None) -> None:
        """
        Stop all tokens of a player from working, and close its streams; its seats stay, and are silent.

        Raises:
            RefusedError: It is suspended already, or the account of `by`.
        """
        await self._find_other(by, player_id)
        now = self._clock.now()
        suspending = (
            update(PlayerRow)
            .where(_players.c.id == player_id, _players.c.suspended_at.is_(None))
            .values(suspended_at=timestamp(now))
        )
        if not await self._step([suspending], by, "suspended", player_id, reason):
            raise RefusedError(codes.ALREADY_SUSPENDED, "This player is suspended already.")

    async def reinstate(self, by: Actor | None, player_id: str, reason: str | None) -> None:
        """
        Let the tokens of a suspended player work again.

        Raises:
            RefusedError: It is not suspended.
        """
        await self._find(player_id)
        reinstating = (
            update(PlayerRow)
            .where(_players.c.id == player_id, _players.c.suspended_at.is_not(None))
            .values(suspended_at=None)
        )
        if not await self._step([reinstating], by, "reinstated", player_id, reason):
            raise RefusedError(codes.NOT_SUSPENDED, "This player is not suspended.")

    async def withdraw_name(self, by: Actor | None, player_id: str, reason: str | None) -> None:
        """Give a player a plain name in place of its own: in everything that begins from now on."""
        await self._find(player_id)
        renaming = update(PlayerRow).where(_players.c.id == player_id).values(name=plain_name(player_id))
        await self._step([renaming], by, "name_withdrawn", player_id, reason)

    async def withdraw_token(self, by: Actor | None, player_id: str, token_id: str, reason: str | None) -> None:
        """
        Withdraw one token of a player.

        Raises:
            RefusedError: It has no such token.
        """
        await self._find(player_id)
        if not await self._step(delete_token(player_id, token_id), by, "token_withdrawn", player_id, reason, token_id):
            raise UNKNOWN_TOKEN_ID.error()

    async def withdraw_tokens(self, by: Actor | None, player_id: str, reason: str | None) -> None:
        """Withdraw all tokens of a player."""
        await self._find(player_id)
        await self._step(delete_all_tokens(player_id), by, "tokens_withdrawn", player_id, reason)

    async def end_access(self, by: Actor | None, player_id: str, after: str | None, reason: str | None) -> None:
        """
        Sign a player out everywhere, and remove the ways in that were added after a time; without one, all of them.

        Raises:
            RefusedError: It is the account of `by`.
        """
        await self._find_other(by, player_id)
        await self._step(end_access(player_id, after), by, "access_ended", player_id, reason)

    async def remove_administrator(self, by: Actor | None, player_id: str, reason: str | None) -> None:
        """
        Let an administrator be a player as all others: at once, in every process.

        Raises:
            RefusedError: The player is not an administrator, or it is the account of `by`.
        """
        await self._find_other(by, player_id)
        if not await self._step([_appointing(player_id, to=False)], by, "administrator_removed", player_id, reason):
            raise RefusedError(codes.NOT_ADMINISTRATOR, "This player is not an administrator.")

    async def make_administrator(self, player_id: str, reason: str | None) -> None:
        """
        Make a player an administrator: only the operator does so, or gives somebody the key to sign up with.

        Raises:
            RefusedError: The player is one already.
        """
        await self._find(player_id)
        step: Step = "administrator_made"
        if not await self._step([_appointing(player_id, to=True)], COMMAND_LINE, step, player_id, reason):
            raise RefusedError(codes.IS_ADMINISTRATOR, "This player is an administrator already.")

    async def require_forgettable(self, player_id: str) -> None:
        """
        Check that an administrator may have this player forgotten.

        Raises:
            RefusedError: It is an administrator, whom this would end for good.
        """
        if (await self._find(player_id)).administrator:
            raise RefusedError(codes.IS_ADMINISTRATOR, "This player is an administrator. Take the role away first.")

    async def audit(self, player_id: str | None, before: str | None, limit: int) -> tuple[list[Audited], str | None]:
        """Return the steps of administrators; see `read_audit`."""
        return await read_audit(self._database, player_id, before, limit)

    async def reports(self, player_id: str | None, before: str | None, limit: int) -> tuple[list[Reported], str | None]:
        """Return reports of players; see `read_reports`."""
        return await read_reports(self._database, player_id, before, limit)

    async def _find(self, player_id: str) -> Any:  # noqa: ANN401  # a row
        if is_id(player_id):
            row = (await fetch(self._database, select(_players).where(_players.c.id == player_id))).one_or_none()
            if row is not None:
                return row
        raise UNKNOWN_PLAYER.error()

    async def _find_other(self, by: Actor | None, player_id: str) -> None:
        await self._find(player_id)
        if by is not None and by.player_id == player_id:
            raise RefusedError(
                codes.OWN_ACCOUNT, "You cannot do this to yourself. Ask another administrator, or the operator."
            )

    async def _step(
        self,
        statements: Sequence[Executable],
        by: Actor | None,
        step: Step,
        player_id: str,
        reason: str | None,
        token_id: str | None = None,
    ) -> bool:
        """Take a step, if its statements change anything; return whether they did."""
        now = self._clock.now()
        async with begin(self._database) as connection:
            if by is not None:
                await require_administrator(connection, by, now)
            changed = [(await connection.execute(statement)).rowcount for statement in statements]
            if not any(changed):
                return False
            actor = None if by is None else by.player_id
            await connection.execute(insert_step(now, actor, step, player_id, reason, token_id))
            await connection.execute(insert_change(now, player_id))
        await self._changes.notify(player_id)
        return True


def _appointing(player_id: str, *, to: bool) -> Update:
    """Return the statement that makes a player an administrator, or takes the role away, if it changes anything."""
    changed = update(PlayerRow).where(_players.c.id == player_id, _players.c.administrator.is_(not to))
    return changed.values(administrator=to)


def plain_name(player_id: str) -> str:
    """Return the name of a player whose own was withdrawn."""
    return f"Player {player_id[-6:]}"
