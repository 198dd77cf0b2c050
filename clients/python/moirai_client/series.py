"""One series, as one player sees it."""

from __future__ import annotations

from typing import cast
from urllib.parse import quote

from moirai_client.calls import Calls, new_key
from moirai_client.schemas import (
    EventInvitationReply,
    EventInvitationRequest,
    NewEventInvitationReply,
    SeriesAction,
    SeriesEventPage,
    SeriesListing,
    SeriesView,
)


class Series:
    """
    Calls about one series. All raise `RefusedError` and `UnreachableError`.

    A call that is retried after a lost connection takes effect once.

    Attributes:
        id: The id of the series.
    """

    def __init__(self, calls: Calls, series_id: str) -> None:
        self.id = series_id
        self._calls = calls
        self._path = f"/v1/series/{quote(series_id, safe='')}"

    async def details(self) -> SeriesListing:
        """The series, as lists show it."""
        return cast("SeriesListing", await self._calls.call("GET", self._path))

    async def view(self, at: int | None = None) -> SeriesView:
        """What the player knows of it, now or after the event `at`."""
        return cast("SeriesView", await self._calls.call("GET", f"{self._path}/view", at=at))

    async def events(
        self, after: int = 0, *, limit: int | None = None, wait_seconds: int | None = None
    ) -> SeriesEventPage:
        """A page of the player's stream of it; with `wait_seconds`, wait for the next event."""
        told = await self._calls.call("GET", f"{self._path}/events", after=after, limit=limit, wait=wait_seconds)
        return cast("SeriesEventPage", told)

    async def enter(self, player_id: str = "me") -> SeriesListing:
        """Take a free place; directors also give one to others."""
        return cast("SeriesListing", await self._calls.call("PUT", self._place(player_id)))

    async def leave(self, player_id: str = "me") -> SeriesListing:
        """Leave; directors also take others out."""
        return cast("SeriesListing", await self._calls.call("DELETE", self._place(player_id)))

    async def invite(self, request: EventInvitationRequest | None = None) -> NewEventInvitationReply:
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

    async def decide(self, decision: int, choice: str) -> SeriesListing:
        """Make or change a decision for which the player is asked."""
        told = await self._calls.call("PUT", f"{self._path}/decisions/{decision}", {"choice": choice})
        return cast("SeriesListing", told)

    async def take_leave(self, days: int) -> SeriesListing:
        """Be on leave for so many days from the beginning of the leave; 0 ends it as early as it can end."""
        return cast("SeriesListing", await self._calls.call("PUT", f"{self._path}/leave", {"days": days}))

    async def act(self, action: SeriesAction) -> SeriesListing:
        """Take an action, as a director."""
        told = await self._calls.call("POST", f"{self._path}/actions", action, key=new_key())
        return cast("SeriesListing", told)

    async def log(self) -> str:
        """The log as NDJSON, once it is open to the player."""
        return cast("str", await self._calls.call("GET", f"{self._path}/log"))

    def _place(self, player_id: str) -> str:
        return f"{self._path}/players/{quote(player_id, safe='')}"
