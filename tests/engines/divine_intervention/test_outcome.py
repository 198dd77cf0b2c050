"""Sections 2 and 8: the rounds, the end of play, rankings and draws for ties, the ascension."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import JsonValue

from engines.divine_intervention.data import ROOMS
from engines.divine_intervention.facts import AuctionHeld, DeityReported, GainsCounted, PlayEnded, ShamanRaised
from engines.divine_intervention.outcome import result_of
from engines.divine_intervention.records import DivineInterventionOutcome
from engines.kit import SPECTATOR, Chance, MatchEnded, Outcome, Phase, PhaseOpened
from tests.engines.divine_intervention.temple import OPEN_MAP, Temple, in_round, mana, ritual, seat
from tests.engines.table import SEED, one, told


def _outcome(temple: Temple) -> DivineInterventionOutcome:
    outcome = temple.views[SPECTATOR].outcome
    assert outcome is not None
    return outcome


def _final(**overrides: JsonValue) -> Temple:
    temple = in_round(0, **overrides)
    temple.arrange(round_=temple.options.model_dump()["last_round"])
    return temple


@pytest.mark.parametrize(
    ("variant", "lengths", "choice", "length"),
    [
        ("standard", {}, 43_200, 86_400),
        ("small", {"round_seconds": 600, "choice_seconds": 30}, 30, 600),
        ("grand", {"round_seconds": 604_800}, 43_200, 604_800),
    ],
)
def test_the_phases_are_those_of_the_table(
    variant: str, lengths: dict[str, JsonValue], choice: int, length: int
) -> None:
    """Section 2: who must submit, and for how long; submissions are never optional."""
    temple = Temple(variant, **lengths)
    deities, everyone = temple.truth.deities, temple.truth.realms.seats
    phases: list[Phase] = []
    while not temple.over:
        phases.append(temple.phase)
        temple.close({})

    last_round = temple.truth.options.last_round
    anointing, *rounds, ascension = phases
    assert (anointing.name, anointing.round, anointing.must, anointing.seconds) == ("anointing", 0, deities, choice)
    assert [(phase.name, phase.round) for phase in rounds] == [("round", n) for n in range(last_round + 1)]
    assert {(phase.must, phase.seconds) for phase in rounds} == {(everyone, length)}
    winner = temple.result().heaven[:1]
    assert (ascension.name, ascension.round, ascension.must) == ("ascension", last_round, winner)
    assert ascension.seconds == choice
    assert [phase.number for phase in phases] == list(range(1, last_round + 4))
    assert {(phase.may, phase.withdrawable, phase.early_close) for phase in phases} == {((), True, False)}


def test_elements_change_by_default() -> None:
    """Section 2, absent submissions: the first element that is not that of the round before; none in round L; R7."""
    temple = in_round(0)
    temple.play({"heaven-1": {"element": "earth"}})
    temple.idle(3)

    assert temple.view("heaven-1").elements == {0: "earth", 1: "fire", 2: "air", 3: "fire"}
    assert temple.view("heaven-2").elements == {0: "fire", 1: "air", 2: "fire", 3: "air"}
    temple.finish()
    assert max(temple.view("heaven-1").elements or {}) == 6


def test_rooms_decide_hell_then_pink_ones_then_the_earlier_completion() -> None:
    """Section 8; R27: the rounds of the last room, then of the one before."""
    temple = _final()
    temple.arrange(
        completed={
            "hell-1": {"B": 1, "C": 6},
            "hell-2": {"B": 2, "C": 5},
            "hell-3": {"B": 1, "C": 5},
            "hell-4": {"A": 6, "C": 6},
            "hell-5": {"B": 1, "C": 1, "D": 7},
            "hell-6": {"B": 1},
            "hell-7": {"A": 7},
        }
    )
    temple.play()

    assert temple.result().hell == tuple(f"hell-{n}" for n in (5, 4, 3, 2, 1, 7, 6, 8))
    assert temple.result().rooms == dict(zip(temple.truth.shamans, (2, 2, 2, 2, 3, 1, 1, 0), strict=True))


def test_piety_decides_heaven_then_zeal_then_who_had_it_first() -> None:
    """Section 8; R26: a later dip does not undo the first moment."""
    temple = _final(deities=4)
    temple.arrange(
        piety={"heaven-1": 9, "heaven-2": 9, "heaven-3": 9, "heaven-4": 10},
        zeal={"heaven-1": 5, "heaven-2": 5, "heaven-3": 6},
    )
    history = {"heaven-1": (3, 3, 9), "heaven-2": (3, 12, 2), "heaven-3": (3, 3, 3), "heaven-4": (3, 3, 3)}
    temple.truth = replace(temple.truth, piety_history={seat(name): past for name, past in history.items()})
    temple.play()

    assert temple.result().heaven == ("heaven-4", "heaven-3", "heaven-2", "heaven-1")
    assert temple.draws[0].label.startswith("hell_tie")


def test_ties_are_drawn_heaven_first_and_best_group_first() -> None:
    """Section 7, named draws."""
    temple = _final()
    temple.arrange(
        piety={"heaven-1": 4},
        completed={"hell-3": "B", "hell-5": "B", "hell-7": "AB"},
    )
    temple.play()

    others = tuple(f"hell-{n}" for n in (1, 2, 4, 6, 8))
    assert [(draw.label, draw.candidates) for draw in temple.draws] == [
        ("heaven_tie:2", ("heaven-2", "heaven-3")),
        ("hell_tie:2", ("hell-3", "hell-5")),
        ("hell_tie:4", others),
    ]
    heaven, second, rest = (draw.picks for draw in temple.draws)
    assert temple.result().heaven == ("heaven-1", *heaven)
    assert temple.result().hell == ("hell-7", *second, *rest)


@pytest.mark.parametrize(
    ("zeal", "stays"),
    [
        ({"heaven-1": 1, "heaven-2": 2, "heaven-3": 1}, True),
        ({"heaven-1": 2, "heaven-2": 2, "heaven-3": 1}, False),
        ({"heaven-1": 1, "heaven-2": 2, "heaven-3": 2}, False),
        ({"heaven-1": 1, "heaven-2": 2, "heaven-3": 3}, False),
    ],
)
def test_the_second_deity_stays_with_strictly_the_most_zeal(zeal: dict[str, int], stays: bool) -> None:
    """Section 8; R28."""
    temple = _final()
    temple.arrange(piety={"heaven-1": 9, "heaven-2": 8, "heaven-3": 7}, zeal=zeal)
    temple.play()

    assert temple.result().second_stays is stays
    assert temple.over is stays


def test_the_second_of_two_deities_descends_whatever_its_zeal() -> None:
    """R30: it is last and has the mark."""
    temple = _final(deities=2)
    temple.arrange(piety={"heaven-1": 9, "heaven-2": 8}, zeal={"heaven-2": 9})
    temple.finish()

    outcome = _outcome(temple)
    assert outcome.descends == outcome.mark_of_elimination == ("heaven-2",)
    assert (outcome.winner[0], outcome.ascends[0]) == ("heaven-1", "heaven-1")


def test_the_third_of_four_deities_descends_without_the_mark() -> None:
    """R30."""
    temple = _final(deities=4)
    temple.arrange(piety={"heaven-1": 6, "heaven-2": 9, "heaven-3": 8, "heaven-4": 7}, zeal={"heaven-3": 1})
    temple.play()

    outcome = _outcome(temple)
    assert outcome.ascends[:2] == ("heaven-2", "heaven-3")
    assert outcome.descends == ("heaven-4", "heaven-1")
    assert outcome.mark_of_elimination == ("heaven-1",)


def test_the_first_deity_raises_one_more_shaman() -> None:
    """Section 8; invariant: as many ascend as rise by rank, and two more."""
    temple = _final()
    temple.arrange(
        piety={"heaven-2": 9, "heaven-1": 8},
        completed={f"hell-{n}": dict.fromkeys(ROOMS[:n], 1) for n in range(1, 9)},
    )
    temple.play()
    assert (temple.phase.name, temple.phase.must) == ("ascension", ("heaven-2",))

    facts = temple.close({"heaven-2": {"type": "raise", "seat": "hell-2"}})

    outcome = _outcome(temple)
    assert one(facts, ShamanRaised) == ShamanRaised(seat("heaven-2"), seat("hell-2"))
    assert outcome.winner == ("heaven-2", "hell-8", "hell-7", "hell-6")
    assert outcome.ascends == ("heaven-2", "hell-8", "hell-7", "hell-6", "hell-2")
    assert outcome.descends == ("heaven-1", "heaven-3")
    assert outcome.mark_of_elimination == ("heaven-3",)
    assert outcome.elimination_candidate == ("hell-1",)
    assert outcome.token_of_life == ()
    assert outcome.rank == {"heaven-1": 2, "heaven-2": 1, "heaven-3": 3} | {f"hell-{n}": 9 - n for n in range(1, 9)}
    ended = one(facts, MatchEnded).outcome
    assert isinstance(temple.truth.phase, Outcome)
    assert temple.truth.phase == ended


def test_an_absent_winner_raises_the_best_placed() -> None:
    """Section 2: the best-ranked eligible shaman."""
    temple = _final()
    temple.arrange(completed={f"hell-{n}": dict.fromkeys(ROOMS[:n], 1) for n in range(1, 9)})
    temple.play()
    temple.close({})

    assert _outcome(temple).ascends[1:] == ("hell-8", "hell-7", "hell-6", "hell-5")


def test_all_rooms_end_the_match_after_the_whole_round() -> None:
    """Steps 7 and 8; R12, R31: worship pays, and there is no auction."""
    temple = in_round(0, layout=OPEN_MAP)
    temple.arrange(round_=4, mana={"hell-2": mana(water=5)}, completed={"hell-2": "ABCDEFGHIJKLMNOPQRSTUVWX"})

    facts = temple.play({"hell-2": {"pray": "heaven-3", "rituals": [ritual("Y", water=5)]}})

    assert len(temple.truth.completed[seat("hell-2")]) == 25
    assert one(facts, GainsCounted).piety[seat("heaven-3")] == 4
    assert temple.mana_of("hell-2") == (26, 0, 0, 0)
    assert told(facts, AuctionHeld) == []
    assert one(facts, PlayEnded).result.hell[0] == "hell-2"
    assert one(facts, PhaseOpened).phase.round == 4
    report = told(facts, DeityReported)[2]
    assert (report.worshipers, report.won) == (1, None)
    assert 4 not in temple.truth.wins


def test_the_final_round_pays_nothing() -> None:
    """Steps 6 and 8; R8: no worship, no auction, and reports of piety alone."""
    temple = _final()
    temple.arrange(prayers={"hell-1": {6: "heaven-1"}}, prophets={"heaven-1": "hell-1"}, mana={"hell-1": mana(1)})

    facts = temple.play({"hell-1": {"rituals": [ritual("A", fire=1)]}})

    gains = one(facts, GainsCounted)
    assert (gains.mana, set(gains.piety.values()), set(gains.zeal.values())) == ({}, {0}, {0})
    assert told(facts, AuctionHeld) == []
    for report in told(facts, DeityReported):
        assert (report.worshipers, report.prophet_worshiped, report.won) == (None, None, None)


def test_ranking_twice_draws_alike() -> None:
    """Section 11: the same draws give the same ranking."""
    temple = _final()

    first, again = (result_of(temple.truth, Chance(SEED, 9)) for _ in range(2))

    assert first == again
    assert sorted(first.hell) == sorted(temple.truth.shamans)
