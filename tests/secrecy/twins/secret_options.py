"""Choose other secret options for a match, which look the same to all but its host."""

from __future__ import annotations

from random import Random
from typing import Any

from engines.kit import AnyEngine, GameOptions
from tests.information.tables import UnlistedError, table_of

Json = Any


def otherwise_secret(engine: AnyEngine, options: GameOptions, random: Random) -> GameOptions:
    """Return the options with some of the secret ones changed; a pack stays, because its id is public."""
    names = [name for name in others_of(engine) if random.random() < 0.5]
    return with_others(engine, options, names, random)


def with_others(engine: AnyEngine, options: GameOptions, names: list[str], random: Random) -> GameOptions:
    """Return the options with these changed."""
    table = table_of(engine.name)
    changed = {name: table.options[name][0](options, random) for name in names}
    return options.model_validate(options.model_dump(mode="json") | changed)


def others_of(engine: AnyEngine) -> list[str]:
    """
    Return the secret options that can be changed, in the table's order.

    Raises:
        UnlistedError: The game's table does not say whether an option can be changed.
    """
    table = table_of(engine.name)
    unlisted = engine.secret_options - table.options.keys() - table.kept
    if unlisted:
        raise UnlistedError(
            f"The table of {engine.name} does not say of the secret option `{min(unlisted)}` what else it can be."
        )
    return list(table.options)
