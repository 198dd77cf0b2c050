"""The published rules agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engines.apocalypse import data
from engines.kit import HOST, seat_id
from tests.engines.apocalypse.match import ENGINE, Match, use

SPEAKER = ENGINE.speaker("en")

PAGE = (Path(data.__file__).parent / "rules.md").read_text()


def test_every_example_of_a_move_is_a_legal_move() -> None:
    """Each documented example is executed; there is one for each phase."""
    opening, middlegame, endgame = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
    me = seat_id("heaven-1")

    match = Match("classic")
    ENGINE.check(match.views[me], opening)

    match.skip_to(2, dict.fromkeys(match.seats, "war_death"), owed=[use("hell-2", "heaven-1", "war")])
    assert ENGINE.check(match.views[me], middlegame).model_dump(mode="json")["ab"] == middlegame["ab"]

    match.skip_to(6, dict.fromkeys(match.seats, "war_death"))
    checked = ENGINE.check(match.views[me], endgame).model_dump(mode="json")
    assert [play["card"] for play in checked["plays"]] == ["war", "death"]


def test_the_page_names_every_option_it_depends_on_as_it_is() -> None:
    """Names and values in code marks are names and values of options."""
    schema = ENGINE.options_type.model_json_schema()["properties"]
    values = {value for field in schema.values() for value in field.get("enum", ())}
    for option, value in re.findall(r"`(\w+)` = `(\w+)`", PAGE):
        assert option in schema
        assert value in values


def test_a_whole_match_reads_as_a_story() -> None:
    """The host is told one line for each fact, with who did what."""
    match = Match(pestilence_bonus="both")
    match.play({"heaven-1": "P>hell-1 D>hell-2", "hell-2": "W>heaven-1 F>heaven-2"})
    match.play({"heaven-1": "W P!war_famine -hell-2"})

    lines = [ENGINE.narrate(fact, SPEAKER) for fact in match.told[HOST]]

    assert "Heaven 1 plays Pestilence (Communications: Hell 1) and Death (Communications: Hell 2)." in lines
    assert any(
        line.startswith("Heaven 1 plays Pestilence (Active: War and Famine) and War (Passive).")
        and line.endswith("Heaven 1 betrays Hell 2.")
        for line in lines
    )
    assert any(line.startswith("Heaven 2 is too late, and the rules play ") for line in lines)
    assert any(line.startswith("Points of the round: ") and "Communications of War +3" in line for line in lines)
    assert any(line.startswith("Cards this round: Pestilence ") for line in lines)
    assert "There is an AB game between Heaven 1 and Hell 2." in lines
    assert all("\n" not in line for line in lines)
