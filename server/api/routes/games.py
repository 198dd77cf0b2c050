"""The catalogue of games."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import TypeAdapter

from engines.catalogue import GAMES
from engines.kit import Language
from server.access import codes
from server.access.errors import RefusedError
from server.api.calls.languages import AcceptLanguage
from server.api.calls.late_routes import LateRoute
from server.api.calls.static_replies import UNCHANGED, Document, IfNoneMatch, headers_in
from server.api.models.games import GameList, GameReply, GameSummary, GameTexts, VariantReply
from server.api.routes.responses import errors_without_input
from server.runtime.words import language_of, words_of

router = APIRouter(prefix="/v1/games", tags=["games"], route_class=LateRoute)

Game = Annotated[str, Path(description="The id of the game.", examples=["wizards_duel"])]
AskedLanguage = Annotated[
    str | None,
    Query(description="A language tag, in the place of `Accept-Language`; English if it is not available."),
]


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
    game: Game,
    language: AskedLanguage = None,
    accept_language: AcceptLanguage = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """The variants with their options and seats, the schemas of options, moves and views, and the rules for players."""
    require_known(game)
    return await _GAMES[game, language_of(language or accept_language, GAMES[game].rules)].reply(request)


@router.get(
    "/{game}/texts",
    operation_id="getGameTexts",
    response_model=GameTexts,
    responses={**UNCHANGED, **errors_without_input((codes.UNKNOWN_GAME, 404))},
    summary="The words of a game, in one language",
)
async def get_game_texts(
    request: Request,
    game: Game,
    language: AskedLanguage = None,
    accept_language: AcceptLanguage = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """A title and a text for each id and field of the game ([how to find them](/docs/protocol#words-for-people))."""
    require_known(game)
    return await _TEXTS[game, language_of(language or accept_language, GAMES[game].words.languages)].reply(request)


def require_known(game: str) -> None:
    """Check that there is such a game; raises RefusedError if not."""
    if game not in GAMES:
        raise RefusedError(codes.UNKNOWN_GAME, f"There is no such game. The games are {', '.join(GAMES)}.")


def game_list() -> GameList:
    """Every game of the catalogue."""
    return GameList(
        games=[
            GameSummary(game=game.name, title=game.title, summary=game.summary, variants=list(game.variants))
            for game in GAMES.values()
        ]
    )


def _describe(name: str, language: Language) -> str:
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
        ranks_over=game.ranks_over,
        casual=dict(game.casual),
        options_schema=game.options_type.model_json_schema(),
        move_schema=game.moves.json_schema(),
        view_schema=TypeAdapter(game.view_type).json_schema(mode="serialization"),
        pack_schema=game.pack_type.model_json_schema() if game.pack_type else None,
        rules=game.rules[language],
        rules_language=language,
    )
    return described.model_dump_json()


def _tell(name: str, language: Language) -> str:
    words = words_of(GAMES[name])
    texts = GameTexts(
        game=name,
        language=language,
        languages=list(words.languages),
        fields=dict(words.fields),
        words=dict(words.languages[language]),
    )
    return texts.model_dump_json()


_LIST: Final = Document("application/json", lambda: game_list().model_dump_json())
_GAMES: Final = {
    (name, language): Document("application/json", partial(_describe, name, language), headers_in(language))
    for name, game in GAMES.items()
    for language in game.rules
}
_TEXTS: Final = {
    (name, language): Document("application/json", partial(_tell, name, language), headers_in(language))
    for name, game in GAMES.items()
    for language in game.words.languages
}
