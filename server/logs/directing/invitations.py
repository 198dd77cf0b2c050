"""Invitations to logs: a player who accepts one enters (`server/logs/invitations/links.py`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from server.access.errors import RefusedError, UnavailableError
from server.access.made_with import MadeWith
from server.access.player import Player
from server.logs.aggregates.commands import Decide
from server.logs.aggregates.kind import AggregateT, ListedKind
from server.logs.aggregates.repository import Repository
from server.logs.directing.roles import Roles
from server.logs.invitations.links import InvitationTerms, Links, NewLink, require_valid, terms_of, unknown
from server.logs.invitations.uses import require_uses
from server.logs.store.entry import Decision, Entry
from server.runtime.database.tables import InvitationRow

ReplyT = TypeVar("ReplyT", bound=InvitationTerms)
NewReplyT = TypeVar("NewReplyT", bound=InvitationTerms)

MAX_ENTRIES: Final = 1_000
"""How often an invitation to an event can be accepted at most."""


@dataclass(frozen=True, slots=True)
class EventInvitationReply(InvitationTerms):
    """An invitation to a tournament or a series, for its directors."""

    entrant: str | None
    """The entrant whose place it is for; null if anybody can enter with it."""


@dataclass(frozen=True, slots=True)
class NewEventInvitationReply(EventInvitationReply):
    """A new invitation to a tournament or a series, with its token."""

    token: str = field(repr=False)
    """The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once."""


@dataclass(frozen=True, slots=True)
class Opened(Generic[AggregateT]):
    """A valid invitation, and the log that it is for."""

    row: InvitationRow
    uses_left: int
    live: AggregateT


class Invitations(ABC, Generic[AggregateT, ReplyT, NewReplyT]):
    """The invitations to all logs of one kind."""

    def __init__(self, links: Links, repository: Repository[AggregateT], kind: ListedKind[AggregateT]) -> None:
        self._links = links
        self._repository = repository
        self._kind = kind

    @abstractmethod
    async def _find(self, operation: str, player: Player, log_id: str) -> AggregateT:
        """Return the log if the player may do this with it, according to the table of rights."""

    @abstractmethod
    def _reply(self, row: InvitationRow, live: AggregateT) -> ReplyT:
        """Return an invitation, for those who can make one."""

    @abstractmethod
    def _new_reply(self, row: InvitationRow, live: AggregateT, token: str) -> NewReplyT:
        """Return a new invitation, with its token."""

    def _require_open(self, live: AggregateT, seat: str | None) -> None:
        """Refuse a log in which nobody can enter any more, or that has no such seat."""
        self._kind.require_enterable(live.state)

    async def _link(
        self, log_id: str, uses: int, lifetime: timedelta, seat: str | None, made_with: MadeWith
    ) -> NewLink:
        return await self._links.make(self._kind, log_id, uses, lifetime, seat, made_with)

    async def make(
        self,
        player: Player,
        made_with: MadeWith,
        log_id: str,
        uses: int,
        lifetime: timedelta,
        seat: str | None = None,
    ) -> NewReplyT:
        """
        Create an invitation, as a host or director; if a bridge acts for the player, it ends with `made_with`.

        Raises:
            RefusedError: The player is neither, nobody can enter any more, there is no such seat, or there are too many
                invitations.
        """
        live = await self._find(self._kind.operation("create", "Invitation"), player, log_id)
        self._require_open(live, seat)
        made = await self._link(log_id, uses, lifetime, seat, made_with)
        return self._new_reply(made.row, live, made.token)

    async def to(self, player: Player, log_id: str) -> list[ReplyT]:
        """
        Return the invitations to a log, newest first, for its hosts or directors.

        Raises:
            RefusedError: The player is neither.
        """
        live = await self._find(self._kind.operation("list", "Invitations"), player, log_id)
        return [self._reply(row, live) for row in await self._links.to(self._kind.name, log_id)]

    async def withdraw(self, player: Player, log_id: str, invitation_id: str) -> None:
        """
        Withdraw an invitation, as a host or director. Who has accepted it stays.

        Raises:
            RefusedError: The player is neither, or the log has no such invitation.
        """
        await self._find(self._kind.operation("withdraw", "Invitation"), player, log_id)
        await self._links.withdraw(self._kind.name, log_id, invitation_id)

    async def open(self, row: InvitationRow) -> Opened[AggregateT]:
        """
        Return what a valid invitation is for.

        Raises:
            RefusedError: The invitation is used up, or nobody can enter any more.
        """
        live = await self._log_of(row)
        if live.behind:
            await self._repository.refresh(live)
        self._require_open(live, row.seat)
        return Opened(row, require_uses(live.state.accepted, row.invitation_id, row.uses), live)

    async def accept(self, row: InvitationRow, decide: Decide[AggregateT]) -> tuple[Any, Entry | None]:
        """
        Let somebody enter who has the token; return the state of the log, and the entry; `decide` as for any command.

        Raises:
            RefusedError: The invitation is not valid any more, or as `decide` says.
        """

        def decide_if_valid(live: AggregateT, now: datetime) -> Decision | None:
            require_valid(row, now)
            return decide(live, now)

        live = await self._log_of(row)
        entry = await self._repository.change(live, decide_if_valid)
        return live.state, entry

    async def _log_of(self, row: InvitationRow) -> AggregateT:
        try:
            return await self._repository.get(row.log_id)
        except UnavailableError:
            raise
        except RefusedError as error:  # a database that has lost the log
            raise unknown() from error


class EventInvitations(Invitations[AggregateT, EventInvitationReply, NewEventInvitationReply]):
    """The invitations to all events of one kind."""

    def __init__(
        self, links: Links, repository: Repository[AggregateT], kind: ListedKind[AggregateT], roles: Roles[AggregateT]
    ) -> None:
        super().__init__(links, repository, kind)
        self._roles = roles

    async def _find(self, operation: str, player: Player, log_id: str) -> AggregateT:
        live, _ = await self._roles.find(operation, self._repository, player, log_id)
        return live

    def _require_open(self, live: AggregateT, seat: str | None) -> None:
        if seat is None:
            super()._require_open(live, seat)
        else:
            self._kind.require_place(live.state, seat)

    async def _link(
        self, log_id: str, uses: int, lifetime: timedelta, seat: str | None, made_with: MadeWith
    ) -> NewLink:
        if seat is None:
            return await super()._link(log_id, uses, lifetime, seat, made_with)
        (made,) = await self._links.renew(self._kind, log_id, [seat], lifetime, made_with)
        return made

    def _reply(self, row: InvitationRow, live: AggregateT) -> EventInvitationReply:
        return EventInvitationReply(**terms_of(row, live.state.accepted), entrant=row.seat)

    def _new_reply(self, row: InvitationRow, live: AggregateT, token: str) -> NewEventInvitationReply:
        return NewEventInvitationReply(**terms_of(row, live.state.accepted), entrant=row.seat, token=token)
