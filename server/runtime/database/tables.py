"""
The tables. Ids, hashes and times are text; times are RFC 3339 in UTC with microseconds, so they sort correctly.

Everything about a log is keyed by its id first, without foreign keys: `entries` is the truth, `matches`, `seatings`,
`tournaments`, `series` and their people are copies for lists, and the tables can be split between databases by log.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import BigInteger, FetchedValue, Index, Integer, Table, Text, false, text
from sqlmodel import Field, SQLModel

# Byte order, as in SQLite; a language's collation in PostgreSQL would sort differently, and more slowly.
TEXT = Text().with_variant(Text(collation="C"), "postgresql")

NUMBER = BigInteger().with_variant(Integer(), "sqlite")

_OF_TOURNAMENTS = text("tournament_id IS NOT NULL")
_OF_SERIES = text("series_id IS NOT NULL")
_OF_THE_QUEUE = text("waited_seconds IS NOT NULL")


# Of a note that every process must notice (`server.runtime.database.notes`); the database gives it.
_NUMBER = {"server_default": FetchedValue()}


class Row(SQLModel):
    """Base of all tables, with typed access to their columns."""

    # Rows are not validated, so most need no schema.
    model_config = {"defer_build": True}

    __table__: ClassVar[Table]


class Player(Row, table=True):
    """
    A player.

    `calendar_hash` is SHA-256 of the secret in the address of the player's calendar, which it has since `calendar_at`
    by the token or grant `calendar_made_with`; `reminders` is what the player wants to be reminded of
    (`server.notifications.news.choices`). While `suspended_at` is set, its tokens do not work.
    """

    __tablename__ = "players"
    __table_args__ = (Index("ix_players_name_id", "name", "id"),)

    id: str = Field(primary_key=True, sa_type=TEXT)
    name: str = Field(sa_type=TEXT)
    administrator: bool
    created_at: str = Field(sa_type=TEXT)
    calendar_hash: str | None = Field(default=None, repr=False, nullable=True, sa_type=TEXT)
    calendar_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    calendar_made_with: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    reminders: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    suspended_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class TokenRow(Row, table=True):
    """
    A token of a player; `secret_hash` is SHA-256 of the secret in it, `scopes` as `server.access.scopes` writes them.

    `used_on` is the day of its last use, in UTC. `client` is the program of others that got it, and `family` the
    consent that it comes from. With `bridge_id` nobody has its secret: this other player acts by it, with a token of
    their own.
    """

    __tablename__ = "tokens"

    token_id: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    secret_hash: str = Field(repr=False, sa_type=TEXT)
    name: str = Field(sa_type=TEXT)
    scopes: str = Field(sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    expires_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    used_on: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    client: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    family: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    bridge_id: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)


class ClaimRow(Row, table=True):
    """
    A guest of the bridge `bridge_id` who has got a way to sign in, by a link that its token `bridge_token_id` has made.

    The token was made or last renewed at `bridge_token_at`. It is needed for a day (`server.people.accounts.claims`).
    """

    __tablename__ = "claims"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    bridge_id: str = Field(index=True, sa_type=TEXT)
    bridge_token_id: str = Field(sa_type=TEXT)
    bridge_token_at: str = Field(sa_type=TEXT)
    claimed_at: str = Field(index=True, sa_type=TEXT)


class IdentityChange(Row, table=True):
    """A change of a player or its tokens that every process must notice (`server.people.identity.changes`)."""

    __tablename__ = "identity_changes"

    change_id: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(sa_type=TEXT)
    at: str = Field(index=True, sa_type=TEXT)
    number: int = Field(index=True, sa_type=NUMBER, sa_column_kwargs=_NUMBER)


class AuditRow(Row, table=True):
    """
    A step of an administrator about a player (`server.people.administration.audit`); `actor` is null for the operator.
    """

    __tablename__ = "audit"

    audit_id: str = Field(primary_key=True, sa_type=TEXT)
    at: str = Field(sa_type=TEXT)
    actor: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    step: str = Field(sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    reason: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    token_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class ReportRow(Row, table=True):
    """
    A report of a player about another one in a match (`server.people.administration.reports`).

    `reporter` is a player id; `seq` is the place in the log, `cursor` the event of the reporter, or 0.
    """

    __tablename__ = "reports"
    __table_args__ = (Index("ix_reports_same", "reporter", "match_id", "seat", "cursor", unique=True),)

    report_id: str = Field(primary_key=True, sa_type=TEXT)
    at: str = Field(sa_type=TEXT)
    match_id: str = Field(sa_type=TEXT)
    seq: int
    reporter: str = Field(sa_type=TEXT)
    own_seat: str = Field(sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    seat: str = Field(sa_type=TEXT)
    cursor: int
    reason: str = Field(repr=False, sa_type=TEXT)


class Ticket(Row, table=True):
    """A short-lived replacement for a player's token; `ticket_hash` is SHA-256 of the secret in it."""

    __tablename__ = "tickets"

    ticket_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)
    token_id: str = Field(sa_type=TEXT, sa_column_kwargs={"server_default": ""})


class MatchRow(Row, table=True):
    """A match for lists and the schedule; `server.matches.lists.summary.MatchSummary` describes the columns."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("ix_matches_place", "place", "match_id"),
        Index("ix_matches_visibility_status_place", "visibility", "status", "place"),
        # Only matches of tournaments, so that others do not pay for it.
        Index(
            "ix_matches_tournament_id_round_match_id",
            "tournament_id",
            "round",
            "match_id",
            postgresql_where=_OF_TOURNAMENTS,
            sqlite_where=_OF_TOURNAMENTS,
        ),
        Index(
            "ix_matches_series_id_match_id",
            "series_id",
            "match_id",
            postgresql_where=_OF_SERIES,
            sqlite_where=_OF_SERIES,
        ),
        Index(
            "ix_matches_queue_game_match_id",
            "queue",
            "game",
            "match_id",
            postgresql_where=_OF_THE_QUEUE,
            sqlite_where=_OF_THE_QUEUE,
        ),
    )

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
    tournament_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    round: int | None = Field(default=None, nullable=True)
    series_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    place: str = Field(sa_type=TEXT, sa_column_kwargs={"server_default": ""})
    rules_version: int | None = Field(default=None, nullable=True)
    queue: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    waited_seconds: int | None = Field(default=None, nullable=True)


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


class TournamentRow(Row, table=True):
    """A tournament for lists and the schedule; `server.logs.directing.summaries` describes the columns."""

    __tablename__ = "tournaments"
    __table_args__ = (
        Index("ix_tournaments_place", "place", "tournament_id"),
        Index("ix_tournaments_visibility_status_place", "visibility", "status", "place"),
    )

    tournament_id: str = Field(primary_key=True, sa_type=TEXT)
    status: str = Field(sa_type=TEXT)
    visibility: str = Field(sa_type=TEXT)
    owner_id: str = Field(index=True, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    due_at: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    listing: str = Field(sa_type=TEXT)
    place: str = Field(sa_type=TEXT, sa_column_kwargs={"server_default": ""})


class TournamentPersonRow(Row, table=True):
    """A player of a tournament: one of its directors, or an entrant."""

    __tablename__ = "tournament_people"
    __table_args__ = (Index("ix_tournament_people_player_id_tournament_id", "player_id", "tournament_id"),)

    tournament_id: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(primary_key=True, sa_type=TEXT)
    role: str = Field(sa_type=TEXT)


class SeriesRow(Row, table=True):
    """A series for lists and the schedule; `server.logs.directing.summaries` describes the columns."""

    __tablename__ = "series"
    __table_args__ = (
        Index("ix_series_place", "place", "series_id"),
        Index("ix_series_visibility_status_place", "visibility", "status", "place"),
    )

    series_id: str = Field(primary_key=True, sa_type=TEXT)
    status: str = Field(sa_type=TEXT)
    visibility: str = Field(sa_type=TEXT)
    owner_id: str = Field(index=True, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    due_at: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    listing: str = Field(sa_type=TEXT)
    place: str = Field(sa_type=TEXT, sa_column_kwargs={"server_default": ""})


class SeriesPersonRow(Row, table=True):
    """A player of a series: one of its directors, or an entrant."""

    __tablename__ = "series_people"
    __table_args__ = (Index("ix_series_people_player_id_series_id", "player_id", "series_id"),)

    series_id: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(primary_key=True, sa_type=TEXT)
    role: str = Field(sa_type=TEXT)


class OwedOutcomeRow(Row, table=True):
    """
    A log that owes its outcome to another, or to the `ratings`; deleted with the entry of the other log that takes it,
    or with the ratings that follow from it.
    """

    __tablename__ = "owed_outcomes"
    __table_args__ = (Index("ix_owed_outcomes_owed_to_log_id", "owed_to", "log_id"),)

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    owed_to: str = Field(sa_type=TEXT)


class RatingRow(Row, table=True):
    """
    A player's rating in a game; `server.organising.tournaments.ratings.Rating` describes the columns. `rating` is its
    value.
    """

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_game_rating_player_id", "game", "rating", "player_id"),)

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    game: str = Field(primary_key=True, sa_type=TEXT)
    rating: int
    mean: int
    deviation: int
    tables: int


class EntryRow(Row, table=True):
    """
    One entry of a log, of a match or of another kind. Rows are only inserted, but for `server.people.forgetting`.

    `body` is set in entries from which something personal was withheld: the hash that the whole content had.
    """

    __tablename__ = "entries"

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    seq: int = Field(primary_key=True)
    kind: str = Field(sa_type=TEXT)
    at: str = Field(sa_type=TEXT)
    facts: str = Field(repr=False, sa_type=TEXT)
    nonce: str = Field(repr=False, sa_type=TEXT)
    previous: str = Field(sa_type=TEXT)
    hash: str = Field(sa_type=TEXT)
    body: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class ArchivedLogRow(Row, table=True):
    """
    A log whose entries up to `entries` are in a file of the archive; `server.logs.archive.records` describes the rest.

    Of these entries the table `entries` only has the last, with its place in the chain and no facts.
    """

    __tablename__ = "archived_logs"

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    file: str = Field(sa_type=TEXT)
    sha256: str = Field(sa_type=TEXT)
    entries: int
    head: str = Field(sa_type=TEXT)
    bytes: int
    people: str = Field(sa_type=TEXT)
    archived_at: str = Field(sa_type=TEXT)


class ArchiveLeftoverRow(Row, table=True):
    """A file that is being written to the archive, or is to be deleted there if `unwanted`."""

    __tablename__ = "archive_leftovers"

    file: str = Field(primary_key=True, sa_type=TEXT)
    log_id: str = Field(index=True, sa_type=TEXT)
    at: str = Field(index=True, sa_type=TEXT)
    unwanted: bool


class ForgottenRow(Row, table=True):
    """
    A player who is to be forgotten, and was, as of `done_at`; `server.people.forgetting.work` describes the columns.

    It is the intent: any process that finds it continues the work. It contains nothing but the id, and stays, so that
    nothing late reaches the player.
    """

    __tablename__ = "forgotten"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    asked_at: str = Field(sa_type=TEXT)
    scanned_to: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    held_until: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    done_at: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)


class RedactionRow(Row, table=True):
    """A log of which entries were redacted: every process reads it again. Kept for some minutes."""

    __tablename__ = "redactions"

    redaction_id: str = Field(primary_key=True, sa_type=TEXT)
    log_id: str = Field(sa_type=TEXT)
    at: str = Field(index=True, sa_type=TEXT)
    number: int = Field(index=True, sa_type=NUMBER, sa_column_kwargs=_NUMBER)


class MarkRow(Row, table=True):
    """The news that an entry of a log has for players; `server.logs.store.contract.Mark` describes the columns."""

    __tablename__ = "marks"

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    seq: int = Field(primary_key=True)
    due_at: str = Field(index=True, sa_type=TEXT)
    news: str = Field(sa_type=TEXT)


class OwnStreamRow(Row, table=True):
    """A player's own stream whose first logs are gone; `begins` is the number of the first one that is kept."""

    __tablename__ = "own_streams"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    begins: int


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
    """
    An invitation to the log `log_id` of this `kind`: `match`, `tournament` or `series`.

    Only its maker has seen the token; `secret_hash` is SHA-256 of the secret in it. The bridge `bridge_id` has made it,
    if one did, by the token or grant `made_with` of the player, with its own token `bridge_token_id`, which was made or
    last renewed at `bridge_token_at`.
    """

    __tablename__ = "invitations"

    invitation_id: str = Field(primary_key=True, sa_type=TEXT)
    kind: str = Field(sa_type=TEXT, sa_column_kwargs={"server_default": "match"})
    log_id: str = Field(index=True, sa_type=TEXT)
    secret_hash: str = Field(repr=False, sa_type=TEXT)
    seat: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    uses: int
    created_at: str = Field(sa_type=TEXT)
    expires_at: str = Field(sa_type=TEXT)
    withdrawn_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    made_with: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    bridge_id: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    bridge_token_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    bridge_token_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class SeedRow(Row, table=True):
    """A match's secret seed, separate from the rows that are read for players."""

    __tablename__ = "seeds"

    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seed: str = Field(repr=False, sa_type=TEXT)


class FollowerRow(Row):
    """
    Base of what follows the news of a player; `server.notifications.delivery.followers` describes the last two columns.

    `cursor` is how far news were delivered, or put down for delivery. `made_with` is the token or grant with
    which it was made; it is null in rows of earlier servers. `target` and `slow` are for its turn
    (`server.runtime.outside.places`): where it leads to, and whether it was slow the last time.
    """

    player_id: str = Field(index=True, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    cursor: int
    made_with: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    target: str = Field(sa_type=TEXT, sa_column_kwargs={"server_default": ""})
    slow: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    news_at: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    held_until: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)


class StreamedRow(FollowerRow):
    """
    Base of what is sent messages made from a player's own stream (`server.notifications.delivery.streamed`).

    `failures` is how often sending has failed in a row, `refused` the status of the last answer if that was a refusal.
    """

    language: str = Field(sa_type=TEXT)
    failures: int = 0
    refused: int | None = Field(default=None, nullable=True)


class PushSubscriptionRow(StreamedRow, table=True):
    """
    A browser of a player that gets push messages; `server.notifications.push.subscriptions` describes the columns.

    `subscription_id` is a hash of the address, so a browser has one, whichever player uses it.
    """

    __tablename__ = "push_subscriptions"

    subscription_id: str = Field(primary_key=True, sa_type=TEXT)
    endpoint: str = Field(repr=False, sa_type=TEXT)
    p256dh: str = Field(repr=False, sa_type=TEXT)
    auth: str = Field(repr=False, sa_type=TEXT)


class ServerSecretRow(Row, table=True):
    """A secret that all processes of the server share: `vapid`, the key by which push services know it."""

    __tablename__ = "server_secrets"

    name: str = Field(primary_key=True, sa_type=TEXT)
    secret: str = Field(repr=False, sa_type=TEXT)


class EpochRow(Row, table=True):
    """
    An epoch of the database; the one with the highest number is current (`server.runtime.database.epochs`).

    `because` is why it began. Of PostgreSQL, `timeline` is the timeline on which it began, null if the server does not
    say it, and `inserted_by` the number of the transaction that inserted the row, modulo 2³².
    """

    __tablename__ = "epochs"

    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    epoch: str = Field(sa_type=TEXT)
    began_at: str = Field(sa_type=TEXT)
    because: str = Field(sa_type=TEXT)
    timeline: int | None = Field(default=None, nullable=True, sa_type=NUMBER)
    inserted_by: int | None = Field(default=None, nullable=True, sa_type=NUMBER)


class LostTailRow(Row, table=True):
    """
    A log that was longer, up to entry `seq` with this hash, before the database was restored. Deleted once its host
    or its directors are told (`server.logs.aggregates.losses`).
    """

    __tablename__ = "lost_tails"

    log_id: str = Field(primary_key=True, sa_type=TEXT)
    seq: int
    hash: str = Field(sa_type=TEXT)


class ComparisonRow(Row, table=True):
    """
    What was found when own streams of the epoch `own_epoch` were compared with the logs of `epoch`: how many pieces of
    news were `told_again`, and how many events are `of_lost_entries` (`server.notifications.news.comparison`). `since`
    is when own streams got a database of their own; empty if that is not known.
    """

    __tablename__ = "comparisons"

    epoch: str = Field(primary_key=True, sa_type=TEXT)
    own_epoch: str = Field(primary_key=True, sa_type=TEXT)
    since: str = Field(sa_type=TEXT)
    told_again: int
    of_lost_entries: int


class WebhookRow(FollowerRow, table=True):
    """
    A webhook of a player; `server.notifications.webhooks.hooks` describes the columns.

    `cursor` is up to where events have become deliveries, `numbered` the number of the last one. `secret` is needed to
    sign, so it is stored as it is; `previous_secret` signs too until `previous_until`. With `event_id` it follows this
    event of the kind `event_type`, instead of the player's own stream, and `cursor` counts what everyone is told there.
    `bridge_id` is the bridge that has made it for the player, with its own token `bridge_token_id`, which was made or
    last renewed at `bridge_token_at`.
    """

    __tablename__ = "webhooks"

    webhook_id: str = Field(primary_key=True, sa_type=TEXT)
    url: str = Field(repr=False, sa_type=TEXT)
    secret: str = Field(repr=False, sa_type=TEXT)
    previous_secret: str | None = Field(default=None, repr=False, nullable=True, sa_type=TEXT)
    previous_until: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    types: str = Field(sa_type=TEXT)
    missing_seconds: str = Field(sa_type=TEXT)
    event_type: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    event_id: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    language: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    bridge_id: str | None = Field(default=None, index=True, nullable=True, sa_type=TEXT)
    bridge_token_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    bridge_token_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    numbered: int = 0
    failing_since: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    disabled_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    disabled_because: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class WebhookDeliveryRow(Row, table=True):
    """
    A message to a webhook; `server.notifications.webhooks.outbox` describes the columns.

    `due_at` is null if nothing is to do, `message_id` in rows of earlier servers.
    """

    __tablename__ = "webhook_deliveries"
    __table_args__ = (Index("ix_webhook_deliveries_webhook_id_due_at", "webhook_id", "due_at"),)

    webhook_id: str = Field(primary_key=True, sa_type=TEXT)
    n: int = Field(primary_key=True)
    type: str = Field(sa_type=TEXT)
    body: str = Field(repr=False, sa_type=TEXT)
    created_at: str = Field(index=True, sa_type=TEXT)
    state: str = Field(sa_type=TEXT)
    tries: int = 0
    tried_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    status: int | None = Field(default=None, nullable=True)
    due_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    message_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class WebhookReminderRow(Row, table=True):
    """
    When to see whether a player's submission is missing; `server.notifications.webhooks.missing` describes the columns.
    """

    __tablename__ = "webhook_reminders"
    __table_args__ = (Index("ix_webhook_reminders_webhook_id_due_at", "webhook_id", "due_at"),)

    webhook_id: str = Field(primary_key=True, sa_type=TEXT)
    match_id: str = Field(primary_key=True, sa_type=TEXT)
    seconds: int = Field(primary_key=True)
    game: str = Field(sa_type=TEXT)
    seat: str = Field(sa_type=TEXT)
    phase: int
    closes_at: str = Field(sa_type=TEXT)
    cursor: int
    due_at: str = Field(sa_type=TEXT)


class FriendLinkRow(Row, table=True):
    """The one link of a player by which others become friends; the player can read its secret again."""

    __tablename__ = "friend_links"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    secret: str = Field(repr=False, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)


class FriendshipRow(Row, table=True):
    """A friend in the list of a player; each friendship has two rows."""

    __tablename__ = "friendships"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    friend_id: str = Field(primary_key=True, index=True, sa_type=TEXT)
    since: str = Field(sa_type=TEXT)


class BlockRow(Row, table=True):
    """A player whom another one has blocked."""

    __tablename__ = "blocks"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    blocked_id: str = Field(primary_key=True, index=True, sa_type=TEXT)
    since: str = Field(sa_type=TEXT)


class SessionRow(Row, table=True):
    """A session of the pages at `/account`; `server.people.accounts.sessions` describes the columns."""

    __tablename__ = "sessions"

    session_id: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    secret_hash: str = Field(repr=False, sa_type=TEXT)
    opened_with: str = Field(sa_type=TEXT)
    browser: str = Field(sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    used_at: str = Field(sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)
    way_since: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class CeremonyRow(Row, table=True):
    """A sign-in that has begun; `server.people.accounts.ceremonies` describes the columns."""

    __tablename__ = "ceremonies"

    ceremony_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    kind: str = Field(sa_type=TEXT)
    visitor_hash: str = Field(repr=False, sa_type=TEXT)
    content: str = Field(repr=False, sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)


class PasskeyRow(Row, table=True):
    """A passkey of a player; `server.people.accounts.passkeys` describes the columns."""

    __tablename__ = "passkeys"

    passkey_id: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    credential: str = Field(sa_type=TEXT)
    sign_count: int
    name: str = Field(sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    used_on: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    copied_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class ProviderAccountRow(Row, table=True):
    """An account at an OpenID provider with which a player signs in, by the issuer and what it calls the person."""

    __tablename__ = "provider_accounts"

    issuer: str = Field(primary_key=True, sa_type=TEXT)
    subject: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    used_on: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class RecoveryRow(Row, table=True):
    """The public part of a player's recovery codes."""

    __tablename__ = "recoveries"

    player_id: str = Field(primary_key=True, sa_type=TEXT)
    recovery_id: str = Field(index=True, unique=True, repr=False, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)


class RecoveryCodeRow(Row, table=True):
    """A recovery code that is not used yet."""

    __tablename__ = "recovery_codes"

    recovery_id: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    code_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)


class RecoveryGuessRow(Row, table=True):
    """How often recovery codes with this public part were wrong lately, whether or not there are any."""

    __tablename__ = "recovery_guesses"

    recovery_id: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    wrong: int
    since: str = Field(index=True, sa_type=TEXT)


class OAuthGrant(Row, table=True):
    """
    What a player has allowed a program of others, `client` (`server.people.identity.grants`); its tokens are a
    `family`.

    `handle_hash` and `secret_hash` are of the refresh token: of the part that stays, and of the one that changes.
    `previous_hash` is of the one before, from which the latest one was made with `salt`.
    """

    __tablename__ = "oauth_grants"

    family: str = Field(primary_key=True, sa_type=TEXT)
    player_id: str = Field(index=True, sa_type=TEXT)
    client: str = Field(sa_type=TEXT)
    scopes: str = Field(sa_type=TEXT)
    handle_hash: str = Field(repr=False, index=True, unique=True, sa_type=TEXT)
    secret_hash: str = Field(repr=False, sa_type=TEXT)
    created_at: str = Field(sa_type=TEXT)
    used_at: str = Field(sa_type=TEXT)
    expires_at: str = Field(sa_type=TEXT)
    previous_hash: str | None = Field(default=None, repr=False, nullable=True, sa_type=TEXT)
    salt: str | None = Field(default=None, repr=False, nullable=True, sa_type=TEXT)


class OAuthCode(Row, table=True):
    """An authorisation code; `family` is the grant for which it was used. `challenge` is that of PKCE, by S256."""

    __tablename__ = "oauth_codes"

    code_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    client: str = Field(sa_type=TEXT)
    player_id: str = Field(sa_type=TEXT)
    redirect_uri: str = Field(sa_type=TEXT)
    scopes: str = Field(sa_type=TEXT)
    challenge: str = Field(repr=False, sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)
    family: str | None = Field(default=None, nullable=True, sa_type=TEXT)


class OAuthDevice(Row, table=True):
    """A device that waits for a decision; `player_id` has decided that it is `allowed`, or not."""

    __tablename__ = "oauth_devices"

    device_hash: str = Field(repr=False, primary_key=True, sa_type=TEXT)
    user_hash: str = Field(repr=False, index=True, unique=True, sa_type=TEXT)
    client: str = Field(sa_type=TEXT)
    scopes: str = Field(sa_type=TEXT)
    expires_at: str = Field(index=True, sa_type=TEXT)
    interval_seconds: int
    polled_at: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    player_id: str | None = Field(default=None, nullable=True, sa_type=TEXT)
    allowed: bool | None = Field(default=None, nullable=True)
