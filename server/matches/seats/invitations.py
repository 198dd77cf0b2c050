"""Invitations to matches: a player who accepts one takes a seat (`server/logs/invitations/links.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from engines.kit import SPECTATOR, SeatId, seat_id
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.logs.aggregates.acting import note_bridge
from server.logs.directing.invitations import Invitations, Opened
from server.logs.invitations.links import InvitationTerms, Terms, terms_of
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.lists.listings import MatchReply, list_match_for
from server.matches.match import Match
from server.matches.projection import MatchProjection
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
    """The seat that it is for; null: any free seat."""


@dataclass(frozen=True, slots=True)
class NewInvitationReply(InvitationReply):
    """A new invitation, with its token."""

    token: str = field(repr=False)
    """The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once."""


@dataclass(frozen=True, slots=True)
class OpenedInvitation(Opened[Match]):
    """A valid invitation; the match as `listing` in lists and as its spectators know it."""

    listing: MatchReply
    known: MatchProjection


class MatchInvitations(Invitations[Match, InvitationReply, NewInvitationReply]):
    """The invitations to all matches."""

    async def _find(self, operation: str, player: Player, log_id: str) -> Match:
        live = await find_match(self._repository, player, log_id)
        allow(operation, player, live.state)
        return live

    def _require_open(self, live: Match, seat: str | None) -> None:
        if seat is not None:
            commands.require_seat(live.state, seat)
        super()._require_open(live, seat)

    def _reply(self, row: InvitationRow, live: Match) -> InvitationReply:
        return InvitationReply(**_terms(row, live))

    def _new_reply(self, row: InvitationRow, live: Match, token: str) -> NewInvitationReply:
        return NewInvitationReply(**_terms(row, live), token=token)

    async def open(self, row: InvitationRow) -> OpenedInvitation:
        opened = await super().open(row)
        live = opened.live
        await live.prepare(SPECTATOR)
        listing = list_match_for(None, live.state)
        return OpenedInvitation(row, opened.uses_left, live, listing, live.projection(SPECTATOR))

    async def sit(self, player: Player, row: InvitationRow, seat: str | None, entropy: str | None) -> MatchReply:
        """
        Seat the player who has the token: in the seat of the invitation, or else in `seat` or the first free one.

        Raises:
            RefusedError: The invitation is not valid, the match has started, or the seat is not free for the player.
        """
        if seat is not None and row.seat not in (None, seat):
            raise RefusedError(
                codes.WRONG_SEAT, f"This invitation is for seat {row.seat}. Omit `seat`.", pointer="/seat"
            )
        wanted = row.seat or seat
        known = None if wanted is None else seat_id(wanted)

        def decide(live: Match, now: datetime) -> Decision | None:
            seated = live.state.seat_of(player.id) is not None
            decision = seating.accept(live.state, known, player.person, entropy, row.invitation_id, row.uses)
            if decision is not None:
                decision = note_bridge(decision, player)
                names.require_distinct(live.state, player.person, replacing=None)
            if decision is not None and seated:
                live.tally.require_seating(player.id, reserved=False)
            elif decision is not None:
                live.tally.require_accepting(player.id)
            return decision

        state, _ = await self.accept(row, decide)
        return list_match_for(player, state)


class _Terms(Terms):
    match_id: str
    seat: SeatId | None


def _terms(row: InvitationRow, live: Match) -> _Terms:
    seat = None if row.seat is None else seat_id(row.seat)
    return {**terms_of(row, live.state.accepted), "match_id": row.log_id, "seat": seat}
