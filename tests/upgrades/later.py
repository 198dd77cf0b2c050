"""A later version, of which only the migrations are other than today's."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from server.runtime.database.schema import scripts
from tests.upgrades.releases import Earlier, Release

_ROOT: Final = Path(__file__).parents[2]

_ADDS: Final = '''"""A table and a column."""

import sqlalchemy as sa

from alembic import op

revision = "9998"
down_revision = "{head}"


def upgrade() -> None:
    op.create_table("later", sa.Column("name", sa.Text(), primary_key=True))
    op.add_column("matches", sa.Column("later", sa.Integer(), nullable=True))
'''

_TIDIES: Final = '''"""Without a column that servers since that migration do not use."""

from alembic import op

revision = "9999"
down_revision = "9998"

OLDEST = "9998"


def upgrade() -> None:
    op.drop_column("webhooks", "made_with")
'''


def later(folder: Path, *, tidies: bool) -> Earlier:
    """Make the code of a later version in a folder; with `tidies`, servers of today cannot work beside it."""
    migrations = folder / "alembic"
    shutil.copytree(_ROOT / "alembic", migrations, dirs_exist_ok=True)
    for package in ("server", "engines"):
        if not (folder / package).exists():
            (folder / package).symlink_to(_ROOT / package)
    (migrations / "versions" / "9998_adds.py").write_text(_ADDS.format(head=scripts().get_current_head()))
    if tidies:
        (migrations / "versions" / "9999_tidies.py").write_text(_TIDIES)
    return Earlier(Release("later", "", "9999" if tidies else "9998"), folder)
