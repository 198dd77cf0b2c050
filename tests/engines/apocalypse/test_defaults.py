"""The default moves of an absent seat (section 3), one scene each."""

from __future__ import annotations

import pytest

from engines.apocalypse.data import PAIRS, Pair
from engines.apocalypse.facts import CardsPlayed
from engines.kit import seat_id
from tests.engines.apocalypse.match import Match, use
from tests.engines.table import told


def test_the_default_of_the_opening_is_aimed_as_drawn() -> None:
    """The first drawn target belongs to the first card."""
    match = Match()
    match.play({})

    for seat in match.seats:
        pair, targets = [draw for draw in match.draws if draw.label.endswith(f"r1:{seat}")]
        assert (pair.label, pair.candidates) == (f"default_pair:r1:{seat}", PAIRS)
        assert (targets.label, targets.candidates) == (
            f"default_targets:r1:{seat}",
            match.truth.realms.opponents[seat],
        )
        cards = match.played(seat).cards
        assert [use.targets for use in cards.values()] == [(target,) for target in targets.picks]
        assert list(cards) == pair.picks[0].split("_")


@pytest.mark.parametrize(
    ("pair", "cards"),
    [
        ("pestilence_war", {"pestilence": "active", "war": "passive"}),
        ("pestilence_famine", {"pestilence": "active", "famine": "passive"}),
        ("war_famine", {"war": "active", "famine": "passive"}),
        ("pestilence_death", {"pestilence": "passive", "death": "active"}),
        ("war_death", {"war": "passive", "death": "active"}),
        ("death_famine", {"death": "active", "famine": "passive"}),
    ],
)
def test_a_middlegame_default_gives_before_it_takes_and_names_no_opponent(pair: Pair, cards: dict[str, str]) -> None:
    """R19."""
    match = Match()
    match.skip_to(2, dict.fromkeys(match.seats, pair))

    match.play({}, rigged={"default_pair:r2:hell-1": pair})

    played = match.played("hell-1")
    assert {card: use.ability for card, use in played.cards.items()} == cards
    (target,) = [target for use in played.cards.values() for target in use.targets]
    assert target not in match.truth.realms.opponents[seat_id("hell-1")]


@pytest.mark.parametrize("pair", ["pestilence_death", "war_death", "death_famine"])
def test_a_default_doubles_only_when_no_mate_is_left(pair: Pair) -> None:
    """Section 3, fourth row: two drawn targets, and for Famine both realms without a draw."""
    match = Match()
    deaths: list[Pair] = [other for other in ("pestilence_death", "war_death", "death_famine") if other != pair]
    mates = iter(("hell-2", "hell-3"))
    match.play({}, rigged={"default_pair:r1:hell-1": "pestilence_war"})
    for death in deaths:
        first, second = death.split("_")
        other = second if first == "death" else first
        match.play({"hell-1": f"D!{next(mates)} {other[0].upper()}"})

    match.play({}, rigged={"default_pair:r4:hell-1": pair})

    cards = match.played("hell-1").cards
    ((other_card, doubled),) = [(card, use) for card, use in cards.items() if card != "death"]
    assert cards["death"].ability == "passive"
    assert (doubled.ability, len(doubled.targets)) == ("active", 2)
    choices = [draw for draw in match.draws if draw.label == "default_choice:r4:hell-1"]
    if other_card == "famine":
        assert doubled.targets == ("heaven", "hell")
        assert choices == []
    else:
        (choice,) = choices
        assert set(choice.picks) == set(doubled.targets)
        assert len(choice.candidates) == (6 if other_card == "pestilence" else 4)


def test_a_default_selects_the_last_mate_left() -> None:
    """Section 3, third row: no seat is selected twice, and one target is enough."""
    match = Match()
    match.skip_to(2, dict.fromkeys(match.seats, "war_death"))
    match.play({"hell-1": "W D!hell-2"})

    match.play({}, rigged={"default_pair:r3:hell-1": "death_famine"})

    (draw,) = [draw for draw in match.draws if draw.label == "default_mate:r3:hell-1"]
    assert draw.candidates == draw.picks == ("hell-3",)
    assert match.played("hell-1").cards["death"].targets == ("hell-3",)


def test_the_default_of_the_endgame_draws_first_card_first() -> None:
    """Section 7: labels, candidates and order inside a seat."""
    for pair in PAIRS:
        match = Match()
        match.skip_to(6, dict.fromkeys(match.seats, pair))

        match.play({})

        mine = [draw for draw in match.draws if ":hell-1" in draw.label and ":r6:hell-1" in draw.label]
        others = [seat for seat in match.seats if seat != "hell-1"]
        expected: list[tuple[str, tuple[str, ...]]] = []
        for card in pair.split("_"):
            if card == "pestilence":
                expected += [(f"default_guess:r6:hell-1:{other}", PAIRS) for other in others]
            elif card == "war":
                expected += [("default_war_target:r6:hell-1", tuple(others)), ("default_war_guess:r6:hell-1", PAIRS)]
            elif card == "death":
                expected += [
                    ("default_gift:r6:hell-1:heaven", ("heaven-1", "heaven-2", "heaven-3")),
                    ("default_gift:r6:hell-1:hell", ("hell-2", "hell-3")),
                ]
        assert [(draw.label, draw.candidates) for draw in mine] == expected
        assert all(len(draw.picks) == 1 for draw in mine)


def test_an_absent_seat_allies_with_everyone() -> None:
    """Section 3."""
    match = Match()
    match.skip_to(2, dict.fromkeys(match.seats, "war_famine"), owed=[use("hell-2", "heaven-1", "death")])

    facts = match.play({"heaven-1": "W!death F -hell-2"})

    (absent,) = [played for played in told(facts, CardsPlayed) if played.seat == "hell-2"]
    assert (absent.ab, absent.defaulted) == ({"heaven-1": "ally"}, True)
    assert match.times("hell-2", "death_communications")[0][0] == -2
