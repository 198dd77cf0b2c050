"""
The projection: what one viewer is told of a match, and the view folded from that.

This is the only way match data leaves the server. It filters facts by their audience and folds what remains; it is
never handed the state of the match, so it cannot give away what was not told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, cast

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.contract import (
    AnyEngine,
    ChannelClosed,
    ChannelOpened,
    Content,
    GameView,
    JsonSchema,
    MatchEnded,
    Outcome,
    Phase,
    PhaseOpened,
    SeatId,
    Viewer,
)
from server.facts import (
    DeadlineSet,
    MatchAdjudicated,
    MatchCreated,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MatchVoided,
    Person,
    SeatLeft,
    SeatSubmitted,
    SeatTaken,
    SecretOptions,
    Submitted,
    Withdrawn,
    decode,
    is_server_fact,
)
from server.log.contract import MatchStatus
from server.log.entry import Entry, ToldFact


@dataclass(frozen=True, slots=True)
class Event:
    """
    What one entry tells one viewer: the facts addressed to it, at least one.

    `cursor` numbers the viewer's events from 1, without gaps, whatever happened in between for others.
    """

    cursor: int
    at: str
    facts: tuple[ToldFact, ...]


def told_to(viewer: Viewer, entry: Entry) -> tuple[ToldFact, ...]:
    """The facts of an entry that are addressed to the viewer."""
    return tuple(told for told in entry.facts if told.audience.includes(viewer))


_T = TypeVar("_T")


class Projection:
    """
    One viewer's knowledge of one match, folded event by event.

    Attributes:
        cursor: The number of the last event folded.
        created: The match as it was announced.
        occupants: Who sits where; None is a bot. A free seat is missing.
        phase, closes_at: The open phase and its deadline, as told.
        submission: The viewer's own standing submission in the open phase.
        submitted: Seats known to have submitted, where the match tells.
        channels: The channels open to the viewer.
        game: The game's own view.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.cursor = 0
        self.status: MatchStatus = "open"
        self.occupants: dict[SeatId, Person | None] = {}
        self.phase: Phase | None = None
        self.closes_at: str | None = None
        self.submission: Submitted | None = None
        self.submitted: tuple[SeatId, ...] = ()
        self.channels: dict[str, ChannelOpened] = {}
        self.outcome: Outcome | None = None
        self._engine: AnyEngine | None = None
        self._created: MatchCreated | None = None
        self._game: GameView | None = None

    @property
    def engine(self) -> AnyEngine:
        return _known(self._engine)

    @property
    def created(self) -> MatchCreated:
        return _known(self._created)

    @property
    def game(self) -> GameView:
        return _known(self._game)

    def prompt(self) -> JsonSchema | None:
        """What is asked of the viewer now, from its own view."""
        return self.engine.prompt(self.game) if self.status == "running" else None

    def tell(self, entry: Entry) -> Event | None:
        """Fold what the entry tells this viewer; None if it tells nothing."""
        facts = told_to(self.viewer, entry)
        if not facts:
            return None
        for told in facts:
            self._fold(told)
        self.cursor += 1
        return Event(self.cursor, entry.at, facts)

    def _fold(self, told: ToldFact) -> None:
        if told.type == "match_created":
            self._open(told)
            return
        content = decode(self.engine, told)
        if not is_server_fact(told.type):
            self._game = self.engine.fold(self.game, content)
        self._note(content)

    def _open(self, told: ToldFact) -> None:
        self._engine = GAMES[str(told.fact["game"])]
        self._created = cast("MatchCreated", decode(self._engine, told))
        self._look(self._created.options)

    def _look(self, options: dict[str, JsonValue]) -> None:
        self._game = self.engine.look(self.viewer, self.engine.read_options(options))

    def _note(self, content: Content) -> None:
        """Keep what the service itself shows of a fact."""
        match content:
            case Submitted():
                if content.seat == self.viewer:
                    self.submission = content
            case Withdrawn():
                if content.seat == self.viewer:
                    self.submission = None
            case SeatSubmitted():
                rest = tuple(seat for seat in self.submitted if seat != content.seat)
                self.submitted = (*rest, content.seat) if content.has_submission else rest
            case PhaseOpened():
                self.phase, self.submission, self.submitted = content.phase, None, ()
            case DeadlineSet():
                self.closes_at = content.closes_at
            case SecretOptions():
                self._look(content.options)
            case SeatTaken():
                self.occupants[content.seat] = content.player
            case SeatLeft():
                self.occupants.pop(content.seat, None)
            case ChannelOpened():
                self.channels[content.channel] = content
            case ChannelClosed():
                self.channels.pop(content.channel, None)
            case MatchStarted() | MatchResumed():
                self.status = "running"
            case MatchPaused():
                self.status = "paused"
            case MatchEnded(outcome=outcome) | MatchAdjudicated(outcome=outcome):
                self._end("over", outcome)
            case MatchVoided():
                self._end("void", None)
            case _:
                pass

    def _end(self, status: MatchStatus, outcome: Outcome | None) -> None:
        self.status, self.outcome = status, outcome
        self.phase = self.closes_at = self.submission = None
        self.submitted = ()


def _known(value: _T | None) -> _T:
    if value is None:
        raise AssertionError("a match's first event is match_created, told to everyone")
    return value
