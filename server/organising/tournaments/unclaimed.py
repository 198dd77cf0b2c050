"""
Places for people without an account: a director makes them by name, and each is claimed by a link of its own.

Until then the player of the place is an account that nobody has: it has no token and no way to sign in, so nobody can
act for it. Who claims the place continues from the next match on, as when a director replaces an entrant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.invitations.uses import require_uses
from server.matches.seats.names import skeleton
from server.organising.tournaments import facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import not_open, places_of
from server.organising.tournaments.entering import ENTRIES_TIMES, is_past_late_entry, replace_entrant
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.tournament import TournamentState

Fate: TypeAlias = Literal[
    "added",
    "waiting",
    "already_entered",
    "name_too_similar",
    "bad_name",
    "bad_rating",
    "bad_club",
    "not_open",
]
"""
What becomes of a line: `added`, `waiting` for a place because all are taken, or why it is not added.

`already_entered`: a place that nobody has claimed has exactly this name. `not_open`: the tournament takes no more
entrants.
"""

IN: Final[frozenset[Fate]] = frozenset({"added", "waiting"})
"""The fates of those who are entered."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody to enter; `person` is the account of the place, `club` can be empty."""

    person: Person
    rating: int
    club: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What becomes of somebody, and as which entrant; None without one."""

    fate: Fate
    entrant: EntrantId | None


class Judge:
    """Judges people one after another, each as if those before had been entered, if they could be."""

    def __init__(self, course: Course, skeletons: dict[str, str]) -> None:
        self._names = skeletons
        self._known = {
            each.id: each.player.name for each in course.entrants.values() if each.unclaimed and each.player is not None
        }
        self._places = course.terms.max_entrants - len(places_of(course))
        self._next = len(course.entrants) + 1
        self._most = ENTRIES_TIMES * course.terms.max_entrants

    def judge(self, name: str) -> Judged:
        """Decide what becomes of somebody with this name, and enter them, if possible; who left has no name."""
        looks = skeleton(name)
        entrant = self._names.get(looks) if name else None
        if entrant is not None:
            is_same = self._known.get(entrant) == name
            return Judged("already_entered" if is_same else "name_too_similar", entrant)
        if self._next > self._most:
            return Judged("not_open", None)
        entrant = f"e{self._next}"
        self._names[looks], self._known[entrant] = entrant, name
        self._next += 1
        self._places -= 1
        return Judged("added" if self._places >= 0 else "waiting", entrant)


def judge_of(state: TournamentState) -> Judge:
    """
    Return what judges people by the tournament as it is.

    Raises:
        RefusedError: Nobody can enter any more, or teams enter here.
    """
    course = state.course
    if course.terms.teams:
        raise RefusedError(codes.BAD_PARTNER, "Teams of two enter here: only players with accounts can.")
    if course.ended or is_past_late_entry(course):
        raise not_open()
    there = (each for each in course.entrants.values() if not each.withdrawn)
    named = ((player, each.id) for each in there for player in each.players if player.name)
    return Judge(course, {state.skeletons[player.player_id]: entrant for player, entrant in named})


def enter_unclaimed(
    state: TournamentState, people: Sequence[Newcomer]
) -> tuple[list[facts.TournamentFact], list[Judged]]:
    """
    Enter people without an account, as a director; return the facts, and what became of each.

    Raises:
        RefusedError: Nobody can enter any more, or teams enter here.
    """
    judge = judge_of(state)
    judged = [judge.judge(each.person.name) for each in people]
    entered: list[facts.TournamentFact] = [
        facts.Entered(
            found.entrant,
            each.person,
            waiting=found.fate == "waiting",
            rating=each.rating,
            unclaimed=True,
            club=each.club or None,
        )
        for each, found in zip(people, judged, strict=True)
        if found.fate in IN and found.entrant is not None
    ]
    return entered, judged


def claim(state: TournamentState, entrant: EntrantId, player: Person, invitation: str) -> list[facts.TournamentFact]:
    """Give an unclaimed place to a player who has its link; empty if it is the player's already."""
    held = state.course.entrant_of(player.player_id)
    if held is not None and held.id == entrant:
        return []
    require_claimable(state, entrant)
    require_uses(state.accepted, invitation, 1)
    replaced = replace_entrant(state, state.course.entrants[entrant], player, None)
    return [replace(fact, invitation=invitation) for fact in replaced if isinstance(fact, facts.EntrantReplaced)]


def require_claimable(state: TournamentState, entrant: EntrantId) -> None:
    """Refuse a place that does not exist, that somebody has, or that is not in the tournament any more."""
    known = state.course.entrants.get(entrant)
    if known is None:
        raise RefusedError(codes.UNKNOWN_ENTRANT, "The tournament has no such entrant.", status=422, pointer="/entrant")
    if state.ended or known.withdrawn:
        raise RefusedError(codes.NOT_OPEN, "The tournament is over, or this place was withdrawn.")
    if not known.unclaimed:
        raise RefusedError(codes.INVITATION_USED_UP, "Somebody has this place. Ask a director.")
