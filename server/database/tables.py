"""
The tables. Ids, hashes and times are text; times are RFC 3339 in UTC with microseconds, so they sort correctly.

Everything about a match is keyed by its id first, without foreign keys: `entries` is the truth, `matches` and
`seatings` are copies for lists, and the tables can be split between databases by match.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import Index, Table, Text, false
from sqlmodel import Field, SQLModel

# Byte order, as in SQLite; a language's collation in PostgreSQL would sort differently, and more slowly.
TEXT = Text().with_variant(Text(collation="C"), "postgresql")


class Row(SQLModel):
    """Base of all tables, with typed access to their columns."""

    __table__: ClassVar[Table]


class Player(Row, table=True):
    """A player. Only its owner knows the token; `token_hash` is SHA-256 of the secret in it."""

    __tablename__ = "players"

    id: str = Field(primary_key=True, sa_type=TEXT)
    name: str = Field(sa_type=TEXT)
    token_hash: str = Field(repr=False, index=True, unique=True, sa_type=TEXT)
    organiser: bool
    created_at: str = Field(sa_type=TEXT)


class Ticket(Row, table=True):
    """A short-lived replacement for a player's token; `ticket_hash` is SHA-256 of the secret in it."""

    __tablename__ = "tickets"

    ticket_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)


class MatchRow(Row, table=True):
    """A match for lists and the schedule; `server.log.contract.MatchSummary` describes the columns."""

    __tablename__ = "matches"
    __table_args__ = (Index("ix_matches_visibility_status_match_id", "visibility", "status", "match_id"),)

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    game: str = Field(sa_type=TEXT)
    variant: str = Field(sa_type=TEXT)
    status: str = Field(sa_type=TEXT)
    visibility: str = Field(sa_type=TEXT)
    host_id: str = Field(index=True, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    due_at: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    free_seats: int = Field(sa_column_kwargs={"server_default": "0"})
    search: str = Field(repr=False, sa_type=TEXT, sa_column_kwargs={"server_default": ""})
    open_phase: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    listing: str = Field(sa_type=TEXT)


class Seating(Row, table=True):
    """
    A seat with a player; if `seat` is `reserved:SEAT`, a reservation for the player.

    `awaited`: the open phase waits for its submission.
    """

    __tablename__ = "seatings"
    __table_args__ = (Index("ix_seatings_player_id_match_id", "player_id", "match_id"),)

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seat: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(sa_type=TEXT)
    awaited: bool = Field(sa_column_kwargs={"server_default": false()})


class EntryRow(Row, table=True):
    """One entry of a log, of a match or of another kind. Rows are only inserted."""

    __tablename__ = "entries"

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    seq: int = Field(primary_key=True)
    kind: str = Field(sa_type=TEXT)
    at: str = Field(sa_type=TEXT)
    facts: str = Field(repr=False, sa_type=TEXT)
    nonce: str = Field(repr=False, sa_type=TEXT)
    previous: str = Field(sa_type=TEXT)
    hash: str = Field(sa_type=TEXT)


class MarkRow(Row, table=True):
    """What an entry of a log leaves to be told to players; `server.log.contract.Mark` describes the columns."""

    __tablename__ = "marks"

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    seq: int = Field(primary_key=True)
    due_at: str = Field(index=True, sa_type=TEXT)
    news: str = Field(sa_type=TEXT)


class KeptReplyRow(Row, table=True):
    """The reply to a request with an `Idempotency-Key`."""

    __tablename__ = "kept_replies"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    key: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    request_hash: str = Field(sa_type=TEXT)
    status: int
    body: str = Field(repr=False, sa_type=TEXT)
    created_at: str = Field(index=True, sa_type=TEXT)


class PackRow(Row, table=True):
    """A pack that a player has registered, by the hash of its content."""

    __tablename__ = "packs"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    pack: str = Field(primary_key=True, sa_type=TEXT)
    game: str = Field(sa_type=TEXT)
    name: str = Field(sa_type=TEXT)
    content: str = Field(repr=False, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)


class InvitationRow(Row, table=True):
    """An invitation to a match. Only the host was told the token; `secret_hash` is SHA-256 of the secret in it."""

    __tablename__ = "invitations"

    invitation_id: str = Field(primary_key=True, sa_type=TEXT)
    match_id: str = Field(index=True, sa_type=TEXT)
    secret_hash: str = Field(repr=False, sa_type=TEXT)
    seat: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    uses: int
    created_at: str = Field(sa_type=TEXT)
    expires_at: str = Field(sa_type=TEXT)
    withdrawn_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class SeedRow(Row, table=True):
    """A match's secret seed, separate from the rows that are read for players."""

    __tablename__ = "seeds"

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seed: str = Field(repr=False, sa_type=TEXT)
