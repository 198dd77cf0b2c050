"""One tournament, as one player sees it."""

from __future__ import annotations

from typing import cast
from urllib.parse import quote

from moirai_client.calls import Calls, new_key
from moirai_client.schemas import (
    AddedEntrants,
    DirectorAction,
    EntrantRequest,
    EntrantsRequest,
    EventInvitationReply,
    NewEventInvitationReply,
    RoundReply,
    StandingsReply,
    TournamentEventPage,
    TournamentInvitationRequest,
    TournamentListing,
    TournamentView,
)
from moirai_client.tournament_stream import TournamentStream, WantedMatches


class Tournament:
    """
    Calls about one tournament. All raise `RefusedError` and `UnreachableError`.

    A call that is retried after a lost connection takes effect once.

    Attributes:
        id: The id of the tournament.
    """

    def __init__(self, calls: Calls, tournament_id: str) -> None:
        self.id = tournament_id
        self._calls = calls
        self._path = f"/v1/tournaments/{quote(tournament_id, safe='')}"

    async def details(self) -> TournamentListing:
        """The tournament, as lists show it."""
        return cast("TournamentListing", await self._calls.call("GET", self._path))

    async def view(self, at: int | None = None) -> TournamentView:
        """What the player knows of it, now or after the event `at`."""
        return cast("TournamentView", await self._calls.call("GET", f"{self._path}/view", at=at))

    async def round(self, number: int) -> RoundReply:
        """A round that the player knows of."""
        return cast("RoundReply", await self._calls.call("GET", f"{self._path}/rounds/{number}"))

    async def standings(self, number: int | None = None, *, explain: str | None = None) -> StandingsReply:
        """The standings after a round; `explain` is an entrant whose values are shown with what they are made of."""
        told = await self._calls.call("GET", f"{self._path}/standings", round=number, explain=explain)
        return cast("StandingsReply", told)

    async def events(
        self, after: int = 0, *, limit: int | None = None, wait_seconds: int | None = None
    ) -> TournamentEventPage:
        """A page of the player's stream of it; with `wait_seconds`, wait for the next event."""
        told = await self._calls.call("GET", f"{self._path}/events", after=after, limit=limit, wait=wait_seconds)
        return cast("TournamentEventPage", told)

    def follow(
        self,
        after: int = 0,
        *,
        matches: WantedMatches = "none",
        lines: str | None = None,
        epoch: str | None = None,
    ) -> TournamentStream:
        """
        Its events after a cursor, including future ones, and those of matches: `async with tournament.follow() as
        stream`.

        Matches join as their rounds start. `epoch`: that of the stream or page that has the cursor.
        """
        return TournamentStream(self._calls, self._path, after, epoch, matches, lines)

    async def enter(self, player_id: str = "me", request: EntrantRequest | None = None) -> TournamentListing:
        """Enter; directors also enter others, with a rating."""
        return await self._put(f"entrants/{quote(player_id, safe='')}", request or {})

    async def leave(self, player_id: str = "me") -> TournamentListing:
        """Withdraw from it; directors also withdraw others."""
        path = f"{self._path}/entrants/{quote(player_id, safe='')}"
        return cast("TournamentListing", await self._calls.call("DELETE", path))

    async def add(self, request: EntrantsRequest) -> AddedEntrants:
        """Enter people who have no account, as a director. Only this reply has the tokens of their links."""
        return cast("AddedEntrants", await self._calls.call("POST", f"{self._path}/entrants", request))

    async def invite(self, request: TournamentInvitationRequest | None = None) -> NewEventInvitationReply:
        """Make an invitation, as a director. Only this reply has its `token`, for a link."""
        told = await self._calls.call("POST", f"{self._path}/invitations", request or {})
        return cast("NewEventInvitationReply", told)

    async def invitations(self) -> list[EventInvitationReply]:
        """The invitations to it, newest first, as a director."""
        told = await self._calls.call("GET", f"{self._path}/invitations")
        return cast("list[EventInvitationReply]", cast("dict[str, object]", told)["invitations"])

    async def withdraw_invitation(self, invitation_id: str) -> None:
        """Withdraw an invitation, as a director. Those who have accepted it stay entered."""
        await self._calls.call("DELETE", f"{self._path}/invitations/{quote(invitation_id, safe='')}")

    async def check_in(self) -> TournamentListing:
        """Say to be there."""
        return await self._put("check_in")

    async def say_ready(self, table: int) -> TournamentListing:
        """Say to be at a table of the open round."""
        return await self._put(f"tables/{table}/ready")

    async def take_leave(self, days: int) -> TournamentListing:
        """Be on leave for so many days from the beginning of the leave; 0 ends it as early as it can end."""
        return cast("TournamentListing", await self._calls.call("PUT", f"{self._path}/leave", {"days": days}))

    async def act(self, action: DirectorAction) -> TournamentListing:
        """Take an action, as a director."""
        told = await self._calls.call("POST", f"{self._path}/actions", action, key=new_key())
        return cast("TournamentListing", told)

    async def log(self) -> str:
        """The log as NDJSON, once it is open to the player."""
        return cast("str", await self._calls.call("GET", f"{self._path}/log"))

    async def _put(self, path: str, body: EntrantRequest | None = None) -> TournamentListing:
        return cast("TournamentListing", await self._calls.call("PUT", f"{self._path}/{path}", body))
