"""
Where a player's id stands in the tables, and what becomes of the rows when the player is forgotten.

A test compares these lists with the tables, so that a new table cannot be overlooked.
"""

from __future__ import annotations

from typing import Final

CREDENTIALS: Final[dict[str, str]] = {
    "players": "id",
    "tokens": "player_id",
    "tickets": "player_id",
    "sessions": "player_id",
    "passkeys": "player_id",
    "provider_accounts": "player_id",
    "recoveries": "player_id",
    "oauth_grants": "player_id",
    "oauth_codes": "player_id",
    "oauth_devices": "player_id",
    "claims": "player_id",
}
"""Tables by which the player could still be recognised, with the column of the player; deleted with the intent."""

OWN: Final[dict[str, str]] = {
    "push_subscriptions": "player_id",
    "webhooks": "player_id",
    "kept_replies": "player_id",
    "packs": "player_id",
    "ratings": "player_id",
    "reports": "reporter",
    "friend_links": "player_id",
    "friendships": "player_id",
    "blocks": "player_id",
}
"""Tables with rows that are about nobody else, with the column of the player; deleted."""

OF_OTHERS: Final[dict[str, str]] = {
    "friendships": "friend_id",
    "blocks": "blocked_id",
    "reports": "player_id",
    "tokens": "bridge_id",
    "oauth_grants": "client",
    "claims": "bridge_id",
    "invitations": "bridge_id",
}
"""Tables with rows of others that are about the player, with the column of the player; deleted."""

STREAMS: Final[dict[str, str]] = {"own_streams": "player_id"}
"""Tables about the player's own stream, which are needed to find it; deleted after it."""

BELOW: Final[dict[str, tuple[str, str]]] = {
    "webhook_deliveries": ("webhooks", "webhook_id"),
    "webhook_reminders": ("webhooks", "webhook_id"),
    "recovery_codes": ("recoveries", "recovery_id"),
}
"""Tables whose rows belong to a row of the player in another table, by this column of both; deleted before that."""

KEPT: Final[dict[str, str]] = {
    "identity_changes": "that something has changed of the player; for an hour",
    "forgotten": "that the player was forgotten; nothing else",
    "audit": "what administrators did about the player, and why: they answer for it also later",
    "seatings": "who sits where, as in the log of the match",
    "tournament_people": "who takes part, as in the log of the tournament",
    "archived_logs": "in which files of the archive the player's name is; none, once they are redacted",
    "series_people": "who takes part, as in the log of the series",
}
"""Tables with rows that contain the player's id, and nothing else about the player; and why they stay."""

LISTED: Final = ("matches", "tournaments", "series")
"""Tables with the rows of logs in lists."""

COPIES: Final[dict[str, str]] = {
    **dict.fromkeys(LISTED, "listing"),
    "kept_replies": "body",
    "marks": "news",
    "webhook_deliveries": "body",
}
"""Tables with copies of facts that can name any player, as JSON text in this column."""
