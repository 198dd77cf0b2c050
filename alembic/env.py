"""
What Alembic runs around the migrations.

The caller (`server.runtime.database.schema`) brings the connection and its transaction: all migrations happen, or none.
"""

from __future__ import annotations

from sqlmodel import SQLModel

import server.runtime.database.tables  # noqa: F401  Fills the metadata.
from alembic import context
from server.runtime.database.schema import REVISION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    version_table=REVISION_TABLE,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
