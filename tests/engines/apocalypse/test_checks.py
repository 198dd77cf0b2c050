"""Every refusal of section 4 with its pointer, and the order of the table."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from pydantic import JsonValue

from engines.apocalypse.data import CARDS_OF, PAIRS, Pair
from engines.kit import HOST, SPECTATOR, seat_id
from tests.engines.apocalypse.match import ENGINE, Match, move, use
from tests.engines.table import refused

ME = seat_id("heaven-1")


def _opening() -> Match:
    return Match("classic")


def _middlegame() -> Match:
    """Return round 2: everyone has played `pestilence_war`, and hell-1 has opened a chat."""
    match = Match("classic")
    match.skip_to(2, dict.fromkeys(match.seats, "death_famine"), owed=[use("hell-1", "heaven-1", "death")])
    return match


def _endgame(pair: Pair = "pestilence_war") -> Match:
    match = Match("classic")
    match.skip_to(6, dict.fromkeys(match.seats, pair))
    return match


GUESSES = ",".join(
    f"{seat}=war_death"
    for seat in ("heaven-2", "heaven-3", "heaven-4", "heaven-5", "hell-1", "hell-2", "hell-3", "hell-4", "hell-5")
)
OPENINGS = [
    # 6
    (6, "P>hell-1", "wrong_card_count", "/plays"),
    (6, "P>hell-1 W>hell-2 D>hell-3", "wrong_card_count", "/plays"),
    # 8
    (8, "P>hell-1 P>hell-2", "same_card_twice", "/plays"),
    # 12
    (12, "P!war_death W>hell-2", "ability_not_allowed", "/plays/0/ability"),
    (12, "P>hell-1 W", "ability_not_allowed", "/plays/1/ability"),
    (12, "P>hell-1 W*", "ability_not_allowed", "/plays/1/ability"),
    # 15, 16
    (15, "P>hell-1 W>hell-2,hell-3=war_death", "guess_not_allowed", "/plays/1/guesses"),
    (16, "P>hell-1 W>", "wrong_target_count", "/plays/1/targets"),
    (16, "P>hell-1,hell-2 W>hell-3", "wrong_target_count", "/plays/0/targets"),
    # 17 to 20
    (17, "P>hell-1 W>hell-6", "unknown_target", "/plays/1/targets/0"),
    (17, "P>hell-1 W>Hell-2", "unknown_target", "/plays/1/targets/0"),
    (17, "P>hell-1 W>war_death", "unknown_target", "/plays/1/targets/0"),
    (18, "P>heaven-1 W>hell-2", "target_self", "/plays/0/targets/0"),
    (19, "P>hell-1 W>heaven-2", "target_wrong_realm", "/plays/1/targets/0"),
    (20, "P>hell-1 W>hell-1", "same_target_twice", "/plays/1/targets/0"),
    # 27
    (27, "P>hell-1 W>hell-2 -hell-1", "chat_not_opened", "/ab/hell-1"),
]
MIDDLEGAMES = [
    # 9
    (9, "P!war_death W", "pair_already_played", "/plays"),
    (9, "W P!war_death", "pair_already_played", "/plays"),
    # 12, 13
    (12, "P!war_death D*", "ability_not_allowed", "/plays/1/ability"),
    (13, "P D", "same_ability_twice", "/plays"),
    (13, "P>hell-1 D>hell-2", "same_ability_twice", "/plays"),
    # 14 to 16
    (16, "P! F", "wrong_target_count", "/plays/0/targets"),
    (16, "P!war_death,war_famine F", "wrong_target_count", "/plays/0/targets"),
    (16, "P!war_death D", "wrong_target_count", "/plays/0/targets"),
    (16, "D F!heaven", "wrong_target_count", "/plays/1/targets"),
    (16, "D!heaven-2,heaven-3 F", "wrong_target_count", "/plays/0/targets"),
    # 17
    (17, "P!hell-1 F", "unknown_target", "/plays/0/targets/0"),
    (17, "P!death_war F", "unknown_target", "/plays/0/targets/0"),
    (17, "W!war_death F", "unknown_target", "/plays/0/targets/0"),
    (17, "P F!hell-1", "unknown_target", "/plays/1/targets/0"),
    (17, "P D!heaven", "unknown_target", "/plays/1/targets/0"),
    (17, "W!pestilence,plague D", "unknown_target", "/plays/0/targets/1"),
    # 18 to 20
    (18, "P D!heaven-1", "target_self", "/plays/1/targets/0"),
    (19, "P D!hell-1", "target_wrong_realm", "/plays/1/targets/0"),
    (19, "P>hell-1,heaven-2 D", "target_wrong_realm", "/plays/0/targets/1"),
    (20, "P>hell-1,hell-1 D", "same_target_twice", "/plays/0/targets/1"),
    (20, "P!war_death,war_death D", "same_target_twice", "/plays/0/targets/1"),
    (20, "D F!hell,hell", "same_target_twice", "/plays/1/targets/1"),
    # 27
    (27, "P F!hell -hell-2", "chat_not_opened", "/ab/hell-2"),
    (27, "P F!hell -heaven-1", "chat_not_opened", "/ab/heaven-1"),
]
ENDGAMES = [
    ("pestilence_war", 12, f"P>hell-1 W*hell-1=war_death,{GUESSES}", "ability_not_allowed", "/plays/0/ability"),
    ("pestilence_war", 14, f"P*{GUESSES},hell-1 W*hell-1=war_death", "target_not_allowed", "/plays/0/targets"),
    ("pestilence_war", 14, f"P*{GUESSES} W*hell-1=war_death,hell-2", "target_not_allowed", "/plays/1/targets"),
    ("death_famine", 15, "D*heaven-2,hell-1,hell-1=war_death F*", "guess_not_allowed", "/plays/0/guesses"),
    ("death_famine", 15, "D*heaven-2,hell-1 F*hell-1=war_death", "guess_not_allowed", "/plays/1/guesses"),
    ("death_famine", 16, "D*heaven-2 F*", "wrong_target_count", "/plays/0/targets"),
    ("death_famine", 16, "D*heaven-2,hell-1,hell-2 F*", "wrong_target_count", "/plays/0/targets"),
    ("death_famine", 17, "D*heaven-2,hell F*", "unknown_target", "/plays/0/targets/1"),
    ("death_famine", 18, "D*hell-2,heaven-1 F*", "target_self", "/plays/0/targets/1"),
    ("death_famine", 19, "D*heaven-2,heaven-3 F*", "target_wrong_realm", "/plays/0/targets"),
    ("death_famine", 19, "D*hell-1,hell-1 F*", "target_wrong_realm", "/plays/0/targets"),
    ("pestilence_war", 23, f"P*{GUESSES} W*hell-9=war_death", "unknown_guess_seat", "/plays/1/guesses/hell-9"),
    ("pestilence_war", 23, "P*heaven=war_death W*", "unknown_guess_seat", "/plays/0/guesses/heaven"),
    ("pestilence_war", 24, f"P*{GUESSES},heaven-1=war_death W*", "guess_self", "/plays/0/guesses/heaven-1"),
    ("pestilence_war", 24, f"P*{GUESSES} W*heaven-1=war_death", "guess_self", "/plays/1/guesses/heaven-1"),
    ("pestilence_war", 25, f"P*{GUESSES} W*", "wrong_guess_count", "/plays/1/guesses"),
    ("pestilence_war", 25, f"P*{GUESSES} W*hell-1=war_death,hell-2=x", "wrong_guess_count", "/plays/1/guesses"),
    ("pestilence_war", 25, "P*hell-1=war_death W*hell-1=war_death", "wrong_guess_count", "/plays/0/guesses"),
    ("pestilence_war", 26, f"P*{GUESSES} W*hell-1=death_war", "unknown_pair", "/plays/1/guesses/hell-1"),
    ("pestilence_war", 26, f"P*{GUESSES}x W*hell-1=war_death", "unknown_pair", "/plays/0/guesses/hell-5"),
    ("pestilence_war", 27, f"P*{GUESSES} W*hell-1=war_death -hell-1", "chat_not_opened", "/ab/hell-1"),
]


@pytest.mark.parametrize(("row", "text", "code", "pointer"), OPENINGS)
def test_a_fault_in_the_opening(row: int, text: str, code: str, pointer: str) -> None:
    """Section 4, by row."""
    assert refused(_opening(), ME, move(text)) == (code, pointer), row


@pytest.mark.parametrize(("row", "text", "code", "pointer"), MIDDLEGAMES)
def test_a_fault_in_the_middlegame(row: int, text: str, code: str, pointer: str) -> None:
    """Section 4, by row."""
    assert refused(_middlegame(), ME, move(text)) == (code, pointer), row


@pytest.mark.parametrize(("pair", "row", "text", "code", "pointer"), ENDGAMES)
def test_a_fault_in_the_endgame(pair: Pair, row: int, text: str, code: str, pointer: str) -> None:
    """Section 4, by row."""
    assert refused(_endgame(pair), ME, move(text)) == (code, pointer), row


def test_a_viewer_without_a_seat_is_told_so_before_and_after_the_end() -> None:
    """Row 1 comes before row 2, and before the move is read."""
    match = _opening()
    for viewer in (SPECTATOR, HOST):
        assert refused(match, viewer, 7) == ("unknown_seat", "")
    match.finish()

    assert refused(match, SPECTATOR, 7) == ("unknown_seat", "")
    assert refused(match, ME, 7) == ("match_over", "")


@pytest.mark.parametrize(
    ("raw", "code", "pointer"),
    [
        (None, "bad_move", ""),
        ([], "bad_move", ""),
        ("play", "bad_move", ""),
        ({}, "bad_move", "/type"),
        ({"plays": []}, "bad_move", "/type"),
        ({"type": 1, "plays": 1}, "bad_move", "/type"),
        ({"type": None}, "bad_move", "/type"),
        ({"type": "Play", "junk": 1}, "unknown_move_type", "/type"),
        ({"type": "x" * 5000}, "unknown_move_type", "/type"),
        ({"type": "\ud800"}, "unknown_move_type", "/type"),
        ({"type": "play"}, "bad_move", "/plays"),
        ({"type": "play", "plays": None}, "bad_move", "/plays"),
        ({"type": "play", "plays": {}}, "bad_move", "/plays"),
        ({"type": "play", "plays": [1]}, "bad_move", "/plays/0"),
        ({"type": "play", "plays": [], "cards": 1}, "bad_move", "/cards"),
        ({"type": "play", "plays": [], "\ud800": 1}, "bad_move", ""),
        ({"type": "play", "plays": [], "ab": []}, "bad_move", "/ab"),
        ({"type": "play", "plays": [], "ab": {"hell-1": None}}, "bad_move", "/ab/hell-1"),
        ({"type": "play", "plays": [{}]}, "bad_move", "/plays/0/card"),
        ({"type": "play", "plays": [{"card": None}]}, "bad_move", "/plays/0/card"),
        ({"type": "play", "plays": [{"card": 1}]}, "bad_move", "/plays/0/card"),
        ({"type": "play", "plays": [{"card": "x", "suit": 1}]}, "bad_move", "/plays/0/suit"),
        ({"type": "play", "plays": [{"card": "x", "ability": 1}]}, "bad_move", "/plays/0/ability"),
        ({"type": "play", "plays": [{"card": "x", "targets": "hell-1"}]}, "bad_move", "/plays/0/targets"),
        ({"type": "play", "plays": [{"card": "x", "targets": [None]}]}, "bad_move", "/plays/0/targets/0"),
        ({"type": "play", "plays": [{"card": "x", "targets": {}}]}, "bad_move", "/plays/0/targets"),
        ({"type": "play", "plays": [{"card": "x", "guesses": []}]}, "bad_move", "/plays/0/guesses"),
        ({"type": "play", "plays": [{"card": "x", "guesses": {"a": 1}}]}, "bad_move", "/plays/0/guesses/a"),
        ({"type": "play", "plays": []}, "wrong_card_count", "/plays"),
        ({"type": "play", "plays": [{"card": "x"}]}, "wrong_card_count", "/plays"),
        ({"type": "play", "plays": [{"card": "war"}, {"card": "War"}]}, "unknown_card", "/plays/1/card"),
        ({"type": "play", "plays": [{"card": ""}, {"card": "x"}]}, "unknown_card", "/plays/0/card"),
        ({"type": "play", "plays": [{"card": "\ud800"}, {"card": "war"}]}, "unknown_card", "/plays/0/card"),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_a_move_is_read_before_it_is_judged(raw: JsonValue, code: str, pointer: str) -> None:
    """Rows 3 to 7."""
    assert refused(_opening(), ME, raw) == (code, pointer)


def test_an_ability_is_required_in_the_middlegame_only() -> None:
    """Row 10; in rounds 1 and 6 an absent ability counts as the one prescribed."""
    entries: list[JsonValue] = [{"card": "pestilence", "ability": "passive"}, {"card": "famine", "targets": ["hell"]}]

    assert refused(_middlegame(), ME, {"type": "play", "plays": entries}) == ("ability_required", "/plays/1/ability")

    opening: list[JsonValue] = [{"card": "pestilence", "targets": ["hell-1"]}, {"card": "war", "targets": ["hell-2"]}]
    checked = ENGINE.check(_opening().views[ME], {"type": "play", "plays": opening})

    assert [play.ability for play in checked.plays] == ["communications", "communications"]

    gifts: list[JsonValue] = [{"card": "famine"}, {"card": "death", "targets": ["hell-1", "heaven-2"]}]
    checked = ENGINE.check(_endgame("death_famine").views[ME], {"type": "play", "plays": gifts})

    assert [play.ability for play in checked.plays] == ["endgame", "endgame"]


@pytest.mark.parametrize("ability", ["", "Active", "communication", "\ud800", "x" * 5000], ids=ascii)
def test_an_ability_has_one_of_four_names(ability: str) -> None:
    """Row 11, in the opening as well."""
    for match in (_opening(), _middlegame()):
        entries: list[JsonValue] = [{"card": "war", "ability": "passive"}, {"card": "famine", "ability": ability}]
        assert refused(match, ME, {"type": "play", "plays": entries}) == ("unknown_ability", "/plays/1/ability")


@pytest.mark.parametrize("pair", PAIRS)
def test_no_passive_takes_targets_or_guesses(pair: Pair) -> None:
    """Rows 14 and 15, for every card beside every other."""
    match = Match("classic")
    match.skip_to(2, dict.fromkeys(match.seats, pair))
    for card, other in permutations(CARDS_OF[pair]):
        passive: dict[str, JsonValue] = {"card": card, "ability": "passive", "targets": ["hell-1"]}
        chat: dict[str, JsonValue] = {"card": other, "ability": "communications"}

        refusal = refused(match, ME, {"type": "play", "plays": [passive, chat]})

        assert refusal == ("target_not_allowed", "/plays/0/targets")

        passive = {"card": card, "ability": "passive", "guesses": {"hell-1": "war_death"}}
        refusal = refused(match, ME, {"type": "play", "plays": [chat, passive]})

        assert refusal == ("guess_not_allowed", "/plays/1/guesses")


def test_an_opponent_is_targeted_once_in_a_match() -> None:
    """Row 21, whichever card it was."""
    match = _opening()
    match.play({"heaven-1": "P>hell-1 W>hell-2"})

    assert refused(match, ME, move("P>hell-1 F")) == ("already_targeted", "/plays/0/targets/0")
    assert refused(match, ME, move("D F>hell-3,hell-2")) == ("already_targeted", "/plays/1/targets/1")


def test_being_targeted_uses_up_nothing() -> None:
    """R12: in the same round or a later one."""
    match = _opening()
    match.play({"heaven-1": "P>hell-1 W>hell-2", "hell-1": "P>heaven-1 W>heaven-2", "hell-2": "P>heaven-2 W>heaven-3"})

    assert ENGINE.check(match.view("hell-2"), move("D>heaven-1 F")).plays[0].targets == ("heaven-1",)


def test_a_mate_is_selected_once_in_a_match() -> None:
    """Row 22: a second selection of the same mate is refused."""
    match = _middlegame()
    match.play({"heaven-1": "P D!heaven-2"})

    assert refused(match, ME, move("W D!heaven-2")) == ("already_selected", "/plays/1/targets/0")
    ENGINE.check(match.views[ME], move("W D!heaven-3"))


def test_ab_choices_are_for_those_opened_for_this_round() -> None:
    """Rows 27 and 28; the chat with hell-1 was opened."""
    match = _middlegame()
    choice: dict[str, JsonValue] = {"hell-1": "cooperate"}

    assert refused(match, ME, {**move("P F!hell"), "ab": choice}) == ("unknown_choice", "/ab/hell-1")
    both: dict[str, JsonValue] = {"hell-1": "cooperate", "hell-2": "ally"}
    assert refused(match, ME, {**move("P F!hell"), "ab": both}) == ("chat_not_opened", "/ab/hell-2")
    assert ENGINE.check(match.views[ME], move("P F!hell -hell-1")).ab == {"hell-1": "betray"}
    assert ENGINE.check(match.views[ME], move("P F!hell")).ab == {"hell-1": "ally"}


def test_a_pointer_escapes_and_never_echoes_junk() -> None:
    """A pointer names a place without repeating long input."""
    match = _middlegame()
    for key, pointer in (("a/b~c", "/ab/a~1b~0c"), ("x" * 1000, "/ab"), ("\ud800", "/ab"), ("", "/ab/")):
        choice: dict[str, JsonValue] = {key: "ally"}
        assert refused(match, ME, {**move("P F!hell"), "ab": choice}) == ("chat_not_opened", pointer)


def test_the_first_row_of_the_table_gives_the_code() -> None:
    """Rows 6 to 28 in order: each move corrects the previous mistake and keeps the later ones."""
    match = _opening()
    match.play({"heaven-1": "P>hell-2 W>hell-5", "hell-1": "P>heaven-1 W>heaven-2"})
    stranger: dict[str, JsonValue] = {"hell-9": "maybe"}
    plague, war, pestilence = {"card": "plague"}, {"card": "war", "guesses": {"x": "y"}}, {"card": "pestilence"}
    death: dict[str, JsonValue] = {"card": "death", "targets": ["x"]}
    ladder: list[tuple[str, list[dict[str, Any]], dict[str, JsonValue]]] = [
        ("wrong_card_count", [plague], stranger),
        ("unknown_card", [plague, plague], stranger),
        ("same_card_twice", [war, war], stranger),
        ("pair_already_played", [war, pestilence], stranger),
        ("ability_required", [{**war, "ability": "magic"}, death], stranger),
        ("unknown_ability", [{**war, "ability": "magic"}, {**death, "ability": "endgame"}], stranger),
        ("ability_not_allowed", [{**war, "ability": "passive"}, {**death, "ability": "endgame"}], stranger),
        ("same_ability_twice", [{**war, "ability": "passive"}, {**death, "ability": "passive"}], stranger),
    ]
    chat: dict[str, Any] = {**war, "ability": "communications"}
    passive: dict[str, JsonValue] = {**death, "ability": "passive"}
    ladder += [
        ("target_not_allowed", [chat, passive], stranger),
        ("guess_not_allowed", [chat, {**passive, "targets": []}], stranger),
    ]
    chat, passive = {**chat, "guesses": {}}, {**passive, "targets": []}
    for code, targets in (
        ("wrong_target_count", ["hell-9"]),
        ("unknown_target", ["heaven-1", "hell-9"]),
        ("target_self", ["heaven-2", "heaven-1"]),
        ("target_wrong_realm", ["heaven-2", "heaven-2"]),
        ("same_target_twice", ["hell-2", "hell-2"]),
        ("already_targeted", ["hell-2", "hell-3"]),
        ("chat_not_opened", ["hell-3", "hell-4"]),
    ):
        ladder.append((code, [{**chat, "targets": targets}, passive], stranger))
    good = [{**chat, "targets": ["hell-3", "hell-4"]}, passive]
    ladder.append(("unknown_choice", good, {"hell-1": "maybe"}))

    for code, entries, choices in ladder:
        for plays in (entries, entries[::-1]):
            assert refused(match, ME, {"type": "play", "plays": [*plays], "ab": choices})[0] == code
    ENGINE.check(match.views[ME], {"type": "play", "plays": [*good], "ab": {"hell-1": "betray"}})


def test_the_rows_of_guesses_come_in_their_order() -> None:
    """Rows 14 to 27 in the endgame, in order."""
    ladder = [
        ("target_not_allowed", "P* W*heaven-9=x,heaven-1=x,hell-1"),
        ("unknown_guess_seat", "P*heaven-1=x W*heaven-9=x"),
        ("guess_self", "P*heaven-1=x W*"),
        ("wrong_guess_count", "P*heaven-2=x W*hell-1=x"),
        ("unknown_pair", f"P*{GUESSES} W*hell-1=x"),
        ("chat_not_opened", f"P*{GUESSES} W*hell-1=war_death"),
    ]

    for code, text in ladder:
        assert refused(_endgame(), ME, {**move(text), "ab": {"hell-1": "maybe"}})[0] == code


def test_an_earlier_row_in_the_second_entry_comes_before_a_later_row_in_the_first() -> None:
    """`occurs anywhere in the move`."""
    match = _middlegame()

    # 17 in the first, 16 in the second; 20 in the first, 18 in the second; 28 and 27 likewise.
    assert refused(match, ME, move("P!hell-1 F>hell-1,hell-2")) == ("wrong_target_count", "/plays/1/targets")
    assert refused(match, ME, move("F>hell-1 P!war_death,war_death")) == ("wrong_target_count", "/plays/1/targets")
    assert refused(match, ME, move("W>hell-1,hell-1 F>hell-2")) == ("same_ability_twice", "/plays")
    assert refused(_opening(), ME, move("P>heaven-2 W>heaven-1")) == ("target_self", "/plays/1/targets/0")
    assert refused(_opening(), ME, move("P>heaven-2 W>hell-9")) == ("unknown_target", "/plays/1/targets/0")
    assert refused(_endgame(), ME, move(f"P*{GUESSES}x W*hell-9=war_death"))[0] == "unknown_guess_seat"


def test_null_is_the_same_as_absent() -> None:
    """Section 4: optional fields."""
    nothing: dict[str, JsonValue] = {"ability": None, "targets": None, "guesses": None}
    entries: list[JsonValue] = [{"card": "famine", **nothing}, {"card": "death", "targets": ["hell-1", "heaven-2"]}]

    checked = ENGINE.check(_endgame("death_famine").views[ME], {"type": "play", "plays": entries, "ab": None})

    assert checked.model_dump(mode="json") == {
        "type": "play",
        "plays": [
            {"card": "death", "ability": "endgame", "targets": ["heaven-2", "hell-1"], "guesses": {}},
            {"card": "famine", "ability": "endgame", "targets": [], "guesses": {}},
        ],
        "ab": {},
    }


def test_a_canonical_move_has_everything_in_its_order() -> None:
    """Cards in card order, targets in the order of their kind, guesses in seat order."""
    checked = ENGINE.check(_middlegame().views[ME], move("D W!famine,pestilence"))

    assert [(play.card, play.targets) for play in checked.plays] == [("war", ("pestilence", "famine")), ("death", ())]

    backwards = ",".join(reversed(GUESSES.split(",")))
    checked = ENGINE.check(_endgame().views[ME], move(f"W*hell-1=war_death P*{backwards}"))

    assert list(checked.plays[0].guesses) == [pair.split("=")[0] for pair in GUESSES.split(",")]
