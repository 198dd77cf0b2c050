"""The chapters of the OpenAPI document and their operations, in the order in which a newcomer needs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Chapter:
    """A tag, its description, and its operations by `operationId`."""

    tag: str
    about: str
    operations: tuple[str, ...]


CHAPTERS: Final = (
    Chapter("about", "The version of the API.", ("getApi",)),
    Chapter(
        "games",
        "The games, with the schemas of their options, moves and views, and their words for people.",
        ("listGames", "getGame", "getGameTexts"),
    ),
    Chapter(
        "players",
        "Players and what is theirs.",
        (
            *("createPlayer", "listPlayers", "createGuest", "getMe", "updateMe", "forgetMe", "endAccess"),
            *("createTicket", "createSignInLink", "listMyEvents"),
            *("listPushSubscriptions", "putPushSubscription", "deletePushSubscription"),
            *("getReminders", "putReminders", "createCalendar", "deleteCalendar", "getCalendar"),
        ),
    ),
    Chapter(
        "friends",
        "Other players: who they are, friends by link, and whom the caller has blocked.",
        (
            *("getPlayer", "listFriends", "endFriendship", "getFriendLink", "createFriendLink"),
            *("openFriendLink", "acceptFriendLink", "listBlocks", "putBlock", "deleteBlock"),
        ),
    ),
    Chapter(
        "tokens",
        "Tokens of the player: what programs may do for it, and how long.",
        ("createToken", "listTokens", "withdrawTokens", "renewToken", "withdrawToken"),
    ),
    Chapter(
        "administration",
        "What administrators of the server do about players.",
        ("getAccount", "forgetPlayer", "actOnPlayer", "listAudit", "listReports"),
    ),
    Chapter(
        "webhooks",
        "Messages to programs of players, by calls to their addresses (Standard Webhooks).",
        (
            *("createWebhook", "listWebhooks", "deleteWebhook", "rotateWebhookSecret", "pingWebhook"),
            *("listWebhookDeliveries", "replayWebhookDelivery"),
        ),
    ),
    Chapter(
        "matches",
        "Creating, finding, joining, starting and hosting matches.",
        (
            "createMatch",
            "listMatches",
            "createMatches",
            "listQueues",
            "joinQueue",
            "getMatch",
            "takeSeat",
            "leaveSeat",
            "startMatch",
            "actAsHost",
            "actOnMatches",
            "agreeToRules",
            "takeLeave",
            "rematch",
        ),
    ),
    Chapter(
        "invitations",
        "Links with which players can take a seat in a match, or enter a tournament or a series.",
        (
            *("createInvitation", "listInvitations", "withdrawInvitation"),
            *("createTournamentInvitation", "listTournamentInvitations", "withdrawTournamentInvitation"),
            *("createSeriesInvitation", "listSeriesInvitations", "withdrawSeriesInvitation"),
            *("getInvitation", "acceptInvitation"),
        ),
    ),
    Chapter("play", "The view and the submission.", ("getView", "submit", "withdraw")),
    Chapter("streams", "The caller's events, and the log.", ("listEvents", "getLog")),
    Chapter(
        "channels",
        "Messages between players while the game allows them, and with the host.",
        ("listMessages", "sendMessage", "reportPlayer"),
    ),
    Chapter(
        "tournaments",
        "Creating, entering and directing tournaments, with their rounds, standings and streams; ratings of players.",
        (
            *("createTournament", "listTournaments", "getTournament"),
            *("enterTournament", "withdrawEntrant", "addEntrants", "checkIn", "sayReady", "takeTournamentLeave"),
            *("actAsDirector",),
            *("getTournamentView", "getRound", "getStandings", "getTournamentCalendar"),
            *("listTournamentEvents", "getTournamentLog"),
            *("getPlayerRatings", "listRatings"),
        ),
    ),
    Chapter(
        "series",
        "Seasons of episodes: previewing, creating and directing them, places and decisions in them, their streams.",
        (
            "previewSeries",
            *("createSeries", "listSeries", "getSeries", "enterSeries", "leaveSeries"),
            *("decideInSeries", "takeSeriesLeave", "actOnSeries"),
            *("getSeriesView", "listSeriesEvents", "getSeriesLog"),
        ),
    ),
    Chapter(
        "packs",
        "Your own content: rooms, boons, cards.",
        ("registerPack", "listPacks", "getPack", "deletePack"),
    ),
    Chapter("health", "Health checks for operators.", ("getHealth", "getReadiness")),
)

OPERATIONS: Final = tuple(operation for chapter in CHAPTERS for operation in chapter.operations)

_PLACE: Final = {operation: place for place, operation in enumerate(OPERATIONS)}


def tags() -> list[dict[str, Any]]:
    """Return the chapters as OpenAPI tags."""
    return [{"name": chapter.tag, "description": chapter.about} for chapter in CHAPTERS]


def in_order(paths: dict[str, Any]) -> dict[str, Any]:
    """Return the paths, and the methods of each, in the order of the chapters; others come last."""
    sorted_methods = {path: dict(sorted(methods.items(), key=_place)) for path, methods in paths.items()}
    return dict(sorted(sorted_methods.items(), key=lambda item: min(map(_place, item[1].items()))))


def _place(operation: tuple[str, Any]) -> int:
    return _PLACE.get(operation[1].get("operationId"), len(_PLACE))
