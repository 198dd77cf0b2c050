"""What tests of faults have in common."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest

_FILES = 8000


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of files for the sockets of a crowd, here and in the servers that are started."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, _FILES)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
