"""What a command loads: importing takes longer than most of what is done, and stays in memory."""

from __future__ import annotations

import gc
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from server.cli.serving.garbage import loading_for_good
from server.runtime.database.migrating import migrate
from server.runtime.database.schema import revisions, scripts

_SERVES: Final = frozenset({"engines", "fastapi", "sqlalchemy", "server.app", "server.runtime.settings"})
"""What takes a tenth of a second, or loads what does."""

_LATE: Final = frozenset(
    {
        "aiohttp",  # calls outside
        "alembic",  # migrations that are still to be applied
        "cryptography",  # passkeys, OpenID, push messages
        "fido2",  # passkeys
        "icalendar",
        "jinja2",  # the pages of accounts
        "joserfc",  # OpenID providers, if the settings name one
        "markdown_it",  # the documentation
        "obstore",  # an archive in S3
        "openskill",  # ratings
        "prometheus_client",  # metrics, if the settings name a port
        "rich.progress",
        "rustworkx",  # pairing
        "server.api.documents.asyncapi",
        "server.api.documents.openapi",
        "yaml",  # making the AsyncAPI document
    }
)
"""What most servers need seldom or never, with what needs it."""

_ROUTES: Final = """
from server.access.fields import Reply
from server.api.calls.late_routes import LateRoute
from server.api.models.playing import SubmissionRequest
from server.app import create_app
from server.runtime.settings import Settings

routes = [route for route in create_app(Settings()).routes if isinstance(route, LateRoute)]
assert len(routes) > 90
print(*(route.operation_id for route in routes if "dependant" in vars(route)))
print(SubmissionRequest.__pydantic_complete__)
print(*(model.__name__ for model in Reply.__subclasses__() if model.__pydantic_complete__))
"""

_COMMAND: Final = "from server.cli.cli import main; main()"

_START: Final = """
import os, signal
from server.cli.serving.serve import serve
from server.runtime.settings import Settings

serve(Settings(database=sys.argv[1], port=0), lambda address: os.kill(os.getpid(), signal.SIGINT))
"""


@pytest.mark.parametrize(
    "command", [("--help",), ("simulate", "--help"), ("admin", "--help"), ("admin", "audit", "--help")]
)
def test_help_loads_no_server(command: tuple[str, ...]) -> None:
    assert _loaded(_COMMAND, *command) & _SERVES == set()


def test_a_server_starts_without_what_it_may_never_need(tmp_path: Path) -> None:
    """Its database is migrated, as that of every server but a new one."""
    database = f"sqlite:///{tmp_path / 'moirai.db'}"
    migrate(database)

    loaded = _loaded(_START, database)

    assert loaded & _LATE == set()
    assert all(map(find_spec, _LATE))
    assert loaded >= _SERVES


def test_a_server_starts_without_what_the_framework_makes_of_routes_and_replies() -> None:
    """Except for calls with a deadline: nobody waits for them when the first one moves."""
    made, can_be_read, replies = _run(_ROUTES)[:3]

    assert made == "submit withdraw"
    assert can_be_read == "True"
    assert replies == ""


def test_what_is_loaded_for_good_is_left_out_of_collections_which_then_go_on() -> None:
    before = gc.get_freeze_count()

    with loading_for_good():
        assert not gc.isenabled()
        loaded: list[list[int]] = [[] for _ in range(1_000)]

    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(loaded)


def test_the_files_of_migrations_are_named_after_their_revisions_in_order() -> None:
    """So a server knows them without loading Alembic."""
    assert [*revisions()] == [script.revision for script in scripts().iterate_revisions("head", "base")][::-1]


def _loaded(program: str, *arguments: str) -> set[str]:
    """Return all modules that a program has loaded when it ends."""
    noting = "import atexit, sys\natexit.register(lambda: print('loaded', *sys.modules))\n"
    return set(_run(noting + program, *arguments)[-1].split()[1:])


def _run(program: str, *arguments: str) -> list[str]:
    """Return the lines that a program prints."""
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
