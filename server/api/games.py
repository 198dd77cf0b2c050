"""The catalogue of games."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import TypeAdapter

from engines.catalogue import GAMES
from server.api.dependencies import admit_stranger
from server.api.errors_of import errors_without_input
from server.api.schemas import GameList, GameReply, GameSummary, VariantReply
from server.errors import UnknownError

router = APIRouter(prefix="/v1/games", tags=["games"], dependencies=[Depends(admit_stranger)])


@router.get("", operation_id="listGames", summary="The games of this server", responses=errors_without_input())
async def list_games() -> GameList:
    """Every game with the names of its variants."""
    return GameList(
        games=[
            GameSummary(game=game.name, title=game.title, summary=game.summary, variants=list(game.variants))
            for game in GAMES.values()
        ]
    )


@router.get(
    "/{game}",
    operation_id="getGame",
    summary="A game, its rules and schemas",
    responses=errors_without_input(("unknown_game", 404)),
)
async def get_game(game: Annotated[str, Path(description="The game's id.", examples=["wizards_duel"])]) -> GameReply:
    """Variants with their options and seats, JSON Schemas of options, moves and views, and the rules for players."""
    if game not in GAMES:
        raise UnknownError("unknown_game", f"There is no such game. The games are {', '.join(GAMES)}.")
    return _describe(game)


@cache
def _describe(name: str) -> GameReply:
    game = GAMES[name]
    variants = []
    for variant in game.variants.values():
        options = game.options(variant.name, {})
        variants.append(VariantReply.of(variant, options.model_dump(mode="json"), game.seats(options)))
    return GameReply(
        game=game.name,
        title=game.title,
        summary=game.summary,
        rules_version=game.rules_version,
        variants=variants,
        options_schema=game.options_type.model_json_schema(),
        move_schema=game.moves.json_schema(),
        view_schema=TypeAdapter(game.view_type).json_schema(mode="serialization"),
        pack_schema=game.pack_type.model_json_schema() if game.pack_type else None,
        rules=files(type(game).__module__.rpartition(".")[0]).joinpath("rules.md").read_text(encoding="utf-8"),
    )
