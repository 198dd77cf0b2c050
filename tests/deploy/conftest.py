"""What tests of both fronts have in common."""

from __future__ import annotations

import pytest

from tests.deploy.fronts import KINDS, Kind


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Which front: the test runs once with each."""
    chosen: Kind = request.param
    return chosen
