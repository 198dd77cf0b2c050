"""What players do with tournaments and series, as far as their kind makes no difference."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.logs.aggregates.commands import Keep
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.directing.actions import DirectingAction
from server.logs.directing.lists import ListingT, Lists, Page
from server.logs.directing.roles import Roles
from server.logs.directing.service import Directing, Named, ProjectionT
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Done, Once, Replies
from server.logs.store.contract import OwnerFullError
from server.logs.store.entry import Decision, Entry, EntryKind
from server.matches.hosting.hosting import Hosting
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import InvitationRow
from server.runtime.ids import new_id

MAX_EVENTS: Final = 10
"""How many events of a kind that are not over a player may have made; an administrator more (`Player.most`)."""

ActionT = TypeVar("ActionT", bound=DirectingAction)


class Organising(Directing[AggregateT, ProjectionT, ListingT], Generic[AggregateT, ProjectionT, ListingT, ActionT]):
    """All events of one kind. With a key, a command is carried out once, however often it is sent."""

    def __init__(
        self,
        repository: Repository[AggregateT],
        lists: Lists[ListingT],
        roles: Roles[AggregateT],
        named: Named[ListingT],
        hosting: Hosting,
        players: Players,
        replies: Replies,
        links: Links,
        clock: Clock,
    ) -> None:
        super().__init__(repository, roles, named, players, replies, links)
        self._lists = lists
        self._hosting = hosting
        self._clock = clock

    async def page(
        self, player: Player, status: str | None, before: str | None, limit: int, *, mine: bool
    ) -> Page[ListingT]:
        """Return events that the player may know of, newest first."""
        return await self._lists.page(player, status, before, limit, mine=mine)

    async def act(self, player: Player, log_id: str, action: ActionT, once: Once | None) -> Done[ListingT]:
        """
        Take an action, as a director.

        Raises:
            RefusedError: The action is not possible, or not allowed to this player.
        """
        live = await self._repository.get(log_id)
        self._allow(action, player, live)
        named = None if action.names is None else await self._person(player, action.names)
        if not action.about_roles:
            await self._hosting.require_no_role(log_id, (named,))

        async def change() -> ListingT:
            keep = self._replies.keep(player, once, 200, self._render)
            entry = await self._act(live, player, action, named, keep)
            return self._reply(live.state, entry)

        return await self._once(player, once, change)

    @abstractmethod
    async def _act(
        self, live: AggregateT, player: Player, action: ActionT, named: Person | None, keep: Keep | None
    ) -> Entry | None:
        """Take an action that names this player, if it is allowed then."""

    def _allow(self, action: ActionT, player: Player, live: AggregateT) -> None:
        own = action.is_own(player.id, live.state)
        self._roles.allow(action.operation, player, live.state, own=own)

    async def _create(
        self, player: Player, once: Once | None, first: Callable[[str, bytes], Awaitable[Decision]]
    ) -> Done[ListingT]:
        """Create an event; `first` returns its first entry, given its id and its seed."""

        async def begin() -> ListingT:
            seed, log_id = secrets.token_bytes(32), new_id(self._clock.now())
            decision = await first(log_id, seed)
            keep = self._replies.keep(player, once, 201, self._render_new)
            most = player.most(MAX_EVENTS)
            try:
                live = await self._repository.create(log_id, seed, decision, keep, most)
            except OwnerFullError as error:
                told = f"You direct {most} {self._named.several} that are not over. Finish one."
                raise RefusedError(self._named.too_many, told) from error
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
            return self._entry(kind, decide(live, now))

        return await self._change(log_id, decide_if_allowed)

    async def _accept(
        self, row: InvitationRow, players: Sequence[Person | None], decide: Callable[[AggregateT], Sequence[Any]]
    ) -> ListingT:
        """Let players enter who have the token of an invitation, with the facts that `decide` returns."""
        await self._hosting.require_no_role(row.log_id, players)
        accepted = await self.invitations.accept(row, lambda live, _: self._entry("entrants_changed", decide(live)))
        return self._reply(*accepted)

    def _entry(self, kind: EntryKind, facts: Sequence[Any]) -> Decision | None:
        return self._named.facts.entry(kind, *facts) if facts else None
