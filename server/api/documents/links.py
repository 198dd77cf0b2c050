"""
The links of the OpenAPI document, which say what part of a reply goes into which later call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

_MATCH: Final = {"match_id": "$response.body#/match_id"}
_CHANNEL: Final = {"channel": "$response.body#/channels/0/channel"}
_SAME_MATCH: Final = {"match_id": "$request.path.match_id"}


@dataclass(frozen=True, slots=True)
class Link:
    """
    A possible next call.

    `parameters` and `body` contain runtime expressions of OpenAPI; `body` has only the part that is known by then.
    """

    operation: str
    says: str
    parameters: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] | None = None

    def as_document(self) -> dict[str, Any]:
        link: dict[str, Any] = {"operationId": self.operation, "description": self.says}
        if self.parameters:
            link["parameters"] = self.parameters
        if self.body is not None:
            link["requestBody"] = self.body
        return link


LINKS: Final[dict[tuple[str, int], list[Link]]] = {
    ("createPlayer", 201): [
        Link("getMe", "With `token` as the bearer token, as in every other call."),
    ],
    ("listGames", 200): [
        Link("getGame", "A game's rules and schemas.", {"game": "$response.body#/games/0/game"}),
    ],
    ("getGame", 200): [
        Link("createMatch", "A match of this game.", body={"game": "$response.body#/game"}),
        Link("listMatches", "The matches of this game.", {"game": "$response.body#/game"}),
    ],
    ("registerPack", 201): [
        Link("getPack", "The pack with what is in it.", {"pack": "$response.body#/pack"}),
        Link("deletePack", "Keep it no longer.", {"pack": "$response.body#/pack"}),
        Link(
            "createMatch",
            "A match with this pack.",
            body={"game": "$response.body#/game", "options": {"pack": "$response.body#/pack"}},
        ),
    ],
    ("listPacks", 200): [
        Link("getPack", "A pack with what is in it.", {"pack": "$response.body#/packs/0/pack"}),
    ],
    ("createMatch", 201): [
        Link("getMatch", "The match and its terms: keep its `seed_commitment`.", _MATCH),
        Link("takeSeat", "Sit down, or give a seat to another or a bot.", _MATCH),
        Link("startMatch", "Begin play, once every seat is taken.", _MATCH),
        Link("getView", "What its host is told.", _MATCH),
        Link("listEvents", "The same, event by event.", _MATCH),
        Link("actAsHost", "What the host may do during play.", _MATCH),
    ],
    ("listMatches", 200): [
        Link("listMatches", "The next page, while `next` is not null.", {"before": "$response.body#/next"}),
        Link("getMatch", "A match of the list.", {"match_id": "$response.body#/matches/0/match_id"}),
    ],
    ("getMatch", 200): [
        Link("getView", "What the caller knows of it.", _MATCH),
        Link("getLog", "Its log, where it is open to the caller.", _MATCH),
    ],
    ("takeSeat", 200): [
        Link("getView", "What the seat is told.", _MATCH),
        Link("leaveSeat", "Leave it, before the start.", _MATCH | {"seat": "$request.path.seat"}),
    ],
    ("startMatch", 200): [
        Link("getView", "With the first phase, and a prompt for whoever is asked.", _MATCH),
    ],
    ("getView", 200): [
        Link(
            "submit",
            "A move that `prompt` allows, for the open phase.",
            _MATCH,
            {"phase": "$response.body#/phase/number"},
        ),
        Link("listEvents", "What is told from here on.", _MATCH | {"after": "$response.body#/cursor"}),
        Link("sendMessage", "Talk in a channel of the view.", _MATCH | _CHANNEL),
        Link("listMessages", "What was said there.", _MATCH | _CHANNEL),
    ],
    ("submit", 200): [
        Link("withdraw", "Take it back, where the game allows it.", _MATCH | {"phase": "$response.body#/phase"}),
        Link("getView", "The view with the submission in it.", _MATCH | {"at": "$response.body#/cursor"}),
    ],
    ("listEvents", 200): [
        Link("listEvents", "The next page.", _SAME_MATCH | {"after": "$response.body#/cursor"}),
    ],
    ("sendMessage", 201): [
        Link(
            "listMessages",
            "What is said after it.",
            _SAME_MATCH | {"channel": "$response.body#/channel", "after": "$response.body#/cursor"},
        ),
    ],
}


def add_links(document: dict[str, Any]) -> None:
    """Add the links to an OpenAPI document, each named after its target operation."""
    for path in document["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                links = LINKS.get((operation["operationId"], int(status)))
                if links:
                    response["links"] = {link.operation: link.as_document() for link in links}
