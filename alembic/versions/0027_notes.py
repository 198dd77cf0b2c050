"""Notes that every process must notice, in the order of the database (`server.runtime.database.notes`)."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0027"
down_revision = "0026"

ROWS = ("identity_changes", "redactions")

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_TABLES = (("identity_changes", "change_id", "player_id"), ("redactions", "redaction_id", "log_id"))


def upgrade() -> None:
    for table, key, about in _TABLES:
        if op.get_bind().dialect.name == "postgresql":
            # By default, because servers of before write notes too while others are replaced.
            number = sa.Column("number", sa.BigInteger(), nullable=False, server_default=sa.text("txid_current()"))
            op.add_column(table, number)
        else:
            # No server runs that would have to notice what is in it. Numbers are never given again.
            op.drop_table(table)
            op.create_table(
                table,
                sa.Column("number", sa.Integer(), primary_key=True),
                sa.Column(key, TEXT, nullable=False),
                sa.Column(about, TEXT, nullable=False),
                sa.Column("at", TEXT, nullable=False),
                sqlite_autoincrement=True,
            )
            op.create_index(f"ix_{table}_at", table, ["at"])
        op.create_index(f"ix_{table}_number", table, ["number"])


def downgrade() -> None:
    for table, key, about in _TABLES:
        if op.get_bind().dialect.name == "postgresql":
            op.drop_index(f"ix_{table}_number", table)
            op.drop_column(table, "number")
        else:
            op.drop_table(table)
            op.create_table(
                table,
                sa.Column(key, TEXT, primary_key=True),
                sa.Column(about, TEXT, nullable=False),
                sa.Column("at", TEXT, nullable=False),
            )
            op.create_index(f"ix_{table}_at", table, ["at"])
