"""The links of the OpenAPI document: which values of a reply can be used in which next call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

_MATCH: Final = {"match_id": "$response.body#/match_id"}
_CHANNEL: Final = {"channel": "$response.body#/channels/0/channel"}
_INVITATION: Final = {"token": "$response.body#/token"}
_AFTER: Final = {"after": "$response.body#/cursor", "epoch": "$response.body#/epoch"}
_SAME_MATCH: Final = {"match_id": "$request.path.match_id"}


@dataclass(frozen=True, slots=True)
class Link:
    """
    A possible next call. `parameters` contain runtime expressions of OpenAPI.

    A link has no body: generators refuse one that is not a text.
    """

    operation: str
    says: str
    parameters: dict[str, str] = field(default_factory=dict)

    def as_document(self) -> dict[str, Any]:
        link: dict[str, Any] = {"operationId": self.operation, "description": self.says}
        if self.parameters:
            link["parameters"] = self.parameters
        return link


LINKS: Final[dict[tuple[str, int], list[Link]]] = {
    ("createPlayer", 201): [
        Link("getMe", "Use `token` as the bearer token, as in every other call."),
    ],
    ("listGames", 200): [
        Link("getGame", "Get the rules and schemas of a game.", {"game": "$response.body#/games/0/game"}),
    ],
    ("getGame", 200): [
        Link("getGameTexts", "Get titles and texts for the ids of the game.", {"game": "$response.body#/game"}),
        Link("createMatch", "Create a match of this `game`."),
        Link("listMatches", "List the matches of this game.", {"game": "$response.body#/game"}),
    ],
    ("registerPack", 201): [
        Link("getPack", "Get the pack with its content.", {"pack": "$response.body#/pack"}),
        Link("deletePack", "Delete the pack.", {"pack": "$response.body#/pack"}),
        Link("createMatch", "Create a match of `game` with `pack` among its options."),
    ],
    ("listPacks", 200): [
        Link("getPack", "Get a pack with its content.", {"pack": "$response.body#/packs/0/pack"}),
    ],
    ("createMatch", 201): [
        Link("getMatch", "Get the match and its options; save its `seed_commitment`.", _MATCH),
        Link("takeSeat", "Take a seat, or give it to another player or a bot.", _MATCH),
        Link("startMatch", "Start the match when every seat is taken.", _MATCH),
        Link("getView", "Get the view of the host.", _MATCH),
        Link("listEvents", "Get the events of the host.", _MATCH),
        Link("actAsHost", "Act as the host during play.", _MATCH),
    ],
    ("listMatches", 200): [
        Link("listMatches", "Get the next page if `next` is not null.", {"before": "$response.body#/next"}),
        Link("getMatch", "Get a match of the list.", {"match_id": "$response.body#/matches/0/match_id"}),
    ],
    ("getMatch", 200): [
        Link("getView", "Get the caller's view of the match.", _MATCH),
        Link("getLog", "Get the log, if the caller has access to it.", _MATCH),
    ],
    ("takeSeat", 200): [
        Link("getView", "Get the view of the seat.", _MATCH),
        Link("leaveSeat", "Leave the seat before the start.", _MATCH | {"seat": "$request.path.seat"}),
    ],
    ("createInvitation", 201): [
        Link("getInvitation", "See what the invitation is for, without an account.", _INVITATION),
        Link("acceptInvitation", "Take a seat, as another player.", _INVITATION),
        Link(
            "withdrawInvitation",
            "Withdraw the invitation.",
            _MATCH | {"invitation_id": "$response.body#/invitation_id"},
        ),
    ],
    ("getInvitation", 200): [
        Link("acceptInvitation", "Take a seat, or enter.", {"token": "$request.path.token"}),
    ],
    ("startMatch", 200): [
        Link("getView", "Get the view, with the first phase, and with a prompt if the caller has to move.", _MATCH),
    ],
    ("getView", 200): [
        Link("submit", "Submit a move that fits `prompt`, for the phase `phase.number`.", _MATCH),
        Link("listEvents", "Get the events after this view.", _MATCH | _AFTER),
        Link("sendMessage", "Send a message in a channel of the view.", _MATCH | _CHANNEL),
        Link("listMessages", "Get the messages of a channel of the view.", _MATCH | _CHANNEL),
    ],
    ("submit", 200): [
        Link(
            "withdraw", "Withdraw the submission, if the game allows it.", _MATCH | {"phase": "$response.body#/phase"}
        ),
        Link("getView", "Get the view that contains the submission.", _MATCH | {"at": "$response.body#/cursor"}),
    ],
    ("listEvents", 200): [
        Link("listEvents", "Get the next page.", _SAME_MATCH | _AFTER),
    ],
    ("sendMessage", 201): [
        Link(
            "listMessages",
            "Get the messages after this one.",
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
