"""A player on a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final, Literal, Self, cast
from urllib.parse import quote

from moirai_client.calls import Calls, new_key
from moirai_client.lobby import follow_lobby
from moirai_client.match import Match
from moirai_client.schemas import (
    AcceptRequest,
    BulkActionResult,
    BulkResult,
    GameList,
    GameReply,
    HostAction,
    JoinedReply,
    JsonValue,
    MatchList,
    MatchListing,
    MatchRequest,
    MeReply,
    NewPlayerReply,
    OpenedInvitationReply,
    OperationId,
    OwnEventFrame,
    OwnEventPage,
    QueueList,
    QueueRequest,
    SeriesList,
    SeriesRequest,
    TournamentList,
    TournamentRequest,
)
from moirai_client.series import Series
from moirai_client.signing_in import Session
from moirai_client.stream import Source, Stream
from moirai_client.tournament import Tournament

PATIENCE_SECONDS: Final = 60.0
"""How long a client retries calls without a reply."""


class Client:
    """
    A player, identified by a token: `async with Client(server, token) as client`.

    All calls raise `RefusedError` and `UnreachableError`.
    """

    def __init__(self, server: str, token: str | Session | None, *, patience_seconds: float = PATIENCE_SECONDS) -> None:
        """
        `server` is a URL, such as `https://play.example.org`; `sign_in` makes a session.

        Without a token, public matches, tournaments and series can be watched.
        """
        self._token = token
        self._calls = Calls(server, token, patience_seconds)

    @property
    def token(self) -> str:
        """The token, empty without one; that of a session is another one each hour."""
        return self._token.access_token if isinstance(self._token, Session) else self._token or ""

    @classmethod
    async def sign_up(
        cls,
        server: str,
        name: str,
        *,
        administrator_key: str | None = None,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> Self:
        """Create a player. Save the `token` of the client: with it you can use the same player again."""
        stranger = Calls(server, None, patience_seconds)
        try:
            body = {"name": name} | ({"administrator_key": administrator_key} if administrator_key else {})
            created = cast("NewPlayerReply", await stranger.call("POST", "/v1/players", body))
        finally:
            await stranger.close()
        return cls(server, created["token"], patience_seconds=patience_seconds)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._calls.close()

    async def call(
        self,
        operation: OperationId,
        body: JsonValue = None,
        *,
        key: str | None = None,
        replaces: str | None = None,
        **parameters: str | int | bool | None,
    ) -> JsonValue:
        """
        Make any call of the API, by its `operationId`: `await client.call("getGameTexts", game="apocalypse",
        language="de")`. Returns its reply, as a text if it is not JSON.

        Args:
            operation: The `operationId`.
            body: Sent as JSON.
            key: The `Idempotency-Key`, for calls that take one: with that of an earlier call, this is a repeat of it.
            replaces: The receipt of the submission that the call may replace, or `nothing`.
            parameters: Those of the path; all others go into the query, without those that are None.
        """
        return await self._calls.make(operation, body, key=key, replaces=replaces, **parameters)

    async def me(self) -> MeReply:
        """The player."""
        return cast("MeReply", await self._calls.call("GET", "/v1/me"))

    async def games(self) -> GameList:
        """The games of the server."""
        return cast("GameList", await self._calls.call("GET", "/v1/games"))

    async def game(self, game: str) -> GameReply:
        """A game with its variants, schemas and rules."""
        return cast("GameReply", await self._calls.call("GET", f"/v1/games/{quote(game, safe='')}"))

    async def matches(
        self,
        *,
        game: str | None = None,
        status: Literal["open", "running", "paused", "suspended", "over", "void"] | None = None,
        mine: bool = False,
        player: str | None = None,
        due_before: str | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> MatchList:
        """
        Matches that the player can see, newest first; `before` is the `next` of the previous page.

        `player` is the id of one who has a seat or a reservation; with `due_before`, a time by RFC 3339, only matches
        whose open phase closes before it.
        """
        wanted = {"game": game, "status": status, "player": player, "due_before": due_before, "before": before}
        told = await self._calls.call("GET", "/v1/matches", mine=mine or None, limit=limit, **wanted)
        return cast("MatchList", told)

    async def events(
        self, after: int = 0, *, limit: int | None = None, wait_seconds: int | None = None
    ) -> OwnEventPage:
        """A page of the player's own stream, from all matches; with `wait_seconds`, wait for the next event."""
        told = await self._calls.call("GET", "/v1/me/events", after=after, limit=limit, wait=wait_seconds)
        return cast("OwnEventPage", told)

    def follow(self, after: int = 0, *, epoch: str | None = None) -> Stream[OwnEventFrame]:
        """
        The player's own stream after a cursor, from all matches, tournaments and series: `async with client.follow() as
        stream`.
        """
        return Stream(self._calls, Source("/v1/me/events", "own_subscribed", "own_event"), after, epoch)

    def lobby(self) -> AsyncIterator[list[MatchListing]]:
        """
        The first public matches that are not over, again whenever something has changed: `async for matches in
        client.lobby()`. They are in the order of lists, in which hosts take turns.
        """
        return follow_lobby(self._calls)

    async def create_match(self, request: MatchRequest) -> Match:
        """Create a match, as its host."""
        return self.match((await self._calls.call("POST", "/v1/matches", request, key=new_key()))["match_id"])

    async def queues(self) -> QueueList:
        """For each game and pace, whether somebody waits to play it now, and how long that usually takes."""
        return cast("QueueList", await self._calls.call("GET", "/v1/queue"))

    async def join_queue(self, request: QueueRequest) -> Match:
        """
        Wait for people who want to play the same now, or sit down with them.

        While the match is `open`, call again every 20 to 30 seconds, with new `entropy`: the match can then be another
        one.
        """
        return self.match((await self._calls.call("POST", "/v1/queue", request))["match_id"])

    async def create_matches(self, requests: Sequence[MatchRequest]) -> list[BulkResult]:
        """Create up to 500 matches, as their host; each has a `reply` or a `problem`."""
        told = await self._calls.call("POST", "/v1/matches/bulk", {"matches": list(requests)}, key=new_key())
        return cast("list[BulkResult]", told["results"])

    async def act_on_matches(self, match_ids: Sequence[str], action: HostAction) -> list[BulkActionResult]:
        """Take an action on up to 500 matches, as their host; each has a `reply` or a `problem`."""
        body = {"match_ids": list(match_ids), "action": action}
        told = await self._calls.call("POST", "/v1/matches/actions", body, key=new_key())
        return cast("list[BulkActionResult]", told["results"])

    async def all_series(
        self, *, mine: bool = False, before: str | None = None, limit: int | None = None
    ) -> SeriesList:
        """Series that the player can see, newest first; `before` is the `next` of the previous page."""
        told = await self._calls.call("GET", "/v1/series", mine=mine or None, before=before, limit=limit)
        return cast("SeriesList", told)

    async def create_series(self, request: SeriesRequest) -> Series:
        """Create a series, as its director."""
        told = await self._calls.call("POST", "/v1/series", request, key=new_key())
        return self.series(told["series_id"])

    def series(self, series_id: str) -> Series:
        """A series by its id; makes no call."""
        return Series(self._calls, series_id)

    async def tournaments(
        self, *, mine: bool = False, before: str | None = None, limit: int | None = None
    ) -> TournamentList:
        """Tournaments that the player can see, newest first; `before` is the `next` of the previous page."""
        told = await self._calls.call("GET", "/v1/tournaments", mine=mine or None, before=before, limit=limit)
        return cast("TournamentList", told)

    async def create_tournament(self, request: TournamentRequest) -> Tournament:
        """Create a tournament, as its director."""
        told = await self._calls.call("POST", "/v1/tournaments", request, key=new_key())
        return self.tournament(told["tournament_id"])

    def tournament(self, tournament_id: str) -> Tournament:
        """A tournament by its id; makes no call."""
        return Tournament(self._calls, tournament_id)

    async def invitation(self, token: str) -> OpenedInvitationReply:
        """What an invitation is for, by the token in its link; `type` says which of the kinds of reply this is."""
        return cast("OpenedInvitationReply", await self._calls.call("GET", f"/v1/invitations/{quote(token, safe='')}"))

    async def accept_invitation(self, token: str, request: AcceptRequest | None = None) -> Match | Tournament | Series:
        """Accept an invitation: take its seat, or the first free one, or enter what it is for."""
        told = await self._calls.call("POST", f"/v1/invitations/{quote(token, safe='')}/accept", request or {})
        joined = cast("JoinedReply", told)
        if joined["type"] == "tournament":
            return self.tournament(joined["tournament_id"])
        if joined["type"] == "series":
            return self.series(joined["series_id"])
        return self.match(joined["match_id"])

    def match(self, match_id: str) -> Match:
        """A match by its id; makes no call."""
        return Match(self._calls, match_id)


async def sign_in(
    server: str,
    client_id: str,
    *,
    scopes: str = "watch play talk",
    show: Callable[[str], object] = print,
    keep_in: Path | str | None = None,
    patience_seconds: float = PATIENCE_SECONDS,
) -> Client:
    """
    Let a player sign in with a browser, on this device or another one, and return a client that acts for the player.

    Args:
        server: The URL of the server.
        client_id: What the program calls itself: the player reads it.
        scopes: What it wants to do, with spaces between: `watch`, `play`, `talk`, `host`, `organise`, `notify`.
        show: Shown what the player has to do.
        keep_in: A file for the refresh token, so that the program need not ask again the next time. Only one program at
            a time may use it.
        patience_seconds: As of a `Client`.

    Raises:
        RefusedError: The player has denied (`access_denied`) or not decided in time (`expired_token`); or the scopes
            are unknown.
        UnreachableError: There was no reply.
    """
    stranger = Calls(server, None, patience_seconds)
    session = Session(stranger, client_id, None if keep_in is None else Path(keep_in))
    try:
        if not await session.resume():
            await session.begin(scopes, show)
    except BaseException:
        await session.close()
        raise
    return Client(server, session, patience_seconds=patience_seconds)
