"""When the server must next do something in a match, which is more than when its phase closes."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _rename("closes_at", "due_at")


def downgrade() -> None:
    _rename("due_at", "closes_at")


def _rename(old: str, new: str) -> None:
    op.drop_index(f"ix_matches_{old}", "matches")
    op.alter_column("matches", old, new_column_name=new)
    op.create_index(f"ix_matches_{new}", "matches", [new])
