"""The worked examples of the rulebook (section 12), unchanged."""

from __future__ import annotations

from engines.apocalypse.facts import CardCounts, ChatOpened, PointsTold, SeatsHurt
from engines.apocalypse.outcome import decide
from engines.kit import Chance, realms_of, seat_id
from tests.engines.apocalypse.match import Match
from tests.engines.table import SEED, one, told

ROUND_1 = {
    "heaven-1": "W>hell-1 F>hell-2",
    "heaven-2": "P>hell-3 D>hell-1",
    "heaven-3": "P>hell-2 F>hell-1",
    "hell-1": "W>heaven-1 D>heaven-2",
    "hell-2": "P>heaven-3 D>heaven-1",
    "hell-3": "P>heaven-2 W>heaven-1",
}
ROUND_2 = {
    "heaven-1": "P!death_famine W -hell-2",
    "heaven-2": "P!war_death F -hell-1",
    "heaven-3": "W!pestilence,famine D",
    "hell-1": "D!hell-3 F",
    "hell-2": "W D!hell-1",
    "hell-3": "P F!heaven",
}


def test_a_round_of_communications() -> None:
    """Example 1."""
    match = Match()

    facts = match.play(ROUND_1)

    assert match.totals() == {"heaven-1": -5, "heaven-2": 0, "heaven-3": -2, "hell-1": -2, "hell-2": -2, "hell-3": 3}
    assert one(facts, CardCounts).counts == {"pestilence": 4, "war": 3, "death": 3, "famine": 2}
    assert one(facts, SeatsHurt).seats == ("heaven-1", "heaven-3", "hell-1", "hell-2")
    assert match.view("heaven-1").opened == {2: ("hell-1", "hell-2", "hell-3")}
    assert match.view("heaven-2").opened == {2: ("hell-1", "hell-3")}
    assert match.view("heaven-3").opened == {2: ("hell-1", "hell-2")}
    assert sum(chat.seats == ("heaven-2", "hell-1") for chat in told(facts, ChatOpened)) == 1


def test_a_round_of_the_middlegame() -> None:
    """Example 2, which continues the first; every amount is in the rulebook."""
    match = Match()
    match.play(ROUND_1)

    facts = match.play(ROUND_2)

    assert match.times("heaven-1", "famine_communications") == [(3, 1)]
    assert match.times("heaven-1", "death_communications") == [(4, 1)]
    assert match.times("heaven-1", "pestilence_active") == [(5, 1)]
    assert match.times("heaven-1", "war_active") == [(-1, -1)]
    assert match.times("heaven-1", "famine_active") == [(-1, -1)]
    assert sum(map(sum, match.times("heaven-1"))) == 11
    assert match.times("heaven-2", "death_communications") == [(4, 0), (4, 0)]
    assert match.times("heaven-2", "pestilence_communications") == [(3, 0)]
    assert match.times("heaven-2", "pestilence_active") == [(5, 0)]
    assert match.times("heaven-2", "war_active") == [(-1, 0), (-1, 0)]
    assert match.times("heaven-2", "famine_passive") == [(2, 0)]
    assert sum(map(sum, match.times("heaven-2"))) == 15
    assert match.times("heaven-3", "war_active") == [(1, 0)] * 6
    assert match.times("heaven-3", "pestilence_communications") == [(3, 0)]
    assert sum(map(sum, match.times("heaven-3"))) == 11
    assert match.times("hell-1", "death_communications") == [(-2, 0), (-2, 0)]
    assert match.times("hell-1", "famine_passive") == [(3, 0)]
    assert match.times("hell-1", "death_active", by="hell-2") == [(3, 0)]
    assert sum(map(sum, match.times("hell-1"))) == 4
    assert match.times("hell-2") == [(-2, -1), (3, 1), (3, 1)]
    assert match.times("hell-3", "pestilence_passive") == []
    assert sum(map(sum, match.times("hell-3"))) == 7
    assert one(facts, SeatsHurt).seats == ("heaven-1", "heaven-2", "hell-1", "hell-2", "hell-3")
    assert match.totals() == {"heaven-1": 6, "heaven-2": 15, "heaven-3": 9, "hell-1": 2, "hell-2": 3, "hell-3": 10}
    assert one(facts, CardCounts).counts == dict.fromkeys(("pestilence", "war", "death", "famine"), 3)


def test_a_seat_learns_its_total_and_nothing_about_why() -> None:
    """Example 2, last sentence."""
    match = Match()
    match.play(ROUND_1)
    before = len(match.told[seat_id("heaven-1")])

    match.play(ROUND_2)

    new = match.told[seat_id("heaven-1")][before:]
    assert one(new, PointsTold).total == 6
    assert {type(fact).__name__ for fact in new} == {
        "CardsPlayed",
        "CardCounts",
        "PointsTold",
        "ChannelClosed",
        "PhaseOpened",
    }


def test_famine_on_the_own_realm_with_war_hurts_its_user() -> None:
    """Example 3; losses of mates alone do not hurt it."""
    match = Match()

    facts = match.scene(3, {"heaven-1": "W F!heaven"})

    assert match.times("heaven-1") == [(-1, -1), (3, 1)]
    assert match.totals()["heaven-1"] == 2
    assert match.times("heaven-2", "famine_active") == [(-1, 0)]
    assert one(facts, SeatsHurt).seats == ("heaven-1",)


def test_famine_doubled_pays_back_with_war() -> None:
    """Example 4."""
    match = Match()

    match.scene(2, {"heaven-1": "D F>hell-1,hell-3"})

    assert match.times("heaven-1") == [(-2, 0), (-2, 0)]
    assert match.times("hell-1", "famine_communications") == [(-2, 0)]
    assert match.times("hell-3", "famine_communications") == [(-2, 0)]

    match.play({"heaven-1": "W F!hell"})

    assert match.times("heaven-1", "famine_communications") == [(3, 1), (3, 1)]
    for target in ("hell-1", "hell-3"):
        ((base, _),) = match.times(target, "famine_communications")
        assert base == 3


def test_losses_are_counted_gross_or_net() -> None:
    """Example 5."""
    hurt = {}
    for counting in ("gross", "net"):
        match = Match(loss_counting=counting)

        facts = match.scene(2, {"heaven-1": "P!war_death F>hell-1", "hell-2": "W D!hell-3"})

        assert match.times("heaven-1") == [(-2, 0), (5, 0)]
        assert match.totals()["heaven-1"] == 3
        hurt[counting] = "heaven-1" in one(facts, SeatsHurt).seats
    assert hurt == {"gross": True, "net": False}


ENDGAME = {
    "heaven-1": "P*heaven-2=war_famine,heaven-3=war_famine,heaven-4=war_famine,heaven-5=death_famine,"
    "hell-1=war_death,hell-2=war_famine,hell-3=death_famine,hell-4=death_famine,hell-5=death_famine "
    "W*hell-1=war_death",
    "heaven-2": "W*hell-1=war_death F*",
    "hell-1": "W*heaven-1=war_famine D*heaven-5,hell-5",
    "hell-2": "D*heaven-1,hell-1 F*",
}


def test_an_endgame() -> None:
    """Example 6."""
    match = Match("classic")

    match.scene(6, ENDGAME, hurt={"hell-2": (1, 2, 4)})

    assert match.times("heaven-1", "pestilence_endgame") == [(4, 0)]
    assert match.times("heaven-1", "war_endgame") == [(5, 0)]
    assert match.times("heaven-2") == [(5, 0)]
    assert match.times("heaven-1", by="hell-2") == match.times("hell-1", by="hell-2") == [(2, 0)]
    assert match.times("hell-1", "war_endgame") == [(-5, 0), (-5, 0)]
    assert match.totals()["hell-1"] == -8
    assert match.times("hell-2") == [(3, 0)]


def test_hurt_in_all_five_rounds_pays_two_more() -> None:
    """Example 6, last sentence."""
    match = Match("classic")

    match.scene(6, ENDGAME, hurt={"hell-2": (1, 2, 3, 4, 5)})

    assert match.times("hell-2") == [(7, 0)]


def test_an_absent_seat_without_death_in_its_pair() -> None:
    """Example 7, first draw."""
    match = Match("classic")
    match.skip_to(3, dict.fromkeys(realms_of(5, 5).seats, "war_famine"))

    match.play({}, rigged={"default_pair:r3:hell-2": "war_famine", "default_choice:r3:hell-2": "death"})

    played = match.played("hell-2")
    assert (played.pair, played.defaulted) == ("war_famine", True)
    assert {card: (use.ability, use.targets) for card, use in played.cards.items()} == {
        "war": ("active", ("death",)),
        "famine": ("passive", ()),
    }


def test_an_absent_seat_with_death_in_its_pair() -> None:
    """Example 7, second draw."""
    match = Match("classic")
    match.skip_to(3, dict.fromkeys(realms_of(5, 5).seats, "pestilence_death"))

    match.play({}, rigged={"default_pair:r3:hell-2": "pestilence_death", "default_mate:r3:hell-2": "hell-4"})

    played = match.played("hell-2")
    assert {card: (use.ability, use.targets) for card, use in played.cards.items()} == {
        "pestilence": ("passive", ()),
        "death": ("active", ("hell-4",)),
    }


def test_an_outcome() -> None:
    """Example 8: equal final totals are ordered by the totals before."""
    finals = {"heaven": (20, 18, 18, 11, 9), "hell": (17, 17, 12, 10, 4)}
    before = {"heaven-2": 13, "heaven-3": 12, "hell-1": 14, "hell-2": 15}
    realms = realms_of(5, 5)
    totals = {
        seat: (0, 0, 0, 0, before.get(seat, 0), finals[realms.realm[seat]][int(seat[-1]) - 1]) for seat in realms.seats
    }

    outcome = decide(realms, totals, Chance(SEED, 6))

    ascend = {seat for seat, means in outcome.consequences.items() if "ascends" in means}
    assert ascend == {"heaven-1", "heaven-2", "hell-2"}
    assert outcome.consequences == {
        "heaven-1": ["winner", "ascends"],
        "heaven-2": ["ascends"],
        "heaven-3": ["descends"],
        "heaven-4": ["descends"],
        "heaven-5": ["descends", "mark_of_elimination"],
        "hell-1": ["descends"],
        "hell-2": ["winner", "ascends"],
        "hell-3": ["descends"],
        "hell-4": ["descends"],
        "hell-5": ["descends", "elimination_candidate"],
    }
    ranking = sorted(outcome.rank, key=outcome.rank.__getitem__)
    assert ranking[:5] == [
        "heaven-1",
        "heaven-2",
        "heaven-3",
        "hell-2",
        "hell-1",
    ]
