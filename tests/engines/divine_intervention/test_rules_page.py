"""The published rules agree with the code, and every fact has a line of text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from engines.divine_intervention import data
from engines.divine_intervention.boons import BUNDLED, DivineBoon
from engines.divine_intervention.facts import AltarGranted, KeyGranted, ProphetOf, RitualsJudged, RoadGranted
from engines.divine_intervention.pack import DivineInterventionPack
from engines.divine_intervention.rooms import TABLE, RoomData
from engines.kit import BadOptionsError, ChannelClosed, ChannelOpened, PhaseOpened, read_pack
from tests.engines.divine_intervention.temple import ENGINE, Temple, mana, ritual, seat

SPEAKER = ENGINE.speaker("en")

PAGE = (Path(data.__file__).parent / "rules.md").read_text()
EXAMPLES = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def test_every_example_of_a_move_is_legal() -> None:
    """Each documented example is executed."""
    anoint, decree, devote, raised = (example for example in EXAMPLES if "type" in example)
    temple = Temple()
    assert ENGINE.check(temple.view("heaven-1"), anoint).model_dump(mode="json") == anoint
    temple.anoint()
    temple.arrange(
        round_=2,
        mana={"hell-1": mana(1, 1, 1, 6)},
        piety={"heaven-1": 4},
        holds={"heaven-1": "plain_altar"},
        offer=["harvest", "tithe", "harmony"],
    )
    assert ENGINE.check(temple.view("heaven-1"), decree).model_dump(mode="json") == decree
    checked = ENGINE.check(temple.view("hell-1"), devote).model_dump(mode="json")
    assert {name: checked[name] for name in ("type", "pray")} == {name: devote[name] for name in ("type", "pray")}
    for kept, sent in zip(checked["rituals"], devote["rituals"], strict=True):
        assert sent.items() <= kept.items()
    temple.arrange(
        round_=7,
        completed={
            f"hell-{n}": "ABCDEFGH"[:count] for n, count in zip(range(1, 9), (8, 7, 6, 5, 4, 3, 2, 1), strict=True)
        },
    )
    temple.play()
    (first,) = temple.phase.must
    assert ENGINE.check(temple.view(first), raised).model_dump(mode="json") == raised


def test_every_example_of_a_pack_can_be_read() -> None:
    """The first can be played; the second has too few boons, as the page says."""
    corridor, feast = (example for example in EXAMPLES if "name" in example)

    assert ENGINE.options("standard", {"pack": corridor}).layout == tuple(corridor["layout"])
    assert read_pack(DivineInterventionPack, feast).catalogue[0].numbers == {"percent": 200}
    with pytest.raises(BadOptionsError):
        ENGINE.options("standard", {"pack": feast})


def _row(first: str) -> list[str]:
    (row,) = re.findall(rf"^\| {re.escape(first)}.*$", PAGE, re.MULTILINE)
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("room", TABLE, ids=lambda room: room.id)
def test_the_page_has_the_table_of_rooms(room: RoomData) -> None:
    """What each room takes, and its rival condition, in the words that clients receive."""
    name = f"{room.id} (pink)" if room.against else f"{room.id} "

    assert _row(name) == [name.strip(), room.needs, room.against or ""]


@pytest.mark.parametrize("boon", BUNDLED, ids=lambda boon: boon.id)
def test_the_page_has_the_table_of_boons(boon: DivineBoon) -> None:
    """Names, kinds, marks, parameters, texts and numbers with their bounds."""
    effect = boon.effect
    numbers = [f"`{name}` {bounds.value} ({bounds.least}–{bounds.most})" for name, bounds in effect.numbers.items()]

    assert _row(f"`{boon.id}`") == [
        f"`{boon.id}`{' †' if effect.needs_worship else ''}",
        boon.name,
        effect.kind,
        boon.offered,
        f"`{effect.parameter}`" if effect.parameter else "–",
        boon.text,
        ", ".join(numbers) or "–",
    ]


@pytest.mark.parametrize("boon", BUNDLED, ids=lambda boon: boon.id)
def test_the_text_of_a_boon_says_its_numbers(boon: DivineBoon) -> None:
    """Texts are for players: an effect that pays piety states how much."""
    for name, value in boon.numbers.items():
        if name not in ("percent", "rounds"):
            assert str(value) in boon.text


def test_the_page_lists_the_boons_in_the_order_in_which_they_are_drawn_from() -> None:
    listed = re.findall(r"^\| `(\w+)`(?: †)? \|.*?\| (?:ritual|resource) \|", PAGE, re.MULTILINE)

    assert listed == [boon.id for boon in BUNDLED]


def test_a_reader_can_follow_a_round() -> None:
    """`narrate`: who did what, in one line each."""
    temple = Temple()
    temple.anoint({"heaven-1": "hell-1"})
    temple.arrange(
        round_=2,
        mana={"hell-1": mana(5)},
        holds={"heaven-1": "covet"},
        offer=["harvest", "tithe", "harmony"],
        prophets={"heaven-1": "hell-1"},
    )
    facts = temple.play(
        {
            "heaven-1": {
                "element": "air",
                "prophet": "hell-2",
                "bids": {"tithe": 2},
                "boon": {"id": "covet", "seat": "heaven-2"},
            },
            "hell-1": {"pray": "heaven-1", "rituals": [ritual("A", fire=2), ritual("M", fire=1)]},
        }
    )

    lines = [ENGINE.narrate(fact, SPEAKER) for fact in facts]
    assert (
        "Deity 1 gives Air, names Shaman 2 prophet of the next round, bids 2 for Tithe and uses Covet (Deity 2)."
        in lines
    )
    assert "Shaman 1 prays to Deity 1 and performs rituals in Room A with 2 Fire, in Room M with 1 Fire." in lines
    assert "Rituals: Shaman 1 in Room A: Completed; Shaman 1 in Room M: Locked." in lines
    assert (
        "Deity 1 has 1 worshiper. The prophet was among them. Deity 1 wins the boon Tithe for 2. "
        "Deity 1 now has 9 piety." in lines
    )
    assert "Shaman 1 completes Room A. Shaman 1 fails in Room M. Shaman 1 holds 3 Fire and 52 Air." in lines
    assert "Deity 1 wins the boon Tithe for 2." in lines
    assert "The boon Covet brings 0 piety." in lines
    assert "The boon Covet is at work." in lines


def test_every_fact_of_random_matches_is_told_in_one_line() -> None:
    """`narrate`: only facts without information have no line."""
    for seed in range(20):
        random = Random(seed)
        temple = Temple("small")
        while not temple.over:
            temple.close(temple.sampled(random))
            for addressed in temple.facts:
                line = ENGINE.narrate(addressed.fact, SPEAKER)
                assert "\n" not in line
                silent = isinstance(
                    addressed.fact,
                    ProphetOf | RitualsJudged | KeyGranted | RoadGranted | AltarGranted | ChannelOpened | ChannelClosed,
                )
                assert line or silent, addressed
                assert isinstance(addressed.fact, PhaseOpened) <= bool(line)
    assert (
        ENGINE.narrate(ProphetOf(1, seat("hell-1"), (seat("heaven-1"),)), SPEAKER)
        == "Shaman 1 is a prophet of Deity 1."
    )
