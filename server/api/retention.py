"""All rules of what is kept how long; docs/running.md lists them, with the tables that have no rule."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from server.logs.invitations.links import old_invitations
from server.logs.replies.idempotency import old_replies
from server.matches.repository import never_begun
from server.notifications.news.beginnings import OldNews
from server.notifications.webhooks.outbox import old_deliveries
from server.organising.series.kind import SERIES
from server.organising.tournaments.kind import TOURNAMENTS
from server.people.accounts.ceremonies import old_ceremonies
from server.people.accounts.claims import old_claims
from server.people.accounts.sessions import old_sessions
from server.people.forgetting.guests import Guests
from server.people.forgetting.renewal import old_redactions
from server.people.identity.changes import old_changes
from server.people.identity.grants import old_grants
from server.people.identity.tickets import old_tickets
from server.people.identity.tokens import old_tokens
from server.people.oauth.storage import old_codes, old_devices
from server.runtime.retention import Rule

if TYPE_CHECKING:
    from server.api.server import Server


def rules_of(server: Server) -> Iterator[Rule]:
    """Yield the rules for a server, in the order in which they are applied."""
    settings, database = server.settings, server.database
    yield old_replies(database, timedelta(hours=settings.keep_replies_hours))
    yield old_deliveries(database, timedelta(days=settings.keep_deliveries_days))
    for rule in (old_changes, old_redactions, old_tickets, old_ceremonies, old_sessions, old_codes, old_devices):
        yield rule(database)
    for rule in (old_tokens, old_grants, old_invitations, old_claims):
        yield rule(database)
    keep, logs = _days(settings.keep_open_days), server.match_logs
    yield never_begun(logs.kind, keep, database, logs.repository)
    yield TOURNAMENTS.never_begun(keep, database, server.tournament_logs.repository)
    yield SERIES.never_begun(keep, database, server.series_logs.repository)
    yield OldNews(_days(settings.keep_news_days), database, server.databases[-1].engine)
    yield Guests(_days(settings.keep_guests_days), database, server.parts, server.forgetting.forget)


def _days(days: int) -> timedelta | None:
    return timedelta(days=days) if days else None
