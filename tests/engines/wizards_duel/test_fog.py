"""What fog hides in the public record of a round, computed from what the host is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engines.catalogue import GAMES
from engines.kit import Fact, PhaseOpened
from engines.wizards_duel.facts import DuelStarted, RoundExplained, RoundPlayed, RoundUndone
from tests.engines.table import told
from tests.secrecy.twins.plays import matches_of


def test_a_spell_is_hidden_exactly_if_an_uncancelled_fog_cloud_came_before_it() -> None:
    """
    Except what is visible anyway: `w`, a `1` that returned a spell, an `8` that opened a charm phase (section 8, R16,
    R26).
    """
    seen: Counter[bool] = Counter()
    for match in matches_of(GAMES["wizards_duel"]):
        fogged = before_undo = {"a": False, "b": False}
        for step in match.steps:
            facts = [addressed.fact for addressed in step.facts]
            if told(facts, RoundUndone):
                fogged = before_undo
            for played, explained in zip(told(facts, RoundPlayed), told(facts, RoundExplained), strict=True):
                for seat, spell in explained.spells.items():
                    hidden = fogged[seat] and not _shows(seat, spell, explained, facts)
                    assert played.spells[seat] == ("hidden" if hidden else spell), match.name
                    seen[hidden] += 1
                before_undo = fogged
                fogged = {
                    seat: spell == "3" and seat not in explained.cancelled for seat, spell in explained.spells.items()
                }
            if told(facts, DuelStarted):
                fogged = {"a": False, "b": False}

    assert seen[True] > 20
    assert seen[False] > 20


def _shows(seat: str, spell: str, explained: RoundExplained, facts: Sequence[Fact]) -> bool:
    charming = any(opened.phase.name == "charm" and seat in opened.phase.may for opened in told(facts, PhaseOpened))
    restored = {str(other): back for other, back in explained.restored.items()}
    return spell == "w" or (spell == "1" and restored[seat] is not None) or (spell == "8" and charming)
