"""The actions of directors: one class for each, with its arguments and the facts that follow."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from engines.kit import Consequence
from server.access import codes
from server.access.costs import NEW_BOT, NEW_MATCH
from server.access.errors import RefusedError
from server.access.fields import Reason, union_of
from server.access.player import Person
from server.access.texts import VISIBLE_LINE
from server.logs.aggregates.held_roles import SIGHTED
from server.logs.directing import appointing
from server.logs.directing.actions import DirectingAction, GiveRole, TakeRole
from server.matches.calendars import RestRequest, settle_rest
from server.matches.facts import SeriesMatchName
from server.matches.rests import MOST_LEAVE_DAYS
from server.organising.noting import Note
from server.organising.series import commands
from server.organising.series.course import SeriesEntrant
from server.organising.series.facts import EntrantId, MatchNoted, SeriesChanged, SeriesFact
from server.organising.series.listings import SeriesListing
from server.organising.series.plan import Starting
from server.organising.series.play import Inputs
from server.organising.series.requests import MAX_LABEL
from server.organising.series.series import SeriesState

EntrantField: TypeAlias = Annotated[EntrantId, Field(max_length=16)]

_MOST: Final = 64
"""How many entrants an action can name."""

ACTIONS: Final = 1_000
"""How often directors may act in a series; cancelling it remains possible."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The context of an action: what the season needs to go on, who takes it, and the player that it names, if any."""

    inputs: Inputs
    by: Person
    named: Person | None


class _Action(DirectingAction):
    """Base of all actions."""

    call = "actOnSeries"
    begins: ClassVar[bool] = False
    """Whether the action can begin a match."""

    reason: Reason = ""
    """Why; everyone who sees the series can read it."""

    def cost_of(self, row: SeriesListing) -> float:
        return NEW_MATCH if self.begins else 0

    @abstractmethod
    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        """Return the facts of the action; none if there is nothing to do."""


class StartEpisodeAction(_Action):
    """Start the series, with bots in the free places, or begin its next episode."""

    begins = True
    type: Literal["start"]

    def cost_of(self, row: SeriesListing) -> float:
        return super().cost_of(row) + (NEW_BOT * row.bots if row.episode == 1 else 0)

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.start(state, at.inputs)


class EditSeriesAction(_Action):
    """Change settings; what is left out stays as it is."""

    type: Literal["edit"]
    reason: Annotated[Reason, Field(min_length=1)]
    """Why; everyone who sees the series can read it."""
    label: str | None = Field(default=None, min_length=1, max_length=MAX_LABEL, pattern=VISIBLE_LINE, repr=False)
    """What the series is to be called."""
    start: Starting | None = None
    """When later episodes begin; one that waits for a director's word still does."""
    rest: RestRequest | None = None
    """When no time passes, in matches and decisions that begin later; if it names only a zone, time always passes."""
    leave_days: int | None = Field(default=None, ge=0, le=MOST_LEAVE_DAYS)
    """For how many days in all each entrant can be on leave: at least as many as one has taken; 0: for none."""

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        rest = settle_rest(self.rest, at.inputs.now, "/rest", may_be_empty=True)
        return commands.edit(state, SeriesChanged(self.label, self.start, rest, self.leave_days))


class SetPlacesAction(_Action):
    """Set who is in heaven and who is in hell in the next episode, before it begins."""

    type: Literal["set_places"]
    heaven: list[EntrantField] = Field(max_length=_MOST)
    hell: list[EntrantField] = Field(max_length=_MOST)
    """Who is in hell: all others."""

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.set_places(state, self.heaven, self.hell)


class PauseSeriesAction(_Action):
    """Pause the series and its match."""

    type: Literal["pause"]

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.pause(state, at.inputs.now)


class ResumeSeriesAction(_Action):
    """Resume the series and its match, with the time that was left."""

    begins = True
    type: Literal["resume"]

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.resume(state, at.inputs)


class ExtendSeriesAction(_Action):
    """Give the open decision more time, or else the open phase of the open match."""

    type: Literal["extend"]
    seconds: int = Field(ge=1, le=2_592_000)

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.extend(state, self.seconds, at.inputs.now)


class ReplayMatchAction(_Action):
    """Replay the match for which the series waits, with the same seats."""

    begins = True
    type: Literal["replay"]

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.replay(state, at.inputs)


class DecideMatchAction(_Action):
    """Decide the match for which the series waits: by the `loser` of a death match, or as a main match ends."""

    begins = True
    type: Literal["decide"]
    loser: EntrantField | None = None
    """Who has lost the death match: the candidate or the opponent."""
    rank: dict[EntrantField, Annotated[int, Field(ge=1, le=_MOST)]] = Field(default={}, max_length=_MOST)
    """The rank of each entrant in the main match; 1 is best."""
    consequences: dict[EntrantField, Annotated[list[Consequence], Field(max_length=6)]] = Field(
        default={}, max_length=_MOST
    )
    """What the main match means for each entrant, as in an outcome."""

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.decide_match(state, self.loser, self.rank, self.consequences, at.inputs)


class NoteMatchAction(Note, _Action):
    """
    Note something about a match of an episode that has begun, in place of the last note.

    Only those who direct or judge see it. It stays withheld when the log of the series is open to everyone.
    """

    type: Literal["note_match"]
    episode: int = Field(ge=1, le=1_000)
    match: SeriesMatchName = "main"
    """Which match of it."""

    def last(self, state: SeriesState) -> str:
        commands.require_not_over(state)
        return commands.match_in(state.course, self.episode, self.match).note

    def fact(self) -> MatchNoted:
        return MatchNoted(self.episode, self.match, self.text)


class ReplaceInSeriesAction(_Action):
    """Give the place of an entrant to another player, or to a bot."""

    type: Literal["replace"]
    entrant: EntrantField
    player_id: str | None = Field(default=None, max_length=64)
    """The new player; by default a bot."""

    @property
    def names(self) -> str | None:
        return self.player_id

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.replace(state, entrant_in(state, self.entrant), at.named, at.inputs)


class DisqualifyInSeriesAction(_Action):
    """Give the place of an entrant to a bot, for a breach of the rules."""

    type: Literal["disqualify"]
    entrant: EntrantField

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.leave(state, entrant_in(state, self.entrant), "disqualified", at.inputs)


class GiveSeriesRoleAction(GiveRole, _Action):
    """
    Give a player a role on the series, in place of the one that the player holds, if any. Only owners can.

    Everyone who can see the series is shown this. The matches of the series have roles of their own.
    """

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        if at.named is None:
            raise AssertionError("a role is given to a player")
        if self.role in SIGHTED and state.has_entered(at.named.player_id):
            raise RefusedError(
                codes.DIRECTOR_PLAYS, "A player who has or had a place cannot direct or judge.", status=409
            )
        commands.require_not_over(state)
        fact = appointing.give_role(state, at.named, self.role, at.by)
        return [] if fact is None else [fact]


class TakeSeriesRoleAction(TakeRole, _Action):
    """Take the role that a player holds on the series. Only owners can; anyone can give up their own role."""

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        commands.require_not_over(state)
        return [appointing.take_role(state, self.player_id, at.by)]


class CancelSeriesAction(_Action):
    """End the series without a winner. Its match is called off."""

    type: Literal["cancel"]

    def decide(self, state: SeriesState, at: Circumstances) -> list[SeriesFact]:
        return commands.cancel(state)


SERIES_ACTIONS: Final[tuple[type[_Action], ...]] = tuple(_Action.__subclasses__())

if TYPE_CHECKING:
    SeriesAction: TypeAlias = _Action
else:
    SeriesAction = union_of("SeriesAction", SERIES_ACTIONS, "An action of a director, by `type`.")


def entrant_in(state: SeriesState, entrant: EntrantId) -> SeriesEntrant:
    """Return an entrant. Raises RefusedError if the id is unknown."""
    found = state.course.entrants.get(entrant)
    if found is None:
        raise RefusedError(codes.UNKNOWN_ENTRANT, "The series has no such entrant.", status=422, pointer="/entrant")
    return found
