"""
Requests that follow the OpenAPI document or violate it: in every role and at every moment, the reply is one that is
published.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.ground import Ground, prepared
from tests.fuzz.replies import check_code, check_sense, check_token, checks_of
from tests.fuzz.requests import Requests
from tests.fuzz.tally import Tally, class_of
from tests.published import document

Json = Any

EXAMPLES = 30

OPERATIONS: Final = sorted(
    operation["operationId"] for path in document()["paths"].values() for operation in path.values()
)


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_every_reply_is_published(operation: str, sqlite_url: str, tally: Tally) -> None:
    async with prepared(sqlite_url) as ground:
        await asyncio.to_thread(_fuzz, ground, operation, tally)

    assert tally.outcomes(operation).total()


def _fuzz(ground: Ground, operation: str, tally: Tally) -> None:
    requests = Requests(ground)

    @drawn
    @bounded(EXAMPLES)
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
