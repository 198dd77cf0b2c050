"""Which tests run whole after a change of which part of the code (`tests/sampling.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent

ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "alembic/": ("tests/server/runtime/database/", "tests/upgrades/"),
    "clients/python/": ("tests/clients/",),
    "clients/typescript/": ("tests/clients/",),
    "clients/verifier/": ("tests/secrecy/verifiers/",),
    "clients/web/": ("tests/web/",),
    "deploy/": ("tests/deploy/",),
    "README.md": ("tests/docs/test_commands.py",),
    **dict.fromkeys(
        [f"docs/{name}" for name in ("games/", "protocol", "quickstart", "sdk", "sign-in", "streams", "tournaments")],
        ("tests/docs/test_commands.py",),
    ),
    "engines/": ("tests/engines/test_", "tests/secrecy/twins/test_what_games_tell.py"),
    "server/access/rights.py": ("tests/secrecy/rights/",),
    "server/people/administration/": ("tests/server/people/test_administration.py",),
    "server/logs/aggregates/": ("tests/server/matches/", "tests/faults/test_interleavings.py"),
    "server/api/": ("tests/server/api/", "tests/fuzz/test_operations.py"),
    "server/app.py": ("tests/cli/",),
    "server/runtime/clock/": ("tests/server/matches/",),
    "server/access/codes/": ("tests/test_codes.py",),
    "server/logs/directing/": ("tests/server/organising/tournaments/", "tests/server/organising/series/"),
    "server/matches/fact_encoding.py": ("tests/golden/", "tests/server/matches/"),
    "server/matches/facts.py": ("tests/golden/", "tests/server/matches/"),
    "server/cli/logs/": ("tests/secrecy/verifiers/",),
    "server/cli/": ("tests/cli/",),
    "server/access/scopes.py": ("tests/secrecy/rights/",),
    "server/runtime/sentences/": ("tests/server/matches/test_lines.py", "tests/engines/test_sentences.py"),
    "server/api/streams/": ("tests/fuzz/test_frames.py", "tests/fuzz/test_handshakes.py"),
    "server/runtime/words/": ("tests/server/runtime/test_words_of_the_server.py", "tests/engines/test_words.py"),
}
"""
What runs whole after a change below a path, besides the tests in the same folder (those of `server/people/oauth/` are
`tests/server/people/oauth/`, or those above where it has no tests of its own), and modules of tests that differ.
"""


def whole_after(paths: Iterable[str]) -> list[str]:
    """Return prefixes of the tests that run whole after a change of these files."""
    return sorted({test for path in paths for test in _of(path)})


def _of(path: str) -> Iterable[str]:
    parts = path.split("/")
    if parts[0] == "tests" and parts[-1].startswith("test_"):
        yield path
    if parts[0] in ("engines", "server"):
        folder = "/".join(parts[:-1])
        while not (TESTS / folder).is_dir():
            folder = folder.rpartition("/")[0]
        yield f"tests/{folder}/" if "/" in folder else f"tests/{folder}/test_"
    for prefix, tests in ROOMS.items():
        if path.startswith(prefix):
            yield from tests
