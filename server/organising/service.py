"""What players do with events, in the same way for each kind: tournaments and series."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from engines.kit import HOST, Viewer
from server.access import codes
from server.access.costs import charge
from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.access.rights import UNKNOWN_PLAYER
from server.logs.aggregates.acting import note_bridge
from server.logs.aggregates.commands import Decide, Keep
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.lines import RECENT, lines_for
from server.logs.aggregates.projection import Projection
from server.logs.aggregates.repository import Repository
from server.logs.directing.actions import DirectingAction, require_lasting
from server.logs.directing.appointing import note_look, record_look
from server.logs.directing.facts import WITHHELD
from server.logs.directing.invitations import EventInvitations
from server.logs.directing.lists import ListingT, ListPage, Lists
from server.logs.directing.roles import Roles
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Done, Once, Replies
from server.logs.store.contract import OwnerFullError
from server.logs.store.entry import Decision, Entry, EntryKind, receipt_of
from server.matches.hosting.hosting import Hosting
from server.organising.kind import EventKind
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import InvitationRow
from server.runtime.ids import new_id

ProjectionT = TypeVar("ProjectionT", bound=Projection)

MAX_EVENTS: Final = 10
"""How many events of a kind that are not over a player may have made; an administrator more (`Player.most`)."""

ActionT = TypeVar("ActionT", bound=DirectingAction)


class Organising(Generic[AggregateT, ProjectionT, ListingT, ActionT]):
    """
    All events of one kind. With a key, a command is carried out once, however often it is sent.

    Attributes:
        invitations: The invitations to them.
        repository: Their logs in memory.
    """

    def __init__(
        self,
        kind: EventKind[AggregateT, Any, ListingT],
        repository: Repository[AggregateT],
        lists: Lists[ListingT],
        hosting: Hosting,
        players: Players,
        replies: Replies,
        links: Links,
        clock: Clock,
    ) -> None:
        self.invitations = EventInvitations(links, repository, kind, kind.roles)
        self._kind = kind
        self._roles: Roles[AggregateT] = kind.roles
        self.repository = repository
        self._lists = lists
        self._hosting = hosting
        self._players = players
        self._replies = replies
        self._clock = clock

    async def look(
        self, operation: str, player: Player | None, log_id: str, cursor: int = 0
    ) -> tuple[AggregateT, Viewer]:
        """
        Return the log and the player's viewer for this operation; includes event `cursor` if it exists.

        The log notes which administrators look as directors do.
        """
        live, viewer = await self._roles.find(operation, self.repository, player, log_id, cursor)
        if operation != self._kind.operation("get"):  # which shows only what everyone is shown
            await record_look(self.repository, live, player, viewer, note_look)
        return live, viewer

    async def read(self, player: Player | None, log_id: str) -> ListingT:
        """Return the log as lists show it."""
        live, _ = await self.look(self._kind.operation("get"), player, log_id)
        return self._kind.listing(live.state, None)

    async def view(self, operation: str, player: Player | None, log_id: str, at: int | None = None) -> ProjectionT:
        """Return the player's projection, now or after the event `at`."""
        live, viewer = await self.look(operation, player, log_id, at or 0)
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
        known = await self.view(self._kind.operation("get", "View"), player, log_id, at)
        lines = lines_for(await self.repository.get(log_id), known.viewer, asked)
        if lines is None:
            return known, None
        return known, await lines.of_all(range(max(known.cursor - RECENT, 0) + 1, known.cursor + 1), known)

    async def read_log(self, player: Player, log_id: str) -> Iterator[bytes]:
        """
        Return the whole current log, line by line; notes are withheld except from those who direct and do not play.

        Raises:
            RefusedError: The log is open to directors who do not play, and to everyone when it has ended.
        """
        live = await self.repository.get(log_id)
        await self.repository.refresh(live)
        operation = self._kind.operation("get", "Log.opened" if live.state.ended else "Log")
        viewer = self._roles.allow(operation, player, live.state)
        await record_look(self.repository, live, player, viewer, note_look)
        withheld = () if viewer == HOST else WITHHELD
        log = live.entries
        return (log.line(at, withhold=log.kind(at) in withheld) for at in range(len(log)))

    async def _once(self, player: Player, once: Once | None, do: Callable[[], Awaitable[ListingT]]) -> Done[ListingT]:
        """Carry out a command, or return the reply of an earlier request with the same key."""
        return await self._replies.carry_out(player, once, do, self._kind.listings.validate_json)

    async def _change(self, log_id: str, decide: Decide[AggregateT]) -> ListingT:
        live = await self.repository.get(log_id)
        entry = await self.repository.change(live, decide)
        return self._reply(live.state, entry)

    def _reply(self, state: object, entry: Entry | None) -> ListingT:
        """Return the reply to a call that caused this entry, with its receipt; None: the call changed nothing."""
        return self._kind.listing(state, None if entry is None else receipt_of(entry))

    def _render(self, state: object, entry: Entry) -> str:
        """Return the reply to keep for repeated requests."""
        return self._kind.render(self._reply(state, entry))

    def _render_new(self, state: object, entry: Entry) -> str:
        """Return the reply to the creation of a log: it has the id, and no receipt."""
        return self._kind.render(self._reply(state, None))

    async def _person(self, player: Player, who: str) -> Person:
        """Return a player by id, or the caller for `me`."""
        if who in ("me", player.id):
            return player.person
        other = await self._players.by_id(who)
        if other is None:
            raise UNKNOWN_PLAYER.error()
        return other.person

    async def page(
        self, player: Player, status: str | None, before: str | None, limit: int, *, mine: bool
    ) -> ListPage[ListingT]:
        """Return events that the player may know of, newest first."""
        return await self._lists.page(player, status, before, limit, mine=mine)

    async def act(self, player: Player, log_id: str, action: ActionT, once: Once | None) -> Done[ListingT]:
        """
        Take an action, as a director.

        Raises:
            RefusedError: The action is not possible, or not allowed to this player.
        """
        charge(action.cost)
        live = await self.repository.get(log_id)
        self._allow(action, player, live)
        named = None if action.names is None else await self._person(player, action.names)
        if not action.about_roles:
            await self._hosting.require_no_role(log_id, (named,))

        async def change() -> ListingT:
            keep = self._replies.keep(player, once, 200, self._render)
            entry = await self._act(live, player, action, named, keep)
            return self._reply(live.state, entry)

        done = await self._once(player, once, change)
        if not done.repeated:
            charge(action.cost_of(done.reply))
        return done

    @abstractmethod
    async def _act(
        self, live: AggregateT, player: Player, action: ActionT, named: Person | None, keep: Keep | None
    ) -> Entry | None:
        """Take an action that names this player, if it is allowed then."""

    def _allow(self, action: ActionT, player: Player, live: AggregateT) -> None:
        own = action.is_own(player.id, live.state)
        self._roles.allow(action.operation, player, live.state, own=own)
        require_lasting(player, roles=action.about_roles)

    async def _create(
        self,
        player: Player,
        directors: Sequence[str],
        once: Once | None,
        first: Callable[[str, bytes], Awaitable[Decision]],
    ) -> Done[ListingT]:
        """Create an event with these directors; `first` returns its first entry, given its id and its seed."""
        require_lasting(player, roles=bool(directors), pointer="/directors")

        async def begin() -> ListingT:
            seed, log_id = secrets.token_bytes(32), new_id(self._clock.now())
            decision = note_bridge(await first(log_id, seed), player)
            keep = self._replies.keep(player, once, 201, self._render_new)
            most = player.most(MAX_EVENTS)
            try:
                live = await self.repository.create(log_id, seed, decision, keep, most)
            except OwnerFullError as error:
                raise self._kind.too_many(most) from error
            return self._reply(live.state, None)

        return await self._once(player, once, begin)

    async def _carry_out(
        self,
        operation: str,
        player: Player,
        log_id: str,
        decide: Callable[[AggregateT, datetime], Sequence[Any]],
        *,
        own: bool = False,
        kind: EntryKind = "entrants_changed",
    ) -> ListingT:
        """Append the facts that `decide` returns, if there are any and the operation is allowed."""

        def decide_if_allowed(live: AggregateT, now: datetime) -> Decision | None:
            self._roles.allow(operation, player, live.state, own=own)
            return note_bridge(self._kind.facts.entry_if_any(kind, decide(live, now)), player)

        return await self._change(log_id, decide_if_allowed)

    async def _accept(
        self,
        player: Player,
        row: InvitationRow,
        players: Sequence[Person | None],
        decide: Callable[[AggregateT], Sequence[Any]],
    ) -> ListingT:
        """Let players enter with the token of an invitation, which `player` sends, by the facts of `decide`."""
        await self._hosting.require_no_role(row.log_id, players)

        def enter(live: AggregateT, now: datetime) -> Decision | None:
            return note_bridge(self._kind.facts.entry_if_any("entrants_changed", decide(live)), player)

        accepted = await self.invitations.accept(row, enter)
        return self._reply(*accepted)
