"""The `repr` of an object with a secret does not contain the secret."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest

from engines.kit import EVERYONE, SPECTATOR, seat_id
from server.api.models.channels import MessageRequest
from server.api.models.packs import PackRequest
from server.api.models.players import NewPlayerReply, PlayerRequest, TicketReply
from server.api.models.playing import SubmissionRequest
from server.logs.directing.facts import Drawn
from server.logs.directing.invitations import NewEventInvitationReply
from server.logs.invitations.links import NewLink
from server.logs.replies.idempotency import Done, Once
from server.logs.store.contract import Append, KeptReply
from server.logs.store.entry import Decision, EncodedFact, Head, seal
from server.matches.facts import MessageSent, SecretOptions, SeedRevealed, Submitted
from server.matches.requests import MatchRequest
from server.matches.seats.invitations import NewInvitationReply
from server.matches.talk.talk import MessageReply
from server.runtime.database.tables import EntryRow, InvitationRow, KeptReplyRow, PackRow, SeedRow, TokenRow
from server.runtime.database.tables import Ticket as TicketRow
from server.runtime.settings import Settings

SECRET = "kanari"
INVITATION: Final = InvitationRow(
    invitation_id="", kind="match", log_id="", secret_hash=SECRET, uses=1, created_at="", expires_at=""
)

FACT = EncodedFact.of(EVERYONE, {"type": "message_sent", "text": SECRET})
ENTRY = seal("match", Head(), "message", datetime(2040, 1, 1, tzinfo=UTC), [FACT], SECRET.encode())


@pytest.mark.parametrize(
    "holder",
    [
        Submitted(seat_id("a"), 1, {"spell": SECRET}, keep_thinking=False, by_bot=False),
        MessageSent("table", seat_id("a"), SECRET),
        SecretOptions({"secret_element": SECRET}),
        SeedRevealed(SECRET),
        Drawn("element", (), (SECRET,)),
        FACT,
        ENTRY,
        Decision("message", (FACT,)),
        Append(ENTRY, reply=KeptReply("player", SECRET, "hash", 201, SECRET, ""), seed=SECRET),
        Once(SECRET, "hash"),
        Done(SECRET),
        Done(MessageReply(1, "", "table", SPECTATOR, SECRET)),
        Settings(database=f"postgresql://moirai:{SECRET}@127.0.0.1/moirai", administrator_key=SECRET * 3),
        NewPlayerReply(
            player_id="player", name="Ada", administrator=False, organiser=False, created_at="", token=SECRET
        ),
        TicketReply(ticket=SECRET, expires_in_seconds=30),
        PlayerRequest(name="Ada", administrator_key=SECRET),
        SubmissionRequest(phase=1, move={"spell": SECRET}),
        MatchRequest(game="hero_of_the_arena", options={"pack": {"name": SECRET}}),
        MessageRequest(text=SECRET),
        PackRequest(game="hero_of_the_arena", content={"name": SECRET}),
        TokenRow(token_id="", player_id="player", secret_hash=SECRET, name="", scopes="", created_at=""),
        TicketRow(ticket_hash=SECRET, player_id="player", expires_at="", token_id=""),
        EntryRow(log_id="", seq=1, kind="", at="", facts=SECRET, nonce=SECRET, previous="", hash=""),
        KeptReplyRow(player_id="", key=SECRET, request_hash="", status=201, body=SECRET, created_at=""),
        PackRow(player_id="", pack="", game="", name="", content=SECRET, created_at=""),
        SeedRow(match_id="match", seed=SECRET),
        INVITATION,
        NewInvitationReply("", 1, 0, "", "", None, "", None, token=SECRET),
        NewEventInvitationReply("", 1, 0, "", "", None, entrant=None, token=SECRET),
        NewLink(INVITATION, SECRET),
    ],
    ids=lambda holder: type(holder).__name__,
)
def test_no_repr_shows_a_secret(holder: object) -> None:
    shown = f"{holder!r} {holder}"

    assert SECRET not in shown
    assert SECRET.encode().hex() not in shown
