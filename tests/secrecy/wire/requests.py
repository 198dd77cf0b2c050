"""Every read-only call that a player can make: allowed, refused and senseless ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engines.divine_intervention.pack import DivineInterventionPack
from engines.kit import pack_id, read_pack

Json = Any

UNKNOWN: Final = "0" * 26

OWN: Final = "/v1/me/events"
MANY: Final = "/v1/stream"
"""The socket for many matches."""

KEY: Final = "mine"
"""The idempotency key with which the player creates a match."""

_PACK: Final[Json] = {"name": "One long row", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}
_PACK_ID: Final = pack_id(read_pack(DivineInterventionPack, _PACK))

PUSH: Final[Json] = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/fr8X0kq2Z5g:APA91bH",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}

WEBHOOK: Final = "WEBHOOK"
"""In the path of a call: the webhook that the player has created last."""

PLAYER: Final = "PLAYER"
"""Stands for the player of this name that was created last."""

TOKEN: Final = "TOKEN"
"""In the path of a call: the token that the player has created last."""

SEASON: Final[Json] = {
    "realms": {"heaven": 2, "hell": 2},
    "episodes": [
        {"game": "hero_of_the_arena", "finalists": "winner"},
        {"game": "wizards_duel", "seats": {"a": "finalist:hell", "b": "finalist:heaven"}},
    ],
}


@dataclass(frozen=True)
class Call:
    """
    A request; `operation` is its id in the OpenAPI document.

    `expect` is the status that the reply must have for the test to be meaningful; None if any will do.
    """

    operation: str
    method: str
    path: str
    query: Mapping[str, Json] = field(default_factory=dict)
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)
    anonymous: bool = False
    expect: int | None = None


@dataclass(frozen=True)
class Visit:
    """A socket to open, and what to send on it."""

    path: str
    frames: tuple[str, ...] = ()


def visits(match_id: str, view: Json, others: str) -> Iterator[Visit]:
    """Return all sockets to try."""
    one = f"/v1/matches/{match_id}/stream"
    yield Visit(one)
    yield Visit(f"{one}?after={view['cursor']}")
    yield Visit(f"{one}?after={view['cursor'] + 1}")
    yield Visit(f"{one}?after=x")
    yield Visit(f"{one}?before=1")
    yield Visit(one, ("no json",))
    yield Visit(one, (_subscribe(match_id),))
    for stranger in (others, UNKNOWN):
        yield Visit(f"/v1/matches/{stranger}/stream")
        yield Visit(MANY, (_subscribe(stranger),))
    yield Visit(MANY, (_subscribe(match_id), _subscribe(match_id)))
    yield Visit(MANY, (_subscribe(match_id, view["cursor"] + 1), '{"type":"unsubscribe","match_id":"x"}'))
    yield Visit(MANY, ("[]",))
    yield Visit(OWN)
    yield Visit(f"{OWN}?after=10000")
    yield Visit(OWN, (_subscribe(match_id),))


def _subscribe(match_id: str, after: int = 0) -> str:
    return f'{{"type":"subscribe","match_id":"{match_id}","after":{after}}}'


def calls(match_id: str, view: Json, seats: list[str], others: str) -> Iterator[Call]:
    """Return all calls to try for a player with this view; none changes what the match tells others."""
    match = f"/v1/matches/{match_id}"
    yield from _looks(match, view)
    yield from _looks_as(match, view, seats)
    yield from _moves(match, view)
    yield from _talk(match, view, seats)
    yield from _lists(view["game"], match_id, others)
    yield from _seats(match, view, seats)
    yield from _invitations(match)
    yield from _hosting(match, view, seats)
    yield from _tournaments(view["game"])
    yield from _series()
    yield from _around(view["game"])


def _looks(match: str, view: Json) -> Iterator[Call]:
    cursor, etag = view["cursor"], f'W/"{match.rpartition("/")[2]}.{view["viewer"]}.{view["cursor"]}"'
    for query in ({}, {"at": 1}, {"at": cursor}, {"at": cursor + 1}, {"at": 0}):
        yield Call("getView", "GET", f"{match}/view", query)
    yield Call("getView", "GET", f"{match}/view", headers={"If-None-Match": etag})
    yield Call("getView", "GET", f"{match}/view", anonymous=True)
    yield Call("getView", "GET", f"/v1/matches/{UNKNOWN}/view")
    pages: tuple[Json, ...] = (
        {},
        {"limit": 1},
        {"after": cursor},
        {"after": cursor + 1},
        {"after": cursor, "wait": 0.01},
        {"lines": "de"},
    )
    for query in pages:
        yield Call("listEvents", "GET", f"{match}/events", query)
    yield Call("listEvents", "GET", f"{match}/events", headers={"Accept": "text/event-stream", "Last-Event-ID": "x"})
    yield Call("getLog", "GET", f"{match}/log")
    yield Call("getMatch", "GET", match)


def _looks_as(match: str, view: Json, seats: list[str]) -> Iterator[Call]:
    for seat in (*seats, "nowhere", "spectator", "host"):
        operation = "getView.as_seat" if seat == view["viewer"] and seat in seats else "getView"
        for query in ({"as": seat}, {"as": seat, "at": 1}, {"as": seat, "at": view["cursor"]}):
            yield Call(operation, "GET", f"{match}/view", query)


def _moves(match: str, view: Json) -> Iterator[Call]:
    number = view["phase"]["number"] if view["phase"] else 1
    junk: list[Json] = [None, {}, [], "x", {"type": "x"}, {"type": "cast", "spell": "?"}, {"type": "play"}]
    for phase in (0, number - 1, number + 1, 2**31 - 1):
        yield Call("submit", "PUT", f"{match}/submission", body={"phase": phase, "move": {}})
        yield Call("withdraw", "DELETE", f"{match}/submission", {"phase": phase})
    for move in junk:
        yield Call("submit", "PUT", f"{match}/submission", body={"phase": number, "move": move})
        yield Call("submit", "PUT", f"{match}/submission", {"dry_run": True}, {"phase": number, "move": move})
    for head in ("0" * 64, "x", None):
        yield Call("submit", "PUT", f"{match}/submission", body={"phase": number, "move": {}, "head": head})


def _talk(match: str, view: Json, seats: list[str]) -> Iterator[Call]:
    pairs = [f"pair:{one}:{other}" for at, one in enumerate(seats) for other in seats[at + 1 : at + 3]]
    lines = [f"host:{seat}" for seat in seats]
    own = [channel["channel"] for channel in view["channels"]]
    for channel in dict.fromkeys([*own, "heaven", "hell", "table", *pairs, *lines, "cellar"]):
        messages = f"{match}/channels/{channel}/messages"
        yield Call("listMessages", "GET", messages, {"limit": 2})
        yield Call("listMessages", "GET", messages, {"after": 0})
        if channel not in own:
            yield Call("sendMessage", "POST", messages, body={"text": "Anybody here?"})
            yield Call("sendMessage", "POST", messages, body={"sign": "laugh"})
        yield Call("sendMessage", "POST", messages, body={"text": ""})
    for seat in (*seats[:2], "cellar"):
        yield Call("reportPlayer", "POST", f"{match}/reports", body={"seat": seat, "cursor": 2**40, "reason": "Rude."})


def _lists(game: str, match_id: str, others: str) -> Iterator[Call]:
    one: tuple[Json, ...] = ({"limit": 1}, {"game": game}, {"status": "running"}, {"before": match_id}, {"text": "A"})
    due: tuple[Json, ...] = tuple({"due_before": f"{year}-01-01T00:01:00Z"} for year in (2040, 9999))
    for query in ({}, {"mine": True}, {"free": True}, {"awaiting_me": True}, *one, *due, {"player": UNKNOWN}):
        yield Call("listMatches", "GET", "/v1/matches", query)
    yield Call("listMatches", "GET", "/v1/matches", {"awaiting": True})
    for path in ("", "/view", "/events", "/log", "/channels/table/messages"):
        yield Call("getMatch", "GET", f"/v1/matches/{others}{path}")


def _seats(match: str, view: Json, seats: list[str]) -> Iterator[Call]:
    for seat in (*seats, "nowhere"):
        yield Call("takeSeat", "PUT", f"{match}/seats/{seat}", body={})
        yield Call("takeSeat", "PUT", f"{match}/seats/{seat}", body={"bot": True})
        if seat != view["viewer"]:  # Whoever gives up tells it to all.
            yield Call("leaveSeat", "DELETE", f"{match}/seats/{seat}")
    yield Call("takeSeat", "PUT", f"{match}/seats/nowhere", body={"entropy": "1"})


def _invitations(match: str) -> Iterator[Call]:
    yield Call("createInvitation", "POST", f"{match}/invitations", body={})
    yield Call("listInvitations", "GET", f"{match}/invitations")
    yield Call("withdrawInvitation", "DELETE", f"{match}/invitations/{UNKNOWN}")
    for anonymous in (False, True):
        yield Call("getInvitation", "GET", f"/v1/invitations/{UNKNOWN}.guess", anonymous=anonymous)
        yield Call("acceptInvitation", "POST", f"/v1/invitations/{UNKNOWN}.guess/accept", anonymous=anonymous)


def _hosting(match: str, view: Json, seats: list[str]) -> Iterator[Call]:
    actions: list[Json] = [
        {"type": "pause"},
        {"type": "resume"},
        {"type": "extend", "seconds": 1},
        {"type": "close_phase", "phase": 1},
        {"type": "replace_player", "seat": seats[0]},
        {"type": "mute", "seat": seats[0], "reason": ""},
        {"type": "unmute", "seat": seats[0]},
        {"type": "adjudicate", "rank": dict.fromkeys(seats, 1), "reason": ""},
        {"type": "void", "reason": ""},
        {"type": "propose_rules", "rules_version": 2},
        {"type": "give_role", "player_id": UNKNOWN, "role": "director"},
        {"type": "take_role", "player_id": UNKNOWN},
        {"type": "peek"},
    ]
    for action in actions:
        yield Call("actAsHost", "POST", f"{match}/actions", body=action, headers={"Idempotency-Key": "again"})
    both = {"match_ids": [match.rpartition("/")[2], UNKNOWN], "action": actions[0]}
    yield Call("actOnMatches", "POST", "/v1/matches/actions", body=both)
    yield Call("agreeToRules", "PUT", f"{match}/rules", body={"rules_version": 2})
    yield Call("takeLeave", "PUT", f"{match}/leave", body={"days": 1})
    yield Call("rematch", "POST", f"{match}/rematch")
    yield Call("startMatch", "POST", f"{match}/start")


def _series() -> Iterator[Call]:
    yield Call("previewSeries", "POST", "/v1/series/preview", body=SEASON)
    series, new = f"/v1/series/{UNKNOWN}", {**SEASON, "label": "Duels", "visibility": "private"}
    for _ in range(2):
        yield Call("createSeries", "POST", "/v1/series", body=new, headers={"Idempotency-Key": "season"})
    for query in ({}, {"mine": True}):
        yield Call("listSeries", "GET", "/v1/series", query)
    for operation, path in (
        ("getSeries", ""),
        ("getSeriesView", "/view"),
        ("listSeriesEvents", "/events"),
        ("getSeriesLog", "/log"),
    ):
        yield Call(operation, "GET", f"{series}{path}")
    yield Call("enterSeries", "PUT", f"{series}/players/me")
    yield Call("leaveSeries", "DELETE", f"{series}/players/me")
    yield Call("createSeriesInvitation", "POST", f"{series}/invitations", body={})
    yield Call("listSeriesInvitations", "GET", f"{series}/invitations")
    yield Call("withdrawSeriesInvitation", "DELETE", f"{series}/invitations/{UNKNOWN}")
    yield Call("decideInSeries", "PUT", f"{series}/decisions/1", body={"choice": "e1"})
    yield Call("takeSeriesLeave", "PUT", f"{series}/leave", body={"days": 1})
    yield Call("actOnSeries", "POST", f"{series}/actions", body={"type": "start"})


def _tournaments(game: str) -> Iterator[Call]:
    tournament = f"/v1/tournaments/{UNKNOWN}"
    new = {"label": "Duels", "system": "own", "match": {"game": game}, "visibility": "private"}
    for _ in range(2):
        yield Call("createTournament", "POST", "/v1/tournaments", body=new, headers={"Idempotency-Key": "event"})
    for query in ({}, {"mine": True}):
        yield Call("listTournaments", "GET", "/v1/tournaments", query)
    for player in ("me", UNKNOWN):
        yield Call("getPlayerRatings", "GET", f"/v1/players/{player}/ratings")
    for known in (game, "peek"):
        yield Call("listRatings", "GET", f"/v1/games/{known}/ratings")
    for operation, path in (
        ("getTournament", ""),
        ("getTournamentView", "/view"),
        ("getRound", "/rounds/1"),
        ("getStandings", "/standings"),
        ("getTournamentCalendar", "/calendar.ics"),
        ("listTournamentEvents", "/events"),
        ("getTournamentLog", "/log"),
    ):
        yield Call(operation, "GET", f"{tournament}{path}")
    yield Call("enterTournament", "PUT", f"{tournament}/entrants/me", body={})
    yield Call("addEntrants", "POST", f"{tournament}/entrants", body={"people": [{"name": "Anna"}]})
    yield Call("withdrawEntrant", "DELETE", f"{tournament}/entrants/me")
    yield Call("createTournamentInvitation", "POST", f"{tournament}/invitations", body={})
    yield Call("listTournamentInvitations", "GET", f"{tournament}/invitations")
    yield Call("withdrawTournamentInvitation", "DELETE", f"{tournament}/invitations/{UNKNOWN}")
    yield Call("checkIn", "PUT", f"{tournament}/check_in")
    yield Call("sayReady", "PUT", f"{tournament}/tables/1/ready")
    yield Call("takeTournamentLeave", "PUT", f"{tournament}/leave", body={"days": 1})
    yield Call("actAsDirector", "POST", f"{tournament}/actions", body={"type": "open"})


def _around(game: str) -> Iterator[Call]:
    new = {"game": game, "visibility": "private"}
    for body in (new, new, {"game": game}):
        yield Call("createMatch", "POST", "/v1/matches", body=body, headers={"Idempotency-Key": KEY})
    yield Call("createMatch", "POST", "/v1/matches", body={"game": "tag"})
    yield Call("listQueues", "GET", "/v1/queue")
    for wanted in (game, "tag"):
        yield Call("joinQueue", "POST", "/v1/queue", body={"game": wanted, "entropy": "0f" * 32})
    yield Call("createMatches", "POST", "/v1/matches/bulk", body={"matches": [{"game": "tag"}]})
    yield Call(
        "createPlayer", "POST", "/v1/players", body={"name": "Eris", "administrator_key": "guessed"}, anonymous=True
    )
    yield Call("createPlayer", "POST", "/v1/players", body={"name": "Eris"}, anonymous=True)
    yield Call("getMe", "GET", "/v1/me")
    yield Call("forgetMe", "DELETE", "/v1/me", body={"name": "Nobody"})
    for query in ({}, {"limit": 1}, {"after": 2}, {"after": 10_000}, {"wait": 0.01}):
        yield Call("listMyEvents", "GET", "/v1/me/events", query)
    yield Call("listMyEvents", "GET", "/v1/me/events", headers={"Accept": "text/event-stream", "Last-Event-ID": "x"})
    yield Call("updateMe", "PATCH", "/v1/me", body={"name": "Eris"})
    yield Call("createTicket", "POST", "/v1/tickets")
    yield Call("createSignInLink", "POST", f"/v1/guests/{'0' * 26}/sign-in-link")
    yield Call("createGuest", "POST", "/v1/guests", body={"name": "Guest"})
    yield from _tokens()
    yield from _administration()
    for _ in ("kept", "gone"):
        yield Call("putPushSubscription", "PUT", "/v1/me/push-subscriptions", body=PUSH)
        yield Call("deletePushSubscription", "DELETE", "/v1/me/push-subscriptions/5cb0e7b31e6c40f4ee0b66e28b6e6f64")
    yield Call("listPushSubscriptions", "GET", "/v1/me/push-subscriptions")
    yield from _webhooks()
    yield from _friends()
    yield Call("getReminders", "GET", "/v1/me/reminders")
    yield Call("putReminders", "PUT", "/v1/me/reminders", body={"push": ["over"], "calendar": []})
    yield Call("createCalendar", "POST", "/v1/me/calendar")
    yield Call("deleteCalendar", "DELETE", "/v1/me/calendar")
    yield Call("getCalendar", "GET", "/v1/calendars/nobody.guessed.ics", anonymous=True)
    yield Call("listGames", "GET", "/v1/games")
    yield Call("getGame", "GET", f"/v1/games/{game}")
    yield Call("getGameTexts", "GET", f"/v1/games/{game}/texts")
    yield Call("registerPack", "POST", "/v1/packs", body={"game": game, "content": {}})
    yield Call("registerPack", "POST", "/v1/packs", body={"game": "divine_intervention", "content": _PACK})
    yield Call("listPacks", "GET", "/v1/packs")
    for _ in ("kept", "gone"):
        yield Call("getPack", "GET", f"/v1/packs/{_PACK_ID}")
        yield Call("deletePack", "DELETE", f"/v1/packs/{_PACK_ID}")
    yield Call("getApi", "GET", "/v1")
    yield Call("getHealth", "GET", "/healthz")
    yield Call("getReadiness", "GET", "/readyz")
    yield Call("nothing", "GET", "/v1/nothing")
    yield Call("nothing", "PATCH", "/v1/matches")


def _friends() -> Iterator[Call]:
    for name in ("Ada", "Nobody"):
        yield Call("listPlayers", "GET", "/v1/players", {"name": name})
    for known in (PLAYER, UNKNOWN):
        yield Call("getPlayer", "GET", f"/v1/players/{known}")
        yield Call("putBlock", "PUT", f"/v1/me/blocks/{known}")
        yield Call("listBlocks", "GET", "/v1/me/blocks")
        yield Call("deleteBlock", "DELETE", f"/v1/me/blocks/{known}")
        yield Call("endFriendship", "DELETE", f"/v1/me/friends/{known}")
    yield Call("getFriendLink", "GET", "/v1/me/friend-link")
    yield Call("createFriendLink", "POST", "/v1/me/friend-link")
    yield Call("openFriendLink", "GET", f"/v1/friend-links/{UNKNOWN}.guess")
    yield Call("acceptFriendLink", "POST", f"/v1/friend-links/{UNKNOWN}.guess/accept")
    yield Call("listFriends", "GET", "/v1/me/friends")
    yield Call("listMatches", "GET", "/v1/matches", {"friends": True})


def _tokens() -> Iterator[Call]:
    tokens = "/v1/me/tokens"
    yield Call("createToken", "POST", tokens, body={"name": "Phone", "scopes": ["watch"]})
    yield Call("createToken", "POST", tokens, body={"name": "Phone", "scopes": []})
    yield Call("listTokens", "GET", tokens)
    for token in (TOKEN, UNKNOWN):
        yield Call("renewToken", "POST", f"{tokens}/{token}/renewal")
        yield Call("withdrawToken", "DELETE", f"{tokens}/{token}")
    yield Call("withdrawTokens", "DELETE", tokens)
    yield Call("endAccess", "POST", "/v1/me/end-access")


def _administration() -> Iterator[Call]:
    """What only administrators may."""
    player = f"/v1/administration/players/{UNKNOWN}"
    yield Call("getAccount", "GET", player)
    yield Call("actOnPlayer", "POST", f"{player}/actions", body={"type": "suspend"})
    yield Call("forgetPlayer", "DELETE", player, body={})
    yield Call("listAudit", "GET", "/v1/administration/audit")
    yield Call("listReports", "GET", "/v1/administration/reports")


def _webhooks() -> Iterator[Call]:
    """What is sent, and when, is up to the target; so what was sent is only asked for before there is anything."""
    webhooks = "/v1/webhooks"
    yield Call("createWebhook", "POST", webhooks, body={"url": "https://hooks.example.org/"})
    yield Call("listWebhooks", "GET", webhooks)
    for webhook in (WEBHOOK, UNKNOWN):
        yield Call("rotateWebhookSecret", "POST", f"{webhooks}/{webhook}/rotate")
        yield Call("listWebhookDeliveries", "GET", f"{webhooks}/{webhook}/deliveries")
        yield Call("pingWebhook", "POST", f"{webhooks}/{webhook}/ping")
        yield Call("replayWebhookDelivery", "POST", f"{webhooks}/{webhook}/deliveries/1/replay")
        yield Call("replayWebhookDelivery", "POST", f"{webhooks}/{webhook}/deliveries/2/replay")
        yield Call("deleteWebhook", "DELETE", f"{webhooks}/{webhook}")
