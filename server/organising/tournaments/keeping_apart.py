"""The commands about who must not meet: forbidden pairs, and clubs. Each returns the facts of one entry."""

from __future__ import annotations

from typing import Final

from server.access import codes
from server.access.errors import RefusedError
from server.organising.tournaments.decisions import require_not_over
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import ClubSet, PairAllowed, PairForbidden, TournamentFact
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.tournament import TournamentState

_CHOOSES: Final = frozenset({"swiss", "own", "arena"})
"""Systems in which somebody else can be met instead."""


def forbid_pair(state: TournamentState, one: Entrant, other: Entrant) -> list[TournamentFact]:
    """Forbid that two entrants meet, from the next pairing on; empty if they must not meet already."""
    pair = _pair(state, one, other)
    if state.course.terms.system not in _CHOOSES:
        raise RefusedError(
            codes.NOT_OPEN, "In this system nobody else can be met instead. A Swiss or an arena can avoid pairs."
        )
    return [] if frozenset(pair) in state.course.forbidden else [PairForbidden(pair)]


def allow_pair(state: TournamentState, one: Entrant, other: Entrant) -> list[TournamentFact]:
    """Let two entrants meet again from the next pairing on; empty if they may already."""
    pair = _pair(state, one, other)
    return [PairAllowed(pair)] if frozenset(pair) in state.course.forbidden else []


def set_club(state: TournamentState, entrant: Entrant, club: str) -> list[TournamentFact]:
    """Give an entrant a club, or none; empty if that is so."""
    require_not_over(state)
    return [] if entrant.club == club else [ClubSet(entrant.id, club)]


def _pair(state: TournamentState, one: Entrant, other: Entrant) -> tuple[EntrantId, EntrantId]:
    """Return the ids of two entrants in the order of their entry."""
    require_not_over(state)
    if one.id == other.id:
        raise RefusedError(codes.BAD_PAIRING, "Name two different entrants.", pointer="/entrants")
    first, second = sorted((one.id, other.id), key=list(state.course.entrants).index)
    return first, second
