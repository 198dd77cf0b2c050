"""Prompts: finite choices are listed, the rest has bounds; random clients use them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from engines.divine_intervention.boons import EFFECTS
from engines.divine_intervention.data import ELEMENTS, ROOMS
from engines.divine_intervention.moves import DevoteMove
from engines.kit import HOST, SPECTATOR
from tests.engines.divine_intervention.temple import ENGINE, Temple, in_round, mana, ritual, seat
from tests.prompts import answer


def _prompt(temple: Temple, name: str) -> Any:  # noqa: ANN401 - a JSON Schema
    prompt = ENGINE.prompt(temple.view(name))
    assert prompt is not None
    meta.validate(prompt)
    return prompt["properties"]


def _valid(temple: Temple, name: str, move: dict[str, Any]) -> bool:
    return Draft202012Validator(ENGINE.prompt(temple.view(name)) or False).is_valid(move)


def test_only_deities_are_asked_at_first() -> None:
    """Section 2: `anoint` names a shaman or nobody."""
    temple = Temple("small")

    assert _prompt(temple, "heaven-2")["prophet"]["enum"] == [None, *temple.truth.shamans]
    for viewer in ("hell-1", SPECTATOR, HOST):
        assert ENGINE.prompt(temple.view(viewer)) is None


def test_a_decree_lists_what_can_still_be_chosen() -> None:
    """Elements except the last one, shamans never named, the boons on offer, the held boon with its parameter."""
    temple = Temple("small")
    temple.anoint({"heaven-1": "hell-4"})
    temple.idle()
    temple.play({"heaven-1": {"element": "water"}})
    temple.arrange(piety={"heaven-1": 7}, holds={"heaven-1": "drought"}, offer=["tithe", "harmony", "eclipse"])

    asked = _prompt(temple, "heaven-1")

    assert asked["element"]["enum"] == ["fire", "air", "earth"]
    assert asked["prophet"]["enum"] == [None, "hell-1", "hell-2", "hell-3", "hell-5"]
    bid = {"type": "integer", "minimum": 0, "maximum": 7}
    assert asked["bids"]["properties"] == {"tithe": bid, "harmony": bid, "eclipse": bid}
    assert asked["boon"]["oneOf"][1]["properties"] == {"id": {"const": "drought"}, "seat": {"enum": ["heaven-2"]}}
    assert not _valid(temple, "heaven-1", {"type": "decree"})
    assert _valid(temple, "heaven-1", {"type": "decree", "element": "air"})


def test_the_final_decree_has_nothing_but_a_boon() -> None:
    """Section 3: neither element nor prophet nor bids in round L."""
    temple = in_round(0)
    temple.arrange(round_=7, holds={"heaven-1": "undying_zeal"})
    final = {"type": "decree", "element": None, "prophet": None, "bids": {}, "boon": {"id": "undying_zeal"}}

    assert _valid(temple, "heaven-1", final)
    for change in ({"element": "fire"}, {"prophet": "hell-1"}, {"bids": {"tithe": 1}}):
        assert not _valid(temple, "heaven-1", {**final, **change})


def test_a_devotion_lists_rooms_left_and_the_mana_held() -> None:
    """Rituals in rooms not completed, with at most what is held; none without mana, none in round 0."""
    temple = in_round(0)
    assert _prompt(temple, "hell-1")["rituals"]["maxItems"] == 0
    temple.idle()
    assert _prompt(temple, "hell-1")["rituals"]["maxItems"] == 0
    temple.arrange(mana={"hell-1": mana(2, 0, 1)}, completed={"hell-1": "AY"})

    asked = _prompt(temple, "hell-1")

    item = asked["rituals"]["items"]["properties"]
    assert item["room"]["enum"] == [room for room in ROOMS if room not in "AY"]
    assert [item[element]["maximum"] for element in ELEMENTS] == [2, 0, 1, 0]
    assert asked["rituals"]["maxItems"] == 3
    assert asked["pray"]["enum"] == [None, *temple.truth.deities]
    temple.arrange(round_=7)
    assert _prompt(temple, "hell-1")["pray"]["enum"] == [None]


def test_the_winner_is_shown_whom_it_can_raise() -> None:
    """Section 8."""
    temple = in_round(0)
    temple.idle(8)
    (first,) = temple.phase.must

    assert _prompt(temple, first)["seat"]["enum"] == list(temple.result().hell[3:-1])


@pytest.mark.parametrize("boon", EFFECTS)
def test_each_boon_can_be_used_by_the_prompt_alone(boon: str) -> None:
    """A client that answers the prompt without knowing the rules is accepted, with the boon's parameter."""
    temple = in_round(0)
    temple.arrange(round_=1, holds={"heaven-1": boon})
    random = Random(boon)

    used = [answer(ENGINE.prompt(temple.view("heaven-1")), random) for _ in range(30)]

    assert any(move.get("boon") for move in used)
    for move in used:
        assert ENGINE.check(temple.view("heaven-1"), move)


def test_samples_succeed_in_most_of_their_rituals() -> None:
    """Random matches are useful only if rooms are completed in them."""
    succeeded = failed = 0
    for seed in range(10):
        random, temple = Random(seed), Temple()
        while not temple.over:
            temple.close(temple.sampled(random))
        for name in temple.truth.shamans:
            for report in temple.view(name).reports or ():
                results = getattr(report, "rituals", {}).values()
                succeeded += sum(results)
                failed += len(results) - sum(results)

    assert succeeded > failed


def test_a_sample_with_an_altar_or_a_tamed_inferno_stays_legal() -> None:
    """What a shaman is told of boons changes the samples, but never which moves are legal."""
    temple = in_round(0)
    temple.arrange(
        round_=1, mana={"hell-1": mana(12)}, completed={"hell-1": "CGIM"}, holds={"heaven-1": "tamed_inferno"}
    )
    temple.play({"heaven-1": {"boon": {"id": "tamed_inferno"}}})
    moves = [ENGINE.sample(temple.view("hell-1"), Random(seed)) for seed in range(40)]

    rooms = {entry.room for move in moves if isinstance(move, DevoteMove) for entry in move.rituals}
    assert "H" in rooms
    for move in moves:
        assert ENGINE.check(temple.view("hell-1"), move.model_dump(mode="json")) == move
    assert ritual("H", fire=10) in [
        {"room": entry.room, "fire": entry.fire}
        for move in moves
        if isinstance(move, DevoteMove)
        for entry in move.rituals
        if entry.room == "H"
    ]
    assert temple.truth.inferno == seat("heaven-1")
