"""Records, views and moves that are made without the cost of checks are equal to those made with them."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import BaseModel

from engines.catalogue import GAMES
from engines.kit import AnyEngine, copy_with, intern_dict, record
from tests.engines.table import Table

every_game = pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)


@record
class _Pair:
    first: int
    second: tuple[str, ...] = ()


def test_a_changed_copy_leaves_the_record_as_it_was() -> None:
    pair = _Pair(1, ("a",))

    copy = copy_with(pair, first=2)

    assert (copy, pair) == (_Pair(2, ("a",)), _Pair(1, ("a",)))
    assert len({copy, pair, _Pair(1, ("a",))}) == 2
    assert not hasattr(pair, "__dict__")


def test_equal_small_dictionaries_are_one() -> None:
    points = {"a": 1, "b": 0}

    assert intern_dict(points) == points
    assert list(intern_dict({"b": 0, "a": 1})) == ["b", "a"]
    assert intern_dict(points) is intern_dict({"a": 1, "b": 0})


@every_game
def test_views_and_moves_equal_those_of_pydantic(engine: AnyEngine) -> None:
    random, table = Random(1), Table(engine, engine.options(next(iter(engine.variants)), {}))
    view = table.views[table.phase.seats[0]]
    move = engine.sample(view, random)

    copy = view.model_copy(update={"over": True})

    assert copy == BaseModel.model_copy(view, update={"over": True})
    assert copy.model_dump_json() == BaseModel.model_copy(view, update={"over": True}).model_dump_json()
    assert copy.model_fields_set == set(engine.view_type.model_fields)
    assert move == type(move).model_validate(move.model_dump())
    assert move.model_dump_json() == type(move).model_validate(move.model_dump()).model_dump_json()
