"""
Requests that follow the OpenAPI document or violate it: in every role and at every moment, the reply is one that is
published.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.ground import prepared
from tests.fuzz.replies import check_code, check_sense, check_token, checks_of
from tests.fuzz.requests import Requests
from tests.fuzz.tally import Tally, class_of
from tests.published import document
from tests.sampling import more

EXAMPLES = 15

OPERATIONS: Final = sorted(
    operation["operationId"] for path in document()["paths"].values() for operation in path.values()
)


@pytest_asyncio.fixture(loop_scope="module", scope="module" if more() == 1 else "function")
async def requests(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Requests]:
    """One server for all operations, whose matches stay; a long run would use up how many events a player can have."""
    file = shutil.copyfile(sqlite_template, tmp_path_factory.mktemp("fuzz") / "moirai.db")
    async with prepared(f"sqlite:///{file}") as ground:
        yield Requests(ground)


@pytest.mark.sampled(share=1.25)
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.asyncio(loop_scope="module")
async def test_every_reply_is_published(operation: str, requests: Requests, tally: Tally) -> None:
    await asyncio.to_thread(_fuzz, requests, operation, tally)

    assert tally.outcomes(operation).total()


def _fuzz(requests: Requests, operation: str, tally: Tally) -> None:
    @drawn
    @bounded(EXAMPLES * more())
    @given(st.data())
    def try_one(data: st.DataObject) -> None:
        request = requests.draw(data, [operation], requests.scene(data, operation))
        reply = requests.make(request)
        tally.add(operation, class_of(reply.status_code))
        request.case.validate_response(reply, checks=checks_of(operation))
        check_token(request, reply)
        check_sense(request.case, reply)
        check_code(request.case, reply)

    try_one()
