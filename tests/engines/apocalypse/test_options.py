"""The phases of a match, and whose its log is (sections 3 and 8)."""

from __future__ import annotations

from tests.engines.apocalypse.match import ENGINE, Match


def test_a_match_is_six_phases_of_all_seats() -> None:
    """Section 3."""
    match = Match("classic", round_seconds=77)

    phases = []
    while not match.over:
        phases.append(match.phase)
        match.play({})

    assert [phase.name for phase in phases] == ["opening", *["middlegame"] * 4, "endgame"]
    assert [(phase.number, phase.round) for phase in phases] == [(round_, round_) for round_ in range(1, 7)]
    for phase in phases:
        assert (phase.must, phase.may, phase.seconds) == (tuple(match.seats), (), 77)
        assert (phase.keeps_deadline, phase.early_close, phase.withdrawable) == (False, False, True)
    assert match.view("hell-1").phase is None
    assert match.view("hell-1").round == 6


def test_the_log_is_open_only_where_everything_is_revealed() -> None:
    """Section 8: otherwise the record is never shown to anyone but the host."""
    assert not ENGINE.opens_log(ENGINE.options("classic", {}))
    assert ENGINE.opens_log(ENGINE.options("classic", {"reveal_at_end": "full"}))
