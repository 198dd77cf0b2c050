"""The facts, views and moves of all games as unions, each one schema of the document."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field
from typing_extensions import TypeAliasType

from engines.catalogue import GAMES
from engines.kit import AnyEngine, ChannelClosed, ChannelOpened, MatchEnded, PhaseOpened
from server.access.fields import union_of
from server.matches.facts import SERVER_FACT_TYPES

_SHARED = (PhaseOpened, MatchEnded, ChannelOpened, ChannelClosed)


def _moves_of(game: AnyEngine) -> Any:  # noqa: ANN401  # a union made at run time
    """The game's moves, as a union with a name if there are several kinds."""
    if len(game.move_types) == 1:
        return game.move_types[0]
    name = game.name.title().replace("_", "") + "Move"
    return union_of(name, game.move_types, f"A move of {game.title}, identified by `type`.")


if TYPE_CHECKING:
    AnyFact: TypeAlias = Any
    AnyView: TypeAlias = Any
    AnyMove: TypeAlias = Any
else:
    # Named types, so that each is one schema of the document instead of a copy at every use.
    _games = list(GAMES.values())
    _facts = [*SERVER_FACT_TYPES, *_SHARED, *(kind for game in _games for kind in game.fact_types)]
    _views = [game.view_type for game in _games]
    AnyFact = union_of("Fact", _facts, "Something that became true in a match, identified by `type`.")
    AnyView = union_of("View", _views, "What the caller knows about the game, identified by `game`.", tag="game")
    # Moves of two games may have the same `type`: each game has a union with tags, and these have one without.
    _moves = Annotated[reduce(or_, map(_moves_of, _games)), Field(description="A move of the game of the match.")]
    AnyMove = TypeAliasType("Move", _moves)
