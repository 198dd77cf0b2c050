"""Scripted duels: cast, charm and daybreak by name, and short accessors for what viewers see."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR, Fact, SeatId, Viewer
from engines.wizards_duel.data import A, B
from engines.wizards_duel.engine import WIZARDS_DUEL
from engines.wizards_duel.records import HandView, RoundRecord
from engines.wizards_duel.truth import Truth
from engines.wizards_duel.versions import NEWEST
from engines.wizards_duel.view import WizardsDuelView
from tests.engines.table import Table

ENGINE = WIZARDS_DUEL
VIEWERS = (A, B, SPECTATOR, HOST)


class Duel(Table):
    """A Wizard's Duel match."""

    truth: Truth
    views: dict[Viewer, WizardsDuelView]

    def __init__(self, variant: str = "genius_3_3", version: int = NEWEST, /, **overrides: JsonValue) -> None:
        super().__init__(ENGINE.versions[version], ENGINE.options(variant, overrides))

    def cast(self, a: str | None = None, b: str | None = None, rigged: Mapping[str, str] | None = None) -> list[Fact]:
        """Close a `cast` phase; None is an absent seat."""
        assert self.phase.name == "cast"
        casts: dict[str, JsonValue] = {
            seat: {"type": "cast", "spell": spell} for seat, spell in (("a", a), ("b", b)) if spell is not None
        }
        return self.close(casts, rigged)

    def charm(self, **named: str | None) -> list[Fact]:
        assert self.phase.name == "charm"
        return self.close({seat: {"type": "charm", "spell": spell} for seat, spell in named.items()})

    def daybreak(self, seat: str, *, use: bool) -> list[Fact]:
        assert self.phase.name == "daybreak"
        return self.close({seat: {"type": "daybreak", "use": use}})

    def draft(self, seat: str, item: str) -> list[Fact]:
        return self.close({seat: {"type": "draft", "item": item}})

    def win(self, seat: SeatId) -> None:
        """Let `seat` win the duel at once, in its first round."""
        assert self.truth.round == 1
        self.cast(*("x1" if seat == A else "1x"))

    def drawn(self) -> None:
        """Play a whole duel in which nobody scores, with full hands."""
        for spell in self.truth.pool:
            self.cast(spell, spell)
            while not self.over and self.phase.name in ("charm", "daybreak"):
                self.close({})

    def record(self, viewer: Viewer = SPECTATOR, duel: int | None = None) -> RoundRecord:
        """Return the last round as the viewer sees it, of the current duel or of the `duel`-th finished one."""
        view = self.views[viewer]
        return (view.rounds if duel is None else view.duels[duel].rounds)[-1]

    def hand(self, seat: SeatId, viewer: Viewer) -> HandView:
        return self.views[viewer].hands[seat]

    def possible(self, seat: SeatId, viewer: Viewer) -> str:
        return "".join(self.hand(seat, viewer).possible)

    def modifier(self, seat: SeatId, viewer: Viewer) -> int | None:
        return self.views[viewer].pending[seat].modifier

    def points(self) -> tuple[int, int]:
        a, b = self.views[SPECTATOR].points.values()
        return a, b

    def wins(self) -> tuple[int, int]:
        a, b = self.views[SPECTATOR].wins.values()
        return a, b

    def result(self) -> tuple[str | None, str]:
        """Return winner and reason of the duel that ended last."""
        ended = self.views[SPECTATOR].duels[-1]
        return ended.winner, ended.reason

    def outcome(self) -> tuple[str | None, str | None]:
        outcome = self.views[SPECTATOR].outcome
        assert outcome is not None
        return outcome.winner, outcome.reason
