"""
Who is told what, by the rulebooks' tables of information: computed from the host's stream, without an engine.

Each game has a `TABLE` in the module of its name, and this module contains the rows of the server. The tables are
written so that a reader can compare them with the rulebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from tests.information.rows import EVERYONE, NOBODY, OPEN, Json, Readers, Table, everyone, host, its_seat, members

TABLES: Final[dict[str, Table]] = {}
"""By game, added at first use; tests add those of their own games."""


class UnlistedError(LookupError):
    """A table lacks something; the message is a sentence that says what."""


def table_of(game: str) -> Table:
    """
    Return the table of a game.

    Raises:
        UnlistedError: There is none.
    """
    if game not in TABLES:
        name = f"{__package__}.{game}"
        if find_spec(name) is None:
            raise UnlistedError(f"{game} has no table of who may know what: write tests/information/{game}.py.")
        TABLES[game] = import_module(name).TABLE
    return TABLES[game]


def is_told(viewer: str, fact: Json, before: Sequence[Json], seats: Sequence[str]) -> bool:
    """
    Return whether a viewer may know a fact; `before` are all facts that were told before it, `match_created` first.

    Raises:
        UnlistedError: The game's table does not say.
    """
    return viewer == "host" or viewer in readers_of(fact, before)(fact, before, seats)


def readers_of(fact: Json, before: Sequence[Json]) -> Readers:
    """Return who besides the host is told such a fact; raises as `is_told` does."""
    game, _, name = fact["type"].rpartition(".")
    if game:
        rows = table_of(game).facts
        if name not in rows:
            raise UnlistedError(f"The table of {game} does not say who is told `{name}`.")
        return rows[name].readers
    return _of_its_channel(fact, before) if "channel" in fact else _SERVER.get(name, everyone)


def shows_all_moves(game: str) -> bool:
    """Return whether everyone sees every move once its phase is closed; raises as `table_of` does."""
    return all(reach is OPEN for reach in table_of(game).moves.values())


def row_of(rows: Iterable[str], game: str, what: str, name: str) -> str:
    """
    Return the row for a label or a type of moves; `what` names the part of the table that `rows` come from.

    Raises:
        UnlistedError: There is none.
    """
    found = next((row for row in rows if fnmatchcase(name, row)), None)
    if found is None:
        raise UnlistedError(f"The table of {game} does not say, in `{what}`, in which facts `{name}` may show.")
    return found


# The server's own facts


def _of_its_channel(fact: Json, before: Sequence[Json]) -> Readers:
    kind, game = fact["channel"].split(":")[0], before[0]["game"]
    if kind == "host":
        return lambda fact, before, seats: members(fact)
    channels = table_of(game).channels
    if kind not in channels:
        raise UnlistedError(f"The table of {game} does not say who may talk in `{fact['channel']}`.")
    channel = channels[kind]
    closed = fact["type"] == "channel_opened" and not channel.opens(fact, before)
    return host if closed else channel.readers


def _if_the_log_opens(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return EVERYONE if before[0]["open_log"] else NOBODY


def _if_the_match_shows_it(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return EVERYONE if before[0]["show_submitted"] else NOBODY


_SERVER: Final[dict[str, Readers]] = {
    "submitted": its_seat,
    "withdrawn": its_seat,
    "submission_counted": its_seat,
    "seat_submitted": _if_the_match_shows_it,
    "drawn": host,
    "secret_options": host,
    "failure_noted": host,
    "seed_revealed": _if_the_log_opens,
}
