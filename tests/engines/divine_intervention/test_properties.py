"""The invariants of section 11 over random matches with random options and absences; a failure prints its seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from pydantic import JsonValue

from engines.divine_intervention.boons import EFFECTS
from engines.divine_intervention.data import PINK, neighbours
from engines.divine_intervention.defaults import default_decree
from engines.divine_intervention.facts import AuctionHeld, BoonNoticed, DevotionCounted, GainsCounted, RitualsJudged
from engines.divine_intervention.moves import NO_DEVOTION, AnointMove, OwnMove
from engines.divine_intervention.options import DivineInterventionOptions
from engines.divine_intervention.outcome import eligible
from engines.divine_intervention.truth import Truth
from engines.kit import AddressedFact, Chance, Draw, MatchEnded, Outcome, Phase, PhaseOpened, SeatId
from engines.play import play
from tests.engines.blocks import blocks
from tests.engines.divine_intervention.temple import ENGINE, OPEN_MAP, Temple
from tests.engines.table import SEED, one, told

ONE_LINE: JsonValue = ["ABCDEFGHIJKLMNOPQRSTUVWXY"]


@dataclass(frozen=True, slots=True)
class Played:
    """A phase of a random match: the truth before and after it, its submissions, draws and facts."""

    before: Truth
    after: Truth
    phase: Phase
    moves: dict[SeatId, OwnMove | None]
    draws: tuple[Draw, ...]
    facts: tuple[AddressedFact, ...]


def _random_options(random: Random) -> DivineInterventionOptions:
    sizes: dict[str, JsonValue] = {}
    if random.random() < 0.8:
        shamans = random.choice([5, 5, 5, 6, 8])
        sizes = {"deities": random.choice([2, 3]), "shamans": shamans, "ascenders": random.choice([1, 3])}
        sizes["last_round"] = random.choice([5, 6, 7])
    choices: dict[str, list[JsonValue]] = {
        "pool": [1, 20, 26, 200, 1000],
        "start_piety": [0, 3, 50],
        "worshiper_piety": [1, 3, 10],
        "layout": [["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY"], ONE_LINE, OPEN_MAP],
        "secret_element": [None, "water"],
        "boons_public": [False, True],
        "realm_chat": [True, False],
        "cross_realm_chat": [True, False],
    }
    chosen = {name: random.choice(values) for name, values in choices.items() if random.random() < 0.6}
    options = ENGINE.options(random.choice(list(ENGINE.variants)), {**sizes, **chosen})
    if random.random() < 0.4:
        # All boons occur eventually, those of worship in the last auction as well.
        ids = random.sample(list(EFFECTS), 3 * ((options.last_round + 1) // 2))
        offers: JsonValue = {str(2 * place): [*ids[3 * place : 3 * place + 3]] for place in range(len(ids) // 3)}
        options = ENGINE.options(
            options.variant, {**options.model_dump(mode="json"), "pack": None, "boon_offers": offers}
        )
    return options


def _random_match(seed: int) -> Iterator[Played]:
    random = Random(seed)
    options = _random_options(random)
    absent = random.choice([0.0, 0.0, 0.1, 0.5, 1.0])
    after = ENGINE.start(options)
    for step in play(ENGINE, options, random.randbytes(32), random, absent).steps:
        before = after
        for addressed in step.facts:
            after = ENGINE.evolve(after, addressed.fact)
        if step.phase is not None:
            yield Played(before, after, step.phase, step.moves, step.draws, step.facts)


@blocks(1050, size=70)
def test_the_invariants_hold_in_random_matches(seeds: range) -> None:
    """Section 11."""
    for seed in seeds:
        match = list(_random_match(seed))
        try:
            for played in match:
                if played.phase.name == "round":
                    _check_totals(played)
                    _check_rooms(played)
                    _check_auction(played)
                    _check_notices(played)
                _check_draws(played)
            _check_deities(match[-1].after)
            _check_end(match)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error


def _check_totals(played: Played) -> None:
    before, after, options = played.before, played.after, played.after.options
    facts = [addressed.fact for addressed in played.facts]
    gains, judged = one(facts, GainsCounted), one(facts, RitualsJudged)
    paid = {win.seat: win.bid for auction in told(facts, AuctionHeld) for win in auction.wins.values()}
    for shaman in after.shamans:
        assert min(after.mana[shaman].amounts) >= 0
        given = gains.mana.get(shaman)
        received = (0, 0, 0, 0) if given is None else given.amounts
        spent = judged.spent[shaman].amounts if shaman in judged.spent else (0, 0, 0, 0)
        for start, cost, gain, end in zip(
            before.mana[shaman].amounts, spent, received, after.mana[shaman].amounts, strict=True
        ):
            assert end == start - cost + gain
    assert played.phase.round < options.last_round or not gains.mana
    for deity in after.deities:
        assert gains.piety[deity] >= 0
        assert after.piety[deity] >= 0
        assert after.zeal[deity] >= before.zeal[deity] >= 0
        assert after.piety[deity] == before.piety[deity] + gains.piety[deity] - paid.get(deity, 0)
        assert after.piety_history[deity] == (*before.piety_history[deity], after.piety[deity])


def _check_rooms(played: Played) -> None:
    round_, before, after = played.phase.round, played.before, played.after
    facts = [addressed.fact for addressed in played.facts]
    verdicts = one(facts, RitualsJudged).verdicts
    devotions = {counted.seat: counted.devotion for counted in told(facts, DevotionCounted)}
    around = neighbours(after.options.layout or ())
    successes: dict[str, list[tuple[int, int, int, int]]] = {room: [] for room in PINK}
    used = {use.use.id for use in after.used if use.round == round_}
    for shaman in after.shamans:
        done = {room for room, verdict in verdicts[shaman].items() if verdict == "completed"}
        assert not done & before.completed[shaman].keys()
        assert after.completed[shaman] == before.completed[shaman] | dict.fromkeys(done, round_)
        assert set(verdicts[shaman]) == {ritual.room for ritual in devotions[shaman].rituals}
        road = after.roads[shaman]
        limit = 3 if road is not None and road >= round_ else 2
        for room in done:
            incomplete = sum(other not in before.completed[shaman] for other in around[room])
            assert incomplete <= limit or room in after.keys[shaman]
        for ritual in devotions[shaman].rituals:
            if ritual.room in PINK and ritual.room in done:
                successes[ritual.room].append(ritual.mana.amounts)
    if "harmony" not in used:
        assert len(successes["A"]) <= 1
        assert len(successes["U"]) <= 4
        assert set(Counter(successes["E"]).values()) <= {2}
        assert set(Counter(successes["I"]).values()) <= {1}


def _check_auction(played: Played) -> None:
    for auction in told([addressed.fact for addressed in played.facts], AuctionHeld):
        seats = [win.seat for win in auction.wins.values()]
        assert len(set(seats)) == len(seats)
        assert auction.wins.keys() <= set(played.after.offers[auction.round])
        for boon, win in auction.wins.items():
            assert 0 < win.bid <= played.before.piety[win.seat]
            held = played.after.held[win.seat]
            assert held is not None
            assert (held.id, held.first_round) == (boon, auction.round + 1)


def _check_notices(played: Played) -> None:
    round_ = played.phase.round
    used = {use.use.id: use.user for use in played.after.used if use.round == round_}
    own = [
        (addressed.fact.notice["boon"], addressed.audience.seats)
        for addressed in played.facts
        if isinstance(addressed.fact, BoonNoticed) and "own" in addressed.fact.notice
    ]
    later = [boon for boon, _ in own if boon not in used]
    assert set(later) <= {"tamed_inferno"}
    assert {boon: seats for boon, seats in own if boon in used} == {boon: (user,) for boon, user in used.items()}
    # A deity's gain includes what its boons brought.
    gains = one([addressed.fact for addressed in played.facts], GainsCounted)
    for addressed in played.facts:
        if isinstance(addressed.fact, BoonNoticed) and "own" in addressed.fact.notice:
            assert 0 <= addressed.fact.notice["piety"] <= gains.piety[addressed.audience.seats[0]]


def _check_draws(played: Played) -> None:
    options, draws = played.after.options, {draw.label: draw for draw in played.draws}
    assert len(draws) == len(played.draws)
    opened = [addressed.fact.phase for addressed in played.facts if isinstance(addressed.fact, PhaseOpened)]
    round_ = opened[0].round if opened and opened[0].name == "round" else None
    has_auction = round_ is not None and round_ % 2 == 0 and round_ < options.last_round
    drawn = {f"boons:{round_}"} if has_auction and options.boon_offers is None else set()
    assert {label for label in draws if label.startswith("boons")} == drawn
    for label in drawn:
        mark = "closing" if round_ == options.last_round - 1 else "opening"
        before = {id_ for offer in played.before.offers.values() for id_ in offer} | {"revelation"}
        fitting = tuple(
            boon.id for boon in options.catalogue if boon.offered in (mark, "both") and boon.id not in before
        )
        assert draws[label].candidates == fitting
        assert played.after.offers[round_ or 0] == (("revelation",) if round_ == 0 else ()) + draws[label].picks
        assert len(played.after.offers[round_ or 0]) == 3


def _check_deities(truth: Truth) -> None:
    for deity in truth.deities:
        chosen = truth.elements[deity]
        assert all(chosen[round_] != chosen.get(round_ + 1) for round_ in chosen)
        named = [prophet for prophet in truth.prophets[deity].values() if prophet is not None]
        assert len(set(named)) == len(named)
    offered = [id_ for offer in truth.offers.values() for id_ in offer]
    won = [boon for wins in truth.wins.values() for boon in wins]
    used = [use.use.id for use in truth.used]
    for ids in (offered, won, used):
        assert len(set(ids)) == len(ids)
    assert set(used) <= set(won) <= set(offered)


def _check_end(match: list[Played]) -> None:
    last = match[-1]
    options, outcome = last.after.options, last.facts[-1].fact
    assert isinstance(outcome, MatchEnded)
    met = outcome.outcome.consequences
    ascends = {seat for seat, of in met.items() if "ascends" in of}
    assert len(ascends) == options.ascenders + 2
    (candidate,) = (seat for seat, of in met.items() if "elimination_candidate" in of)
    (marked,) = (seat for seat, of in met.items() if "mark_of_elimination" in of)
    assert candidate not in ascends
    assert "descends" in met[marked]
    assert sum("winner" in of for of in met.values()) == options.ascenders + 1
    assert {seat for seat in last.after.deities if ("descends" in met[seat]) == ("ascends" in met[seat])} == set()
    assert isinstance(last.after.phase, Outcome)
    rounds = [played.phase.round for played in match if played.phase.name == "round"]
    assert rounds == list(range(len(rounds)))
    all_rooms = any(len(rooms) == 25 for rooms in last.after.completed.values())
    assert rounds[-1] == options.last_round or all_rooms
    assert last.after.channels == {}


def test_random_matches_reach_every_boon_and_room() -> None:
    """The invariants need good matches: every effect is used, every room completed."""
    used: set[str] = set()
    completed: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for seed in range(150):
        *_, last = _random_match(seed)
        used |= {use.use.id for use in last.after.used}
        completed.update(room for rooms in last.after.completed.values() for room in rooms)
        endings[last.phase.name] += 1

    assert used == set(EFFECTS)
    assert len(completed) == 25
    assert min(endings["round"], endings["ascension"]) > 0


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(60))
def test_the_default_of_every_seat_is_legal_in_every_phase(seed: int) -> None:
    """Section 11, and it has the same effect as if it had been submitted: an absent seat produces the same facts."""
    random = Random(seed)
    table = Temple.of(_random_options(random))
    while not table.over:
        phase, truth = table.phase, table.truth
        moves: dict[SeatId, OwnMove | None] = {}
        for seat in phase.seats:
            default: JsonValue
            if phase.name == "anointing":
                default = AnointMove(type="anoint", prophet=None).model_dump(mode="json")
            elif phase.name == "ascension":
                assert truth.result is not None
                default = {"type": "raise", "seat": eligible(truth.result, truth.options.ascenders)[0]}
            elif seat in truth.deities:
                default = default_decree(truth, seat, phase.round).model_dump(mode="json")
            else:
                default = NO_DEVOTION.model_dump(mode="json")
            moves[seat] = table.engine.check(table.views[seat], default)
        absent = ENGINE.resolve(truth, dict.fromkeys(phase.seats), Chance(SEED, phase.number))
        assert ENGINE.resolve(truth, moves, Chance(SEED, phase.number)) == absent, f"seed {seed}"
        table.close(table.sampled(random, absent=0.2))


def test_views_tell_a_seat_what_the_truth_has_of_it() -> None:
    """Section 9, names: a seat's own part is equal in its view and in the host's state."""
    for seed in range(40):
        random = Random(seed)
        table = Temple.of(_random_options(random))
        while not table.over:
            table.close(table.sampled(random, absent=0.1))
            truth = table.truth
            for deity in truth.deities:
                view = table.view(deity)
                own = (view.piety, view.elements, view.prophets, view.held)
                assert own == (truth.piety[deity], truth.elements[deity], truth.prophets[deity], truth.held[deity]), (
                    f"seed {seed}"
                )
                assert view.offers == truth.offers
            for shaman in truth.shamans:
                view = table.view(shaman)
                assert (view.mana, view.completed, view.prayers) == (
                    truth.mana[shaman],
                    truth.completed[shaman],
                    truth.prayers[shaman],
                ), f"seed {seed}"
                _check_room_states(table, shaman)


def _check_room_states(table: Temple, shaman: SeatId) -> None:
    """A room that a shaman's view calls unlocked is unlocked in the truth of the round, except for seals."""
    truth, view = table.truth, table.view(shaman)
    if view.room_states is None or table.over:
        return
    around, completed, road = neighbours(view.layout or ()), truth.completed[shaman], truth.roads[shaman]
    limit = 3 if road is not None and road >= view.round else 2
    for room, state in view.room_states.items():
        is_open = sum(other not in completed for other in around[room]) <= limit or room in truth.keys[shaman]
        assert state == ("completed" if room in completed else "unlocked" if is_open else "locked")
