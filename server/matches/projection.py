"""
A viewer's knowledge of a match, and the game's view that is folded from it.

Views, prompts and messages leave the server only through this projection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self, TypeVar, get_args

from engines.catalogue import GAMES, engine_of
from engines.kit import (
    ENGLISH,
    HOST,
    RANDOM,
    AnyEngine,
    ChannelClosed,
    ChannelOpened,
    Fact,
    GameOptions,
    GameView,
    JsonSchema,
    Language,
    Level,
    MatchEnded,
    Outcome,
    Phase,
    PhaseOpened,
    Reason,
    SeatId,
    SharedFact,
    Speaker,
    Viewer,
    add_titles,
    copy_with,
    theme_of,
)
from server.access.player import Person
from server.logs.aggregates import held_roles
from server.logs.aggregates.projection import Projection
from server.logs.directing.facts import HostViewAsked, RoleGiven, RoleTaken
from server.logs.store.entry import canonical_json
from server.matches import facts
from server.matches.fact_encoding import is_server_fact
from server.matches.lists.summary import MatchStatus
from server.matches.rests import NEVER_AWAY, Away, without_leave
from server.matches.rules_in_force import CHANGES_RULES, RulesInForce
from server.matches.story import lines_of, sentences_of


@dataclass(frozen=True, slots=True)
class Channel:
    """
    A channel, as its viewer knows it.

    `members` may write while it is `open`: seats, and `host` in a channel to the host. `spectators`: everyone may read.
    `reactions`: the members talk from the first phase on, so nothing is saved by talking in signs.
    """

    name: str
    members: tuple[Viewer, ...]
    spectators: bool
    open: bool = True
    reactions: bool = False


@dataclass(frozen=True, slots=True)
class CountedMove:
    """What the viewer submitted and what counted in a closed phase; as JSON, which takes a tenth of the memory."""

    phase: int
    json: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The viewer's event `cursor`, which closed a phase: what it told, and the game's views before and after it."""

    cursor: int
    engine: AnyEngine
    before: GameView
    after: GameView
    told: Sequence[Fact]

    def reasons(self) -> Sequence[Reason]:
        """Return why the phase ended as it did."""
        return tuple(self.engine.explain(self.before, self.after, self.told))


_T = TypeVar("_T")


_SHARED: Final = frozenset(get_args(SharedFact))
"""The facts of games of which the service shows something, too."""

_NAMING: Final = (facts.SeatTaken, facts.SeatReserved, facts.RematchCalled, HostViewAsked)
"""The facts with the name of a player."""


class MatchProjection(Projection):
    """
    One viewer's knowledge of one match, folded event by event.

    Attributes:
        created: The match as it was announced.
        occupants: The player in each taken seat; None is a bot.
        levels: How well the bots play that do not play at random, by seat.
        reserved: The player for whom each reserved seat is held.
        holders: Who holds a role, by player id.
        phase, closes_at: The open phase and its deadline, as the viewer knows them.
        away: The leave of each seat that has taken some.
        submission: The viewer's own standing submission in the open phase.
        moves: What the viewer submitted and what counted, in closed phases.
        submitted: Seats known to have submitted, if the match reveals this.
        channels: All channels that the viewer ever knew, by name.
        reason: Why the host has paused or ended the match; empty if the host gave no reason.
        rematch_id: The match in which the same people can play again.
        muted: Seats that may write only to the host, each with the reason that the host gave.
        rules_known: Whether this process has the version of the rules by which the match is played.
        left: In how many facts the name of a player is withheld, because the player left.
        result: The viewer's event with the result of the last closed phase, or with the first phase; 0: none yet.
        game: The game's own view.
    """

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.status: MatchStatus = "open"
        self.occupants: dict[SeatId, Person | None] = {}
        self.levels: dict[SeatId, Level] = {}
        self.reserved: dict[SeatId, Person] = {}
        self.holders: held_roles.Holders = {}
        self.phase: Phase | None = None
        self.closes_at: str | None = None
        self.away: Mapping[SeatId, Away] = {}
        self.submission: facts.Submitted | None = None
        self.moves: tuple[CountedMove, ...] = ()
        self.submitted: tuple[SeatId, ...] = ()
        self.channels: dict[str, Channel] = {}
        self.reason = ""
        self.muted: dict[SeatId, str] = {}
        self.outcome: Outcome | None = None
        self.rematch_id: str | None = None
        self.rules_known = False
        self.left = 0
        self.result = 0
        self._closed: Closed | None = None
        # Who sat where during play up to an event, for each replacement.
        self._sat: tuple[tuple[int, dict[SeatId, Person | None]], ...] = ()
        self._engine: AnyEngine | None = None
        self._in_force: RulesInForce | None = None
        self._created: facts.MatchCreated | None = None
        self._game: GameView | None = None
        self._judging_views: tuple[tuple[int, GameView], ...] = ()

    @property
    def engine(self) -> AnyEngine:
        return _known(self._engine)

    @property
    def created(self) -> facts.MatchCreated:
        return _known(self._created)

    @property
    def in_force(self) -> RulesInForce:
        """By which rules the match is played, and what is proposed."""
        return _known(self._in_force)

    @property
    def game(self) -> GameView:
        return _known(self._game)

    def judging_view(self, phase: int) -> GameView | None:
        """Return the view against which the viewer's submission was checked, for the viewer's last two phases."""
        return dict(self._judging_views).get(phase)

    def prompt(self) -> JsonSchema | None:
        """Return what the viewer can submit now, as JSON Schema, from their own view."""
        return self.engine.prompt(self.game) if self.status == "running" and self.rules_known else None

    def prompt_with_titles(self, language: Language) -> JsonSchema | None:
        """Return the prompt of the viewer; its titles are in this language."""
        prompt, game = self.prompt(), self.game
        return None if prompt is None else add_titles(prompt, self.engine.words_for(game), language, theme_of(game))

    @property
    def has_pack_words(self) -> bool:
        """Whether the match has an organiser's pack, whose names the viewer may learn by and by."""
        return self.engine.has_pack_words(self.game)

    @property
    def wording(self) -> int:
        """Names of an organiser's pack can become known later, and are those of the viewer."""
        return self.cursor if self.has_pack_words else 0

    def narrate(self, addressed: Iterable[Fact], cursor: int, language: Language) -> list[str]:
        return lines_of(self.engine, addressed, self.speaker(language, cursor), self.reasons_of(cursor))

    def reasons_of(self, cursor: int) -> Sequence[Reason]:
        """Return why the phase ended as it did that closed in event `cursor`, the last one that closed a phase."""
        return self._closed.reasons() if self._closed and self._closed.cursor == cursor else ()

    def can_narrate(self, facts_: Iterable[Fact], cursor: int) -> bool:
        return not _closes(facts_) or (self._closed is not None and self._closed.cursor == cursor)

    def recalling(self, then: Self) -> Self:
        recalled = copy(self)
        recalled._closed = then._closed
        return recalled

    def speaker(self, language: Language, cursor: int) -> Speaker:
        """Return a speaker with the words that the viewer knows, and the players of the time of event `cursor`."""
        occupants = next((sat for until, sat in self._sat if cursor <= until), self.occupants)
        sentences = sentences_of(self.engine)
        left = sentences.get(language, sentences[ENGLISH])["left"]
        players = {seat: player.name or left for seat, player in occupants.items() if player}
        in_event = self.created.ordered_by is not None
        return self.engine.speaker(language, self.game, players, sentences, in_event=in_event)

    def fold_event(self, facts_: Iterable[Fact]) -> None:
        told, before = tuple(facts_), self._game
        super().fold_event(told)
        if before is not None and self.rules_known and _closes(told):
            self._closed = Closed(self.cursor, self.engine, before, self.game, told)

    def fold(self, fact: Fact) -> None:
        if isinstance(fact, facts.MatchCreated):
            self._open(fact)
            self.left += not fact.host.name
            return
        if not is_server_fact(fact.type):
            self._game = self.engine.fold(self.game, fact)
            if type(fact) not in _SHARED:
                return
        elif isinstance(fact, facts.MatchAdjudicated):
            # For the game, an adjudication is an end like any other.
            self._game = self.engine.fold(self.game, MatchEnded(fact.outcome))
        self._note(fact)
        if type(fact) in CHANGES_RULES:
            self._change_rules(self.in_force.after(fact))

    def _change_rules(self, in_force: RulesInForce) -> None:
        if in_force.version != self.in_force.version:
            self.rules_known = self.rules_known and in_force.version in self.engine.carries_over
            if self.rules_known:
                self._engine = engine_of(self.engine.name, in_force.version)
        self._in_force = in_force

    def _open(self, created: facts.MatchCreated) -> None:
        self._engine = engine_of(created.game, created.rules_version)
        self._created = created
        self._in_force = RulesInForce(created.rules_version)
        self.rules_known = self.engine.rules_version == created.rules_version
        self.holders = {} if created.queue else held_roles.first_holders(created.host)
        self._look(_public_options(created.game, json.dumps(created.options)))

    def _look(self, options: GameOptions) -> None:
        self._game = self.engine.look(self.viewer, options)

    def _note(self, fact: Fact) -> None:
        """Update the fields that the service itself shows."""
        if isinstance(fact, _NAMING) and fact.player is not None:
            self.left += not fact.player.name
        match fact:
            case facts.Submitted():
                if fact.seat == self.viewer:
                    self.submission = fact
                    earlier = [view for view in self._judging_views if view[0] != fact.phase]
                    self._judging_views = (*earlier[-1:], (fact.phase, self.game))
            case facts.Withdrawn():
                if fact.seat == self.viewer:
                    self.submission = None
            case facts.SeatSubmitted():
                rest = tuple(seat for seat in self.submitted if seat != fact.seat)
                self.submitted = (*rest, fact.seat) if fact.has_submission else rest
            case facts.PhaseClosed():
                if self.submission is not None:
                    counted = CountedMove(self.submission.phase, canonical_json(self.submission.move))
                    self.moves = (*self.moves, counted)
            case PhaseOpened():
                self.phase, self.submission, self.submitted = fact.phase, None, ()
                self.result = self.cursor + 1
            case facts.DeadlineSet():
                self.closes_at = fact.closes_at
            case facts.LeaveSet(seat=seat):
                self.away = {**self.away, seat: self.away.get(seat, NEVER_AWAY).after(fact.leave)}
            case facts.SecretOptions():
                self._look(self.engine.read_options(fact.options))
            case facts.SeatTaken():
                self._seat({**self.occupants, fact.seat: fact.player})
                others = {seat: level for seat, level in self.levels.items() if seat != fact.seat}
                self.levels = others if fact.level is None else {**others, fact.seat: fact.level}
                self._release(fact.seat, fact.player)
                self._unmute(fact.seat)
                if self.status != "open":
                    self.away = without_leave(self.away, fact.seat)
            case facts.SeatLeft():
                self._seat({seat: who for seat, who in self.occupants.items() if seat != fact.seat})
            case facts.SeatReserved(seat=seat, player=player):
                self.reserved = {**self.reserved, seat: player}
            case facts.SeatReleased(seat=seat):
                self._release(seat, None)
            case ChannelOpened():
                self._set_channel(Channel(fact.channel, fact.members, fact.spectators, reactions=self.phase is None))
            case ChannelClosed():
                self._set_channel(copy_with(self.channels[fact.channel], open=False))
            case facts.SeatMuted():
                self.muted = {**self.muted, fact.seat: fact.reason}
            case facts.SeatUnmuted():
                self._unmute(fact.seat)
            case RoleGiven() | RoleTaken():
                self.holders = held_roles.after(self.holders, fact)
            case facts.RematchCalled(rematch_id=rematch_id):
                self.rematch_id = rematch_id
            case facts.MatchStarted():
                self.status = "running"
                self._open_host_lines()
            case facts.MatchResumed():
                self.status, self.reason = "open" if self.phase is None else "running", ""
            case facts.MatchSuspended():
                self.status = "suspended"
            case facts.MatchPaused(reason=reason):
                self.status, self.reason = "paused", reason
            case MatchEnded(outcome=outcome):
                self._end("over", outcome, "")
            case facts.MatchAdjudicated(outcome=outcome, reason=reason):
                self._end("over", outcome, reason)
            case facts.MatchVoided(reason=reason):
                self._end("void", None, reason)
            case _:
                pass

    def level_of(self, seat: SeatId) -> Level | None:
        """Return how well the bot of a taken seat plays; None for a player."""
        return self.levels.get(seat, RANDOM) if self.occupants[seat] is None else None

    def _seat(self, occupants: dict[SeatId, Person | None]) -> None:
        if self.phase is not None:
            self._sat = (*self._sat, (self.cursor, self.occupants))
        self.occupants = occupants

    def _end(self, status: MatchStatus, outcome: Outcome | None, reason: str) -> None:
        self.status, self.outcome, self.reason = status, outcome, reason
        self.result = self.cursor + 1
        self.phase = self.closes_at = self.submission = None
        self.submitted = ()
        self.reserved = {}
        self.channels = {name: copy_with(channel, open=False) for name, channel in self.channels.items()}

    def _unmute(self, seat: SeatId) -> None:
        self.muted = {other: reason for other, reason in self.muted.items() if other != seat}

    def _release(self, seat: SeatId, player: Person | None) -> None:
        """Remove the seat's reservation, and that of the player who sits down."""
        self.reserved = {other: kept for other, kept in self.reserved.items() if other != seat and kept != player}

    def _set_channel(self, channel: Channel) -> None:
        self.channels = {**self.channels, channel.name: channel}

    def _open_host_lines(self) -> None:
        for seat in self.created.seats:
            if self.viewer in (seat.id, HOST):
                self._set_channel(Channel(facts.host_line(seat.id), (seat.id, HOST), spectators=False))


def _closes(told: Iterable[Fact]) -> bool:
    return any(isinstance(fact, facts.PhaseClosed) for fact in told)


@lru_cache(maxsize=256)
def _public_options(game: str, text: str) -> GameOptions:
    """Read the options that everyone knows, once for all viewers of a match and of others with the same options."""
    options: GameOptions = GAMES[game].read_options(json.loads(text))
    return options


def _known(value: _T | None) -> _T:
    if value is None:
        raise AssertionError("a match's first event is match_created, addressed to everyone")
    return value
