"""The invariants of section 10 over random matches with random options and absences; a failure prints its seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from pydantic import JsonValue

from engines.apocalypse.facts import (
    AbGamesSettled,
    CardCounts,
    CardsPlayed,
    ChatsUsed,
    FinalTotals,
    LedgerBooked,
    LedgerRecord,
    PointsTold,
    SeatsHurt,
)
from engines.apocalypse.moves import PlayMove
from engines.apocalypse.options import ApocalypseOptions
from engines.kit import REALMS, Fact, Outcome
from engines.play import Playthrough, play
from tests.engines.apocalypse.match import ENGINE, Match, as_move
from tests.engines.apocalypse.naive import times_of_round
from tests.engines.blocks import blocks
from tests.engines.table import one, renamed, told

CARDS = ("pestilence", "war", "death", "famine")


def _random_options(random: Random) -> ApocalypseOptions:
    sizes = (3, 3, 3, 3, 4, 4, 5, 8)
    overrides: dict[str, JsonValue] = {
        "heaven_size": random.choice(sizes),
        "hell_size": random.choice(sizes),
        "realm_talk": random.random() < 0.3,
        "cross_realm_talk": random.choice(["opened", "opened", "always"]),
        "chat_lifetime": random.choice(["next_round", "rest_of_match"]),
        "announce_ab_games": random.random() < 0.5,
        "pestilence_bonus": random.choice(["user", "both"]),
        "loss_counting": random.choice(["gross", "net"]),
        "reveal_at_end": random.choice(["outcome", "full"]),
    }
    return ENGINE.options("classic", overrides)


@blocks(2000, size=100)
def test_the_invariants_hold_in_random_matches(seeds: range) -> None:
    """Section 10, items 1 to 6 and 11, and the ledger against a second scoring."""
    for seed in seeds:
        random = Random(seed)
        options = _random_options(random)
        absent = random.choice([0.0, 0.0, 0.2, 0.9, 1.0])
        try:
            _check_match(options, play(ENGINE, options, random.randbytes(32), random, absent))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {options} absent {absent}") from error


def _check_match(options: ApocalypseOptions, match: Playthrough[PlayMove]) -> None:
    rounds = [[addressed.fact for addressed in step.facts] for step in match.steps[1:]]
    # Invariant 6
    assert len(rounds) == 6
    plays: list[dict[str, CardsPlayed]] = [
        {played.seat: played for played in told(facts, CardsPlayed)} for facts in rounds
    ]
    _check_pairs(plays, rounds)
    _check_targets(plays)
    _check_ledger(options, plays, rounds)
    _check_sums(rounds)
    _check_ab_games(rounds)
    _check_outcome(options, match.outcome, rounds)


def _check_pairs(plays: Sequence[Mapping[str, CardsPlayed]], rounds: Sequence[list[Fact]]) -> None:
    """Invariant 1."""
    seats = len(plays[0])
    for seat in plays[0]:
        assert len({played[seat].pair for played in plays}) == 6
        assert all(played[seat].pair == "_".join(played[seat].cards) for played in plays)
    total: Counter[str] = Counter()
    for facts, played in zip(rounds, plays, strict=True):
        counts = one(facts, CardCounts).counts
        assert sum(counts.values()) == 2 * seats
        assert counts == {card: len([None for play in played.values() if card in play.cards]) for card in CARDS}
        total.update(counts)
    assert set(total.values()) == {3 * seats}


def _check_targets(plays: Sequence[Mapping[str, CardsPlayed]]) -> None:
    """Invariant 2."""
    for seat in plays[0]:
        cards = [(card, use) for played in plays for card, use in played[seat].cards.items()]
        targeted = [target for _, use in cards if use.ability == "communications" for target in use.targets]
        selected = [
            target for card, use in cards if (card, use.ability) == ("death", "active") for target in use.targets
        ]
        assert len(set(targeted)) == len(targeted)
        assert len(set(selected)) == len(selected)


def _check_ledger(
    options: ApocalypseOptions, plays: Sequence[Mapping[str, CardsPlayed]], rounds: Sequence[list[Fact]]
) -> None:
    """Invariant 3, and all of section 6 by a second scoring."""
    totals = dict.fromkeys(plays[0], 0)
    hurt: list[set[str]] = []
    for index, facts in enumerate(rounds):
        records = one(facts, LedgerBooked).records
        for record in records:
            totals[record.seat] += record.base + record.extra
            war = plays[index][record.seat].cards.get("war")
            hardened = war is not None and war.ability == "passive"
            assert record.base != 0
            assert record.extra == (0 if not hardened else 1 if record.base > 0 else -1)
        assert {fact.seat: fact.total for fact in told(facts, PointsTold)} == totals
        expected, hurt_now = times_of_round(options, plays[index - 1] if index else None, plays[index], hurt)
        booked = Counter((record.seat, record.cause, record.by, record.base, record.extra) for record in records)
        assert booked == expected
        assert set(one(facts, SeatsHurt).seats) == hurt_now
        hurt.append(hurt_now)


def _check_sums(rounds: Sequence[list[Fact]]) -> None:
    """Invariant 4."""
    famine_before = 0
    for facts in rounds:
        sums: Counter[str] = Counter()
        for record in one(facts, LedgerBooked).records:
            sums[record.cause] += record.base
        assert sums["war_communications"] == sums["war_active"] == sums["war_endgame"] == 0
        famine = sum(use.card == "famine" for use in one(facts, ChatsUsed).uses)
        assert sums["famine_communications"] == 6 * famine_before - 4 * famine
        famine_before = famine
        pays = {("ally", "ally"): 4, ("betray", "betray"): 0, ("ally", "betray"): 2, ("betray", "ally"): 2}
        games = one(facts, AbGamesSettled).games
        assert sums["death_communications"] == sum(pays[game.by_choice, game.target_choice] for game in games)


def _check_ab_games(rounds: Sequence[list[Fact]]) -> None:
    """Invariant 5."""
    for facts in rounds:
        games = one(facts, AbGamesSettled).games
        assert len({(game.by, game.target) for game in games}) == len(games)
        for game in games:
            for back in games:
                if (back.by, back.target) == (game.target, game.by):
                    assert (back.by_choice, back.target_choice) == (game.target_choice, game.by_choice)


def _check_outcome(options: ApocalypseOptions, outcome: Outcome, rounds: Sequence[list[Fact]]) -> None:
    """Invariant 11, and the order of section 9."""
    means = outcome.consequences
    size = options.heaven_size + options.hell_size
    history: dict[str, list[int]] = {seat: [] for seat in outcome.rank}
    for facts in rounds:
        for points in told(facts, PointsTold):
            history[points.seat].insert(0, points.total)
    assert one(rounds[-1], FinalTotals).totals == {seat: totals[0] for seat, totals in history.items()}
    by_rank = sorted(outcome.rank, key=outcome.rank.__getitem__)
    assert [outcome.rank[seat] for seat in by_rank] == list(range(1, size + 1))
    assert [history[seat] for seat in by_rank] == sorted(history.values(), reverse=True)
    winners = []
    for realm, mark in zip(REALMS, ("mark_of_elimination", "elimination_candidate"), strict=True):
        own = [seat for seat in by_rank if seat.startswith(realm)]
        winners.append(own[0])
        assert [seat for seat in means if mark in means[seat]] == [own[-1]]
        assert "descends" in means[own[-1]]
    best_of_the_rest = next(seat for seat in by_rank if seat not in winners)
    assert {seat for seat in means if "winner" in means[seat]} == set(winners)
    assert {seat for seat in means if "ascends" in means[seat]} == {*winners, best_of_the_rest}
    assert sum("descends" in consequences for consequences in means.values()) == size - 3


@pytest.mark.sampled
@pytest.mark.parametrize("block", range(5))
def test_every_default_passes_the_checks(block: int) -> None:
    """Invariant 6: it is a canonical move of the seat it was drawn for, with an ally for everyone (section 3)."""
    for seed in range(block * 20, block * 20 + 20):
        random = Random(seed)
        match = Match("classic", heaven_size=random.choice([3, 4]), hell_size=3)
        while not match.over:
            views = dict(match.views)
            facts = match.close(match.sampled(random, absent=random.choice([0.5, 1.0])))
            for played in told(facts, CardsPlayed):
                canonical = ENGINE.check(views[played.seat], as_move(played)).model_dump(mode="json")
                assert canonical == as_move(played), seed
                assert not played.defaulted or set(played.ab.values()) <= {"ally"}, seed


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(40))
def test_renaming_the_seats_renames_every_result(seed: int) -> None:
    """Invariant 7; odd seeds swap the realms as well."""
    random = Random(seed)
    heaven, hell = random.choice([3, 4]), random.choice([3, 4, 5])
    match = Match("classic", heaven_size=heaven, hell_size=hell, pestilence_bonus="both")
    swaps = seed % 2 == 1
    twin = Match(
        "classic", heaven_size=hell if swaps else heaven, hell_size=heaven if swaps else hell, pestilence_bonus="both"
    )
    names = {"heaven": "hell", "hell": "heaven"} if swaps else {"heaven": "heaven", "hell": "hell"}
    for realm, size in (("heaven", heaven), ("hell", hell)):
        numbers = random.sample(range(1, size + 1), size)
        names |= {f"{realm}-{number}": f"{names[realm]}-{numbers[number - 1]}" for number in range(1, size + 1)}
    if swaps:
        names |= {"mark_of_elimination": "elimination_candidate", "elimination_candidate": "mark_of_elimination"}

    while not match.over:
        moves = match.sampled(random)
        match.close(moves)
        twin.close(renamed(moves, names))

        results = [
            {
                "ledger": _multiset(one(facts, LedgerBooked).records),
                "hurt": sorted(one(facts, SeatsHurt).seats),
                "counts": one(facts, CardCounts).counts,
                "totals": {fact.seat: fact.total for fact in told(facts, PointsTold)},
            }
            for facts in ([addressed.fact for addressed in table.facts] for table in (match, twin))
        ]
        assert _sorted(renamed(results[0], names)) == _sorted(results[1])
        opened = [_sorted({seat: table.views[seat].opened for seat in table.seats}) for table in (match, twin)]
        assert _sorted(renamed(opened[0], names)) == opened[1]
    if not match.draws:
        left, right = (ENGINE.phase(table.truth) for table in (match, twin))
        assert isinstance(left, Outcome)
        assert isinstance(right, Outcome)
        assert renamed(dict(left.rank), names) == right.rank
        assert _sorted(renamed(dict(left.consequences), names)) == _sorted(right.consequences)


def _multiset(records: Sequence[LedgerRecord]) -> list[Any]:
    return [[record.seat, record.cause, record.by, record.base, record.extra] for record in records]


def _sorted(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Sort all lists: they are in seat order, which renaming changes."""
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return sorted((_sorted(inner) for inner in value), key=repr)
    return value


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_cards_targets_and_choices_changes_nothing(seed: int) -> None:
    """Invariant 8; the order of submissions, and refused ones in between, are tested for all games."""
    random = Random(seed)
    match = Match("classic", heaven_size=3, hell_size=random.choice([3, 4]))
    while not match.over:
        moves = match.sampled(random, absent=0.1)
        for seat, raw in moves.items():
            straight, turned = (ENGINE.check(match.view(seat), sent) for sent in (raw, _turned(raw)))
            assert turned.model_dump_json() == straight.model_dump_json()
        match.close(moves)


def _turned(raw: Any) -> dict[str, JsonValue]:  # noqa: ANN401 - any JSON
    plays = [
        {**entry, "targets": entry["targets"][::-1], "guesses": dict(reversed(entry["guesses"].items()))}
        for entry in reversed(raw["plays"])
    ]
    return {**raw, "plays": plays, "ab": dict(reversed(raw["ab"].items()))}


def test_only_the_draws_of_section_7_are_made() -> None:
    """Section 7: each label at most once in a match, and only for absent seats and ties."""
    for seed in range(60):
        random = Random(seed)
        match = Match("classic", heaven_size=3, hell_size=3)
        labels: Counter[str] = Counter()
        while not match.over:
            moves = match.sampled(random, absent=random.choice([0.0, 0.5, 1.0]))
            round_ = match.phase.round
            match.close(moves)
            for draw in match.draws:
                labels[draw.label] += 1
                if draw.label != "tie_lots":
                    kind, at, seat, *_ = draw.label.split(":")
                    assert kind.startswith("default_"), draw
                    assert (at, seat in moves) == (f"r{round_}", False), draw
            absent = [seat for seat in match.seats if seat not in moves]
            drawn = [draw.label.split(":")[2] for draw in match.draws if draw.label != "tie_lots"]
            assert drawn == sorted(drawn, key=match.seats.index)  # type: ignore[arg-type]
            assert set(drawn) <= set(absent)

        assert set(labels.values()) <= {1}
