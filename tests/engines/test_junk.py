"""Whatever JSON a client sends as options, the answer is options that the schema allows, or a short refusal."""

from __future__ import annotations

from typing import Final

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import AnyEngine, BadOptionsError
from engines.new_game.engine import NEW_GAME
from tests.engines.junk import JUNK

ENGINES: Final = {**GAMES, NEW_GAME.name: NEW_GAME}

MORE_JUNK: Final[tuple[JsonValue, ...]] = (["\ud800"], ["A" * 100_000], 2.0, "2", "true")

OPTIONS: Final = [
    (game, option)
    for game, engine in ENGINES.items()
    for option in (*engine.options_type.model_fields, "junk", "\ud800", "k" * 2000)
]


def _refusal(engine: AnyEngine, variant: str, options: dict[str, JsonValue]) -> BadOptionsError | None:
    try:
        engine.options(variant, options)
    except BadOptionsError as refusal:
        return refusal
    return None


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=ascii)
def test_junk_in_an_option_is_refused_unless_it_is_a_legal_value(game: str, option: str) -> None:
    """No client input is repeated at length or raises another error; the pointer is to the option."""
    engine = ENGINES[game]
    schema = Draft202012Validator(engine.options_type.model_json_schema())
    for junk in (*JUNK, *MORE_JUNK):
        refusal = _refusal(engine, next(iter(engine.variants)), {option: junk})

        if refusal is None:
            assert schema.is_valid({option: junk})
        else:
            assert refusal.code.name in (("bad_pack",) if option == "pack" else ("bad_option", "bad_options"))
            assert option not in engine.options_type.model_fields or refusal.pointer.split("/")[1] == option
            assert len(refusal.message) + len(refusal.pointer) < 500
            assert (refusal.message + refusal.pointer).encode()


@pytest.mark.parametrize("game", ENGINES)
def test_an_unknown_variant_is_a_bad_option(game: str) -> None:
    for variant in ("Classic", "no such variant", "\ud800"):
        refusal = _refusal(ENGINES[game], variant, {})

        assert refusal is not None
        assert (refusal.code.name.rstrip("s"), refusal.pointer) == ("bad_option", "/variant")
