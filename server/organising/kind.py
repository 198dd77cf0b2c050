"""
What each kind of event defines: its name, fold, row for lists, news, and how players leave.

Everything else that the server does with events follows from this.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar, Final, Generic

from pydantic import TypeAdapter
from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import SPECTATOR
from server.access.errors import RefusedError
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.kind import AggregateT, ListedKind
from server.logs.aggregates.never_begun import NeverBegunLogs
from server.logs.aggregates.repository import Repository
from server.logs.directing.appointing import lay_down
from server.logs.directing.encoding import FactEncoding
from server.logs.directing.facts import NEVER_BEGUN, EntriesLost, RoleHolder
from server.logs.directing.lists import ListingT, Lists
from server.logs.directing.roles import Roles
from server.logs.directing.state import EventStateT
from server.logs.directing.summaries import DirectedSummary, Involved
from server.logs.store.contract import Mark
from server.logs.store.entry import Decision, Head
from server.logs.store.replica import Replica
from server.notifications.news.facts import News, encode_news
from server.people.forgetting.parts import Part, PlayerId, leave_by_steps
from server.runtime.database.tables import Row
from server.runtime.times import timestamp

_ROLES: Final = {"role_given": "give_role", "role_taken": "take_role"}
"""The action that a fact about roles comes from."""


class EventKind(ListedKind[AggregateT], Generic[AggregateT, EventStateT, ListingT]):
    """A kind of log that orders matches. It has no rules that could fail; its state is a plain fold."""

    several: ClassVar[str]
    """The plural of the name."""
    facts: ClassVar[FactEncoding[Any]]
    summary: ClassVar[type[DirectedSummary]]
    listings: ClassVar[TypeAdapter[Any]]
    roles: ClassVar[Roles[Any]]
    asking: ClassVar[frozenset[str]]
    """The types of news that ask a player for something."""

    news_of: Callable[[EventStateT | None, Step[EventStateT]], Mapping[str, Sequence[News]]]
    """Returns what an entry causes in players' own streams, after the state before it; None for the first entry."""
    due_at: Callable[[EventStateT], datetime | None]
    """Returns when the server must next do something; None: only people can act, or matches."""
    listing: Callable[[EventStateT, str | None], ListingT]
    """Returns the log in lists, with the receipt of who changed it."""

    cancel: Callable[[EventStateT], Sequence[Any]]
    """Returns the facts by which the log ends without a result."""

    # Defined by each kind

    @abstractmethod
    def too_many(self, most: int) -> RefusedError:
        """Return the refusal to create one more for a player who directs so many."""

    @abstractmethod
    def still_asks(self, state: EventStateT, player_id: str, fact: Mapping[str, Any]) -> bool:
        """Whether the player is still asked for what this news asked."""

    @abstractmethod
    def leave(self, live: AggregateT, player_id: str, now: datetime) -> Decision | None:
        """Return the entry by which a player leaves; None if the player is not in it, or has left."""

    # As a kind of log

    def row(self, before: EventStateT | None, step: Step[EventStateT], now: datetime) -> DirectedSummary | None:
        state, course, due = step.state, step.state.course, self.due_at(step.state)
        known = None if before is None else before.course
        unchanged = known is not None and (known.entrants, known.holders) == (course.entrants, course.holders)
        return self.summary(
            log_id=step.entry.log_id,
            status=course.status,
            visibility=course.terms.visibility,
            owner_id=course.terms.maker.player_id,
            created_at=state.created_at,
            due_at=None if due is None else timestamp(due),
            people=None if unchanged else _people(state),
            listing=self.render(self.listing(state, None)),
            place=step.entry.log_id,
        )

    def marks(self, before: EventStateT | None, step: Step[EventStateT]) -> tuple[Mark, ...]:
        """Return a mark also for what is news for nobody but is told to everyone: webhooks on the event wait for it."""
        news, entry = self.news_of(before, step), step.entry
        if not news and not any(fact.audience.includes(SPECTATOR) for fact in entry.facts):
            return ()
        return (Mark(entry.log_id, entry.seq, entry.at, encode_news(news)),)

    def note_loss(self, live: AggregateT, lost: Head) -> Decision | None:
        return self.loss_entry(live.state, lost)

    def loss_entry(self, state: EventStateT, lost: Head) -> Decision | None:
        """Return the entry that tells directors that the log was longer; None if they were told."""
        if lost.hash in state.course.lost_heads:
            return None
        return self.facts.entry("loss_noted", EntriesLost(lost.seq, lost.hash))

    def call_off(self, state: EventStateT) -> Decision | None:
        """Return the entry by which the server ends a log that has not begun; None if it has, or has ended."""
        if state.course.status not in self.tables.not_begun:
            return None
        return self.facts.entry("called_off", *(replace(fact, because=NEVER_BEGUN) for fact in self.cancel(state)))

    # What follows

    def never_begun(
        self, keep: timedelta | None, database: AsyncEngine, repository: Repository[AggregateT]
    ) -> NeverBegunLogs[AggregateT]:
        """Return the rule for logs that nobody starts."""
        return NeverBegunLogs(self, keep, database, repository, lambda live: self.call_off(live.state))

    def lists_in(self, database: AsyncEngine, replica: Replica) -> Lists[ListingT]:
        """Return the lists of all logs."""
        return Lists(database, replica, f"list{self.several.capitalize()}", self.tables, self.parse)

    def render(self, listing: ListingT) -> str:
        """Return a listing as JSON text."""
        return self.listings.dump_json(listing).decode()

    def parse(self, text: str) -> ListingT:
        """Read a listing; rows of earlier servers lack the roles."""
        found = self.listings.validate_json(text)
        known: ListingT = found if found.roles else replace(found, roles=(RoleHolder(found.maker, "owner"),))
        return known

    async def asks(self, repository: Repository[AggregateT], player_id: str, fact: Mapping[str, Any]) -> bool:
        """
        Return whether a player is still asked for what news asked; true for news that asks nothing.

        Raises:
            RefusedError: The log cannot be read now.
        """
        if fact["type"] not in self.asking:
            return True
        live = await repository.get(fact[f"{self.name}_id"])
        return self.still_asks(live.state, player_id, fact)

    def part_in(self, repository: Repository[AggregateT]) -> Part:
        """Return what logs do when a player is forgotten; see `server.matches.leaving`."""
        people = Row.metadata.tables[self.tables.people]

        def logs_with(player_id: PlayerId) -> Sequence[Select[str]]:
            return (select(people.c[self.tables.log_id]).where(people.c.player_id == player_id),)

        leave = partial(leave_by_steps, repository, self._step_out)
        return Part(Row.metadata.tables[self.tables.logs], self.tables.unended, logs_with, logs_with, leave)

    def _step_out(self, live: AggregateT, player_id: str, now: datetime) -> Decision | None:
        """Give up the player's place, or else the role; cancel a log that nobody else directs."""
        state = live.state
        if state.ended:
            return None
        left = self.leave(live, player_id, now)
        if left is not None or player_id not in state.holders:
            return left
        fact, director = lay_down(state, player_id), state.holders[player_id].player
        if fact is None:
            return self.facts.action_entry(state, director, "cancel", "", self.cancel(state))
        return self.facts.action_entry(state, director, _ROLES[fact.type], "", [fact])


def _people(state: Any) -> dict[str, Involved]:  # noqa: ANN401  # of any kind
    """Return who holds a role, and who has a place or had one until the player left the event."""
    course = state.course
    people: dict[str, Involved] = dict.fromkeys(course.holders, "director")
    return people | {player.player_id: "entrant" for each in course.entrants.values() for player in each.players}
