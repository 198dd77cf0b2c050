"""Every row of the table of checks in section 5, in its order, and the agreement of `check` and `prompt`."""

from __future__ import annotations

from random import Random

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR, IllegalMoveError
from engines.kit import seat_id as seat
from engines.threads_of_fate.data import ABILITIES, MOIRAI, MoiraData
from tests.engines.table import refused
from tests.engines.threads_of_fate.loom import ENGINE, Loom

CANONICAL: dict[str, JsonValue] = {
    "type": "weave",
    "visit": None,
    "donate": 0,
    "boost": None,
    "cut": None,
    "snip": None,
    "create": None,
    "golden": False,
    "head_start": False,
}


def test_only_seats_may_move_and_that_comes_before_the_end_of_the_match() -> None:
    """Row 0."""
    loom = Loom("quick")
    loom.finish()

    for viewer in (SPECTATOR, HOST):
        assert refused(loom, viewer, 7) == ("unknown_seat", "")
    for name in loom.seats:
        assert refused(loom, name, 7) == ("match_over", "")
        assert refused(loom, name, {"type": "weave"}) == ("match_over", "")


@pytest.mark.parametrize(
    ("move", "pointer"),
    [
        (None, ""),
        ("weave", ""),
        ([], ""),
        (7, ""),
        ({}, "/type"),
        ({"visit": None}, "/type"),
        ({"type": None}, "/type"),
        ({"type": "Weave"}, "/type"),
        ({"type": ["weave"]}, "/type"),
        ({"type": "weave", "junk": None}, "/junk"),
        ({"type": "weave", "visit": 1}, "/visit"),
        ({"type": "weave", "boost": False}, "/boost"),
        ({"type": "weave", "cut": ["hell-1"]}, "/cut"),
        ({"type": "weave", "snip": {}}, "/snip"),
        ({"type": "weave", "create": 1.0}, "/create"),
        ({"type": "weave", "donate": True}, "/donate"),
        ({"type": "weave", "donate": 3.0}, "/donate"),
        ({"type": "weave", "donate": "3"}, "/donate"),
        ({"type": "weave", "donate": float("nan")}, "/donate"),
        ({"type": "weave", "golden": 0}, "/golden"),
        ({"type": "weave", "golden": "true"}, "/golden"),
        ({"type": "weave", "head_start": 1}, "/head_start"),
        ({"type": "weave", "head_start": []}, "/head_start"),
        ({"type": "weave", "\ud800": 1}, ""),
        ({"type": "weave", "j" * 65: 1}, ""),
    ],
    ids=ascii,
)
def test_anything_but_a_weave_is_a_bad_move(move: JsonValue, pointer: str) -> None:
    """Row 1."""
    assert refused(Loom(), seat("heaven-1"), move) == ("bad_move", pointer)


REFUSALS: list[tuple[str, JsonValue, str]] = [
    # Row 2
    ("visit", "zeus", "unknown_moira"),
    ("visit", "", "unknown_moira"),
    ("visit", "Clotho", "unknown_moira"),
    ("visit", " clotho", "unknown_moira"),
    ("visit", "stronger cutters", "unknown_moira"),
    ("visit", "decima", "already_visited"),
    ("visit", "protection", "already_visited"),
    # Row 3
    ("donate", -1, "bad_donation"),
    ("donate", -(10**5000), "bad_donation"),
    ("donate", 1, "donate_without_visit"),
    ("donate", 10**5000, "donate_without_visit"),
    # Row 4
    ("boost", "", "bad_thread"),
    ("boost", "heaven-1", "bad_thread"),
    ("boost", "heaven-1>heaven-2", "bad_thread"),
    ("boost", "heaven-1>hell-7", "bad_thread"),
    ("boost", "heaven-1>hell-01", "bad_thread"),
    ("boost", "heaven-1 > hell-1", "bad_thread"),
    ("boost", "heaven-2>hell-1", "not_your_thread"),
    ("boost", "hell-1>heaven-3", "not_your_thread"),
    ("boost", "heaven-1>hell-1", "no_boosting"),
    ("boost", "hell-1>heaven-1", "no_boosting"),
    # Row 5
    ("cut", "heaven-2", "bad_target"),
    ("cut", "heaven-1", "bad_target"),
    ("cut", "hell-7", "bad_target"),
    ("cut", "Hell-1", "bad_target"),
    ("cut", "spectator", "bad_target"),
    # Row 6
    ("snip", "hell-1", "bad_thread"),
    ("snip", "hell-1>hell-2", "bad_thread"),
    ("snip", "heaven-4>hell-2", "bad_thread"),
    ("snip", "heaven-1>hell-2>heaven-1", "bad_thread"),
    ("snip", "heaven-1|hell-2", "bad_thread"),
    # Row 7
    ("create", "heaven-2", "bad_target"),
    ("create", "hell-0", "bad_target"),
    ("create", "\ud800", "bad_target"),
    ("create", "hell-1", "create_unbalanced"),
    # Row 8
    ("golden", True, "golden_without_create"),
    # Row 9
    ("head_start", True, "head_start_without_create"),
]


def _loom() -> Loom:
    """Return a match in which heaven-1 holds Protection, has 2 twine and has created to hell-1."""
    loom = Loom()
    loom.weave({"heaven-1": {"visit": "decima", "create": "hell-1"}})
    loom.arrange(twine={"heaven-1": 2})
    return loom


@pytest.mark.parametrize(("field", "value", "code"), REFUSALS, ids=[f"{row[2]}-{n}" for n, row in enumerate(REFUSALS)])
def test_a_field_is_refused_with_its_code_and_pointed_at(field: str, value: JsonValue, code: str) -> None:
    """Rows 2 to 9, one field at fault; the message is short and safe to forward."""
    loom = _loom()

    assert refused(loom, seat("heaven-1"), {"type": "weave", field: value}) == (code, f"/{field}")
    with pytest.raises(IllegalMoveError) as caught:
        ENGINE.check(loom.view("heaven-1"), {"type": "weave", field: value})
    assert 10 < len(caught.value.message) < 300


@pytest.mark.parametrize(
    ("weave", "code", "pointer"),
    [
        ({"visit": "morta", "donate": 3}, "not_enough_twine", "/donate"),
        ({"visit": "morta", "donate": 10**5000}, "not_enough_twine", "/donate"),
        ({"visit": "morta", "boost": "heaven-1>hell-1"}, "no_boosting", "/boost"),
        ({"create": "hell-2", "golden": True}, "no_gilding", "/golden"),
        ({"create": "hell-2", "golden": True, "visit": "nona"}, "no_gilding", "/golden"),
        ({"create": "hell-2", "head_start": True}, "no_head_start", "/head_start"),
        ({"create": "hell-2", "head_start": True, "visit": "clotho"}, "no_head_start", "/head_start"),
    ],
)
def test_fields_that_do_not_go_together_are_refused(weave: dict[str, JsonValue], code: str, pointer: str) -> None:
    """Rows 3, 4, 8 and 9."""
    assert refused(_loom(), seat("heaven-1"), {"type": "weave", **weave}) == (code, pointer)


@pytest.mark.parametrize(
    "weave",
    [
        {"visit": "morta", "donate": 2},
        {"visit": "lachesis", "boost": "hell-6>heaven-1"},
        {"visit": "boosting", "boost": "heaven-1>hell-6"},
        {"visit": "clotho", "create": "hell-2", "golden": True},
        {"visit": "head_start", "create": "hell-2", "head_start": True},
        {"cut": "hell-6", "snip": "heaven-1>hell-1", "create": "hell-6"},
        {"snip": "hell-6>heaven-3"},
    ],
)
def test_an_ability_works_in_the_very_weave_that_gets_it(weave: dict[str, JsonValue]) -> None:
    """Section 5: holding counts this visit; threads need not exist."""
    ENGINE.check(_loom().view("heaven-1"), {"type": "weave", **weave})


@pytest.mark.parametrize("spent", [False, True])
def test_the_first_row_that_fails_gives_the_code(spent: bool) -> None:
    """Section 5: a weave with every mistake, corrected one row after the other."""
    loom = _loom()
    if spent:
        loom.weave({"heaven-1": {"visit": "clotho", "create": "hell-2", "golden": True}})
        loom.arrange(twine={"heaven-1": 2})
    fixes: list[tuple[str, str, dict[str, JsonValue]]] = [
        ("bad_move", "/junk", {"junk": None}),
        ("unknown_moira", "/visit", {"visit": "decima"}),
        ("already_visited", "/visit", {"visit": None}),
        ("bad_donation", "/donate", {"donate": 3}),
        ("donate_without_visit", "/donate", {"visit": "morta"}),
        ("not_enough_twine", "/donate", {"donate": 2}),
        ("bad_thread", "/boost", {"boost": "heaven-2>hell-1"}),
        ("not_your_thread", "/boost", {"boost": "heaven-1>hell-1"}),
        ("no_boosting", "/boost", {"boost": None}),
        ("bad_target", "/cut", {"cut": None}),
        ("bad_thread", "/snip", {"snip": None}),
        ("bad_target", "/create", {"create": "hell-1"}),
        ("create_unbalanced", "/create", {"create": None}),
        ("golden_without_create", "/golden", {"create": "hell-3"}),
        ("gilding_spent" if spent else "no_gilding", "/golden", {"golden": False, "create": None}),
        ("head_start_without_create", "/head_start", {"create": "hell-3"}),
        ("no_head_start", "/head_start", {"head_start": None}),
    ]
    move: dict[str, JsonValue] = {
        "type": "weave",
        "visit": "zeus",
        "donate": -1,
        "boost": "thread",
        "cut": "heaven-2",
        "snip": "thread",
        "create": "heaven-2",
        "golden": True,
        "head_start": True,
        "junk": 1,
    }
    for code, pointer, fix in fixes:
        assert refused(loom, seat("heaven-1"), move) == (code, pointer)
        move.update(fix)
        if fix == {"junk": None}:
            del move["junk"]

    assert ENGINE.check(loom.view("heaven-1"), move).model_dump() == {
        **CANONICAL,
        "visit": "stronger_cutters",
        "donate": 2,
        "create": "hell-3",
    }


@pytest.mark.parametrize("moira", MOIRAI, ids=lambda moira: moira.id)
def test_a_moira_goes_by_two_names_and_is_kept_under_her_ability(moira: MoiraData) -> None:
    """R3, and the canonical form."""
    loom = Loom()

    for name in (moira.id, moira.ability):
        checked = ENGINE.check(loom.view("hell-1"), {"type": "weave", "visit": name})
        assert checked.model_dump() == {**CANONICAL, "visit": moira.ability}

    loom.weave({"hell-1": {"visit": moira.id}})

    for name in (moira.id, moira.ability):
        assert refused(loom, seat("hell-1"), {"type": "weave", "visit": name}) == ("already_visited", "/visit")


def test_null_and_absent_mean_the_same() -> None:
    """Section 5: the canonical form has all nine fields."""
    view = Loom().view("heaven-1")
    nulls: dict[str, JsonValue] = dict.fromkeys(CANONICAL)

    assert ENGINE.check(view, {"type": "weave"}).model_dump() == CANONICAL
    assert ENGINE.check(view, {**nulls, "type": "weave"}).model_dump() == CANONICAL
    assert ENGINE.check(view, CANONICAL).model_dump() == CANONICAL


@pytest.mark.parametrize("thread", ["heaven-1>hell-1", "hell-1>heaven-1", "heaven-1>hell-2"])
def test_a_thread_is_judged_the_same_whether_or_not_it_exists(thread: str) -> None:
    """R2."""
    moves: list[JsonValue] = [{"type": "weave", "snip": thread}, {"type": "weave", "boost": thread}]
    codes = []
    for board in ({}, {thread: 3}):
        loom = Loom("open_table")
        loom.arrange(threads=board)
        loom.weave()
        codes.append((refused(loom, seat("heaven-1"), moves[1]), ENGINE.check(loom.view("heaven-1"), moves[0])))

    assert codes[0] == codes[1]


def test_create_goes_round_before_anybody_is_selected_twice() -> None:
    """Row 7 and R5; the view lists who may be selected."""
    loom = Loom("quick")
    for chosen in ("heaven-2", "heaven-1"):
        loom.weave({"hell-1": {"create": chosen}})
    loom.weave({"hell-1": {"create": "heaven-2"}})

    assert loom.view("hell-1").creatable == ("heaven-1",)
    assert refused(loom, seat("hell-1"), {"type": "weave", "create": "heaven-2"}) == ("create_unbalanced", "/create")
    ENGINE.check(loom.view("hell-1"), {"type": "weave", "cut": "heaven-2", "create": "heaven-1"})


def test_everything_can_be_visited_but_once() -> None:
    """Row 2: after six visits none is possible, and the message says so."""
    loom = Loom()
    for ability in ABILITIES:
        loom.weave({"hell-1": {"visit": ability}})

    loom.arrange(twine={"hell-1": 5})

    prompt = ENGINE.prompt(loom.view("hell-1"))
    assert prompt is not None
    assert Draft202012Validator(prompt).is_valid(CANONICAL)
    assert not Draft202012Validator(prompt).is_valid({**CANONICAL, "donate": 1})
    assert loom.view("hell-1").visits_left == ()
    with pytest.raises(IllegalMoveError, match="already have all of them"):
        ENGINE.check(loom.view("hell-1"), {"type": "weave", "visit": "clotho"})


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(8))
def test_check_accepts_exactly_the_canonical_moves_that_the_prompt_describes(seed: int) -> None:
    """Samples with fields replaced by others that may or may not fit, by random seats of random matches."""
    random = Random(seed)
    loom = Loom("quick")
    accepted = 0
    while not loom.over:
        for name in random.sample(loom.seats, 3):
            schema = Draft202012Validator(ENGINE.prompt(loom.view(name)) or {"not": {}})
            for _ in range(50):
                move = _with_other_fields(ENGINE.sample(loom.view(name), random).model_dump(mode="json"), loom, random)
                try:
                    canonical = ENGINE.check(loom.view(name), move).model_dump(mode="json") == move
                except IllegalMoveError:
                    canonical = False
                assert schema.is_valid(move) == canonical, (seed, name, move)
                accepted += canonical
        loom.close(loom.sampled(random, absent=0.1))

    assert accepted > 100


def _with_other_fields(move: dict[str, JsonValue], loom: Loom, random: Random) -> dict[str, JsonValue]:
    """
    Return the move with up to three other fields.

    No `3.0`: JSON Schema accepts it as an integer, the rulebook does not. No nulls for numbers and flags, and no names
    of Moirai: they are accepted, but not canonical.
    """
    ends = random.sample([*loom.seats, "hell-9"], 2)
    values: dict[str, list[JsonValue]] = {
        "visit": [None, *ABILITIES, "zeus", 1],
        "donate": [0, 1, 2, 3, 7, -1, True, "1"],
        "boost": [None, f"{ends[0]}>{ends[1]}", 3],
        "snip": [None, f"{ends[0]}>{ends[1]}", False],
        "cut": [None, *loom.seats, "hell-9"],
        "create": [None, *loom.seats, "hell-9"],
        "golden": [False, True, True, 1],
        "head_start": [False, True, True, "yes"],
    }
    for field in random.sample(list(values), random.randint(0, 3)):
        move[field] = random.choice(values[field])
    if random.random() < 0.02:
        move["junk"] = 1
    return move


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(4))
def test_fields_left_out_of_a_move_that_the_prompt_describes_are_legal_as_defaults(seed: int) -> None:
    """A client may omit fields that it does not use."""
    random = Random(seed)
    loom = Loom("quick")
    valid = 0
    while not loom.over:
        for name in loom.seats:
            schema = Draft202012Validator(ENGINE.prompt(loom.view(name)) or {"not": {}})
            for _ in range(10):
                move = ENGINE.sample(loom.view(name), random).model_dump(mode="json")
                kept = {key: move[key] for key in move if key == "type" or random.random() < 0.6}
                if schema.is_valid(kept):
                    valid += 1
                    assert ENGINE.check(loom.view(name), kept).model_dump(mode="json") == {**CANONICAL, **kept}
                else:
                    with pytest.raises(IllegalMoveError):
                        ENGINE.check(loom.view(name), kept)
        loom.close(loom.sampled(random))

    assert valid > 50


def test_the_prompt_lists_what_can_be_chosen() -> None:
    """Finite choices, without those that can never be legal now."""
    loom = _loom()
    loom.weave({"heaven-1": {"visit": "clotho", "create": "hell-2", "golden": True}})
    loom.arrange(twine={"heaven-1": 4})

    prompt = ENGINE.prompt(loom.view("heaven-1"))

    assert prompt is not None
    fields = prompt["properties"]
    assert isinstance(fields, dict)
    choices = {name: field["enum"] for name, field in fields.items() if isinstance(field, dict) and "enum" in field}
    others = [f"hell-{number}" for number in range(1, 7)]
    assert choices["visit"] == [None, "head_start", "boosting", "recycling", "stronger_cutters"]
    assert choices["cut"] == [None, *others]
    assert choices["create"] == [None, *others[2:]]
    assert choices["boost"] == [
        None,
        *(f"heaven-1>{other}" for other in others),
        *(f"{other}>heaven-1" for other in others),
    ]
    assert len(choices["snip"]) == 1 + 36  # type: ignore[arg-type]
    assert fields["donate"] == {"type": "integer", "minimum": 0, "maximum": 4, "default": 0}
    assert fields["golden"] == {"const": False, "default": False}
