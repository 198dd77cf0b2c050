"""Audiences: the information table of section 8, row by row, and invariants 9 and 10."""

from __future__ import annotations

from random import Random

import pytest

from engines.apocalypse.facts import (
    AbGameOpened,
    AbGamesSettled,
    CardsPlayed,
    ChatOpened,
    ChatsUsed,
    LedgerBooked,
    MatchRecorded,
    PointsTold,
    SeatsHurt,
)
from engines.apocalypse.view import ApocalypseView
from engines.kit import HOST, SPECTATOR, AddressedFact, Chance, Viewer, seat_id
from tests.engines.apocalypse.match import ENGINE, Match, as_move, move, use
from tests.engines.table import SEED, one, told

OWN = ("plays", "totals", "pairs_left", "targeted", "targets_left", "selected", "mates_left", "opened", "can_talk_to")


def _finished(**overrides: bool | str) -> Match:
    match = Match("classic", **overrides)
    match.play_samples(Random(7), until=6)
    match.close(match.sampled(Random(8), absent=0.3))
    return match


def test_facts_are_told_in_the_order_of_the_table() -> None:
    """Section 8: plays, scores, what each seat learns, opened channels, and last the next phase."""
    match = Match()
    match.play({"heaven-1": "D>hell-1 F>hell-2"})

    names = []
    for addressed in match.facts:
        if addressed.fact.type not in names:
            names.append(addressed.fact.type)

    assert names == [
        "apocalypse.played",
        "apocalypse.chat_used",
        "apocalypse.ab_settled",
        "apocalypse.ledger",
        "apocalypse.hurt",
        "apocalypse.card_counts",
        "apocalypse.points",
        "channel_opened",
        "apocalypse.chat_opened",
        "apocalypse.ab_game_open",
        "phase_opened",
    ]


def test_options_seats_round_and_phase_are_public() -> None:
    """First row."""
    match = Match("aftermath")
    match.play({})

    for view in match.views.values():
        assert view.options == match.options
        assert [seat.id for seat in view.seats] == match.seats
        assert (view.round, view.phase) == (2, match.phase)


def test_card_counts_are_public_after_every_round() -> None:
    """Second row: round 6 included, and not split by realm."""
    match = _finished()

    for view in match.views.values():
        assert list(view.card_counts) == [1, 2, 3, 4, 5, 6]
        assert all(sum(counts.values()) == 20 for counts in view.card_counts.values())


def test_a_seat_sees_its_own_play_as_it_counted() -> None:
    """Third row: with AB choices, and whether it was a default."""
    match = Match()
    match.skip_to(2, dict.fromkeys(match.seats, "war_famine"), owed=[use("hell-2", "heaven-1", "war")])
    match.play({"heaven-1": "F W!death -hell-2"})

    own = match.view("heaven-1").plays
    absent = match.view("hell-2").plays
    assert own is not None
    assert absent is not None
    assert (own[2].pair, own[2].ab, own[2].defaulted) == ("war_famine", {"hell-2": "betray"}, False)
    assert list(own[2].cards) == ["war", "famine"]
    assert (absent[2].ab, absent[2].defaulted) == ({"heaven-1": "ally"}, True)


def test_a_seat_sees_its_own_totals_and_nobody_elses_until_the_end() -> None:
    """Fourth row, and final totals."""
    match = Match()
    random = Random(2)
    while not match.over:
        for view in match.views.values():
            assert view.final_totals is None
            assert view.outcome is None
        match.close(match.sampled(random))
        for seat in match.seats:
            totals = match.views[seat].totals
            assert totals is not None
            assert totals[max(totals)] == match.totals()[seat]
            assert len(told(match.told[seat], PointsTold)) == len(totals)

    for view in match.views.values():
        assert view.final_totals == match.totals()


def test_what_a_seat_has_left_follows_from_its_own_plays() -> None:
    """Fifth row: pairs left, seats targeted and selected."""
    match = Match("classic")
    match.play({"heaven-1": "P>hell-4 W>hell-2", "hell-2": "W>heaven-1 F>heaven-2"})
    match.play({"heaven-1": "P D!heaven-3"})

    view = match.view("heaven-1")
    assert view.pairs_left == ("pestilence_famine", "war_death", "war_famine", "death_famine")
    assert (view.targeted, view.targets_left) == (("hell-2", "hell-4"), ("hell-1", "hell-3", "hell-5"))
    assert (view.selected, view.mates_left) == (("heaven-3",), ("heaven-2", "heaven-4", "heaven-5"))


def test_both_of_a_pair_learn_that_their_chat_was_opened_and_no_more() -> None:
    """Sixth and seventh row: not who opened it, with which card, or whether both did."""
    opened_by = (
        {"heaven-1": "P>hell-1 D>hell-2", "hell-1": "P>heaven-2 D>heaven-3"},
        {"heaven-1": "P>hell-3 D>hell-2", "hell-1": "P>heaven-2 D>heaven-1"},
        {"heaven-1": "P>hell-1 D>hell-3", "hell-1": "D>heaven-1 P>heaven-3"},
    )
    for moves in opened_by:
        match = Match()
        match.play(moves)

        for seat, opponent in (("heaven-1", "hell-1"), ("hell-1", "heaven-1")):
            opened = match.view(seat).opened
            assert opened is not None
            assert opponent in opened[2]
            chats = [chat for chat in told(match.told[seat_id(seat)], ChatOpened) if opponent in chat.seats]
            assert chats == [ChatOpened(2, (seat_id("heaven-1"), seat_id("hell-1")))]
        assert not any("hell-1" in chat.seats for chat in told(match.told[seat_id("hell-2")], ChatOpened))


def test_opened_lists_every_round_from_the_second() -> None:
    """Section 8, view: to the current one, empty where nothing was opened."""
    match = Match()
    match.skip_to(4, dict.fromkeys(match.seats, "war_famine"), owed=[use("hell-2", "heaven-1", "war")])

    assert match.view("heaven-1").opened == {2: (), 3: (), 4: ("hell-2",)}
    assert match.view("hell-3").opened == {2: (), 3: (), 4: ()}


@pytest.mark.parametrize("announced", [False, True])
def test_an_ab_game_is_announced_to_both_or_to_nobody(announced: bool) -> None:
    """R14: neither who began it nor whether there are two; the same moves stay legal."""
    match = Match(announce_ab_games=announced)
    match.play({"heaven-1": "P>hell-1 D>hell-2", "hell-2": "P>heaven-3 D>heaven-1", "hell-1": "P>heaven-1 W>heaven-3"})

    games = {seat: match.view(seat).ab_games for seat in ("heaven-1", "hell-2", "hell-1")}
    opened = match.view("heaven-1").opened
    assert opened is not None
    assert {"hell-1", "hell-2"} <= set(opened[2])
    for choice in ("-hell-1", "-hell-2"):
        assert ENGINE.check(match.view("heaven-1"), move(f"W!death F {choice}"))
    pair = (seat_id("heaven-1"), seat_id("hell-2"))
    assert told(match.told[HOST], AbGameOpened).count(AbGameOpened(2, pair)) == 1
    if announced:
        assert games["heaven-1"] is not None
        assert "hell-2" in games["heaven-1"][2]
        assert "hell-1" not in games["heaven-1"][2]
        assert told(match.told[pair[0]], AbGameOpened).count(AbGameOpened(2, pair)) == 1
    else:
        assert games == dict.fromkeys(games)
        assert all(told(match.told[seat], AbGameOpened) == [] for seat in match.seats)


def test_spectators_see_the_public_rows_only_and_so_does_the_hosts_view() -> None:
    """Last sentence of the table, and the view's paragraph."""
    for announced in (False, True):
        match = _finished(announce_ab_games=announced)
        for viewer in (SPECTATOR, HOST):
            view = match.views[viewer].model_dump()
            assert all(view[name] is None for name in (*OWN, "ab_games"))
        assert {type(fact).__name__ for fact in match.told[SPECTATOR]} == {
            "CardCounts",
            "FinalTotals",
            "PhaseOpened",
            "MatchEnded",
        }
        for seat in match.seats:
            view = match.views[seat].model_dump()
            assert all(view[name] is not None for name in OWN)
            assert (view["ab_games"] is not None) == announced


@pytest.mark.parametrize("reveal", ["outcome", "full"])
def test_the_record_is_the_hosts_unless_everything_is_revealed(reveal: str) -> None:
    """Last row: all plays, uses, AB choices, the ledger and the totals of every round."""
    match = _finished(reveal_at_end=reveal)

    assert match.views[HOST].record is not None
    for viewer in (SPECTATOR, *match.seats):
        assert match.views[viewer].record == (match.views[HOST].record if reveal == "full" else None)
    rounds = one(match.told[HOST], MatchRecorded).rounds
    assert [record.round for record in rounds] == [1, 2, 3, 4, 5, 6]
    plays = told(match.told[HOST], CardsPlayed)
    assert [play for record in rounds for play in record.plays.values()] == plays
    host = match.told[HOST]
    assert [record.uses for record in rounds] == [fact.uses for fact in told(host, ChatsUsed)]
    assert [record.ab_games for record in rounds] == [fact.games for fact in told(host, AbGamesSettled)]
    assert [record.ledger for record in rounds] == [fact.records for fact in told(host, LedgerBooked)]
    assert [record.hurt for record in rounds] == [fact.seats for fact in told(host, SeatsHurt)]
    assert [record.card_counts for record in rounds] == [*match.views[SPECTATOR].card_counts.values()]
    points = told(match.told[HOST], PointsTold)
    assert [record.totals for record in rounds] == [
        {fact.seat: fact.total for fact in points if fact.round == round_} for round_ in range(1, 7)
    ]
    chats = told(match.told[HOST], ChatOpened)
    assert [(record.round, seats) for record in rounds for seats in record.opened] == [
        (chat.round, chat.seats) for chat in chats
    ]


def test_who_was_absent_is_not_told_to_others() -> None:
    """To others, a default looks like the same play submitted by hand."""
    absent, present = Match(), Match()
    moves = {seat: raw for seat, raw in absent.sampled(Random(4)).items() if seat != "hell-3"}
    absent.close(moves)
    present.close({**moves, "hell-3": as_move(absent.played("hell-3"))})

    for viewer in (*[seat for seat in absent.seats if seat != "hell-3"], SPECTATOR):
        assert absent.told[viewer] == present.told[viewer]
        assert absent.bytes_of(viewer) == present.bytes_of(viewer)
    assert absent.played("hell-3").defaulted
    assert not present.played("hell-3").defaulted


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(30))
def test_pestilence_and_death_aimed_the_other_way_look_the_same_to_everyone_else(seed: int) -> None:
    """Invariant 10: when round 2 opens, and also to the two targets."""
    random = Random(seed)
    match, turned = Match("classic"), Match("classic")
    moves = match.sampled(random)
    first, second = random.sample([f"hell-{number}" for number in range(1, 6)], 2)
    match.close({**moves, "heaven-1": move(f"P>{first} D>{second}")})
    turned.close({**moves, "heaven-1": move(f"P>{second} D>{first}")})

    for viewer in match.views:
        if viewer not in (HOST, "heaven-1"):
            assert match.told[viewer] == turned.told[viewer]
            assert match.bytes_of(viewer) == turned.bytes_of(viewer)


def test_a_play_shows_to_others_only_in_counts_totals_and_chats() -> None:
    """
    The same pair played in two ways that leave a viewer's total and chats unchanged gives that viewer identical bytes.

    The table of section 8 lists nothing else that could show the viewer the difference.
    """
    compared = 0
    for seed in range(20):
        random = Random(seed)
        match = Match("classic")
        while not match.over:
            before, views, number = match.truth, dict(match.views), match.phase.number
            moves = {seat: ENGINE.sample(views[seat], random) for seat in match.seats}
            mover = random.choice(match.seats)
            others = [ENGINE.sample(views[mover], random) for _ in range(10)]
            match.close({seat: chosen.model_dump(mode="json") for seat, chosen in moves.items()})
            for other in others:
                if [play.card for play in other.plays] != [play.card for play in moves[mover].plays]:
                    continue
                facts = ENGINE.resolve(before, {**moves, mover: other}, Chance(SEED, number))
                for viewer, view in _folded(views, facts).items():
                    if viewer not in (mover, HOST) and _signs(view) == _signs(match.views[viewer]):
                        compared += 1
                        assert view.model_dump_json().encode() == match.bytes_of(viewer), seed

    assert compared > 1_000


def _folded(views: dict[Viewer, ApocalypseView], facts: list[AddressedFact]) -> dict[Viewer, ApocalypseView]:
    for addressed in facts:
        views = {
            viewer: ENGINE.fold(view, addressed.fact) if addressed.audience.includes(viewer) else view
            for viewer, view in views.items()
        }
    return views


def _signs(view: ApocalypseView) -> tuple[object, ...]:
    """Return everything that the plays of others affect."""
    return view.card_counts, view.totals, view.opened, view.final_totals, view.outcome
