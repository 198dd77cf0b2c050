"""
A player's agenda: what the player's own stream says about times, folded.

It is made anew for each call, so nothing is kept that could differ from the stream. The number of the event that
changed an item last is its version: it rises with each change, and is the same however many events are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from server.logs.aggregates.kind import KindName
from server.notifications.lead_time import lead_time
from server.notifications.news import facts as news_facts
from server.runtime.times import parse_timestamp

PAST_ITEMS_STAY: Final = timedelta(days=30)
"""How long items stay that are over or cancelled, because calendars are read seldom."""

MOST: Final = 200
"""Maximum number of items that are shown."""

What: TypeAlias = Literal[
    "deadline",
    "check_in",
    "round",
    "table",
    "bye",
    "ready",
    "over",
    "void",
    "tournament_over",
    "tournament_cancelled",
    "decision",
    "series_over",
    "series_cancelled",
]


_ROUND: Final[frozenset[What]] = frozenset({"round", "table", "bye"})
"""The items of which each round of a tournament has one."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What an item is about: a match with its game, or a tournament or series with its label."""

    log_id: str
    kind: KindName
    game: str | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """
    An entry of the calendar: what happens when.

    `version` is the cursor of the event that changed it last, at `changed_at`. `kind` is the choice that shows it.
    """

    uid: str
    kind: news_facts.Kind
    topic: Topic
    what: What
    at: datetime
    created_at: datetime
    changed_at: datetime
    version: int
    round: int = 0
    table: int = 0
    cancelled: bool = False

    @property
    def alarm(self) -> timedelta | None:
        """How long before a deadline the alarm rings; None without an alarm."""
        return lead_time(self.at - self.created_at) if self.what in ("deadline", "decision") else None


class Agenda:
    """The fold of a player's own stream; `folded` is the number of events."""

    def __init__(self) -> None:
        self.folded = 0
        self._items: dict[str, Item] = {}
        # By match, tournament or series, the items that are still to come.
        self._open: dict[str, set[str]] = {}

    def fold(self, cursor: int, at: datetime, facts: Iterable[news_facts.InboxFact]) -> None:
        """Take in the facts of the next event."""
        self._cursor, self._at = cursor, at
        self.folded += 1
        for fact in facts:
            self._take(fact)

    def items(self, kinds: Iterable[news_facts.Kind], now: datetime) -> list[Item]:
        """
        Return the items that these choices show, at most `MOST`: first what is still to come, soonest first.

        Time counts in days, so that a calendar does not change with each call.
        """
        chosen = {*kinds}
        if "deadline_near" in chosen:
            chosen.add("awaited")  # An alarm is part of its deadline.
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        items = [item for item in self._items.values() if item.kind in chosen]
        coming = sorted((each for each in items if not each.cancelled and each.at >= today), key=lambda each: each.at)
        gone = [each for each in items if each.cancelled or each.at < today]
        recent = [each for each in gone if (each.changed_at if each.cancelled else each.at) >= today - PAST_ITEMS_STAY]
        recent.sort(key=lambda each: each.version, reverse=True)
        return sorted([*coming, *recent][:MOST], key=lambda each: (each.at, each.uid))

    def _take(self, fact: news_facts.InboxFact) -> None:
        match fact:
            case news_facts.Awaited() | news_facts.DeadlineMoved() | news_facts.DeadlineNear():
                uid = f"{fact.match_id}.{fact.seat}.{fact.phase}"
                self._cancel(fact.match_id, except_for=uid)  # A match has one open phase.
                closes_at = fact.closes_at
                self._set(uid, "awaited", _match(fact), "deadline", closes_at)
            case news_facts.AwaitedNoMore() | news_facts.Replaced() | news_facts.Unseated():
                self._cancel(fact.match_id)
            case news_facts.MatchOver():
                self._cancel(fact.match_id)
                self._note(f"{fact.match_id}.over", _match(fact), fact.status)
            case news_facts.TournamentEntered(waiting=False):
                for number, starts_at in enumerate(fact.times, 1):
                    self._set_round(fact, number, "round", starts_at)
            case news_facts.RoundsMoved():
                self._move_rounds(fact)
            case news_facts.CheckInAsked():
                self._set(f"{fact.tournament_id}.check_in", "seated", _tournament(fact), "check_in", fact.starts_at)
            case news_facts.TablePublished():
                self._cancel(fact.tournament_id, only=f"{fact.tournament_id}.check_in")
                self._set_round(fact, fact.round, "bye" if fact.bye else "table", fact.starts_at, fact.table)
            case news_facts.ReadyAsked():
                uid = _ready(fact)
                self._set(uid, "seated", _tournament(fact), "ready", fact.ready_until, fact.round, fact.table)
            case news_facts.TableDecided():
                self._cancel(fact.tournament_id, only=_ready(fact))
            case news_facts.TournamentLeft():
                self._cancel(fact.tournament_id)
            case news_facts.TournamentEnded():
                self._cancel(fact.tournament_id)
                what: What = "tournament_cancelled" if fact.cancelled else "tournament_over"
                self._note(f"{fact.tournament_id}.over", _tournament(fact), what)
            case _:
                self._take_of_series(fact)

    def _take_of_series(self, fact: news_facts.InboxFact) -> None:
        match fact:
            case news_facts.DecisionAskedOfYou() | news_facts.DecisionMoved():
                self._set(_decision(fact), "awaited", _series(fact), "decision", fact.until)
            case news_facts.YourDecisionClosed():
                self._cancel(fact.series_id, only=_decision(fact))
            case news_facts.SeriesLeft():
                self._cancel(fact.series_id)
            case news_facts.SeriesEnded():
                self._cancel(fact.series_id)
                what: What = "series_cancelled" if fact.cancelled else "series_over"
                self._note(f"{fact.series_id}.over", _series(fact), what)
            case _:
                pass

    def _set_round(
        self,
        fact: news_facts.TournamentEntered | news_facts.RoundsMoved | news_facts.TablePublished,
        number: int,
        what: What,
        starts_at: str | None,
        table: int = 0,
    ) -> None:
        uid = f"{fact.tournament_id}.{number}"
        self._set(uid, "seated", _tournament(fact), what, starts_at, number, table)

    def _move_rounds(self, fact: news_facts.RoundsMoved) -> None:
        """Move what is still to come of a tournament; a round that is published keeps its table."""
        still = set(self._open.get(fact.tournament_id, ()))
        times: dict[int, str | None] = {
            self._items[uid].round: None for uid in still if self._items[uid].what in _ROUND
        }
        times |= dict(enumerate(fact.times, 1))
        for number, starts_at in times.items():
            known = self._items.get(f"{fact.tournament_id}.{number}")
            what: What = "round" if known is None else known.what
            self._set_round(fact, number, what, starts_at, 0 if known is None else known.table)
        check_in = f"{fact.tournament_id}.check_in"
        if check_in in still:
            self._set(check_in, "seated", _tournament(fact), "check_in", times.get(1))

    def _set(
        self,
        uid: str,
        kind: news_facts.Kind,
        topic: Topic,
        what: What,
        when: str | None,
        number: int = 0,
        table: int = 0,
    ) -> None:
        """Add an item, or change it if it differs; without a time, as while a match is paused, it is cancelled."""
        before = self._items.get(uid)
        if when is None:
            self._cancel(topic.log_id, only=uid)
            return
        at = parse_timestamp(when)
        if before is None and at <= self._at:
            return  # It was over when the news came.
        created_at = self._at if before is None else before.created_at
        item = Item(uid, kind, topic, what, at, created_at, self._at, self._cursor, number, table)
        if before is None or replace(item, changed_at=before.changed_at, version=before.version) != before:
            self._keep(item)

    def _note(self, uid: str, topic: Topic, what: What) -> None:
        """Add an item about something that has just happened."""
        self._keep(Item(uid, "over", topic, what, self._at, self._at, self._at, self._cursor))

    def _keep(self, item: Item) -> None:
        self._items[item.uid] = item
        self._open.setdefault(item.topic.log_id, set()).add(item.uid)

    def _cancel(self, log_id: str, *, only: str | None = None, except_for: str | None = None) -> None:
        """Cancel what is still to come of a match, tournament or series."""
        still = self._open.get(log_id, set())
        for uid in tuple(still):
            item = self._items[uid]
            is_meant = (only is None or uid == only) and uid != except_for
            if item.at <= self._at:
                still.discard(uid)
            elif is_meant:
                still.discard(uid)
                self._items[uid] = replace(item, cancelled=True, changed_at=self._at, version=self._cursor)


def _match(
    fact: news_facts.Awaited | news_facts.DeadlineMoved | news_facts.DeadlineNear | news_facts.MatchOver,
) -> Topic:
    return Topic(fact.match_id, "match", fact.game)


def _tournament(
    fact: news_facts.TournamentEntered
    | news_facts.RoundsMoved
    | news_facts.CheckInAsked
    | news_facts.TablePublished
    | news_facts.ReadyAsked
    | news_facts.TournamentEnded,
) -> Topic:
    return Topic(fact.tournament_id, "tournament", None, fact.label)


def _series(fact: news_facts.DecisionAskedOfYou | news_facts.DecisionMoved | news_facts.SeriesEnded) -> Topic:
    return Topic(fact.series_id, "series", None, fact.label)


def _decision(fact: news_facts.DecisionAskedOfYou | news_facts.DecisionMoved | news_facts.YourDecisionClosed) -> str:
    return f"{fact.series_id}.{fact.decision}"


def _ready(fact: news_facts.ReadyAsked | news_facts.TableDecided) -> str:
    return f"{fact.tournament_id}.{fact.round}.{fact.table}.ready"
