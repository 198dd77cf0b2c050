"""Invitations to matches: whoever accepts one takes a seat (`server/logs/invitations/links.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from engines.kit import SPECTATOR, SeatId, seat_id
from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Player
from server.logs.invitations.links import InvitationTerms, Links, Terms, require_valid, terms_of, unknown
from server.logs.invitations.uses import require_uses
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.lists.listings import MatchReply, list_match_for
from server.matches.match import Match
from server.matches.projection import MatchProjection
from server.matches.repository import MatchRepository
from server.matches.roles import allow, find_match
from server.matches.seats import names, seating
from server.runtime.database.tables import InvitationRow

MAX_USES: Final = 100
"""How often an invitation to a match can be accepted at most."""


@dataclass(frozen=True, slots=True)
class InvitationReply(InvitationTerms):
    """An invitation to a match, for its host. Only the reply that created it contains the token."""

    match_id: str
    seat: SeatId | None
    """The seat that it is for; null: any free one."""


@dataclass(frozen=True, slots=True)
class NewInvitationReply(InvitationReply):
    """A new invitation, with its token."""

    token: str = field(repr=False)
    """The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once."""


@dataclass(frozen=True, slots=True)
class OpenedInvitation:
    """A valid invitation; the match as `listing` in lists and as its spectators know it."""

    row: InvitationRow
    uses_left: int
    listing: MatchReply
    known: MatchProjection


class MatchInvitations:
    """The invitations to all matches."""

    def __init__(self, links: Links, repository: MatchRepository) -> None:
        self._links = links
        self._repository = repository

    async def make(
        self, player: Player, match_id: str, seat: str | None, uses: int, lifetime: timedelta
    ) -> NewInvitationReply:
        """
        Create an invitation, as the host, before the start.

        Raises:
            RefusedError: The player is not the host, there is no such seat, the match has started, or it has had too
                many invitations.
        """
        live = await find_match(self._repository, player, match_id)
        allow("createInvitation", player, live.state)
        if seat is not None:
            commands.require_seat(live.state, seat)
        commands.require_open(live.state)
        made = await self._links.make("match", match_id, uses, lifetime, seat)
        return NewInvitationReply(**_terms(made.row, live), token=made.token)

    async def of_match(self, player: Player, match_id: str) -> list[InvitationReply]:
        """
        Return the invitations to a match, newest first, for its host.

        Raises:
            RefusedError: The player is not the host.
        """
        live = await find_match(self._repository, player, match_id)
        allow("listInvitations", player, live.state)
        return [InvitationReply(**_terms(row, live)) for row in await self._links.to("match", match_id)]

    async def withdraw(self, player: Player, match_id: str, invitation_id: str) -> None:
        """
        Withdraw an invitation, as the host. Whoever has accepted it keeps the seat.

        Raises:
            RefusedError: The player is not the host, or the match has no such invitation.
        """
        live = await find_match(self._repository, player, match_id)
        allow("withdrawInvitation", player, live.state)
        await self._links.withdraw("match", match_id, invitation_id)

    async def open(self, row: InvitationRow) -> OpenedInvitation:
        """
        Return what a valid invitation is for.

        Raises:
            RefusedError: The invitation is used up, or the match has started.
        """
        live = await self._match_of(row)
        if live.behind:
            await self._repository.refresh(live)
        commands.require_open(live.state)
        uses_left = require_uses(live.state.accepted, row.invitation_id, row.uses)
        await live.prepare(SPECTATOR)
        return OpenedInvitation(row, uses_left, list_match_for(None, live.state), live.projection(SPECTATOR))

    async def accept(self, player: Player, row: InvitationRow, seat: str | None, entropy: str | None) -> MatchReply:
        """
        Seat the player who has the token: in the seat of the invitation, or else in `seat` or the first free one.

        Raises:
            RefusedError: The invitation is not valid, the match has started, or the seat is not free for the player.
        """
        live = await self._match_of(row)
        if seat is not None and row.seat not in (None, seat):
            raise RefusedError(
                codes.WRONG_SEAT, f"This invitation is for seat {row.seat}. Omit `seat`.", pointer="/seat"
            )
        wanted = row.seat or seat
        known = None if wanted is None else seat_id(wanted)

        def decide(live: Match, now: datetime) -> Decision | None:
            require_valid(row, now)
            seated = live.state.seat_of(player.id) is not None
            decision = seating.accept(live.state, known, player.person, entropy, row.invitation_id, row.uses)
            if decision is not None:
                names.require_distinct(live.state, player.person, replacing=None)
            if decision is not None and seated:
                live.tally.require_seating(player.id, reserved=False)
            elif decision is not None:
                live.tally.require_accepting(player.id)
            return decision

        await self._repository.change(live, decide)
        return list_match_for(player, live.state)

    async def _match_of(self, row: InvitationRow) -> Match:
        try:
            return await self._repository.get(row.log_id)
        except UnavailableError:
            raise
        except RefusedError as error:  # a database that has lost the match
            raise unknown() from error


class _Terms(Terms):
    match_id: str
    seat: SeatId | None


def _terms(row: InvitationRow, live: Match) -> _Terms:
    seat = None if row.seat is None else seat_id(row.seat)
    return {**terms_of(row, live.state.accepted), "match_id": row.log_id, "seat": seat}
