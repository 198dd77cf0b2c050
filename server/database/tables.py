"""
The tables. Ids, hashes and times are text; times are RFC 3339 in UTC with microseconds, so that they sort as times do.

Everything about a match is keyed by `match_id` first. No foreign keys: `entries` is the truth, `matches` and
`seatings` are what lists need to know of it, and the tables can be split between databases by match.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import Index, Table, Text
from sqlmodel import Field, SQLModel

# Byte order, as SQLite has it: in the order of some language, PostgreSQL would sort differently, and slower.
TEXT = Text().with_variant(Text(collation="C"), "postgresql")


class Row(SQLModel):
    """What all tables share: the typed way to their columns."""

    __table__: ClassVar[Table]


class Player(Row, table=True):
    """A player. The token is known to nobody but its owner; `token_hash` is SHA-256 of the secret in it."""

    __tablename__ = "players"

    id: str = Field(primary_key=True, sa_type=TEXT)
    name: str = Field(sa_type=TEXT)
    token_hash: str = Field(repr=False, index=True, unique=True, sa_type=TEXT)
    organiser: bool
    created_at: str = Field(sa_type=TEXT)


class Ticket(Row, table=True):
    """A short-lived stand-in for a player's token; `ticket_hash` is SHA-256 of the secret in it."""

    __tablename__ = "tickets"

    ticket_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)


class MatchRow(Row, table=True):
    """A match as lists and the clock need it; `server.log.contract.MatchSummary` says what the columns mean."""

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
    listing: str = Field(sa_type=TEXT)


class Seating(Row, table=True):
    """A seat with a player in it; where `seat` is `reserved:SEAT`, one that is reserved for the player."""

    __tablename__ = "seatings"
    __table_args__ = (Index("ix_seatings_player_id_match_id", "player_id", "match_id"),)

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seat: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(sa_type=TEXT)


class EntryRow(Row, table=True):
    """One entry of a match's log. Rows are only ever added."""

    __tablename__ = "entries"

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seq: int = Field(primary_key=True)
    kind: str = Field(sa_type=TEXT)
    at: str = Field(sa_type=TEXT)
    facts: str = Field(repr=False, sa_type=TEXT)
    nonce: str = Field(repr=False, sa_type=TEXT)
    previous: str = Field(sa_type=TEXT)
    hash: str = Field(sa_type=TEXT)


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


class SeedRow(Row, table=True):
    """A match's secret seed, apart from the rows that are read for players."""

    __tablename__ = "seeds"

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seed: str = Field(repr=False, sa_type=TEXT)
