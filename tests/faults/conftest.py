"""What tests of faults have in common."""

from __future__ import annotations

import resource
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.server.notifications.webhooks.target import Targets, authority, running_targets

_FILES = 8000


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of files for the sockets of a crowd, here and in the servers that are started."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, _FILES)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
async def targets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Targets]:
    """Targets of webhooks, which the servers that are started trust."""
    file = tmp_path / "authority.pem"
    file.write_bytes(authority()[0].public_bytes(Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    async with running_targets(tmp_path) as targets:
        yield targets
