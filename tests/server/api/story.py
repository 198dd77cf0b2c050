"""The story of the OpenAPI document's examples: each documented call, sent in a useful order."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import httpx
import pytest

from engines.catalogue import GAMES
from tests.published import document
from tests.server.api.series_story import tell_of_series
from tests.server.world import Client, World

Json = Any

HOST, SITTER = "Clotho", "Lachesis"

NAMED: Final = "01p5a0c8r05dkw6fyvh86j8y4f"
"""The match in the examples."""

_VOLATILE: Final = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"), "TIME"),
    (re.compile(r"\b(moirai_)?[0-9a-hjkmnp-tv-z]{26}\.[\w-]{43}"), "TOKEN"),
    (re.compile(r"\b[0-9a-hjkmnp-tv-z]{26}\b"), "ID"),
    (re.compile(r"\bB[A-P][\w-]{85}\b"), "KEY"),
    (re.compile(r"\bwhsec_[A-Za-z0-9+/]{43}="), "SECRET"),
    (re.compile(r"(?<=msg_)[0-9a-hjkmnp-tv-z]{26}_[0-9]+"), "ID"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b[0-9a-f]{32}\b"), "NONCE"),
    # The server writes down from time to time which tokens were used.
    (re.compile(r'(?<="used_on":)"[\d-]{10}"'), "null"),
)


class Told:
    """What an operation answered, and what the document says that it answers."""

    def __init__(self, operation: str, reply: httpx.Response) -> None:
        self.operation = operation
        self.status = reply.status_code
        self.text = reply.text
        self.headers = reply.headers


def without_chance(text: str) -> str:
    """Replace times, ids, tokens and hashes in the text: they differ between runs."""
    for pattern, name in _VOLATILE:
        text = pattern.sub(name, text)
    return text


def operations() -> dict[str, tuple[str, str, Json]]:
    """Return method, path and definition of each operation, by its id, in the document's order."""
    return {
        operation["operationId"]: (method, path, operation)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def requests_of(operation: Json) -> Mapping[str, Json]:
    """Return the example bodies of an operation by name; without a body, null by an empty name."""
    body = operation.get("requestBody")
    if body is None:
        return {"": None}
    return {name: example["value"] for name, example in body["content"]["application/json"]["examples"].items()}


async def tell(world: World) -> list[Told]:
    """Make every call of the document with its examples; what a call needs exists by then."""
    host, sitter = await world.player(HOST), await world.player(SITTER)
    story = _Story(host)
    for operation in ("getApi", "listGames", "getGame", "getGameTexts", "createPlayer", "getMe"):
        await story.call(host, operation)
    world.clock.advance(0.001)  # The newest token is the first of the list.
    for operation in ("createTicket", "createGuest"):
        await story.call(host, operation)
    story.about = json.loads(story.told[-1].text)["player_id"]
    await story.call(host, "createSignInLink")
    story.about = ""
    for operation in ("createToken", "listTokens", "renewToken", "withdrawToken", "withdrawTokens"):
        await story.call(host, operation)
    await story.call(host, "endAccess")
    await _tell_of_administration(world, story)
    await story.call(host, "createMatch")
    story.match_id = json.loads(story.told[-1].text)["match_id"]
    for operation in ("getMatch", "listMatches", "joinQueue", "listQueues"):
        await story.call(host, operation)
    await story.call(host, "createInvitation")
    story.invitation = json.loads(story.told[-1].text)
    for operation in ("listInvitations", "getInvitation"):
        await story.call(host, operation)
    for operation in ("acceptInvitation", "leaveSeat", "takeSeat"):
        await story.call(sitter, operation)
    await story.call(host, "withdrawInvitation")
    await story.call(host, "startMatch")
    await world.settle()
    for operation in ("getView", "submit", "listEvents", "listMyEvents", "sendMessage", "listMessages"):
        await story.call(sitter, operation)
    for operation in ("putPushSubscription", "listPushSubscriptions", "deletePushSubscription"):
        await story.call(sitter, operation)
    for operation in ("createWebhook", "listWebhooks", "rotateWebhookSecret", "pingWebhook"):
        await story.call(sitter, operation)
    for operation in ("replayWebhookDelivery", "listWebhookDeliveries", "deleteWebhook"):
        await story.call(sitter, operation)
    story.about = host.player_id
    for operation in ("getPlayer", "listPlayers", "getFriendLink"):
        await story.call(sitter, operation)
    await story.call(host, "createFriendLink")
    story.invitation = json.loads(story.told[-1].text)
    for operation in ("openFriendLink", "acceptFriendLink", "listFriends", "endFriendship"):
        await story.call(sitter, operation)
    for operation in ("putBlock", "listBlocks", "deleteBlock"):
        await story.call(sitter, operation)
    story.about = ""
    for operation in ("getReminders", "putReminders", "createCalendar"):
        await story.call(sitter, operation)
    story.calendar = json.loads(story.told[-1].text)["path"].removeprefix("/v1/calendars/").removesuffix(".ics")
    for operation in ("getCalendar", "deleteCalendar"):
        await story.call(sitter, operation)
    await story.call(host, "getLog")
    for action in requests_of(operations()["actAsHost"][2]):
        if action == "void":
            story.match_id = await world.duel(host, host, sitter)
            await story.call(sitter, "reportPlayer")
            administrator = await world.player("Themis", administrator_key="laplace and his demon")
            await story.call(administrator, "listReports")
        elif action == "propose_rules":
            story.match_id = await older_duel(world, host, sitter)
        elif action == "close_door":
            story.match_id = await world.match("wizards_duel", host, {}, autostart=False)
        await story.call(host, "actAsHost", action)
        if action == "void":
            await story.call(host, "rematch")
        elif action == "propose_rules":
            await story.call(sitter, "agreeToRules")
    await story.call(host, "actOnMatches")
    await story.call(host, "createMatches")
    story.match_id = await world.duel(host, host, sitter, leave_days=14)
    await story.call(sitter, "takeLeave")
    story.match_id = await world.match("apocalypse", host, _all_bots_but(sitter), variant="skirmish")
    await sitter.submit(story.match_id, 1, OPENING)
    await story.call(sitter, "withdraw")
    await _tell_of_tournaments(world, story, host, sitter)
    await story.call(host, "previewSeries")
    await tell_of_series(world, story.call_in_series, [*requests_of(operations()["actOnSeries"][2])], host, sitter)
    for operation in ("registerPack", "listPacks", "getPack", "deletePack", "getHealth", "getReadiness"):
        await story.call(host, operation)
    await story.call(await world.player(HOST), "updateMe")
    await story.call(host, "forgetMe")
    return story.told


async def older_duel(world: World, *players: Client) -> str:
    """Start a Wizard's Duel by version 1 of the rules, hosted by the first player; return its id."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(GAMES, "wizards_duel", GAMES["wizards_duel"].versions[1])
        return await world.duel(*players)


async def _tell_of_administration(world: World, story: _Story) -> None:
    administrator, other = (
        await world.player("Themis", administrator_key="laplace and his demon"),
        await world.player(SITTER),
    )
    story.about = other.player_id
    await world.app.state.server.accounts.recovery.make(other.player_id, None)
    await story.call(administrator, "getAccount")
    for action in requests_of(operations()["actOnPlayer"][2]):
        await story.call(administrator, "actOnPlayer", action)
        if action == "suspend":
            await story.call(administrator, "listAudit")
    await story.call(administrator, "forgetPlayer")
    story.about = ""


OPENING: Final = {
    "type": "play",
    "plays": [
        {"card": card, "ability": "communications", "targets": [target]}
        for card, target in (("pestilence", "hell-1"), ("war", "hell-2"))
    ],
}


async def _tell_of_tournaments(world: World, story: _Story, host: Client, sitter: Client) -> None:
    """Direct a round robin, which lots do not change, to its end; with the actions that are left, a Swiss."""
    world.clock.advance(1)  # Ids are sorted by time, and so are players with the same rating.
    others = [await world.player(name) for name in ("Atropos", "Nyx", "Themis")]
    await story.create_tournament(host, "round_robin")
    for operation in ("getTournament", "listTournaments"):
        await story.call(host, operation)
    for action in requests_of(operations()["actAsDirector"][2]):
        if action == "add_bots":
            await story.create_tournament(host, "swiss")
            await story.call(host, "actAsDirector", "open")
            await story.call(sitter, "enterTournament")
        elif action == "extend":
            await story.call(host, "actAsDirector", "start_round")
            await story.call(sitter, "sayReady")
        await story.call(host, "actAsDirector", action)
        await world.settle()
        if action == "open":
            for rating, other in zip((2100, 1900, 1800), others, strict=True):
                path = f"/v1/tournaments/{story.tournament_id}/entrants/{other.player_id}"
                await host.put(path, {"rating": rating})
            await story.call(sitter, "enterTournament")
            made = ("createTournamentInvitation", "listTournamentInvitations", "withdrawTournamentInvitation")
            for operation in made:
                await story.call(host, operation)
        elif action == "check_in":
            for entrant in (*others, sitter):
                await story.call(entrant, "checkIn")
        elif action == "pair":
            await story.call(host, "getRound")
        elif action == "end_round":
            for operation in ("getTournamentView", "getStandings", "listTournamentEvents", "getTournamentLog"):
                await story.call(host, operation)
            await story.call(sitter, "withdrawEntrant")
        elif action == "finish":
            await world.app.state.server.rater.sweep()
            for operation in ("getPlayerRatings", "listRatings"):
                await story.call(sitter, operation)
    await story.create_tournament(host, "heats")
    await story.call(host, "actAsDirector", "open")
    await story.call(sitter, "enterTournament")
    await story.call(sitter, "takeTournamentLeave")
    await story.create_tournament(host, "swiss")
    await story.call(host, "addEntrants")
    times = {"type": "edit", "reason": "Settled.", "schedule": {"times": ["2041-01-01T19:00:00Z"]}}
    await host.post(f"/v1/tournaments/{story.tournament_id}/actions", times)
    await story.call(host, "getTournamentCalendar")


def _all_bots_but(sitter: Client) -> dict[str, Client | None]:
    seats = [f"{realm}-{number}" for realm in ("heaven", "hell") for number in (1, 2, 3)]
    return {seat: sitter if seat == "heaven-1" else None for seat in seats}


class _Story:
    def __init__(self, host: Client) -> None:
        self.told: list[Told] = []
        self.calendar = ""
        self.match_id = ""
        self.tournament_id = ""
        self.webhook_id = ""
        self.token_id = ""
        # The player about whom an administrator acts.
        self.about = ""
        self.series_id = ""
        self.invitation: dict[str, Json] = {}
        self._host = host

    async def call(self, caller: Client, operation_id: str, body: str | None = None) -> None:
        """Make a call with the named example of its body, or else the first, about the current match."""
        method, path, operation = operations()[operation_id]
        query = {}
        for parameter in operation.get("parameters", []):
            made = {name: self.invitation.get(name) for name in ("token", "invitation_id")}
            known = {**made, "match_id": self.match_id, "tournament_id": self.tournament_id, "secret": self.calendar}
            known["series_id"] = self.series_id
            known["player_id"] = self.about or caller.player_id
            known |= {"webhook_id": self.webhook_id, "token_id": self.token_id}
            value = known.get(parameter["name"], parameter.get("example"))
            if parameter["in"] == "path":
                path = path.replace(f"{{{parameter['name']}}}", str(value))
            elif parameter["in"] == "query" and value is not None:
                query[parameter["name"]] = value
        requests = requests_of(operation)
        request = requests[next(iter(requests)) if body is None else body]
        content = None if request is None else json.dumps(request).replace(NAMED, self.match_id)
        headers = {"Content-Type": "application/json"} if content else {}
        reply = await caller.http.request(method.upper(), path, params=query, content=content, headers=headers)
        self.told.append(Told(operation_id, reply))
        if operation_id == "createToken":
            self.token_id = reply.json()["token_id"]
        if operation_id in ("createTournamentInvitation", "createSeriesInvitation"):
            self.invitation = reply.json()
        if operation_id == "createWebhook":
            self.webhook_id = reply.json()["webhook_id"]

    async def call_in_series(self, caller: Client, operation_id: str, body: str | None) -> Json:
        """Make a call about the current series, which is the one that was created last; return the reply."""
        await self.call(caller, operation_id, body)
        text = self.told[-1].text
        reply: Json = None if operation_id in ("getSeriesLog", "withdrawSeriesInvitation") else json.loads(text)
        if operation_id == "createSeries":
            self.series_id = reply["series_id"]
        return reply

    async def create_tournament(self, caller: Client, example: str) -> None:
        await self.call(caller, "createTournament", example)
        self.tournament_id = json.loads(self.told[-1].text)["tournament_id"]
