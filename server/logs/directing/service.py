"""What players do with any log that people direct, whatever its kind: watch it, read it, and change it once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from engines.kit import Viewer
from server.access import codes
from server.access.codes.server_code import ServerCode
from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.access.rights import UNKNOWN_PLAYER
from server.logs.aggregates.commands import Decide
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.lines import RECENT, lines_for
from server.logs.aggregates.projection import Projection
from server.logs.aggregates.repository import Repository
from server.logs.directing.appointing import record_look
from server.logs.directing.encoding import FactEncoding
from server.logs.directing.invitations import EventInvitations, Inviting
from server.logs.directing.lists import ListingT
from server.logs.directing.roles import Roles
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Done, Once, Replies
from server.logs.store.entry import Entry, receipt_of

ProjectionT = TypeVar("ProjectionT", bound=Projection)


class PlayersById(Protocol):
    """All players."""

    async def by_id(self, player_id: str) -> Player | None:
        """Return a player; None if there is none with this id."""


@dataclass(frozen=True, slots=True)
class Named(Generic[ListingT]):
    """
    How a kind of log is named: its operations in the table of rights, its listing and facts, and how it invites.

    `too_many` refuses to create one more of `several`.
    """

    read: str
    view: str
    log: str
    listing: Callable[[Any, str | None], ListingT]
    listings: TypeAdapter[ListingT]
    facts: FactEncoding[Any]
    inviting: Inviting
    too_many: ServerCode
    several: str


class Directing(Generic[AggregateT, ProjectionT, ListingT]):
    """
    All logs of one kind. With a key, a command is carried out once, however often it is sent.

    Attributes:
        invitations: The invitations to them.
    """

    def __init__(
        self,
        repository: Repository[AggregateT],
        roles: Roles[AggregateT],
        named: Named[ListingT],
        players: PlayersById,
        replies: Replies,
        links: Links,
    ) -> None:
        self.invitations = EventInvitations(links, repository, roles, named.inviting)
        self._repository = repository
        self._roles = roles
        self._named = named
        self._players = players
        self._replies = replies

    async def watch(
        self, operation: str, player: Player | None, log_id: str, cursor: int = 0
    ) -> tuple[AggregateT, Viewer]:
        """
        Return the log and the player's viewer for this operation; includes event `cursor` if it exists.

        The log notes which administrators look as directors do.
        """
        live, viewer = await self._roles.find(operation, self._repository, player, log_id, cursor)
        if operation != self._named.read:  # which shows nothing that others are not shown
            await record_look(self._repository, live, player, viewer)
        return live, viewer

    async def read(self, player: Player | None, log_id: str) -> ListingT:
        """Return the log as lists show it."""
        live, _ = await self.watch(self._named.read, player, log_id)
        return self._named.listing(live.state, None)

    async def view(self, operation: str, player: Player | None, log_id: str, at: int | None = None) -> ProjectionT:
        """Return the player's projection, now or after the event `at`."""
        live, viewer = await self.watch(operation, player, log_id, at or 0)
        known: ProjectionT = live.projection(viewer)
        if at is None:
            return known
        if not 1 <= at <= known.cursor:
            raise RefusedError(codes.CURSOR_AHEAD, f"Your last event is {known.cursor}.")
        earlier: ProjectionT = await live.projection_at(viewer, at)
        return earlier

    async def view_with_lines(
        self, player: Player | None, log_id: str, at: int | None, asked: str | None
    ) -> tuple[ProjectionT, list[str] | None]:
        """Return what `view` does, and what happened lately, in sentences in the language `asked`, if it is given."""
        known = await self.view(self._named.view, player, log_id, at)
        lines = lines_for(await self._repository.get(log_id), known.viewer, asked)
        if lines is None:
            return known, None
        return known, await lines.of_all(range(max(known.cursor - RECENT, 0) + 1, known.cursor + 1), known)

    async def read_log(self, player: Player, log_id: str) -> Iterator[bytes]:
        """
        Return the whole current log, line by line.

        Raises:
            RefusedError: The log is open to directors who do not play, and to everyone when it has ended.
        """
        live = await self._repository.get(log_id)
        await self._repository.refresh(live)
        operation = f"{self._named.log}.opened" if live.state.ended else self._named.log
        await record_look(self._repository, live, player, self._roles.allow(operation, player, live.state))
        return (live.entries.line(at, withhold=False) for at in range(len(live.entries)))

    async def _once(self, player: Player, once: Once | None, do: Callable[[], Awaitable[ListingT]]) -> Done[ListingT]:
        """Carry out a command, or return the reply of an earlier request with the same key."""
        return await self._replies.carry_out(player, once, do, self._named.listings.validate_json)

    async def _change(self, log_id: str, decide: Decide[AggregateT]) -> ListingT:
        live = await self._repository.get(log_id)
        entry = await self._repository.change(live, decide)
        return self._reply(live.state, entry)

    def _reply(self, state: object, entry: Entry | None) -> ListingT:
        """Return the reply to a call that caused this entry, with its receipt; None: it changed nothing."""
        return self._named.listing(state, None if entry is None else receipt_of(entry))

    def _render(self, state: object, entry: Entry) -> str:
        """Return the reply to keep for repeated requests."""
        return self._named.listings.dump_json(self._reply(state, entry)).decode()

    def _render_new(self, state: object, entry: Entry) -> str:
        """Return the reply to who has created a log, which has its id, and no receipt."""
        return self._named.listings.dump_json(self._reply(state, None)).decode()

    async def _person(self, player: Player, who: str) -> Person:
        """Return a player by id, or the caller for `me`."""
        if who in ("me", player.id):
            return player.person
        other = await self._players.by_id(who)
        if other is None:
            raise UNKNOWN_PLAYER.error()
        return other.person
