"""The versions of the rules that are played: a row for each version, a column for each difference."""

from typing import Final

from engines.kit import record


@record
class Rules:
    """What one version says where the versions differ."""

    charms_anything: frozenset[str]
    """The variants in which a Charm can forbid every spell of the match (R14)."""
    absence_costs_one: bool
    """A round against an absent seat pays exactly one point, whatever the spells (R3)."""
    hearth_needs_a_tie: bool
    """Hestia's Hearth decides a duel that both seats missed only if their points are equal (R8)."""
    carries_over_to: tuple[int, ...] = ()
    """The newer versions by which a match can go on: what it has recorded means the same in them."""


NEWEST: Final = 2

VERSIONS: Final = {
    1: Rules(charms_anything=frozenset(), absence_costs_one=False, hearth_needs_a_tie=False, carries_over_to=(2,)),
    NEWEST: Rules(charms_anything=frozenset({"gods_collide"}), absence_costs_one=True, hearth_needs_a_tie=True),
}
