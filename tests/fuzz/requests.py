"""
Requests to a server: drawn to follow the OpenAPI document or to violate it, made by an actor at some moment of a match.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from engines.catalogue import GAMES
from tests.fuzz.ground import MOMENTS, PEOPLE, Ground
from tests.fuzz.knowledge import SEATS, known_document
from tests.secrecy.rights.roles import HOST, SEAT, Actor, Moment, Scene, SeriesMoment

Json = Any
Draw: TypeAlias = st.DataObject
Operation: TypeAlias = APIOperation[Any, Any, Any, Any]

_CHANNELS: Final = ["table", "host:a", "host:b"]

_DECIDING: Final = {"actAsHost", "startMatch", "takeSeat", "leaveSeat", "actOnSeries", "leaveSeries"}
"""Operations that move a match or a series on from its moment."""

_REFUSED: Final = [400, 401, 403, 404, 405, 409, 413, 422]
"""
The statuses with which a request that violates the document may be refused. A body may be too large, and a match may
have moved on.
"""

_MEANT: Final[dict[str, Moment]] = {"takeSeat": "open", "leaveSeat": "full", "startMatch": "full", "getLog": "over"}
"""The moment for some operations; all others are called while the match runs."""


_OF_SERIES: Final[tuple[SeriesMoment, ...]] = ("own season", "own season", "places", "series cancelled")
"""The moments for operations on a series."""


@dataclass(frozen=True)
class Request:
    """A request: its actor and scene, and whether it has a valid token."""

    case: Case[Any]
    scene: Scene
    headers: dict[str, str]
    known: bool

    @property
    def operation(self) -> str:
        return operation_id(self.case.operation)


class Requests:
    """Requests to this server."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.session = requests.Session()
        config = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": _REFUSED}}})
        self.schema = schemathesis.openapi.from_dict(known_document(ground), config=config)
        found = (result.ok() for result in self.schema.get_all_operations() if isinstance(result, Ok))
        self._operations: dict[str, Operation] = {operation_id(operation): operation for operation in found}

    def scene(self, data: Draw, operation: str) -> Scene:
        """Draw any scene, mostly one in which the actor may do this."""
        path = self._operations[operation].path
        if path.startswith("/v1/series/{"):
            return self._ground.scene(data.draw(_actors()), data.draw(st.sampled_from(_OF_SERIES)))
        of_tournaments: st.SearchStrategy[Moment] = st.sampled_from(("own round", "own round", "cancelled"))
        moments = of_tournaments if path.startswith("/v1/tournaments/") else _moments(operation)
        return self._ground.scene(data.draw(_actors()), data.draw(moments))

    def draw(self, data: Draw, operation_ids: list[str], scene: Scene) -> Request:
        """Draw any request of these operations by the scene's caller."""
        operation = self._operations[data.draw(st.sampled_from(operation_ids))]
        case = data.draw(_cases(operation))
        # If the path is the mistake, it stays wrong.
        wrong = case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH)
        if case.path_parameters and not wrong and data.draw(st.integers(0, 9)):
            # Administrators end accounts: not those that all further scenes need.
            players = self._ground.others if operation.path.startswith("/v1/administration/") else self._ground.players
            case.path_parameters = {
                name: data.draw(self._names(name, scene, players)) for name in _path_names(operation)
            }
        brief(case)
        if case.meta is not None and case.meta.generation.mode.is_positive and isinstance(case.body, dict):
            case.body = _whole(case.body)
        token = data.draw(_tokens(scene))
        return Request(case, scene, {"Authorization": f"Bearer {token}"} if token else {}, token == scene.caller.token)

    def make(self, request: Request) -> schemathesis.Response:
        """Make the request."""
        reply = request.case.call(base_url=self._ground.url, session=self.session, headers=request.headers)
        if reply.status_code < 300 and request.case.method != "GET" and request.case.path_parameters:
            self._ground.wear(request.scene, much=request.operation in _DECIDING)
        return reply

    def _names(self, parameter: str, scene: Scene, players: list[str]) -> st.SearchStrategy[str]:
        names = {
            "match_id": [scene.match_id],
            "seat": SEATS,
            "channel": _CHANNELS,
            "game": list(GAMES),
            "pack": [self._ground.pack],
            "invitation_id": ["0" * 26],
            "token": [f"{'0' * 26}.guess"],
            "tournament_id": [scene.tournament_id],
            "series_id": [scene.series_id],
            "webhook_id": ["0" * 26],
            "token_id": ["0" * 26],
            "n": ["1"],
            "secret": ["guess"],
            "player_id": ["me", "e1", *players],
            "number": ["1", "2"],
            "subscription_id": ["0" * 32],
        }
        return st.sampled_from(names[parameter])


def _actors() -> st.SearchStrategy[Actor]:
    """Draw an actor; more often those who may do most."""
    return st.sampled_from((*PEOPLE, *[SEAT, HOST] * 10))


def _moments(operation: str) -> st.SearchStrategy[Moment]:
    """Draw a moment; more often the one for which the operation is meant."""
    meant = _MEANT.get(operation, "running")
    return st.sampled_from((*MOMENTS, *[meant] * 2 * len(MOMENTS)))


def brief(case: Case[Any]) -> None:
    """Let a poll not wait, because no event comes meanwhile."""
    if _is_number(case.query.get("wait")):
        case.query = {**case.query, "wait": 0}


def operation_id(operation: Operation) -> str:
    found: str = operation.definition.raw["operationId"]
    return found


def _path_names(operation: Operation) -> list[str]:
    return re.findall(r"{(\w+)}", operation.path)


def _cases(operation: Operation) -> st.SearchStrategy[Case[Any]]:
    """Draw cases that follow the document, and cases that violate it where possible."""
    takes_any = operation.path_parameters or operation.query or operation.headers or operation.body
    after = operation.as_strategy(GenerationMode.POSITIVE)
    if not takes_any or operation_id(operation) in ("getGame", "getGameTexts"):
        return after  # The only wrong paths are those of other calls.
    return st.one_of(after, after, operation.as_strategy(GenerationMode.NEGATIVE))


def _tokens(scene: Scene) -> st.SearchStrategy[str | None]:
    """Draw a token: mostly the caller's own, sometimes a stranger's or none."""
    own = scene.caller.token if scene.actor.has_token else None
    nobodys = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=80)
    return st.integers(0, 19).flatmap(lambda die: st.just(own) if die > 1 else nobodys if die else st.none())


def _whole(value: Json) -> Json:
    """Replace numbers by whole ones as the document requires: `60`, where JSON Schema would accept `60.0` as well."""
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_number(value: Json) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True
