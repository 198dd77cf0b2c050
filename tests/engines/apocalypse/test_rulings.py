"""The rulings (section 11), the defaults (section 3) and the order of seats (section 9), one scene each."""

from __future__ import annotations

import pytest

from engines.apocalypse.data import PAIRS, Pair
from engines.apocalypse.facts import AbGamesSettled, CardCounts, CardsPlayed, SeatsHurt
from engines.apocalypse.outcome import decide
from engines.chance import Chance
from engines.contract import HOST, SPECTATOR, MatchEnded, Outcome, SeatId, seat_id
from engines.realms import realms_of
from tests.engines.apocalypse.match import ENGINE, Match, move, use
from tests.engines.table import SEED, one, told


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
    """R2, `net`: and what Famine's Passive gives is not among them."""
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
    """R5; and not what is owed to the rounds after."""
    match = Match()
    owed = [use("heaven-1", "hell-1", "famine"), use("heaven-1", "hell-2", "pestilence")]

    match.scene(3, {"heaven-1": "W F!hell", "hell-2": "W F!heaven"}, owed=owed)

    assert match.times("heaven-1", "famine_communications") == [(3, 1)]
    assert match.times("heaven-1", "pestilence_communications") == [(3, 1)]
    assert match.times("hell-1", "famine_communications") == [(3, 0)]


def test_wars_active_reaches_both_realms_and_pays_for_each_victim() -> None:
    """R6: also for a card that the user holds, but not from itself."""
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
    """R8."""
    match = Match()

    match.scene(2, {"heaven-1": "W>hell-1 F", "hell-1": "W>heaven-1 F"})

    assert match.times("heaven-1", "famine_passive") == [(1, 0)]


def test_famines_active_costs_its_user_if_it_names_the_own_realm() -> None:
    """R8; both realms, doubled."""
    match = Match()

    match.scene(2, {"heaven-1": "D F!heaven,hell"})

    assert match.times("heaven-1") == [(-1, 0), (3, 0), (3, 0)]
    assert match.times("heaven-2") == match.times("hell-3") == [(-1, 0)]


def test_what_round_5_owes_is_settled_in_round_6() -> None:
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
    """R10; and each is paid for both uses where both are paid."""
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


def test_in_round_6_the_pair_is_what_is_left() -> None:
    """R17: it is still submitted."""
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
    """R21: whoever was selected before."""
    match = Match()
    match.skip_to(5, dict.fromkeys(match.seats, "war_death"))
    match.play({"heaven-1": "W D!heaven-2"})

    match.play({"heaven-1": "D*heaven-2,hell-1 F*"})

    assert match.times("heaven-2", "death_endgame", by="heaven-1") == [(2, 0)]
    assert match.times("hell-1", "death_endgame", by="heaven-1") == [(2, 0)]
    assert match.times("heaven-1", "death_endgame", by="heaven-1") == []


# Section 3: defaults


def test_the_default_of_the_opening_is_aimed_as_drawn() -> None:
    """The first target drawn is the first card's."""
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
    """Section 3, third row: nobody twice, and one is enough."""
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


# Section 9: the order of seats


def _totals(finals: dict[str, int], **before: int) -> dict[SeatId, tuple[int, ...]]:
    """Totals of three against three: 0 in the first four rounds, these after round 5 and at the end."""
    names = {seat: seat.replace("-", "_") for seat in realms_of(3, 3).seats}
    return {seat: (0, 0, 0, 0, before.get(name, 0), finals[seat]) for seat, name in names.items()}


FINALS = {"heaven-1": 9, "heaven-2": 5, "heaven-3": 1, "hell-1": 3, "hell-2": 2, "hell-3": 1}


def _means(outcome: Outcome, consequence: str) -> list[str]:
    return [seat for seat, means in outcome.consequences.items() if consequence in means]


def test_two_of_one_realm_can_ascend_beside_the_other_winner() -> None:
    """R22: the best of the rest, whichever realm it belongs to."""
    outcome = decide(realms_of(3, 3), _totals(FINALS), Chance(SEED, 6))

    assert _means(outcome, "ascends") == ["heaven-1", "heaven-2", "hell-1"]
    assert _means(outcome, "mark_of_elimination") == ["heaven-3"]
    assert _means(outcome, "elimination_candidate") == ["hell-3"]


def test_equal_finals_are_told_apart_by_who_led_before() -> None:
    """R18: the latest round first."""
    outcome = decide(realms_of(3, 3), _totals(FINALS | {"hell-2": 3, "hell-3": 3}, hell_3=2), Chance(SEED, 6))

    assert _means(outcome, "winner") == ["heaven-1", "hell-3"]


@pytest.mark.parametrize("round_", range(1, 6))
def test_one_difference_in_any_round_settles_equal_finals(round_: int) -> None:
    """R18: back to round 1, and without a draw."""
    totals = _totals(FINALS | {"hell-2": 3})
    ahead = tuple(1 if index == round_ - 1 else total for index, total in enumerate(totals[seat_id("hell-2")]))
    chance = Chance(SEED, 6)

    outcome = decide(realms_of(3, 3), {**totals, seat_id("hell-2"): ahead}, chance)

    assert _means(outcome, "winner") == ["heaven-1", "hell-2"]
    assert [draw for draw in chance.draws if "hell-2" in draw.candidates] == []


def test_equal_histories_are_settled_by_one_draw_over_both_realms() -> None:
    """R18: every seat that agrees in all six numbers with another, in seat order; drawn earlier is better."""
    chance = Chance(SEED, 6)
    finals = {"heaven-1": 5, "heaven-2": 5, "heaven-3": 1, "hell-1": 1, "hell-2": 2, "hell-3": 1}

    outcome = decide(realms_of(3, 3), _totals(finals), chance)

    (draw,) = chance.draws
    assert draw.label == "tie_lots"
    assert draw.candidates == ("heaven-1", "heaven-2", "heaven-3", "hell-1", "hell-3")
    assert sorted(draw.picks) == sorted(draw.candidates)
    expected = sorted(finals, key=lambda seat: (-finals[seat], draw.picks.index(seat) if seat in draw.picks else 0))
    assert sorted(outcome.rank, key=outcome.rank.__getitem__) == expected


def test_without_a_complete_tie_nothing_is_drawn() -> None:
    """Section 9: only if needed."""
    chance = Chance(SEED, 6)

    decide(realms_of(3, 3), _totals(FINALS, hell_3=1), chance)

    assert chance.draws == []


def test_the_outcome_is_public_in_the_rulebooks_shape() -> None:
    """Section 9: winners in heaven's, hell's order, other lists in seat order."""
    match = Match("aftermath")
    while not match.over:
        match.play({})

    views = [match.views[viewer].outcome for viewer in (SPECTATOR, HOST, *match.seats)]
    assert all(view == views[0] for view in views)
    result = views[0]
    assert result is not None
    ended = one(match.told[SPECTATOR], MatchEnded).outcome
    assert result.rank == ended.rank
    assert result.ranking == tuple(sorted(result.rank, key=result.rank.__getitem__))
    assert result.totals == match.totals()
    assert [seat.split("-")[0] for seat in result.winner] == ["heaven", "hell"]
    assert [len(result.ascends), len(result.descends)] == [3, 6]
    assert [*result.ascends] == sorted(result.ascends, key=match.seats.index)
    assert (result.mark_of_elimination[0].split("-")[0], len(result.mark_of_elimination)) == ("heaven", 1)
    assert (result.elimination_candidate[0].split("-")[0], len(result.elimination_candidate)) == ("hell", 1)


def test_a_view_without_final_totals_still_has_an_outcome() -> None:
    """A reading: a match that ends before its last round was scored has ranks and no totals."""
    match = Match()
    rank = {seat: place + 1 for place, seat in enumerate(match.seats)}

    view = ENGINE.fold(match.views[SPECTATOR], MatchEnded(Outcome(rank, {})))

    assert view.outcome is not None
    assert (view.outcome.totals, view.outcome.winner, view.phase) == (None, (), None)
    assert view.outcome.ranking == tuple(match.seats)
