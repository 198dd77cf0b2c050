"""Every refusal of section 4, in its order, and the agreement of `check` and `prompt`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR, IllegalMoveError
from engines.wizards_duel.data import ITEMS, SPELLS, A, B
from engines.wizards_duel.versions import VERSIONS
from tests.engines.table import refused
from tests.engines.wizards_duel.duel import ENGINE, VIEWERS, Duel


@pytest.mark.parametrize(
    ("variant", "named", "id_"),
    [
        ("colosseum", "Firebolt", "6"),
        ("colosseum", "ray of FROST", "7"),
        ("archwizard", "Phantasmal Killer", "0"),
        ("gods_collide", "Bloodlust", "6"),
        ("gods_collide", "Wisdom of Warfare", "w"),
    ],
)
def test_a_spell_can_be_named_as_the_theme_of_the_match_calls_it(variant: str, named: str, id_: str) -> None:
    """Section 4. What is logged, and what everyone sees, is the id."""
    duel = Duel(variant)

    move = ENGINE.check(duel.views[A], {"type": "cast", "spell": named})

    assert move.model_dump() == {"type": "cast", "spell": id_}


def test_a_charm_names_a_spell_by_its_name() -> None:
    """Section 4; names are judged as the ids that they stand for."""
    duel = Duel()
    duel.cast("8", "1")

    move = ENGINE.check(duel.views[A], {"type": "charm", "spell": "firebolt"})

    assert move.model_dump() == {"type": "charm", "spell": "6"}
    assert refused(duel, A, {"type": "charm", "spell": "Counterspell"}) == ("charm_forbidden_spell", "/spell")


@pytest.mark.parametrize("named", ["Bloodlust", "Phantasmal Killer", "Feuerblitz", "Firebolt ", ""])
def test_a_name_of_another_theme_or_of_no_spell_of_the_match_is_unknown(named: str) -> None:
    assert refused(Duel("colosseum"), A, {"type": "cast", "spell": named}) == ("unknown_spell", "/spell")


def test_match_over_comes_before_everything() -> None:
    """Check 1."""
    duel = Duel(wins_needed=1)
    duel.win(A)

    for viewer in VIEWERS:
        assert refused(duel, viewer, 7) == ("match_over", "")


def test_only_the_two_seats_may_move() -> None:
    """Check 2 comes before the move is read."""
    duel = Duel()

    assert refused(duel, SPECTATOR, {"type": "cast", "spell": "1"}) == ("unknown_seat", "")
    assert refused(duel, HOST, None) == ("unknown_seat", "")


@pytest.mark.parametrize(
    ("move", "pointer"),
    [
        (None, ""),
        ("cast", ""),
        ([], ""),
        (7, ""),
        ({}, "/type"),
        ({"spell": "1"}, "/type"),
        ({"type": 1}, "/type"),
        ({"type": None, "spell": 1}, "/type"),
    ],
)
def test_a_move_is_an_object_with_a_type(move: JsonValue, pointer: str) -> None:
    """Check 3."""
    assert refused(Duel(), A, move) == ("malformed_move", pointer)


@pytest.mark.parametrize("kind", ["", "Cast", "pass", "\ud800", "x" * 2000], ids=ascii)
def test_an_unknown_type_comes_before_its_fields(kind: str) -> None:
    """Check 4."""
    assert refused(Duel(), A, {"type": kind, "junk": 1}) == ("unknown_move_type", "/type")


@pytest.mark.parametrize("kind", ["draft", "charm", "daybreak"])
def test_a_move_of_another_phase_is_refused_before_its_fields(kind: str) -> None:
    """Check 5."""
    assert refused(Duel(), A, {"type": kind, "junk": 1}) == ("wrong_phase", "/type")


def test_a_seat_that_is_not_asked_is_told_so_before_its_fields_are_read() -> None:
    """Checks 5, 6 and 7, in this order."""
    duel = Duel()
    duel.cast("8", "1")

    assert refused(duel, B, {"type": "cast", "spell": 1}) == ("wrong_phase", "/type")
    assert refused(duel, B, {"type": "charm", "spell": 1}) == ("not_your_phase", "")
    assert refused(duel, A, {"type": "charm", "spell": 1}) == ("malformed_move", "/spell")


@pytest.mark.parametrize(
    ("move", "pointer"),
    [
        ({"type": "cast"}, "/spell"),
        ({"type": "cast", "spell": None}, "/spell"),
        ({"type": "cast", "spell": 1}, "/spell"),
        ({"type": "cast", "spell": True}, "/spell"),
        ({"type": "cast", "spell": ["1"]}, "/spell"),
        ({"type": "cast", "spell": "1", "item": "x"}, ""),
        ({"type": "cast", "spell": "nonsense", "\ud800": 1}, ""),
    ],
)
def test_a_field_missing_of_the_wrong_type_or_unlisted_is_malformed(move: JsonValue, pointer: str) -> None:
    """Check 7 comes before the spell is looked up."""
    assert refused(Duel(), A, move) == ("malformed_move", pointer)


@pytest.mark.parametrize("value", [0, 1, "true", None, [], 1.0])
def test_the_use_of_daybreak_is_a_boolean(value: JsonValue) -> None:
    """Check 7: numbers do not count as booleans."""
    duel = Duel(items={"apollos_daybreak": "a"})
    duel.cast("1", "5")

    assert refused(duel, A, {"type": "daybreak", "use": value}) == ("malformed_move", "/use")
    assert refused(duel, A, {"type": "daybreak"}) == ("malformed_move", "/use")


def test_a_draft_names_an_item_that_exists_before_one_that_is_free() -> None:
    """Check 8, draft."""
    duel = Duel(items={"hestias_hearth": "b"}, item_draft=["a"])

    assert refused(duel, A, {"type": "draft", "item": "excalibur"}) == ("unknown_item", "/item")
    assert refused(duel, A, {"type": "draft", "item": "hestias_hearth"}) == ("item_taken", "/item")
    assert refused(duel, A, {"type": "draft", "item": 3}) == ("malformed_move", "/item")


@pytest.mark.parametrize("items", [{}, {"athenas_wisdom": "b"}])
def test_wisdom_is_its_owners_alone(items: JsonValue) -> None:
    """Check 8, cast: not the owner, or no owner."""
    assert refused(Duel(items=items), A, {"type": "cast", "spell": "w"}) == ("wisdom_not_yours", "/spell")


def test_wisdom_of_another_is_not_yours_even_when_spent() -> None:
    """Check 8, cast: the owner is checked first."""
    duel = Duel(items={"athenas_wisdom": "b"})
    duel.cast("1", "w")

    assert refused(duel, A, {"type": "cast", "spell": "w"}) == ("wisdom_not_yours", "/spell")
    assert refused(duel, B, {"type": "cast", "spell": "w"}) == ("wisdom_spent", "/spell")


def test_a_cast_is_in_the_pool_then_in_hand_then_not_banned() -> None:
    """Check 8, cast."""
    duel = Duel()
    duel.cast("5", "8")
    duel.charm(b="5")

    assert refused(duel, A, {"type": "cast", "spell": "0"}) == ("unknown_spell", "/spell")
    assert refused(duel, A, {"type": "cast", "spell": "hidden"}) == ("unknown_spell", "/spell")
    assert refused(duel, A, {"type": "cast", "spell": "5"}) == ("spell_not_in_hand", "/spell")

    duel.cast("1", "6")
    duel.cast("8", "7")
    duel.charm(a="4")

    assert refused(duel, B, {"type": "cast", "spell": "4"}) == ("spell_banned", "/spell")
    ENGINE.check(duel.views[A], {"type": "cast", "spell": "4"})


@pytest.mark.parametrize(
    ("spell", "code"),
    [
        ("2", "charm_forbidden_spell"),
        ("x", "charm_forbidden_spell"),
        ("w", "charm_forbidden_spell"),
        ("0", "unknown_spell"),
        ("9", "unknown_spell"),
    ],
)
def test_a_charm_names_any_pool_spell_but_two(spell: str, code: str) -> None:
    """Check 8, charm: forbidden spells come before unknown ones."""
    duel = Duel()
    duel.cast("8", "1")

    assert refused(duel, A, {"type": "charm", "spell": spell}) == (code, "/spell")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("spell", ["2", "x", "w"])
def test_in_gods_collide_a_charm_names_every_power(spell: str, version: int) -> None:
    """R14: from version 2 of the rules on."""
    duel = Duel("gods_collide", version, items={"athenas_wisdom": "b"})
    duel.cast("8", "1")
    move: JsonValue = {"type": "charm", "spell": spell}

    if version == 1:
        assert refused(duel, A, move) == ("charm_forbidden_spell", "/spell")
    else:
        assert duel.engine.check(duel.views[A], move).model_dump() == move


def test_a_named_wisdom_cannot_be_cast_in_the_next_round_and_stays_unused() -> None:
    """R14."""
    duel = Duel("gods_collide", items={"athenas_wisdom": "b"})
    duel.cast("8", "1")
    duel.charm(a="w")

    assert refused(duel, B, {"type": "cast", "spell": "w"}) == ("spell_banned", "/spell")
    assert "'w'" not in str(duel.engine.prompt(duel.views[B]))

    duel.cast("3", "7")
    duel.cast("1", "w")
    assert duel.record().spells[B] == "w"


def test_a_wisdom_that_nobody_owns_or_that_was_cast_cannot_be_named() -> None:
    """R14."""
    unowned = Duel("gods_collide", items={})
    unowned.cast("8", "1")
    spent = Duel("gods_collide", items={"athenas_wisdom": "b"})
    spent.cast("8", "w")

    for duel in (unowned, spent):
        assert refused(duel, A, {"type": "charm", "spell": "w"}) == ("unknown_spell", "/spell")


def test_a_killer_can_be_named_where_it_is_in_the_pool() -> None:
    """R14."""
    duel = Duel("archwizard")
    duel.cast("8", "1")

    assert ENGINE.check(duel.views[A], {"type": "charm", "spell": "0"}).model_dump() == {"type": "charm", "spell": "0"}


@pytest.mark.parametrize("move", [{"type": "charm"}, {"type": "charm", "spell": None}])
def test_a_charm_that_names_nothing_is_made_canonical(move: JsonValue) -> None:
    """Section 4: `spell` is optional."""
    duel = Duel()
    duel.cast("8", "1")

    assert ENGINE.check(duel.views[A], move).model_dump() == {"type": "charm", "spell": None}


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(12))
def test_check_accepts_exactly_what_the_prompt_describes(seed: int) -> None:
    """Every possible move, and every kind of junk in its fields, at every phase of random matches."""
    random = Random(seed)
    duel = Duel(
        random.choice(list(ENGINE.variants)),
        items={"athenas_wisdom": random.choice(["a", "b"]), "apollos_daybreak": random.choice(["a", "b", None])},
        item_draft=["b"],
        wins_needed=1,
    )
    while not duel.over:
        for viewer in VIEWERS:
            prompt = ENGINE.prompt(duel.views[viewer])
            schema = Draft202012Validator({"not": {}} if prompt is None else prompt)
            for move in _all_moves():
                if schema.is_valid(move):
                    checked = ENGINE.check(duel.views[viewer], move)
                    assert ENGINE.moves.validate_python(checked.model_dump()) == checked
                else:
                    with pytest.raises(IllegalMoveError):
                        ENGINE.check(duel.views[viewer], move)
        duel.close(duel.sampled(random, absent=0.1))


def _all_moves() -> Iterator[JsonValue]:
    values: list[JsonValue] = [None, True, False, 1, "hidden", ["1"], *SPELLS, *ITEMS]
    for kind in ("draft", "cast", "charm", "daybreak"):
        yield {"type": kind}
        for field in ("item", "spell", "use"):
            for value in values:
                yield {"type": kind, field: value}
        yield {"type": kind, "spell": "3", "use": True}
    others: list[JsonValue] = [None, 7, "cast", [], {}, {"type": 7}, {"type": "pass"}, {"spell": "1"}]
    yield from others
