"""
Requests that follow from the replies to others, by the document's links: a match is made, found, joined, begun, played.
"""

from __future__ import annotations

import asyncio
from itertools import cycle
from typing import Any, Final

import schemathesis
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case
from schemathesis.specs.openapi.checks import ensure_resource_availability, use_after_free

from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.ground import Ground, prepared
from tests.fuzz.replies import CHECKS
from tests.fuzz.requests import Requests, brief, operation_id
from tests.fuzz.tally import Tally, class_of

Json = Any

COURSES: Final = 15

STEPS: Final = 12

FOLLOWING: Final = [*CHECKS, use_after_free, ensure_resource_availability]


async def test_what_follows_from_a_reply_is_answered_as_it_is_published(sqlite_url: str, tally: Tally) -> None:
    async with prepared(sqlite_url) as ground:
        await asyncio.to_thread(_fuzz, ground, tally)

    assert tally.outcomes("startMatch")["2xx"] or tally.outcomes("getView")["2xx"]


def _fuzz(ground: Ground, tally: Tally) -> None:
    requests = Requests(ground)
    callers = cycle(account for account in ground.stage.accounts.values() if account.player_id != "nobody")

    class Course(requests.schema.as_state_machine()):  # type: ignore[misc]  # made at run time
        def setup(self) -> None:
            self.headers = {"Authorization": f"Bearer {next(callers).token}"}

        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:
            return {"base_url": ground.url, "session": requests.session, "headers": self.headers}

        def before_call(self, case: Case[Any]) -> None:
            brief(case)

        def validate_response(self, response: schemathesis.Response, case: Case[Any], **kwargs: Json) -> None:
            tally.add(operation_id(case.operation), class_of(response.status_code))
            case.validate_response(response, checks=FOLLOWING, transport_kwargs=kwargs, recorder=self.recorder)

    bounds = settings(bounded(COURSES), stateful_step_count=STEPS)
    run_state_machine_as_test(drawn(Course), settings=bounds)
