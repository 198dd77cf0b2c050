"""What is noted about silent seats does not depend on what others have submitted."""

from __future__ import annotations

import pytest

from engines.kit import SPECTATOR, Viewer, seat_id
from server.matches.facts import InPlay
from tests.secrecy.verifiers.silence import THEN, begun


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize("viewer", [seat_id("b"), SPECTATOR])
def test_nobody_learns_by_a_silence_what_the_other_seat_has_submitted(then: InPlay, viewer: Viewer) -> None:
    one, other = (_told(then, spell, viewer) for spell in ("1", "2"))

    assert one == other
    assert sum("absence_noted" in fact for fact in one) == 2


def _told(then: InPlay, spell: str, viewer: Viewer) -> list[str]:
    """Return what a viewer is told of a phase in which only `a` submits, until somebody else goes on or it is over."""
    duel = begun(then, 0)
    duel.submit("a", {"type": "cast", "spell": spell})
    duel.close()
    duel.close()
    return [str(told.fact) for entry in duel.log for told in entry.facts if told.audience.includes(viewer)]
