"""Matches as a kind of log: how they are folded, and their rows for lists and the schedule."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final, TypeAlias, cast

from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import RefusedError
from server.access.rights import UNKNOWN_MATCH
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.kind import ListedKind, RulesFailedError
from server.logs.aggregates.never_begun import NeverBegunLogs
from server.logs.aggregates.repository import Repository
from server.logs.store.contract import Mark
from server.logs.store.entry import Decision, Entry, EntryKind, Head
from server.matches import commands
from server.matches.causes import news_of
from server.matches.facts import SuspendedBecause
from server.matches.lists.listings import summarise
from server.matches.lists.summary import MatchSummary
from server.matches.match import Match
from server.matches.play.bot_pace import BotPace
from server.matches.play.reminders import reminder
from server.matches.state import MatchState
from server.notifications.news.facts import encode_news
from server.runtime.database.tables import MatchRow
from server.runtime.metrics import metrics
from server.runtime.times import parse_timestamp

_SAID: Final[frozenset[EntryKind]] = frozenset({"message", "loss_noted"})
"""Entries that leave the row unchanged."""

_SUBMISSIONS: Final[frozenset[EntryKind]] = frozenset({"submitted", "withdrawn"})
"""Entries that may leave the row unchanged; they leave no marks, and cost nothing to ask."""

_rows = MatchRow.__table__

MatchRepository: TypeAlias = Repository[Match]


log = logging.getLogger(__name__)


class MatchKind(ListedKind[Match]):
    """The kind of log for matches; `pace` limits how fast they run by themselves."""

    name = "match"
    missing = UNKNOWN_MATCH
    tables = MatchSummary.tables
    require_enterable = staticmethod(commands.require_open)

    def __init__(self, pace: BotPace) -> None:
        self._pace = pace

    @classmethod
    def operation(cls, verb: str, what: str = "") -> str:
        return f"{verb}{what or 'Match'}"

    def fold(self, entries: list[Entry], seed: bytes) -> Match:
        return Match(entries, seed)

    def row(self, before: MatchState | None, step: Step[MatchState], now: datetime) -> MatchSummary | None:
        if before is not None and not _shows(step.entry.kind, before, step.state):
            return None
        return summarise(step.state, self._pace.due_at(step.state, now))

    def marks(self, before: MatchState | None, step: Step[MatchState]) -> tuple[Mark, ...]:
        entry = step.entry
        if entry.kind in _SUBMISSIONS or step.state.created.lesson:
            return ()
        news = news_of(before, step)
        caused = (Mark(entry.log_id, entry.seq, entry.at, encode_news(news)),) if news else ()
        return (*caused, *reminder(before, step.state, entry))

    def follows(self, step: Step[MatchState], seed: bytes) -> Decision | None:
        """The last submission that a phase waits for closes it."""
        state, now = step.state, parse_timestamp(step.entry.at)
        if step.entry.kind not in _SUBMISSIONS or self._pace.closes_early_at(state, now) != now:
            return None
        if not state.rules_known or (state.closes_at is not None and now >= state.closes_at):
            return None  # That is for the referee.
        return commands.close(state, seed, "all_submitted", now)

    def owes(self, state: MatchState) -> str | None:
        return state.created.ordered_by

    def set_aside(self, live: Match, failed: RulesFailedError) -> Decision:
        state = live.state
        metrics.suspended[(state.created.game, failed.because)] += 1
        log.error("%s is suspended (%s): %s", live.log_id, failed.because, failed.where)
        return commands.suspend(state, cast("SuspendedBecause", failed.because), failed.where)

    def is_set_aside(self) -> RefusedError:
        return commands.match_suspended()

    def note_loss(self, live: Match, lost: Head) -> Decision | None:
        return commands.note_loss(live.state, lost)


def never_begun(
    kind: ListedKind[Match], keep: timedelta | None, database: AsyncEngine, matches: MatchRepository
) -> NeverBegunLogs[Match]:
    """Return the rule for open matches; what becomes of those of an event is decided there."""
    alone = _rows.c.tournament_id.is_(None), _rows.c.series_id.is_(None)
    return NeverBegunLogs(kind, keep, database, matches, lambda live: commands.call_off(live.state, live.seed), *alone)


def _shows(kind: EntryKind, before: MatchState, after: MatchState) -> bool:
    """
    Whether an entry changes what lists show, or when the server must next do something.

    If the last submission closes the phase, every submission counts as one that may: otherwise its response time would
    reveal whether it was the last.
    """
    if kind in _SUBMISSIONS:
        return after.may_close_early or before.submissions.keys() != after.submissions.keys()
    return kind not in _SAID
