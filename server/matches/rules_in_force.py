"""By which version of its rules a match is played, as everybody can see it: the fold of public facts."""

from __future__ import annotations

from typing import Final

from engines.kit import Fact, MatchEnded, PhaseOpened, SeatId, copy_with, record
from server.matches import facts


@record
class RulesInForce:
    """
    The version by which a match is played now, and what is proposed or agreed for its next phases.

    `proposed` is the newer version that a host proposes, `agreed` are the seats whose players have agreed to it.
    `coming` is the version by which the match continues from its next phase.
    """

    version: int
    proposed: int | None = None
    agreed: frozenset[SeatId] = frozenset()
    coming: int | None = None

    def after(self, fact: Fact) -> RulesInForce:
        """Return the same after one more fact of the match."""
        match fact:
            case PhaseOpened():
                return self if self == RulesInForce(self.version) else RulesInForce(self.coming or self.version)
            case facts.RulesProposed(rules_version=version):
                return copy_with(self, proposed=version, agreed=frozenset())
            case facts.RulesAgreed(seat=seat):
                return copy_with(self, agreed=self.agreed | {seat})
            case facts.RulesChanged(rules_version=version):
                return copy_with(self, proposed=None, agreed=frozenset(), coming=version)
            case _ if type(fact) in _END_PROPOSALS and self.proposed is not None:
                return copy_with(self, proposed=None, agreed=frozenset())
            case _:
                return self


_END_PROPOSALS: Final = frozenset({facts.SeatTaken, MatchEnded, facts.MatchAdjudicated, facts.MatchVoided})
"""Who sits down has not been asked; and who agreed has not agreed to play on against somebody else."""

CHANGES_RULES: Final = _END_PROPOSALS | {PhaseOpened, facts.RulesProposed, facts.RulesAgreed, facts.RulesChanged}
"""The facts on which `after` depends."""
