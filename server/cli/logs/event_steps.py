"""Decide every step of the log of a tournament or a series again: each entry is checked against the state before it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, ClassVar, Generic

from engines.kit import Fact
from server.access.errors import RefusedError
from server.cli.logs.directors import Administrators, require_role
from server.cli.logs.leaves import Leaves
from server.cli.logs.logged_chance import difference
from server.cli.logs.reading import as_of_today, reason_of
from server.cli.logs.redactions import require_personal
from server.cli.logs.request_bounds import ImpossibleError, require_hash
from server.cli.logs.sitters import Sitters
from server.cli.logs.verdict import Verdict
from server.logs.aggregates.acting import without_bridges
from server.logs.directing import appointing
from server.logs.directing.facts import DirectorActed, EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.logs.directing.state import EventStateT
from server.logs.store.entry import Decision, Entry, EntryKind, Head
from server.organising.kind import EventKind
from server.runtime.times import parse_timestamp

Logs = Mapping[str, Sequence[Entry]]


@dataclass
class EventSteps(ABC, Generic[EventStateT]):
    """
    Decides the entries of an event again; counts the matches whose outcomes are taken, but not known.

    `seed` is None if it is not known; `logs` are all that are given.
    """

    kind: ClassVar[EventKind[Any, Any, Any]]
    call: ClassVar[str]
    """The operation with which directors act."""
    impossible: ClassVar[tuple[type[Exception], ...]] = (ImpossibleError, RefusedError)
    """What says that an entry is not possible."""
    withheld: ClassVar[EntryKind]
    """The kind of entries that are withheld from an opened log, once there were matches to see."""

    seed: bytes | None
    logs: Logs
    unknown_outcomes: int = 0
    administrators: Administrators = field(default_factory=Administrators)
    sitters: Sitters = field(default_factory=Sitters)
    leaves: Leaves = field(default_factory=Leaves)

    # Defined by each kind

    @abstractmethod
    def check_first(self, state: EventStateT, entry: Entry, verdict: Verdict) -> None:
        """Check the first entry, after which the event is in this state."""

    @abstractmethod
    def note_sitters(self, state: EventStateT) -> None:
        """Note who has the place of which entrant."""

    @abstractmethod
    def act(self, state: EventStateT, acted: DirectorActed, facts: Sequence[Any], at: datetime) -> Sequence[Any]:
        """Return what a director's action comes to; `facts` are those of the log."""

    @abstractmethod
    def decide(self, state: EventStateT, entry: Entry, facts: Sequence[Any], at: datetime) -> Decision | None:
        """Return the decision of any other command behind an entry; None if none makes such an entry."""

    # What follows

    def check(self, entries: Sequence[Entry], verdict: Verdict) -> None:
        """Repeat every step, until one cannot be read at all."""
        name = self.kind.name
        try:
            live = self.kind.fold(list(entries[:1]), self.seed or b"")
            require_personal(entries[0])
            self.check_first(live.state, as_of_today(entries[0], live.upcasting), verdict)
        except Exception as error:  # a forged log can contain anything, and make any code fail
            verdict.fault(entries[0].seq, f"does not begin a {name} ({type(error).__name__})")
            return
        for written in islice(entries, 1, None):
            try:
                entry = as_of_today(written, live.upcasting)
            except Exception as error:  # as above
                verdict.fault(written.seq, f"cannot be read: {reason_of(error)}")
                return
            if entry.withheld:
                self._check_withheld(live.state, entry, verdict)
            else:
                self._check_step(live.state, entry, verdict)
            try:
                live.apply(entry)
                self.leaves.note(entry.facts)
            except Exception as error:  # as above
                verdict.fault(entry.seq, f"cannot be read: {reason_of(error)}")
                return
        verdict.unchecked += self.administrators.lines()
        if withheld := sum(entry.withheld for entry in entries):
            verdict.unchecked.append(
                f"{withheld} notes of directors are withheld; only their kind and place were checked."
            )
        if self.unknown_outcomes:
            verdict.unchecked.append(
                f"The outcomes of {self.unknown_outcomes} matches, whose logs are not in the file, were not checked."
            )

    def _check_withheld(self, state: EventStateT, entry: Entry, verdict: Verdict) -> None:
        if entry.kind != self.withheld or not state.course.has_begun or state.ended:
            verdict.fault(entry.seq, "is withheld, which is only allowed for notes of directors")

    def _check_step(self, state: EventStateT, entry: Entry, verdict: Verdict) -> None:
        try:
            require_personal(entry)
            expected = self._decide_again(state, entry)
        except self.impossible as error:
            verdict.fault(entry.seq, f"is not possible: {error}")
        except Exception as error:  # a forged log can contain anything, and make any code fail
            verdict.fault(entry.seq, f"makes no sense ({type(error).__name__})")
        else:
            if expected is None or expected.kind != entry.kind:
                verdict.fault(entry.seq, "is not possible")
            elif expected.facts != without_bridges(entry.facts):
                verdict.fault(entry.seq, f"the {self.kind.name} gives something else{difference(expected, entry)}")

    def _decide_again(self, state: EventStateT, entry: Entry) -> Decision | None:
        """Return the decision of the command behind this entry; None if no command makes such an entry."""
        self.note_sitters(state)
        first, *rest = facts = self.kind.facts.facts_of(entry)
        at = parse_timestamp(entry.at)
        match entry.kind, first:
            case _, DirectorActed(director=director, action=action, reason=reason):
                require_role(f"{self.call}.{action}", state, director, rest)
                self.administrators.note(first, entry)
                return self.kind.facts.action_entry(state, director, action, reason, self.act(state, first, rest, at))
            case "called_off", _:
                return self.kind.call_off(state)
            case "loss_noted", EntriesLost(last=last, head=head):
                require_hash(head)
                return self.kind.loss_entry(state, Head(last, head))
            case "host_view_asked", HostViewAsked(player=player):
                return appointing.note_look(state, player, at)
            case _:
                return self.decide(state, entry, facts, at)


def role_arguments(fact: Fact) -> dict[str, object]:
    """Return what an action about roles says besides its type; empty for other facts."""
    match fact:
        case RoleGiven(player=player, role=role):
            return {"player_id": player.player_id, "role": role}
        case RoleTaken(player=player):
            return {"player_id": player.player_id}
        case _:
            return {}
