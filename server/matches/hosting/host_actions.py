"""
The actions of hosts: each with its fields and its effect.

The API uses these models directly. `server.access.rights` decides who may use an action, by `operation`.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from engines.kit import Consequence, Outcome, seat_id
from server.access.fields import Reason, union_of
from server.access.player import Person, Player
from server.access.rights import require
from server.logs.directing.actions import DirectingAction, GiveRole, TakeRole
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.hosting import appointing, newer_rules
from server.matches.match import Match
from server.matches.requests import SeatRequest
from server.matches.roles import role_of
from server.matches.seats import names, seating
from server.matches.seats.sitters import is_self
from server.matches.talk import channels

_Reason: TypeAlias = Annotated[Reason, Field(description="Visible to everyone in the match.", examples=["Fire alarm."])]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The context of an action: who takes it, when, and the player that the action names, if any (None: a bot)."""

    player: Player
    now: datetime
    named: Person | None


class _Action(DirectingAction):
    """
    Base of all actions.

    `kept_back` is the number of actions that must remain of the hosts' limit so that this one can be undone. None: the
    action helps to end the match and is not limited.
    """

    call = "actAsHost"
    kept_back: ClassVar[int | None] = 1

    @property
    def sitter(self) -> SeatRequest | None:
        """Return the player or bot that the action names."""
        return None

    @abstractmethod
    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        """Return the entry of the action; None if there is nothing to do."""


class PauseAction(_Action):
    """Pause the match. Nothing can be submitted until it is resumed."""

    type: Literal["pause"]
    reason: _Reason = ""

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return commands.pause(live.state, self.reason)


class ResumeAction(_Action):
    """Resume the match with the remaining time. Only an administrator can resume a suspended match."""

    kept_back = 0  # the last action is reserved for resuming a paused match

    type: Literal["resume"]

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        if live.state.status == "suspended" and not given.player.administrator:
            raise commands.match_suspended()
        return commands.resume(live.state, given.now)


class ExtendAction(_Action):
    """Give the open phase more time."""

    type: Literal["extend"]
    seconds: int = Field(ge=1, le=2_592_000)
    """The number of additional seconds."""

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return commands.extend(live.state, self.seconds, given.now)


class ClosePhaseAction(_Action):
    """Close the open phase now. Not allowed for a host who plays."""

    kept_back = None

    type: Literal["close_phase"]
    phase: int = Field(ge=0, le=2**31 - 1)
    """The number of the phase to close."""

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return commands.close_now(live.state, live.seed, self.phase, given.now)


class ReplacePlayerAction(_Action):
    """
    Give a seat to a bot during play, or reserve it for another player. A host who plays can only give away their own.

    The other player takes over the seat with `takeSeat`; until then its current player continues.
    """

    type: Literal["replace_player"]
    seat: str = Field(max_length=64)
    player_id: str | None = Field(
        default=None, max_length=64, description="The player who gets the seat; if omitted or null, a bot."
    )

    @property
    def sitter(self) -> SeatRequest:
        return SeatRequest(player_id=self.player_id, bot=self.player_id is None)

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        if is_self(self.sitter, given.player):
            require("takeSeat.during_play", role_of(given.player.themselves, live.state))
        seat = commands.require_seat(live.state, self.seat)
        decision = seating.replace_player(live.state, seat, given.named)
        if given.named is not None:
            names.require_distinct(live.state, given.named, replacing=seat)
        return decision


class MuteAction(_Action):
    """Allow a seat to write only to the host. Not allowed for a host who plays."""

    type: Literal["mute"]
    seat: str = Field(max_length=64)
    reason: _Reason

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return channels.mute(live.state, commands.require_seat(live.state, self.seat), self.reason)


class UnmuteAction(_Action):
    """Allow a seat to write again. Not allowed for a host who plays."""

    type: Literal["unmute"]
    seat: str = Field(max_length=64)

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return channels.unmute(live.state, commands.require_seat(live.state, self.seat))


class CloseDoorAction(_Action):
    """Before the start: allow only the host and players with a reservation to take a seat."""

    type: Literal["close_door"]

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return seating.close_door(live.state)


class OpenDoorAction(_Action):
    """Before the start: allow everyone who can see the match to take free seats again."""

    type: Literal["open_door"]

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return seating.open_door(live.state)


class GiveRoleAction(GiveRole, _Action):
    """
    Give a player a role on the match, in place of the one that the player holds, if any. Only for its owners.

    Everyone who may know of the match sees it. A player in the match sees no more than their seat, whatever the role.
    """

    @property
    def sitter(self) -> SeatRequest:
        return SeatRequest(player_id=self.player_id)

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        if given.named is None:
            raise AssertionError("a role is given to a player")
        return appointing.give_role(live.state, given.named, self.role, given.player.person)


class TakeRoleAction(TakeRole, _Action):
    """Take the role that a player holds on the match. Owners can take all roles; anyone can give up their own."""

    kept_back = None

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return appointing.take_role(live.state, self.player_id, given.player.person)


class ProposeRulesAction(_Action):
    """
    Propose that the match continues by a newer version of its rules, one of its `newer_rules`; null withdraws it.

    It does so from the next phase on if, until then, the player of every seat agrees (`agreeToRules`).
    """

    type: Literal["propose_rules"]
    rules_version: int | None = Field(ge=1, le=2**31 - 1)
    """The newer version; null withdraws the proposal."""

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return newer_rules.propose(live.state, self.rules_version, given.player.person)


class AdjudicateAction(_Action):
    """End the match with this outcome. Not allowed for a host who plays."""

    kept_back = None

    type: Literal["adjudicate"]
    rank: dict[str, Annotated[int, Field(ge=1, le=64)]] = Field(
        max_length=64, description="The rank of each seat; 1 is best. Seats can share a rank, and ranks can be skipped."
    )
    consequences: dict[str, list[Consequence]] = Field(default={}, max_length=64)
    reason: _Reason

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        rank = {seat_id(seat): place for seat, place in self.rank.items()}
        outcome = Outcome(rank, {seat_id(seat): meant for seat, meant in self.consequences.items()})
        return commands.adjudicate(live.state, outcome, self.reason, given.player.person, live.seed)


class VoidAction(_Action):
    """End the match without an outcome."""

    kept_back = None

    type: Literal["void"]
    reason: _Reason

    def decide(self, live: Match, given: Circumstances) -> Decision | None:
        return commands.void(live.state, self.reason, live.seed)


HOST_ACTIONS: Final[tuple[type[_Action], ...]] = tuple(_Action.__subclasses__())

if TYPE_CHECKING:
    HostAction: TypeAlias = _Action
else:
    HostAction = union_of(
        "HostAction",
        HOST_ACTIONS,
        "An action of a host during play, by `type`; `void`, `give_role` and `take_role` are also possible before the "
        "start, `close_door` and `open_door` only before it.",
    )
