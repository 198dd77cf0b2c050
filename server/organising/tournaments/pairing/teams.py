"""
Roles in a team: which of its members has which of its seats, in games with teams such as Hero of the Arena.

Teams are ordinary entrants: any system for tables of two can pair them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from server.organising.tournaments.facts import Teams
from server.organising.tournaments.pairing.paired import has_met
from server.organising.tournaments.rounds import EntrantId, Round

MemberT = TypeVar("MemberT")


def in_roles(team: EntrantId, members: Sequence[MemberT], past: Sequence[Round], roles: Teams | None) -> list[MemberT]:
    """
    Return the members of a team in the order of its seats: in Hero of the Arena, the drafter before the fighter.

    `past` are the rounds before; unplayed tables do not change roles. Without `roles`, the entrant is a single player.
    """
    played = sum(has_met(table) and team in table.entrants for round_ in past for table in round_.tables)
    turn = played % len(members) if roles == "in_turn" else 0
    return [*members[turn:], *members[:turn]]
