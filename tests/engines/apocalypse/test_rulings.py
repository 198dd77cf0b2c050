"""The rulings (section 11), one scene each."""

from __future__ import annotations

import pytest

from engines.apocalypse.facts import AbGamesSettled, CardCounts, SeatsHurt
from tests.engines.apocalypse.match import ENGINE, Match, move, use
from tests.engines.table import one


def test_two_thieves_are_two_losses() -> None:
    """R1: War's Passive counts each of them."""
    match = Match()

    match.scene(2, {"heaven-1": "W F>hell-3", "hell-1": "W!famine F", "hell-2": "P W!war"})

    assert match.times("heaven-1", "war_active") == [(-1, -1), (-1, -1)]


def test_a_double_ab_game_is_two_times() -> None:
    """R1 and R13: one choice, two payouts."""
    match = Match()
    both = [use("heaven-1", "hell-1", "death"), use("hell-1", "heaven-1", "death")]

    facts = match.scene(2, {"heaven-1": "W P>hell-2 -hell-1", "hell-1": "P>heaven-1,heaven-2 D"}, owed=both)

    assert match.times("heaven-1") == [(4, 1), (4, 1)]
    assert match.times("hell-1") == [(-2, 0), (-2, 0)]
    games = one(facts, AbGamesSettled).games
    assert {(game.by, game.by_choice, game.target_choice) for game in games} == {
        ("heaven-1", "betray", "ally"),
        ("hell-1", "ally", "betray"),
    }


@pytest.mark.parametrize(
    ("mine", "theirs", "paid"),
    [
        ("", "", ([(2, 0)], [(2, 0)])),
        ("-hell-1", "", ([(4, 0)], [(-2, 0)])),
        ("", "-heaven-1", ([(-2, 0)], [(4, 0)])),
        ("-hell-1", "-heaven-1", ([], [])),
    ],
)
def test_an_ab_game_pays_by_both_choices(mine: str, theirs: str, paid: tuple[object, object]) -> None:
    """Section 5; a payment of 0 is not a time."""
    match = Match()

    match.scene(
        2,
        {"heaven-1": f"P>hell-1,hell-2 D {mine}", "hell-1": f"P>heaven-1,heaven-2 D {theirs}"},
        owed=[use("heaven-1", "hell-1", "death")],
    )

    assert (match.times("heaven-1", by="heaven-1"), match.times("hell-1", by="heaven-1")) == paid


def test_two_thefts_of_one_hurt_and_a_gain_does_not_heal() -> None:
    """R2."""
    match = Match()
    thieves = {"hell-1": "W!famine F", "hell-2": "W!famine F", "heaven-1": "P!war_famine F"}

    facts = match.scene(2, thieves)

    assert match.times("heaven-1", "war_active") == [(-1, 0), (-1, 0)]
    assert match.times("heaven-1", "pestilence_active") == [(5, 0)]
    assert "heaven-1" in one(facts, SeatsHurt).seats


def test_net_losses_take_the_gains_of_the_round_off() -> None:
    """R2, `net`; what Famine's Passive gives does not count among the gains."""
    match = Match(loss_counting="net")
    thieves = {"hell-1": "W!famine F", "hell-2": "W!famine F", "heaven-1": "P!death_famine F"}

    facts = match.scene(2, thieves)

    # The thieves also rob each other, and come out ahead.
    assert one(facts, SeatsHurt).seats == ("heaven-1",)
    assert match.times("heaven-1", "famine_passive") == [(1, 0)]


def test_points_go_below_zero() -> None:
    """R3."""
    match = Match()

    match.play({"hell-1": "W>heaven-1 P>heaven-2", "heaven-2": "P>hell-1 D>hell-2", "heaven-1": "P>hell-1 D>hell-2"})

    assert match.totals()["heaven-1"] < 0


def test_wars_passive_adds_to_the_loss_only_and_a_thief_gets_what_the_card_says() -> None:
    """R4."""
    match = Match()

    match.scene(
        2, {"heaven-1": "P>hell-1 W", "hell-1": "W>heaven-1 F", "heaven-2": "W>hell-2 F", "hell-2": "P W!death"}
    )

    assert match.times("heaven-1", by="hell-1") == [(-3, -1)]
    assert match.times("hell-1", "war_communications") == [(3, 0)]


def test_wars_passive_covers_what_the_round_before_owes() -> None:
    """R5; but not what is owed to later rounds."""
    match = Match()
    owed = [use("heaven-1", "hell-1", "famine"), use("heaven-1", "hell-2", "pestilence")]

    match.scene(3, {"heaven-1": "W F!hell", "hell-2": "W F!heaven"}, owed=owed)

    assert match.times("heaven-1", "famine_communications") == [(3, 1)]
    assert match.times("heaven-1", "pestilence_communications") == [(3, 1)]
    assert match.times("hell-1", "famine_communications") == [(3, 0)]


def test_wars_active_reaches_both_realms_and_pays_for_each_victim() -> None:
    """R6: also for a card that the user holds, but not from the user itself."""
    match = Match()

    match.scene(2, {"heaven-1": "W!famine F", "heaven-2": "P F!hell", "hell-1": "W F!heaven"})

    assert match.times("heaven-1", "war_active") == [(1, 0), (1, 0)]
    assert match.times("heaven-2", "war_active") == [(-1, 0)]
    assert match.times("hell-1", "war_active") == [(-1, -1)]


def test_a_victim_that_holds_both_cards_is_robbed_twice() -> None:
    """R6, doubled by Death's Passive."""
    match = Match()

    match.scene(2, {"heaven-1": "W!pestilence,death D", "hell-1": "P F!heaven", "hell-2": "W F!heaven"})

    # The four others who do nothing hold Pestilence and Death.
    assert match.times("hell-3", "war_active") == [(-1, 0), (-1, 0)]
    assert match.times("hell-1", "war_active") == [(-1, 0)]
    assert match.times("hell-2", "war_active") == []
    assert match.times("heaven-1", "war_active") == [(1, 0)] * (2 * 3 + 1)


def test_pestilences_active_pays_once_for_any_number_of_opponents() -> None:
    """R7; mates who play the pair do not count."""
    match = Match()

    match.scene(
        2,
        {
            "heaven-1": "P!war_famine,war_death D",
            "heaven-2": "P!pestilence_famine F",
            "hell-1": "W F!heaven",
            "hell-2": "W F!heaven",
            "hell-3": "W D!hell-1",
        },
    )

    assert match.times("heaven-1", "pestilence_active") == [(5, 0), (5, 0)]
    assert match.times("heaven-2", "pestilence_active") == []


def test_pestilences_passive_counts_mates_that_use_it() -> None:
    """R8: other players of the realm."""
    match = Match()

    match.scene(
        2,
        {"heaven-1": "P F!hell", "heaven-2": "P F!hell", "heaven-3": "P F!hell", "hell-1": "P F!heaven"},
    )

    assert match.times("heaven-1", "pestilence_passive") == [(4, 0)]
    assert match.times("hell-1", "pestilence_passive") == []


def test_famines_passive_counts_its_user() -> None:
    """R8: the user itself counts."""
    match = Match()

    match.scene(2, {"heaven-1": "W>hell-1 F", "hell-1": "W>heaven-1 F"})

    assert match.times("heaven-1", "famine_passive") == [(1, 0)]


def test_famines_active_costs_its_user_if_it_names_the_own_realm() -> None:
    """R8; both realms, doubled."""
    match = Match()

    match.scene(2, {"heaven-1": "D F!heaven,hell"})

    assert match.times("heaven-1") == [(-1, 0), (3, 0), (3, 0)]
    assert match.times("heaven-2") == match.times("hell-3") == [(-1, 0)]


def test_debts_of_round_5_are_settled_in_round_6() -> None:
    """R9."""
    match = Match()
    owed = [use("heaven-1", "hell-1", "famine"), use("hell-2", "heaven-2", "death")]

    match.scene(6, {"heaven-2": "W*hell-2=pestilence_war F* -hell-2"}, owed=owed)

    assert match.times("heaven-1") == match.times("hell-1") == [(3, 0)]
    assert match.times("heaven-2") == [(4, 0)]
    assert match.times("hell-2") == [(-2, 0)]


@pytest.mark.parametrize(("bonus", "paid"), [("user", []), ("both", [(3, 0)])])
def test_the_same_pair_pays_the_user_or_both(bonus: str, paid: list[tuple[int, int]]) -> None:
    """R10: cards are compared, not abilities."""
    match = Match(pestilence_bonus=bonus)
    owed = [use("heaven-1", "hell-1", "pestilence")]

    match.scene(2, {"heaven-1": "P F>hell-2", "hell-1": "P>heaven-3 F"}, owed=owed)

    assert match.times("heaven-1", "pestilence_communications") == [(3, 0)]
    assert match.times("hell-1", "pestilence_communications") == paid


def test_if_both_used_pestilence_on_each_other_each_gains() -> None:
    """R10: where both are paid, each is paid for both uses."""
    owed = [use("heaven-1", "hell-1", "pestilence"), use("hell-1", "heaven-1", "pestilence")]
    for bonus, times in (("user", 1), ("both", 2)):
        match = Match(pestilence_bonus=bonus)

        match.scene(2, {"heaven-1": "P>hell-3 W", "hell-1": "P>heaven-3 W"}, owed=owed)

        for seat in ("heaven-1", "hell-1"):
            assert match.times(seat, "pestilence_communications") == [(3, 1)] * times


def test_another_pair_pays_no_bonus() -> None:
    """Section 6, A."""
    match = Match(pestilence_bonus="both")

    match.scene(2, {"heaven-1": "P F>hell-2"}, owed=[use("heaven-1", "hell-1", "pestilence")])

    assert match.times("heaven-1", "pestilence_communications") == []


def test_a_doubled_card_is_counted_once() -> None:
    """R16."""
    match = Match()

    facts = match.scene(2, {"heaven-1": "W!war,famine D"})

    assert one(facts, CardCounts).counts == {"pestilence": 5, "war": 1, "death": 6, "famine": 0}


def test_in_round_6_the_pair_is_the_remaining_one() -> None:
    """R17: it must still be submitted."""
    match = Match()
    match.skip_to(6, dict.fromkeys(match.seats, "war_famine"))

    assert match.view("hell-1").pairs_left == ("war_famine",)
    ENGINE.check(match.view("hell-1"), move("W*heaven-1=war_famine F*"))


def test_war_may_aim_at_a_mate_and_guess_unlike_pestilence() -> None:
    """R20."""
    match = Match()
    others = [seat for seat in match.seats if seat != "heaven-1"]
    guesses = ",".join(f"{seat}=pestilence_death" for seat in others)

    match.scene(6, {"heaven-1": f"P*{guesses} W*heaven-2=war_famine"})

    assert match.times("heaven-1") == [(5, 0)]
    assert match.times("heaven-2") == [(-5, 0)]


def test_deaths_endgame_gives_to_both_and_not_to_its_user() -> None:
    """R21: earlier selections do not matter."""
    match = Match()
    match.skip_to(5, dict.fromkeys(match.seats, "war_death"))
    match.play({"heaven-1": "W D!heaven-2"})

    match.play({"heaven-1": "D*heaven-2,hell-1 F*"})

    assert match.times("heaven-2", "death_endgame", by="heaven-1") == [(2, 0)]
    assert match.times("hell-1", "death_endgame", by="heaven-1") == [(2, 0)]
    assert match.times("heaven-1", "death_endgame", by="heaven-1") == []
