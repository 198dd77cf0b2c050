"""The catalogue of games."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import TypeAdapter

from engines.catalogue import GAMES
from server import codes
from server.api.calls.static_replies import UNCHANGED, Document, IfNoneMatch
from server.api.models.games import GameList, GameReply, GameSummary, VariantReply
from server.api.routes.responses import errors_without_input
from server.errors import RefusedError

router = APIRouter(prefix="/v1/games", tags=["games"])


@router.get(
    "",
    operation_id="listGames",
    response_model=GameList,
    responses={**UNCHANGED, **errors_without_input()},
    summary="The games of this server",
)
async def list_games(request: Request, if_none_match: IfNoneMatch = None) -> Response:
    """Every game with the names of its variants."""
    return await _LIST.reply(request)


@router.get(
    "/{game}",
    operation_id="getGame",
    response_model=GameReply,
    responses={**UNCHANGED, **errors_without_input((codes.UNKNOWN_GAME, 404))},
    summary="A game, its rules and schemas",
)
async def get_game(
    request: Request,
    game: Annotated[str, Path(description="The id of the game.", examples=["wizards_duel"])],
    if_none_match: IfNoneMatch = None,
) -> Response:
    """The variants with their options and seats, the schemas of options, moves and views, and the rules for players."""
    if game not in GAMES:
        raise RefusedError(codes.UNKNOWN_GAME, f"There is no such game. The games are {', '.join(GAMES)}.")
    return await _GAMES[game].reply(request)


def game_list() -> GameList:
    """Every game of the catalogue."""
    return GameList(
        games=[
            GameSummary(game=game.name, title=game.title, summary=game.summary, variants=list(game.variants))
            for game in GAMES.values()
        ]
    )


def _describe(name: str) -> str:
    game = GAMES[name]
    variants = []
    for variant in game.variants.values():
        options = game.options(variant.name, {})
        variants.append(VariantReply.of(variant, options.model_dump(mode="json"), game.seats(options)))
    described = GameReply(
        game=game.name,
        title=game.title,
        summary=game.summary,
        rules_version=game.rules_version,
        variants=variants,
        options_schema=game.options_type.model_json_schema(),
        move_schema=game.moves.json_schema(),
        view_schema=TypeAdapter(game.view_type).json_schema(mode="serialization"),
        pack_schema=game.pack_type.model_json_schema() if game.pack_type else None,
        rules=files(game.package).joinpath("rules.md").read_text(encoding="utf-8"),
    )
    return described.model_dump_json()


_LIST: Final = Document("application/json", lambda: game_list().model_dump_json())
_GAMES: Final = {name: Document("application/json", partial(_describe, name)) for name in GAMES}
