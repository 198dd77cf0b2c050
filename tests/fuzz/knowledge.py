"""
The OpenAPI document extended for this server: a name that may be anything becomes one that exists.

Schemas of replies are closed as well: a field that is not published makes a reply wrong.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from typing import Any, Final

from engines.catalogue import GAMES
from engines.kit import AnyEngine
from tests.fuzz.ground import Ground
from tests.published import document
from tests.sampling import more

Json = Any

GAME = "wizards_duel"

SEATS = ["a", "b"]

SLOW = {"hero_of_the_arena"}
"""A pack of this game takes a second to draw: only for long runs."""

PHASES = [1, 0, 2, 2**31 - 1]


_FOLLOWING: Final = {
    "createMatch": {"game": "$response.body#/game"},
    "submit": {"phase": "$response.body#/phase/number"},
}
"""What a reply says of the bodies of operations that follow; the document's links have none (`Link`)."""


def known_document(ground: Ground) -> Json:
    """Return the document with the server's names, and with the games' own schemas where it allows anything."""
    known = copy.deepcopy(document())
    for path in known["paths"].values():
        for operation in path.values():
            operation.pop("security", None)  # Tokens come from the ground.
            for link in (link for reply in operation["responses"].values() for link in reply.get("links", {}).values()):
                if link["operationId"] in _FOLLOWING:
                    link["requestBody"] = _FOLLOWING[link["operationId"]]
    schemas = known["components"]["schemas"]
    for schema in schemas.values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    for body in ("SeatRequest", "TakeSeatRequest", "ReplacePlayerAction"):
        _set_fields(schemas, body, player_id={"enum": [*ground.players, None]})
    for body in ("MuteAction", "UnmuteAction", "ReplacePlayerAction"):
        _set_fields(schemas, body, seat={"enum": SEATS})
    _set_fields(schemas, "ClosePhaseAction", phase={"enum": PHASES})
    _set_fields(schemas, "MatchTermsRequest", game={"enum": [*GAMES]}, variant={"const": None}, options={"const": {}})
    _set_fields(schemas, "ReplaceEntrantAction", player_id={"enum": [*ground.players, None]})
    moves = _game_schema(schemas, "Move", GAMES[GAME].moves.json_schema())
    _set_fields(schemas, "SubmissionRequest", phase={"enum": PHASES}, move=moves)
    known["paths"]["/v1/matches"]["post"]["requestBody"] = _any_of(
        _with(
            schemas,
            "MatchRequest",
            game={"const": name},
            variant={"enum": [*game.variants, None]},
            options=_nothing_or(
                _optional(_game_schema(schemas, f"{name}.Options", game.options_type.model_json_schema()))
            ),
            seats=_nothing_or({"enum": _sitters(game)}),
        )
        for name, game in GAMES.items()
    )
    known["paths"]["/v1/packs"]["post"]["requestBody"] = _any_of(
        _with(
            schemas,
            "PackRequest",
            game={"const": name},
            content=_game_schema(schemas, f"{name}.Pack", game.pack_type.model_json_schema()),
        )
        for name, game in GAMES.items()
        if game.pack_type and (more() > 1 or name not in SLOW)
    )
    return known


def _set_fields(schemas: Json, name: str, **fields: Json) -> None:
    """Set the values of fields of a schema."""
    schemas[name] = _with(schemas, name, **fields)


def _with(schemas: Json, name: str, **fields: Json) -> Json:
    properties = schemas[name]["properties"]
    assert fields.keys() <= properties.keys(), f"{name} has not all of {[*fields]}"
    return {**schemas[name], "properties": {**properties, **fields}}


def _any_of(schemas: Iterable[Json]) -> Json:
    return {"required": True, "content": {"application/json": {"schema": {"anyOf": list(schemas)}}}}


def _optional(schema: Json) -> Json:
    """Return the schema with every field optional, as all options have defaults."""
    return {**schema, "required": []}


def _nothing_or(schema: Json) -> Json:
    return {"anyOf": [{"const": {}}, schema]}


def _sitters(game: AnyEngine) -> list[Json]:
    """Return tables with a free seat, with none, with bots only, and one that does not exist."""
    first, *others = (seat.id for seat in game.seats(game.options(next(iter(game.variants)), {})))
    bots = {seat: {"bot": True} for seat in others}
    return [{first: {}}, {first: {}, **bots}, {first: {"bot": True}, **bots}, {"throne": {}}]


def _game_schema(schemas: Json, name: str, schema: Json) -> Json:
    """Return a schema of a game, and move its definitions into the document."""
    text = json.dumps(schema).replace("#/$defs/", f"#/components/schemas/{name}.")
    own = json.loads(text)
    for definition, inner in own.pop("$defs", {}).items():
        schemas[f"{name}.{definition}"] = inner
    return own
