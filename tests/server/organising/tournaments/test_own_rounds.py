"""Rounds that the organiser makes."""

from __future__ import annotations

import pytest

from server.organising.tournaments.pairing.own import BadPairingError, OwnReason, SentTable, pair
from server.organising.tournaments.pairing.paired import BYE_POINTS, Paired
from server.organising.tournaments.rounds import Result, Round, Table

FIRST = Round(
    1,
    (
        Table(1, ("e1", "e2"), Result("played", (2, 0))),
        Table(2, ("e3", "e4"), Result("forfeit", (2, 0))),
        Table(3, ("e5",), Result("bye", (2,))),
    ),
)


def _pair(*sent: SentTable, force: str | None = None, sizes: range = range(2, 3)) -> list[Paired[OwnReason]]:
    entrants = [f"e{number}" for number in range(1, 7)]
    return pair(entrants, [FIRST], {"e6"}, sent, sizes=sizes, bye_points=BYE_POINTS, force=force)


def test_a_round_is_taken_as_it_is_sent() -> None:
    """The table of e3 and e4 was not played, so they may meet; e2 is left out and scores nothing."""
    paired = _pair(SentTable(("e4", "e3")), SentTable(("e5",), "half_bye"), SentTable(("e1",), "zero_bye"))

    assert [one.table for one in paired] == [
        Table(1, ("e4", "e3")),
        Table(2, ("e5",), Result("half_bye", (1,))),
        Table(3, ("e1",), Result("zero_bye", (0,))),
    ]
    assert {one.reason for one in paired} == {OwnReason((), None)}


def test_two_meet_again_with_a_reason_only() -> None:
    again = SentTable(("e2", "e1"))

    with pytest.raises(BadPairingError, match=r"These two met in round 1\. .* `force`") as refused:
        _pair(SentTable(("e3", "e4")), again)
    forced = _pair(SentTable(("e3", "e4")), again, force="They asked for it.")

    assert refused.value.table == 1
    assert [one.reason for one in forced] == [OwnReason((), None), OwnReason((1,), "They asked for it.")]
    assert _pair(SentTable(("e1", "e2", "e3")), sizes=range(2, 5))[0].reason == OwnReason((), None)


@pytest.mark.parametrize(
    ("sent", "sizes", "message", "table"),
    [
        ([], range(2, 3), "no table", None),
        ([SentTable(("e1", "e3")), SentTable(("e3", "e4"))], range(2, 3), "in a round once", 1),
        ([SentTable(("e1", "e1"))], range(2, 3), "in a round once", 0),
        ([SentTable(("e1", "e6"))], range(2, 3), "have not withdrawn", 0),
        ([SentTable(("e1", "e7"))], range(2, 3), "Only entrants of this tournament", 0),
        ([SentTable(("e1", "e3", "e4"))], range(2, 3), "A table has 2 entrants", 0),
        ([SentTable(("e1", "e3"))], range(3, 21), "A table has 3 to 20 entrants", 0),
        ([SentTable(())], range(2, 3), "A table has 2 entrants", 0),
        ([SentTable(("e1",))], range(2, 3), "the kind of its bye", 0),
        ([SentTable(("e1", "e3"), "bye")], range(2, 3), "A bye has one entrant", 0),
    ],
)
def test_a_bad_round_is_refused_with_a_sentence(
    sent: list[SentTable], sizes: range, message: str, table: int | None
) -> None:
    with pytest.raises(BadPairingError, match=message) as refused:
        _pair(*sent, sizes=sizes)

    assert refused.value.table == table
