"""Which tests run whole after a change of which part of the code (`tests/sampling.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "alembic/": ("tests/server/database/",),
    "clients/python/": ("tests/clients/",),
    "clients/typescript/": ("tests/clients/",),
    "clients/verifier/": ("tests/secrecy/verifiers/",),
    "clients/web/": ("tests/web/",),
    "README.md": ("tests/docs/test_commands.py",),
    **dict.fromkeys(
        [f"docs/{name}" for name in ("games/", "protocol", "quickstart", "sdk", "sign-in", "streams", "tournaments")],
        ("tests/docs/test_commands.py",),
    ),
    "engines/": ("tests/engines/test_", "tests/secrecy/twins/test_what_games_tell.py"),
    "server/access.py": ("tests/secrecy/rights/",),
    "server/administration/": ("tests/server/test_administration.py",),
    "server/aggregates/": ("tests/server/matches/", "tests/faults/test_interleavings.py"),
    "server/api/": ("tests/server/api/", "tests/fuzz/test_operations.py"),
    "server/app.py": ("tests/operations/",),
    "server/clock/": ("tests/server/test_",),
    "server/codes/": ("tests/test_codes.py",),
    "server/directing/": ("tests/server/tournaments/", "tests/server/series/"),
    "server/fact_encoding.py": ("tests/golden/", "tests/server/matches/"),
    "server/facts.py": ("tests/golden/", "tests/server/matches/"),
    "server/operations/logs/": ("tests/secrecy/verifiers/",),
    "server/operations/": ("tests/operations/",),
    "server/scopes.py": ("tests/secrecy/rights/",),
    "server/sentences/": ("tests/server/matches/test_lines.py",),
    "server/stream/": ("tests/fuzz/test_frames.py", "tests/fuzz/test_handshakes.py"),
    "server/words/": ("tests/server/test_words_of_the_server.py", "tests/engines/test_words.py"),
}
"""
What runs whole after a change below a path, besides the tests of the same name (those of `server/oauth/` are
`tests/server/oauth/`, those of a module in `server/` the modules in `tests/server/`), and modules of tests that differ.
"""


def whole_after(paths: Iterable[str]) -> list[str]:
    """Return prefixes of the tests that run whole after a change of these files."""
    return sorted({test for path in paths for test in _of(path)})


def _of(path: str) -> Iterable[str]:
    parts = path.split("/")
    if parts[0] == "tests" and parts[-1].startswith("test_"):
        yield path
    if parts[0] in ("engines", "server"):
        yield f"tests/{parts[0]}/{parts[1]}/" if len(parts) > 2 else f"tests/{parts[0]}/test_"
    for prefix, tests in ROOMS.items():
        if path.startswith(prefix):
            yield from tests
