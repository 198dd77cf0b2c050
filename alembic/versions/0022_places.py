"""The target of each follower of news, and whether it was slow the last time, for the order of delivery."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import sqlalchemy as sa

from alembic import op

revision = "0022"
down_revision = "0021"

ROWS = ("webhooks", "push_subscriptions")

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_TABLES = (("push_subscriptions", "subscription_id", "endpoint"), ("webhooks", "webhook_id", "url"))


def upgrade() -> None:
    connection = op.get_bind()
    for table, key, address in _TABLES:
        op.add_column(table, sa.Column("target", TEXT, nullable=False, server_default=""))
        op.add_column(table, sa.Column("slow", sa.Boolean(), nullable=False, server_default=sa.false()))
        rows = sa.table(table, sa.column(key), sa.column(address), sa.column("target"))
        known = [
            {"of": row[0], "to": _target_of(row[1])}
            for row in connection.execute(sa.select(rows.c[key], rows.c[address]))
        ]
        if known:
            changed = sa.update(rows).where(rows.c[key] == sa.bindparam("of")).values(target=sa.bindparam("to"))
            connection.execute(changed, known)


def downgrade() -> None:
    for table, *_ in _TABLES:
        op.drop_column(table, "slow")
        op.drop_column(table, "target")


def _target_of(url: str) -> str:
    host = urlsplit(url).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return ".".join(host.split(".")[-2:])
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))
    return str(address)
