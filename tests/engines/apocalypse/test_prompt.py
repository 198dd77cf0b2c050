"""The prompt and `check` agree, and samples cover everything that can be played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.apocalypse.data import ABILITIES, ASSIGNMENTS, CARDS, PAIRS
from engines.apocalypse.view import ApocalypseView
from engines.kit import REALMS, IllegalMoveError, seat_id
from tests.engines.apocalypse.match import ENGINE, Match, move


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(8))
def test_check_accepts_exactly_what_the_prompt_describes(seed: int) -> None:
    """
    A valid move is accepted, and canonical except for the order of targets and omitted choices; the canonical form of
    an accepted move is valid.
    """
    random = Random(seed)
    match = Match("classic", heaven_size=3, hell_size=random.randint(3, 4))
    accepted = 0
    while not match.over:
        for seat in random.sample(match.seats, 2):
            view = match.views[seat]
            prompt = ENGINE.prompt(view)
            assert prompt is not None
            schema = Draft202012Validator(prompt)
            for candidate in _candidates(view, random):
                if schema.is_valid(candidate):
                    canonical = ENGINE.check(view, candidate).model_dump(mode="json")
                    assert canonical == _completed(candidate, view), (seed, candidate)
                    accepted += 1
                else:
                    with suppress(IllegalMoveError):
                        canonical = ENGINE.check(view, candidate).model_dump(mode="json")
                        assert canonical != candidate, (seed, candidate)
                        assert schema.is_valid(canonical), (seed, candidate)
        match.close(match.sampled(random, absent=0.2))

    assert accepted > 20


def _candidates(view: ApocalypseView, random: Random) -> Iterator[dict[str, Any]]:
    """Yield moves that are legal except for a detail or two, and some legal ones."""
    seats = [seat.id for seat in view.seats]
    pool: list[str] = [*seats, *PAIRS, *CARDS, *REALMS, "nobody"]
    for _ in range(30):
        candidate = ENGINE.sample(view, random).model_dump(mode="json")
        for _ in range(random.randint(0, 2)):
            entry = random.choice(candidate["plays"])
            match random.randrange(9):
                case 0:
                    entry["targets"] = random.sample(pool, random.randint(0, 2))
                case 1 if entry["targets"]:
                    entry["targets"][random.randrange(len(entry["targets"]))] = random.choice(pool)
                case 2:
                    entry["ability"] = random.choice([*ABILITIES, None])
                case 3:
                    entry["card"] = random.choice(CARDS)
                case 4:
                    entry["guesses"] = {random.choice(seats): random.choice(PAIRS)}
                case 5:
                    candidate["ab"] = {random.choice(seats): random.choice(["ally", "betray", "both"])}
                case 6:
                    candidate["plays"].reverse()
                case 7:
                    entry["targets"].reverse()
                case _:
                    del entry[random.choice(["targets", "guesses"])]
                    break
        yield candidate


def _completed(candidate: dict[str, Any], view: ApocalypseView) -> dict[str, Any]:
    """Return a valid candidate in canonical form."""
    assert view.opened is not None
    order: list[str] = [*(seat.id for seat in view.seats), *PAIRS, *CARDS, *REALMS]
    return {
        "type": "play",
        "plays": [
            {
                "card": entry["card"],
                "ability": entry["ability"],
                "targets": sorted(entry.get("targets", []), key=order.index),
                "guesses": entry.get("guesses", {}),
            }
            for entry in candidate["plays"]
        ],
        "ab": dict.fromkeys(view.opened.get(view.round, ()), "ally") | candidate["ab"],
    }


def test_a_prompt_lists_what_the_seat_has_left() -> None:
    """One branch for each pair and the possible abilities of its cards; none without a possible target."""
    match = Match()
    match.play({"heaven-1": "P>hell-1 W>hell-2"})

    # Of five pairs, the three with Death lose Communications twice, for which one opponent is too few.
    assert len(_branches(match)) == 5 * 6 - 3

    match.play({"heaven-1": "P>hell-3 D!heaven-2"})

    # None of the four pairs has Communications any more, which leaves Active and Passive in both orders.
    assert len(_branches(match)) == 4 * 2


def _branches(match: Match) -> list[JsonValue]:
    prompt: Any = ENGINE.prompt(match.views[seat_id("heaven-1")])
    branches: list[JsonValue] = prompt["properties"]["plays"]["oneOf"]
    return branches


def test_the_two_targets_of_the_opening_differ_in_the_prompt() -> None:
    """R12: a JSON Schema cannot state this rule for a single entry."""
    match = Match()
    prompt = ENGINE.prompt(match.views[seat_id("heaven-1")])
    assert prompt is not None
    schema = Draft202012Validator(prompt)

    assert schema.is_valid(move("P>hell-1 W>hell-2"))
    assert not schema.is_valid(move("P>hell-1 W>hell-1"))


@pytest.mark.parametrize("variant", ENGINE.variants)
def test_a_prompt_is_small(variant: str) -> None:
    """It is sent with every view."""
    random = Random(1)
    match = Match(variant)
    while not match.over:
        for seat in match.seats:
            assert len(json.dumps(ENGINE.prompt(match.views[seat]), separators=(",", ":"))) < 12_000
        match.close(match.sampled(random))


def test_samples_reach_every_pair_ability_and_choice() -> None:
    """Each branch is reasonably likely, and so are both AB choices."""
    match = Match("classic")
    match.play({"heaven-1": "P>hell-1 W>hell-2"})
    view = match.views[seat_id("heaven-1")]
    random = Random(5)
    played: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for _ in range(1_000):
        sampled = ENGINE.sample(view, random)
        played[" ".join(f"{play.card}:{play.ability}" for play in sampled.plays)] += 1
        chosen.update(sampled.ab.values())

    parts = {
        " ".join(f"{part.card}:{part.ability}" for part in both)
        for pair in PAIRS[1:]
        for both in ASSIGNMENTS["middlegame", pair]
    }
    assert set(played) == parts
    assert min(played.values()) > 10
    assert min(chosen["ally"], chosen["betray"]) > 300
