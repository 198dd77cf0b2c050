"""The actions of directors: one class for each, with its arguments and the facts that follow."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from server.access import codes
from server.access.costs import NEW_BOT, NEW_MATCH, of_items
from server.access.errors import RefusedError
from server.access.fields import Reason, Request, union_of
from server.access.player import Person
from server.access.texts import LINE, VISIBLE_LINE
from server.logs.directing import appointing
from server.logs.directing.actions import DirectingAction, GiveRole, TakeRole
from server.matches.calendars import RestRequest, settle_rest
from server.matches.rests import MOST_LEAVE_DAYS
from server.organising.noting import Note
from server.organising.tournaments import (
    commands,
    decisions,
    editing,
    entering,
    keeping_apart,
    stepping_in,
    undoing,
)
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import Arena, SettingsChanged, TableNoted, TournamentFact
from server.organising.tournaments.listings import TournamentListing
from server.organising.tournaments.requests import (
    MAX_ANNOUNCEMENT,
    MAX_CLUB,
    MAX_CORRECTIONS_SECONDS,
    MAX_DESCRIPTION,
    MAX_ENTRANTS,
    MAX_LABEL,
    MOST_ROUNDS,
    ArenaRequest,
    ScheduleRequest,
    ScoresRequest,
)
from server.organising.tournaments.rounds import EntrantId, How, Result
from server.organising.tournaments.tournament import TournamentState
from server.runtime.ids import new_id

MOST_BOTS: Final = 64
"""How many bots a tournament can have, unless an administrator adds them: their matches need nobody's calls."""

_EntrantName: TypeAlias = Annotated[EntrantId, Field(max_length=16)]

ACTIONS: Final = 5_000
"""How often directors may act in a tournament; ending it remains possible."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """
    The context of an action.

    Attributes:
        now: When it is taken.
        by: The director.
        by_player: Whether the director is an entrant.
        seed: The secret seed.
        named: The player that the action names, if any.
        paired: The facts of the pairing that was made for it; empty for other actions.
        most_bots: The maximum number of bots; None without one.
        places: Returns the places by the standings now.
    """

    now: datetime
    by: Person
    by_player: bool
    seed: bytes
    named: Person | None
    paired: list[TournamentFact]
    most_bots: int | None
    places: Callable[[TournamentState], list[tuple[int, EntrantId]]]


class _Action(DirectingAction):
    """Base of all actions."""

    call = "actAsDirector"
    decides: ClassVar[bool] = True
    """Whether it can decide who wins, so that a director who plays must not take it."""
    pairs: ClassVar[bool] = False
    """Whether it needs a pairing, which takes long."""
    orders_all: ClassVar[bool] = False
    """Whether it is an order about all matches of a round."""

    reason: Reason = ""
    """Why; everyone concerned can read it."""

    def cost_of(self, row: TournamentListing) -> float:
        return of_items(row.entrants // 2) if self.orders_all else 0

    @abstractmethod
    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        """Return the facts of the action; none if there is nothing to do."""


class OpenEntriesAction(_Action):
    """Let players enter."""

    decides = False
    type: Literal["open"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.open_entries(state)


class CheckInAction(_Action):
    """Ask entrants to check in."""

    decides = False
    type: Literal["check_in"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.open_check_in(state)


class AddBotsAction(_Action):
    """Enter bots."""

    type: Literal["add_bots"]
    count: int = Field(ge=1, le=256)
    """How many."""

    @property
    def cost(self) -> float:
        return NEW_BOT * self.count

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.add_bots(state, self.count, at.most_bots)


class EditAction(_Action):
    """
    Change settings that have not taken effect; what is left out stays as it is.

    A director who plays can change neither rounds, nor how they are paired, what counts and how clocks run.
    """

    decides = False
    type: Literal["edit"]
    reason: Annotated[Reason, Field(min_length=1)]
    """Why; everyone concerned can read it."""
    label: str | None = Field(default=None, min_length=1, max_length=MAX_LABEL, pattern=VISIBLE_LINE, repr=False)
    """What the tournament is to be called."""
    description: str | None = Field(default=None, max_length=MAX_DESCRIPTION, pattern=LINE, repr=False)
    """What people should know of it."""
    rounds: int | None = Field(default=None, ge=0, le=100)
    """How many rounds are planned: at least those that are paired; 0: as many as the system needs."""
    max_entrants: int | None = Field(default=None, ge=2, le=MAX_ENTRANTS)
    """How many entrants can have a place: at least those who have one. Before round 1, those who wait get new ones."""
    tie_breaks: list[str] | None = Field(default=None, max_length=16)
    """The tie-breaks of the standings, until round 1 is published."""
    schedule: ScheduleRequest | None = None
    """When rounds are published and started: the times of those that have started stay, others are later than now."""
    corrections_seconds: int | None = Field(default=None, ge=0, le=MAX_CORRECTIONS_SECONDS)
    """How long results can be corrected after `finish`, until then; 0: not at all."""
    scores: ScoresRequest | None = None
    """What results are worth, as when it is created, until round 1 is published."""
    clubs_apart: int | None = Field(default=None, ge=0, le=MOST_ROUNDS)
    """In how many rounds, from the first one on, a Swiss keeps clubs apart if it can, until round 1 is paired."""
    accelerated: bool | None = None
    """Whether the first rounds of a Swiss are accelerated, until round 1 is paired."""
    rest: RestRequest | None = None
    """When no time of a phase passes, in matches that begin later; if it names only a zone, time always passes."""
    leave_days: int | None = Field(default=None, ge=0, le=MOST_LEAVE_DAYS)
    """For how many days in all each entrant can be on leave: at least as many as one has taken; 0: for none."""
    arena: ArenaRequest | None = None
    """How long an arena lasts, until its time is over; its end must be later than now."""

    def cost_of(self, row: TournamentListing) -> float:
        return 0 if self.schedule is None else of_items(row.entrants)

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        wanted = SettingsChanged(
            label=self.label,
            description=self.description,
            rounds=self.rounds,
            max_entrants=self.max_entrants,
            tie_breaks=None if self.tie_breaks is None else tuple(self.tie_breaks),
            schedule=None if self.schedule is None else self.schedule.terms,
            corrections_seconds=self.corrections_seconds,
            scores=None if self.scores is None else self.scores.terms,
            clubs_apart=self.clubs_apart,
            accelerated=self.accelerated,
            rest=settle_rest(self.rest, at.now, "/rest", may_be_empty=True),
            leave_days=self.leave_days,
            arena=None if self.arena is None else Arena(self.arena.minutes),
        )
        return editing.edit(state, wanted, at.now, by_player=at.by_player)


class AnnounceAction(_Action):
    """Announce something to everyone, in place of the last announcement; entrants are told that there is one."""

    decides = False
    type: Literal["announce"]
    text: str = Field(max_length=MAX_ANNOUNCEMENT, pattern=LINE, repr=False)
    """What; empty takes the last one away."""

    def cost_of(self, row: TournamentListing) -> float:
        return of_items(row.entrants)

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return editing.announce(state, self.text)


class PairAction(_Action):
    """Pair the next round, or pair it again until it is published."""

    decides = False
    pairs = True
    type: Literal["pair"]
    allow_repeats: bool = False
    """Whether entrants may meet again in this round, if there is no other pairing."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return at.paired


class OwnTable(Request):
    """A table of a pairing that a director sends."""

    entrants: list[EntrantId] = Field(min_length=1, max_length=20)
    """The entrants in the order of the seats; one for a bye."""
    bye: Literal["bye", "half_bye", "zero_bye"] | None = None
    """The kind of the bye."""


class SetPairingsAction(_Action):
    """Send the pairing of the next round, instead of the one by the system."""

    pairs = True
    type: Literal["set_pairings"]
    tables: list[OwnTable] = Field(min_length=1, max_length=1_000)
    """The tables, in order. Entrants without a table score nothing."""
    force: bool = False
    """Whether entrants who have met may meet again; this needs a reason."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return at.paired


class PublishAction(_Action):
    """Publish the pairing."""

    decides = False
    type: Literal["publish"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return commands.publish(state)


class StartRoundAction(_Action):
    """Start the published round: its matches are created, and begin."""

    decides = False
    type: Literal["start_round"]

    def cost_of(self, row: TournamentListing) -> float:
        return NEW_MATCH * row.entrants / 2

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return commands.start_round(state, _ids(at.now), at.now)


class UndoAction(_Action):
    """
    Take back a step of the open round, as long as nobody has acted on it.

    A round whose publication is taken back can be paired anew, or published again. The matches of one whose start is
    taken back are called off; only a director starts it again.
    """

    orders_all = True
    type: Literal["undo"]
    action: Literal["publish", "start_round"]
    """The action that is taken back."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        undo = undoing.undo_publication if self.action == "publish" else undoing.undo_start
        return undo(state)


class PauseTournamentAction(_Action):
    """Pause the tournament and all its matches. A director who plays can do this once a round, for ten minutes."""

    decides = False
    orders_all = True
    type: Literal["pause"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.pause(state, at.now, by_player=at.by_player)


class ResumeTournamentAction(_Action):
    """Resume the tournament and its matches."""

    decides = False
    orders_all = True
    type: Literal["resume"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.resume(state, at.now)


class ExcuseAction(_Action):
    """Give an entrant a bye in the next round to be paired."""

    type: Literal["excuse"]
    entrant: EntrantId = Field(max_length=16)
    bye: Literal["half_bye", "zero_bye"] = "zero_bye"

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.excuse(state, entrant_in(state, self.entrant), self.bye)


class SetClubAction(_Action):
    """Give an entrant a club, or none; everyone sees it."""

    type: Literal["set_club"]
    entrant: EntrantId = Field(max_length=16)
    club: str = Field(max_length=MAX_CLUB, pattern=LINE, repr=False)
    """The club; empty for none."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return keeping_apart.set_club(state, entrant_in(state, self.entrant), self.club)


class _PairOfEntrants(Request):
    """What the actions about two entrants who must not meet say."""

    entrants: list[_EntrantName] = Field(min_length=2, max_length=2)
    """The two."""

    def pair(self, state: TournamentState) -> tuple[Entrant, Entrant]:
        one, other = self.entrants
        return entrant_in(state, one, "/entrants/0"), entrant_in(state, other, "/entrants/1")


class ForbidPairAction(_PairOfEntrants, _Action):
    """Forbid that two entrants meet, from the next pairing on; only directors see it, and the reason."""

    type: Literal["forbid_pair"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return keeping_apart.forbid_pair(state, *self.pair(state))


class AllowPairAction(_PairOfEntrants, _Action):
    """Let two entrants meet who must not, from the next pairing on; only directors see it, and the reason."""

    type: Literal["allow_pair"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return keeping_apart.allow_pair(state, *self.pair(state))


class NoteTableAction(Note, _Action):
    """
    Note something about a table of a round that is paired, in place of the last note.

    Only those who direct or judge and do not play see it.

    It stays withheld when the log of the tournament is open to everyone.
    """

    type: Literal["note_table"]
    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)

    def last(self, state: TournamentState) -> str:
        decisions.require_not_over(state)
        rounds = state.course.rounds
        if self.round > len(rounds):
            raise RefusedError(codes.UNKNOWN_TABLE, f"Round {self.round} is not paired yet.", pointer="/round")
        if self.table not in rounds[self.round - 1].tables:
            message = f"Round {self.round} has no table {self.table}."
            raise RefusedError(codes.UNKNOWN_TABLE, message, pointer="/table")
        return rounds[self.round - 1].notes.get(self.table, "")

    def fact(self) -> TableNoted:
        return TableNoted(self.round, self.table, self.text)


class ForfeitAction(_Action):
    """Decide an open table against an entrant, who forfeits it. Its match is called off."""

    type: Literal["forfeit"]
    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)
    entrants: list[EntrantId] = Field(min_length=1, max_length=2)
    """Who forfeits: one entrant, or both."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.forfeit(state, self.round, self.table, self.entrants)


class CorrectResultAction(_Action):
    """Change the result of a table. Standings change at once, published pairings do not."""

    type: Literal["correct_result"]
    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)
    how: How = "adjudicated"
    """How the result came about."""
    points: list[Annotated[int, Field(ge=0, le=40)]] = Field(min_length=1, max_length=20)
    """Half points of each entrant, in the order of the table."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.settle(state, self.round, self.table, Result(self.how, tuple(self.points)))


class ReplayTableAction(_Action):
    """
    Have a table of the last round played again, in a new match. Its match before is called off, or does not count.

    A round that was done is open again, and a pairing of the next one that is not published is discarded.
    """

    type: Literal["replay_table"]
    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)

    def cost_of(self, row: TournamentListing) -> float:
        return NEW_MATCH

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return undoing.replay_table(state, self.round, self.table, new_id(at.now))


class VoidTableAction(_Action):
    """End an open table without points. Its match is called off."""

    type: Literal["void_table"]
    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.void_table(state, self.round, self.table)


class ExtendTablesAction(_Action):
    """Extend the open phase of a table, or of all open tables of the round, if the match runs."""

    decides = False
    type: Literal["extend"]
    round: int = Field(ge=1, le=1_000)
    table: int | None = Field(default=None, ge=1, le=1_000)
    """The table; by default all that are open."""
    seconds: int = Field(ge=1, le=2_592_000)

    def cost_of(self, row: TournamentListing) -> float:
        return of_items(row.entrants // 2) if self.table is None else 0

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.extend(state, self.round, self.table, self.seconds)


class CloseTablePhaseAction(_Action):
    """Close the open phase of a table now, as at its deadline."""

    type: Literal["close_phase"]
    round: int = Field(ge=1, le=1_000)
    table: int = Field(ge=1, le=1_000)
    phase: int = Field(ge=0, le=2**31 - 1)
    """The number of the phase to close."""

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.close_phase(state, self.round, self.table, self.phase)


class EndRoundAction(_Action):
    """End all open tables of the round without points. Their matches are called off."""

    orders_all = True
    type: Literal["end_round"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.end_round(state)


class ReplaceEntrantAction(_Action):
    """Give the place of an entrant to another player, or to a bot, from the next round on."""

    type: Literal["replace_entrant"]
    entrant: EntrantId = Field(max_length=16)
    player_id: str | None = Field(default=None, max_length=64)
    """The new player; by default a bot."""
    leaving: str | None = Field(default=None, max_length=64)
    """The player who leaves a team; by default a bot of it, or else its first member."""

    @property
    def names(self) -> str | None:
        return self.player_id

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.replace_entrant(state, entrant_in(state, self.entrant), at.named, self.leaving)


class DisqualifyAction(_Action):
    """Withdraw an entrant for a breach of the rules."""

    type: Literal["disqualify"]
    entrant: EntrantId = Field(max_length=16)

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.withdraw(state, entrant_in(state, self.entrant), "disqualified")


class BringBackAction(_Action):
    """Bring back an entrant who has withdrawn, was dropped or disqualified, with the same number and points."""

    type: Literal["bring_back"]
    entrant: EntrantId = Field(max_length=16)

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return entering.bring_back(state, entrant_in(state, self.entrant))


class FinishAction(_Action):
    """
    End the tournament with the places of the standings, after `corrections_seconds`.

    A director who plays can do this after the last round.
    """

    decides = False
    type: Literal["finish"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.finish(state, at.places(state), at.seed, at.now, by_player=at.by_player)


class ReopenAction(_Action):
    """Go on while results are provisional: pair further rounds, or have tables played again."""

    type: Literal["reopen"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return undoing.reopen(state)


class GiveTournamentRoleAction(GiveRole, _Action):
    """
    Give a player a role on the tournament, in place of the one that the player holds, if any. Only owners can.

    Everyone who can see the tournament is shown this. The matches of the tournament have roles of their own.
    """

    decides = False

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        if at.named is None:
            raise AssertionError("a role is given to a player")
        decisions.require_not_over(state)
        fact = appointing.give_role(state, at.named, self.role, at.by)
        return [] if fact is None else [fact]


class TakeTournamentRoleAction(TakeRole, _Action):
    """Take the role that a player holds on the tournament. Only owners can; anyone can give up their own role."""

    decides = False

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        decisions.require_not_over(state)
        return [appointing.take_role(state, self.player_id, at.by)]


class CancelAction(_Action):
    """End the tournament without places. Its matches are called off."""

    orders_all = True
    type: Literal["cancel"]

    def decide(self, state: TournamentState, at: Circumstances) -> list[TournamentFact]:
        return stepping_in.cancel(state)


DIRECTOR_ACTIONS: Final[tuple[type[_Action], ...]] = tuple(_Action.__subclasses__())

if TYPE_CHECKING:
    DirectorAction: TypeAlias = _Action
else:
    DirectorAction = union_of("DirectorAction", DIRECTOR_ACTIONS, "An action of a director, by `type`.")


def entrant_in(state: TournamentState, entrant: EntrantId, pointer: str = "/entrant") -> Entrant:
    """Return an entrant. Raises RefusedError if the id, at this place of the request, is unknown."""
    found = state.course.entrants.get(entrant)
    if found is None:
        raise RefusedError(codes.UNKNOWN_ENTRANT, "The tournament has no such entrant.", status=422, pointer=pointer)
    return found


def _ids(now: datetime) -> Iterator[str]:
    while True:
        yield new_id(now)
