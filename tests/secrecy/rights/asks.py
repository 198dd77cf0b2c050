"""One request for each row of docs/access.md: its target, its moment, and whether the target belongs to the caller."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from websockets.exceptions import ConnectionClosed

from server.access.rights import ROLES
from tests.secrecy.rights.access_page import statuses
from tests.secrecy.rights.roles import DEADLY, KEY, Actor, Moment, Scene, SeriesMoment, TournamentMoment
from tests.secrecy.wire.requests import PUSH, SEASON
from tests.server.world import Client
from tests.waiting import patience

Json = Any

WEBHOOK: Final[Json] = {"url": "https://hooks.example.org/"}


@dataclass(frozen=True)
class Ask:
    """
    A request; `WS` opens a socket and sends `body` on it.

    Words in capitals are replaced by the values that `_names` takes from the scene. `busy` lists roles that are allowed
    but get a conflict.
    """

    method: str
    path: str
    body: Json = None
    moment: Moment | TournamentMoment | SeriesMoment = "none"
    own: bool = True
    busy: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """`status` and `code` of a refusal; a close code of a socket is converted to the status that it corresponds to."""

    status: int
    code: str | None = None


MANY: Final = "/v1/stream"
MATCH: Final = "/v1/matches/MATCH"
TOURNAMENT: Final = "/v1/tournaments/TOURNAMENT"
SERIES: Final = "/v1/series/SERIES"
CAST: Final = {"type": "cast", "spell": "6"}
PACK: Final[Json] = {
    "game": "divine_intervention",
    "content": {"name": "One long row", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]},
}
REMINDERS: Final = {"push": ["over"], "calendar": []}
SSE: Final = {"Accept": "text/event-stream"}
CSV: Final = {"Accept": "text/csv"}
JUDGES: Final = ("arbiter", "director", "owner", "administrator")
"""The roles that see what a host sees."""
DIRECTED: Final[dict[str, Json]] = {
    **{kind: {} for kind in ("open", "check_in", "pair", "publish", "start_round", "pause", "resume")},
    **{kind: {} for kind in ("end_round", "finish", "reopen", "cancel")},
    "give_role": {"player_id": "JUDGE", "role": "owner"},
    "take_role": {"player_id": "JUDGE"},
    "edit": {"label": "Friday duels", "reason": "Typing error."},
    "announce": {"text": "Round 2 begins at eight."},
    "add_bots": {"count": 1},
    "set_pairings": {"tables": [{"entrants": ["e1", "e2"]}]},
    "excuse": {"entrant": "e1"},
    "set_club": {"entrant": "e1", "club": "Weavers"},
    "forbid_pair": {"entrants": ["e1", "e2"]},
    "allow_pair": {"entrants": ["e1", "e2"]},
    "note_table": {"round": 1, "table": 1, "text": "A quieter table."},
    "forfeit": {"round": 1, "table": 1, "entrants": ["e1"]},
    "correct_result": {"round": 1, "table": 1, "points": [1, 1]},
    "extend": {"round": 1, "seconds": 60},
    "close_phase": {"round": 1, "table": 1, "phase": 0},
    "void_table": {"round": 1, "table": 1},
    "replay_table": {"round": 1, "table": 1},
    "undo": {"action": "start_round"},
    "replace_entrant": {"entrant": "e1"},
    "disqualify": {"entrant": "e2"},
    "bring_back": {"entrant": "e2"},
}
"""The actions of directors; whether one is possible depends on those that were asked for before."""
IN_SERIES: Final[dict[str, Json]] = {
    **{kind: {} for kind in ("start", "pause", "resume", "replay", "decide", "cancel")},
    "give_role": {"player_id": "JUDGE", "role": "owner"},
    "take_role": {"player_id": "JUDGE"},
    "edit": {"label": "Eleven to one", "reason": "Typing error."},
    "set_places": {"heaven": ["e1", "e2"], "hell": ["e3", "e4", "e5"]},
    "extend": {"seconds": 60},
    "note_match": {"episode": 1, "text": "A quieter hour."},
    "replace": {"entrant": "e1"},
    "disqualify": {"entrant": "e2"},
}
"""The actions of directors of series."""
SPARES: Final = (("OWN_SPARE", True), ("OTHER_SPARE", False))
"""Tokens that are not those of the call: of the caller, and of another player."""
OUTCOME: Final[Json] = {"rank": {"a": 1, "b": 2}, "reason": "So be it."}


def _in_tournament(kind: str) -> TournamentMoment:
    return "own round" if kind in ("cancel", "take_role") else "round"


def _in_series(kind: str) -> SeriesMoment:
    return "own season" if kind in ("cancel", "take_role") else "asked"


def _owned(kind: str, more: Json) -> list[tuple[bool, Json]]:
    """Return what is asked for, and whether it is the own: of roles, both."""
    if kind == "give_role":
        return [(True, more), (False, more)]
    return [(True, {"player_id": "MYSELF"}), (False, more)] if kind == "take_role" else [(True, more)]


def _action(
    kind: str, moment: Moment = "running", *, own: bool = True, busy: tuple[str, ...] = (), **more: Json
) -> list[Ask]:
    return [Ask("POST", f"{MATCH}/actions", {"type": kind, **more}, moment, own, busy=busy)]


ASKS: Final[dict[str, list[Ask]]] = {
    "getHealth": [Ask("GET", "/healthz")],
    "getReadiness": [Ask("GET", "/readyz")],
    "getApi": [Ask("GET", "/v1")],
    "listGames": [Ask("GET", "/v1/games")],
    "getGame": [Ask("GET", "/v1/games/wizards_duel")],
    "getGameTexts": [Ask("GET", "/v1/games/wizards_duel/texts")],
    "createPlayer": [Ask("POST", "/v1/players", {"name": "Atropos"})],
    "createPlayer.administrator": [
        Ask("POST", "/v1/players", {"name": "Atropos", field: key}, own=key == KEY)
        for field in ("administrator_key", "organiser_key")
        for key in (KEY, "guess")
    ],
    "getMe": [Ask("GET", "/v1/me")],
    # The right name would delete the caller.
    "forgetMe": [Ask("DELETE", "/v1/me", {"name": "Nobody"}, busy=ROLES[1:])],
    "updateMe": [Ask("PATCH", "/v1/me", {"name": "CALLER"})],
    "listMyEvents": [
        Ask("GET", "/v1/me/events"),
        Ask("GET", "/v1/me/events?wait=0.1"),
        Ask("GET", "/v1/me/events", headers=SSE),
    ],
    "streamMyEvents": [Ask("WS", "/v1/me/events")],
    "createTicket": [Ask("POST", "/v1/tickets")],
    "createToken": [Ask("POST", "/v1/me/tokens", {"name": "Laptop", "scopes": ["account"]})],
    "createGuest": [Ask("POST", "/v1/guests", {"name": "Chat guest"})],
    "createSignInLink": [
        Ask("POST", f"/v1/guests/{whose}_GUEST/sign-in-link", own=whose == "OWN") for whose in ("OWN", "OTHER")
    ],
    "listTokens": [Ask("GET", "/v1/me/tokens")],
    "renewToken": [Ask("POST", f"/v1/me/tokens/{whose}/renewal", own=own) for whose, own in SPARES],
    "withdrawToken": [Ask("DELETE", f"/v1/me/tokens/{whose}", own=own) for whose, own in SPARES],
    "withdrawTokens": [Ask("DELETE", "/v1/me/tokens")],
    "endAccess": [Ask("POST", "/v1/me/end-access")],
    "getAccount": [Ask("GET", "/v1/administration/players/JUDGE")],
    "actOnPlayer": [
        Ask("POST", "/v1/administration/players/JUDGE/actions", {"type": "withdraw_name", "reason": "Rude."})
    ],
    "forgetPlayer": [Ask("DELETE", "/v1/administration/players/VICTIM", {"reason": "Asked by mail."})],
    "listAudit": [Ask("GET", "/v1/administration/audit")],
    "listReports": [Ask("GET", "/v1/administration/reports")],
    "listPushSubscriptions": [Ask("GET", "/v1/me/push-subscriptions")],
    "putPushSubscription": [Ask("PUT", "/v1/me/push-subscriptions", PUSH)],
    "deletePushSubscription": [Ask("DELETE", "/v1/me/push-subscriptions/5cb0e7b31e6c40f4ee0b66e28b6e6f64")],
    "createWebhook": [Ask("POST", "/v1/webhooks", WEBHOOK)],
    "createWebhook.tournament": [
        Ask("POST", "/v1/webhooks", {**WEBHOOK, "event": {"type": "tournament", "id": "TOURNAMENT"}}, "round")
    ],
    "createWebhook.series": [
        Ask("POST", "/v1/webhooks", {**WEBHOOK, "event": {"type": "series", "id": "SERIES"}}, "asked")
    ],
    "listWebhooks": [Ask("GET", "/v1/webhooks")],
    **{
        operation: [
            Ask(method, f"/v1/webhooks/{webhook}{path}", own=own)
            for webhook, own in (("OWN_WEBHOOK", True), ("OTHER_WEBHOOK", False))
        ]
        for operation, method, path in (
            ("deleteWebhook", "DELETE", ""),
            ("rotateWebhookSecret", "POST", "/rotate"),
            ("pingWebhook", "POST", "/ping"),
            ("listWebhookDeliveries", "GET", "/deliveries"),
            ("replayWebhookDelivery", "POST", "/deliveries/1/replay"),
        )
    },
    "getPlayer": [Ask("GET", "/v1/players/JUDGE")],
    "listPlayers": [Ask("GET", "/v1/players?name=Judge")],
    "listFriends": [Ask("GET", "/v1/me/friends")],
    "endFriendship": [Ask("DELETE", "/v1/me/friends/JUDGE")],
    "getFriendLink": [Ask("GET", "/v1/me/friend-link")],
    "createFriendLink": [Ask("POST", "/v1/me/friend-link")],
    "openFriendLink": [Ask("GET", "/v1/friend-links/FRIEND_LINK")],
    "acceptFriendLink": [Ask("POST", "/v1/friend-links/FRIEND_LINK/accept")],
    "listBlocks": [Ask("GET", "/v1/me/blocks")],
    "putBlock": [Ask("PUT", "/v1/me/blocks/VICTIM")],
    "deleteBlock": [Ask("DELETE", "/v1/me/blocks/JUDGE")],
    "getReminders": [Ask("GET", "/v1/me/reminders")],
    "putReminders": [Ask("PUT", "/v1/me/reminders", REMINDERS)],
    "createCalendar": [Ask("POST", "/v1/me/calendar")],
    "deleteCalendar": [Ask("DELETE", "/v1/me/calendar")],
    "getCalendar": [Ask("GET", "/v1/calendars/CALENDAR.ics")],
    "registerPack": [Ask("POST", "/v1/packs", PACK)],
    "listPacks": [Ask("GET", "/v1/packs")],
    "getPack": [Ask("GET", "/v1/packs/PACK"), Ask("GET", "/v1/packs/OTHER_PACK", own=False)],
    "deletePack": [Ask("DELETE", "/v1/packs/PACK"), Ask("DELETE", "/v1/packs/OTHER_PACK", own=False)],
    "createMatch": [Ask("POST", "/v1/matches", {"game": "wizards_duel"})],
    "createMatches": [Ask("POST", "/v1/matches/bulk", {"matches": [{"game": "wizards_duel"}]})],
    # What each match of the call allows is that of `actAsHost`.
    "actOnMatches": [
        Ask("POST", "/v1/matches/actions", {"match_ids": ["MATCH"], "action": {"type": "pause"}}, "running")
    ],
    "listMatches": [Ask("GET", "/v1/matches")],
    "listQueues": [Ask("GET", "/v1/queue")],
    "joinQueue": [Ask("POST", "/v1/queue", {"game": "wizards_duel", "entropy": "0f" * 32})],
    "streamMany": [Ask("WS", MANY)],
    "createInvitation": [Ask("POST", f"{MATCH}/invitations", {}, "open", busy=("left_host",))],
    "listInvitations": [Ask("GET", f"{MATCH}/invitations", moment="running")],
    "withdrawInvitation": [Ask("DELETE", f"{MATCH}/invitations/INVITATION", moment="open")],
    "getInvitation": [Ask("GET", "/v1/invitations/TOKEN", moment=moment) for moment in ("open", "entries", "places")],
    "acceptInvitation": [
        Ask("POST", "/v1/invitations/TOKEN/accept", {}, moment) for moment in ("open", "entries", "places")
    ],
    "getMatch": [Ask("GET", MATCH, moment="running")],
    "getView": [Ask("GET", f"{MATCH}/view", moment="running")],
    "getView.as_seat": [
        Ask("GET", f"{MATCH}/view?as=SEAT", moment="running"),
        Ask("GET", f"{MATCH}/view?as=OTHER_SEAT", moment="running", own=False),
        Ask("GET", f"{MATCH}/view?as=OTHER_SEAT&at=1", moment="kept", own=False),
    ],
    "getView.as_seat.opened": [Ask("GET", f"{MATCH}/view?as={seat}&at=2", moment="over") for seat in "ab"],
    "listEvents": [
        Ask("GET", f"{MATCH}/events", moment="running"),
        Ask("GET", f"{MATCH}/events?wait=1", moment="running"),
        Ask("GET", f"{MATCH}/events", moment="running", headers=SSE),
    ],
    "streamMatch": [Ask("WS", f"{MATCH}/stream", moment="running")],
    "streamMany.subscribe": [Ask("WS", MANY, {"type": "subscribe", "match_id": "MATCH"}, "running")],
    "listMessages": [
        Ask("GET", f"{MATCH}/channels/CHANNEL/messages", moment="running"),
        Ask("GET", f"{MATCH}/channels/OTHER_CHANNEL/messages", moment="running", own=False),
    ],
    "sendMessage": [
        Ask("POST", f"{MATCH}/channels/LINE/messages", {"text": "Hail."}, "running"),
        Ask("POST", f"{MATCH}/channels/OVERHEARD/messages", {"sign": "laugh"}, "running", own=False),
        Ask("POST", f"{MATCH}/channels/OVERHEARD/messages", {"text": "Hail."}, "running", own=False),
    ],
    "reportPlayer": [
        # Whoever sits in the seat cannot report themselves.
        Ask(
            "POST", f"{MATCH}/reports", {"seat": "SEAT", "reason": "Insults."}, "running", busy=("seat", "playing_host")
        ),
    ],
    "submit": [
        Ask("PUT", f"{MATCH}/submission", {"phase": 1, "move": CAST}, "running"),
        Ask("WS", MANY, {"type": "submit", "match_id": "MATCH", "phase": 1, "move": CAST}, "running"),
    ],
    # A duel has no withdrawal; only callers who could submit are told so.
    "withdraw": [Ask("DELETE", f"{MATCH}/submission?phase=1", moment="submitted", busy=("seat", "playing_host"))],
    # This duel has the newest rules.
    "agreeToRules": [
        Ask("PUT", f"{MATCH}/rules", {"rules_version": 3}, "running", busy=("seat", "playing_host")),
    ],
    # This duel gives no leave.
    "takeLeave": [Ask("PUT", f"{MATCH}/leave", {"days": 1}, "running", busy=("seat", "playing_host"))],
    "takeSeat": [
        Ask("PUT", f"{MATCH}/seats/SEAT", {}, "open", busy=("left_host",)),
        Ask("PUT", f"{MATCH}/seats/b", {"bot": True}, "open", own=False, busy=("left_host",)),
        Ask("PUT", f"{MATCH}/seats/b", {"player_id": "JUDGE"}, "open", own=False, busy=("left_host",)),
    ],
    "takeSeat.during_play": [Ask("PUT", f"{MATCH}/seats/OFFERED", {}, "offered")],
    "leaveSeat": [
        Ask("DELETE", f"{MATCH}/seats/SEAT", moment="open"),
        Ask("DELETE", f"{MATCH}/seats/b", moment="full", own=False, busy=("left_host",)),
    ],
    "leaveSeat.during_play": [
        Ask("DELETE", f"{MATCH}/seats/OFFERED", moment="offered"),
        Ask("DELETE", f"{MATCH}/seats/OTHER_SEAT", moment="offered", own=False),
    ],
    "startMatch": [Ask("POST", f"{MATCH}/start", moment="full", busy=("left_host",))],
    "rematch": [Ask("POST", f"{MATCH}/rematch", moment="over")],
    "actAsHost.pause": _action("pause"),
    "actAsHost.resume": _action("resume", "paused"),
    "actAsHost.extend": _action("extend", seconds=60),
    "actAsHost.replace_player": [
        *_action("replace_player", seat="a"),
        *_action("replace_player", own=False, seat="b"),
    ],
    "actAsHost.close_door": _action("close_door", "open", busy=("left_host",)),
    "actAsHost.open_door": _action("open_door", "open", busy=("left_host",)),
    "actAsHost.void": _action("void", reason="Enough."),
    "actAsHost.propose_rules": _action("propose_rules", rules_version=None),
    "actAsHost.give_role": [
        *_action("give_role", player_id="JUDGE", role="observer"),
        *_action("give_role", own=False, player_id="JUDGE", role="observer"),
    ],
    "actAsHost.take_role": [
        *_action("take_role", player_id="MYSELF", busy=("spectator", "left_host", "owner", "administrator")),
        *_action("take_role", own=False, player_id="JUDGE", busy=("owner", "administrator")),
    ],
    "actAsHost.close_phase": _action("close_phase", phase=1),
    "actAsHost.mute": _action("mute", seat="b", reason="Enough."),
    "actAsHost.unmute": _action("unmute", "muted", seat="b"),
    "actAsHost.adjudicate": _action("adjudicate", **OUTCOME),
    "getLog": [Ask("GET", f"{MATCH}/log", moment=moment) for moment in ("running", "kept")],
    "getLog.opened": [Ask("GET", f"{MATCH}/log", moment="over")],
    "previewSeries": [Ask("POST", "/v1/series/preview", SEASON)],
    "createSeries": [Ask("POST", "/v1/series", {"label": "Duels", **DEADLY})],
    "listSeries": [Ask("GET", "/v1/series")],
    "getSeries": [Ask("GET", SERIES, moment="asked")],
    "getSeriesView": [Ask("GET", f"{SERIES}/view{query}", moment="asked") for query in ("", "?at=1")],
    "listSeriesEvents": [Ask("GET", f"{SERIES}/events{query}", moment="asked") for query in ("", "?wait=0.1")]
    + [Ask("GET", f"{SERIES}/events", moment="asked", headers=SSE)],
    "enterSeries": [
        Ask("PUT", f"{SERIES}/players/me", {}, "places"),
        Ask("PUT", f"{SERIES}/players/JUDGE", {}, "places", own=False),
    ],
    "leaveSeries": [
        Ask("DELETE", f"{SERIES}/players/me", moment="own season"),
        Ask("DELETE", f"{SERIES}/players/JUDGE", moment="own season", own=False),
    ],
    "createSeriesInvitation": [Ask("POST", f"{SERIES}/invitations", {}, "places")],
    "listSeriesInvitations": [Ask("GET", f"{SERIES}/invitations", moment="places")],
    "withdrawSeriesInvitation": [Ask("DELETE", f"{SERIES}/invitations/INVITATION", moment="places")],
    "decideInSeries": [Ask("PUT", f"{SERIES}/decisions/1", {"choice": "CHOICE"}, "own season")],
    "takeSeriesLeave": [Ask("PUT", f"{SERIES}/leave", {"days": 1}, "asked")],
    **{
        f"actOnSeries.{kind}": [
            Ask("POST", f"{SERIES}/actions", {"type": kind, **changed}, _in_series(kind), own)
            for own, changed in _owned(kind, more)
        ]
        for kind, more in IN_SERIES.items()
    },
    "getSeriesLog": [Ask("GET", f"{SERIES}/log", moment="asked")],
    "getSeriesLog.opened": [Ask("GET", f"{SERIES}/log", moment="series cancelled")],
    "createTournamentInvitation": [Ask("POST", f"{TOURNAMENT}/invitations", {}, "round")],
    "listTournamentInvitations": [Ask("GET", f"{TOURNAMENT}/invitations", moment="round")],
    "withdrawTournamentInvitation": [Ask("DELETE", f"{TOURNAMENT}/invitations/INVITATION", moment="round")],
    "createTournament": [
        Ask("POST", "/v1/tournaments", {"label": "Duels", "system": "swiss", "match": {"game": "wizards_duel"}})
    ],
    "listTournaments": [Ask("GET", "/v1/tournaments")],
    "getPlayerRatings": [Ask("GET", f"/v1/players/{player}/ratings") for player in ("me", "JUDGE")],
    "listRatings": [Ask("GET", "/v1/games/wizards_duel/ratings")],
    "getTournament": [Ask("GET", TOURNAMENT, moment="round")],
    "getTournamentView": [Ask("GET", f"{TOURNAMENT}/view{query}", moment="round") for query in ("", "?at=1")],
    "listTournamentEvents": [Ask("GET", f"{TOURNAMENT}/events{query}", moment="round") for query in ("", "?wait=0.1")]
    + [Ask("GET", f"{TOURNAMENT}/events", moment="round", headers=SSE)],
    "streamTournament": [
        Ask("WS", f"{TOURNAMENT}/stream{query}", moment="round") for query in ("", "?matches=mine", "?matches=all")
    ],
    "getRound": [Ask("GET", f"{TOURNAMENT}/rounds/1", moment="round")],
    "getStandings": [Ask("GET", f"{TOURNAMENT}/standings", moment="round", headers=as_) for as_ in ({}, CSV)],
    "getTournamentCalendar": [Ask("GET", f"{TOURNAMENT}/calendar.ics", moment="round")],
    "enterTournament": [
        Ask("PUT", f"{TOURNAMENT}/entrants/me", {}, "entries"),
        Ask("PUT", f"{TOURNAMENT}/entrants/JUDGE", {}, "entries", own=False),
    ],
    "addEntrants": [
        Ask("POST", f"{TOURNAMENT}/entrants", {"people": [{"name": "Anna"}], "preview": preview}, "entries")
        for preview in (True, False)
    ],
    "withdrawEntrant": [
        Ask("DELETE", f"{TOURNAMENT}/entrants/me", moment="round"),
        Ask("DELETE", f"{TOURNAMENT}/entrants/e1", moment="round", own=False),
    ],
    "sayReady": [Ask("PUT", f"{TOURNAMENT}/tables/1/ready", moment="round")],
    "takeTournamentLeave": [Ask("PUT", f"{TOURNAMENT}/leave", {"days": 1}, "round")],
    "checkIn": [Ask("PUT", f"{TOURNAMENT}/check_in", moment="round")],
    **{
        f"actAsDirector.{kind}": [
            Ask("POST", f"{TOURNAMENT}/actions", {"type": kind, **changed}, _in_tournament(kind), own)
            for own, changed in _owned(kind, more)
        ]
        for kind, more in DIRECTED.items()
    },
    "getTournamentLog": [Ask("GET", f"{TOURNAMENT}/log", moment="round")],
    "getTournamentLog.opened": [Ask("GET", f"{TOURNAMENT}/log", moment="cancelled")],
}


def applies(ask: Ask, actor: Actor) -> bool:
    """
    Return whether the request makes sense for this caller: not everyone has a seat, an own message, or a channel to
    overhear.
    """
    if ask.moment in get_args(SeriesMoment) and actor.sits and (actor.given or actor.caller == actor.maker):
        return False  # No director has a place.
    if "/administration/" in ask.path:
        # A seat changes nothing outside of matches.
        return actor.role == "administrator" or actor.caller != "administrator"
    if ask.body is not None and ask.body.get("type") in ("give_role", "take_role"):
        return _is_about_roles(ask, actor)
    if "LINE" in ask.path:
        return actor.role not in ("spectator", "observer", "left_host")
    if prepares(ask):
        return actor.role != "left_host"  # Its match has begun, so that there is no invitation.
    if "OVERHEARD" in ask.path:
        return not actor.seated
    if ask.method == "DELETE" and "/SEAT" in ask.path:
        return actor.seated
    return True


def _is_about_roles(ask: Ask, actor: Actor) -> bool:
    """Whether roles given are those of the owner's match, and roles taken are held, or nobody's."""
    if "MYSELF" in ask.body.values():
        return (
            True
            if "MATCH" not in ask.path
            else actor.given is not None or actor.role in (*ask.busy, "anonymous", "player")
        )
    owns = actor.caller == actor.maker
    return owns == ask.own or actor.role in ("owner", "administrator", "anonymous", "player")


def prepares(ask: Ask) -> bool:
    """Whether something is made in the scene before the request: an invitation."""
    return "INVITATION" in ask.path or "TOKEN" in ask.path


async def perform(ask: Ask, scene: Scene) -> Answer:
    """Send the request."""
    names = await _names(ask, scene)
    path, body = _filled(ask.path, names), json.loads(_filled(json.dumps(ask.body), names))
    client = scene.caller
    if ask.method == "WS":
        return await _open(client, path, body)
    request = client.http.build_request(ask.method, path, json=body, headers=dict(ask.headers))
    reply = await client.http.send(request, stream=True)
    # An event stream does not end by itself.
    if reply.headers.get("content-type", "").startswith("text/event-stream"):
        await reply.aclose()
        return Answer(reply.status_code)
    await reply.aread()
    return Answer(reply.status_code, reply.json()["code"] if reply.status_code >= 400 else None)


async def _open(client: Client, path: str, first: Json) -> Answer:
    """Open a socket, send the first frame if there is one, and wait for the outcome."""
    async with client.socket(path) as connection:
        try:
            async with patience():
                frame = json.loads(await connection.recv())
                if first is not None:
                    await connection.send(json.dumps(first))
                if path != MANY or first is not None:
                    frame = json.loads(await connection.recv())
        except ConnectionClosed:
            assert connection.close_code is not None
            return Answer(connection.close_code - 4000, connection.close_reason)
    return Answer(statuses()[frame["code"]], frame["code"]) if frame["type"] == "refused" else Answer(200)


async def _names(ask: Ask, scene: Scene) -> dict[str, str]:
    seated, hosting = scene.actor.seated, scene.actor.role in JUDGES
    names = {
        "MATCH": scene.match_id,
        "TOURNAMENT": scene.tournament_id,
        "SERIES": scene.series_id,
        # The caller's own seat, or else a free seat of an open match.
        "SEAT": "a" if seated else "b",
        "CHANNEL": "host:a" if seated else "host:b" if hosting else "table",
        "OTHER_CHANNEL": "heaven" if hosting else "host:b",
        "LINE": "host:a" if seated else "host:b",
        "OVERHEARD": "table",
        "OTHER_SEAT": "b" if scene.actor.sits else "a",
        "OFFERED": scene.actor.offered,
        # Nobody gets a name that looks like another's, or they could not meet in a match.
        "CALLER": scene.actor.caller,
        "JUDGE": scene.judge.player_id,
        "MYSELF": scene.caller.player_id,
    }
    if "decisions" in ask.path:
        view = await scene.judge.get(f"/v1/series/{scene.series_id}/view")
        names["CHOICE"] = view["episodes"][0]["decisions"][0]["choices"][0]
    if prepares(ask):
        made = await scene.judge.post(f"{scene.path}/invitations", {}, 201)
        names |= {"INVITATION": made["invitation_id"], "TOKEN": made["token"]}
    if "VICTIM" in ask.path:
        names["VICTIM"] = (await scene.judge.world.player("Eris")).player_id
    if "OTHER_SPARE" in ask.path:
        names["OTHER_SPARE"] = await _spare(scene.judge)
    elif "OWN_SPARE" in ask.path:
        names["OWN_SPARE"] = await _spare(scene.caller) if scene.actor.has_token else "0" * 26
    if "OTHER_GUEST" in ask.path:
        names["OTHER_GUEST"] = await _guest(scene.judge)
    elif "OWN_GUEST" in ask.path:
        names["OWN_GUEST"] = await _guest(scene.caller) if scene.actor.has_token else "0" * 26
    if "OTHER_WEBHOOK" in ask.path:
        names["OTHER_WEBHOOK"] = await _hook(scene.judge)
    elif "OWN_WEBHOOK" in ask.path:
        names["OWN_WEBHOOK"] = await _hook(scene.caller) if scene.actor.has_token else "none"
    if "CALENDAR" in ask.path:
        made = await scene.judge.post("/v1/me/calendar", {}, 201)
        names["CALENDAR"] = made["path"].removeprefix("/v1/calendars/").removesuffix(".ics")
    if "FRIEND_LINK" in ask.path:
        names["FRIEND_LINK"] = (await scene.judge.post("/v1/me/friend-link", None, 201))["token"]
    if "OTHER_PACK" in ask.path:
        names["OTHER_PACK"] = await _register(scene.judge, "The judge's")
    elif "PACK" in ask.path:
        names["PACK"] = await _register(scene.caller, "Own") if scene.actor.has_token else "sha256:none"
    return names


async def _spare(owner: Client) -> str:
    """Return the id of a token of a player that is not the one of its calls."""
    others = [token for token in (await owner.get("/v1/me/tokens"))["tokens"] if not token["current"]]
    made = others[0] if others else await owner.post("/v1/me/tokens", {"name": "Spare", "scopes": ["watch"]}, 201)
    spare: str = made["token_id"]
    return spare


async def _guest(bridge: Client) -> str:
    guest: str = (await bridge.post("/v1/guests", {"name": "Guest"}, 201))["player_id"]
    return guest


async def _hook(owner: Client) -> str:
    """Return the one webhook of a player, which has been sent something."""
    hooks = (await owner.get("/v1/webhooks"))["webhooks"]
    hook: str = hooks[0]["webhook_id"] if hooks else (await owner.post("/v1/webhooks", WEBHOOK, 201))["webhook_id"]
    await owner.post(f"/v1/webhooks/{hook}/ping", None, 202)
    return hook


async def _register(owner: Client, name: str) -> str:
    pack: str = (await owner.post("/v1/packs", {**PACK, "content": {**PACK["content"], "name": name}}, 201))["pack"]
    return pack


def _filled(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r"[A-Z_]{3,}", lambda word: names.get(word[0], word[0]), text)
