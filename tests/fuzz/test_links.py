"""
Requests that follow from the replies to others, by the document's links: a match is created, found, joined, started,
played.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import cycle
from typing import Any, Final

import schemathesis
from hypothesis import settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import ensure_resource_availability, negative_data_rejection, use_after_free

from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.ground import Ground, prepared
from tests.fuzz.replies import CHECKS
from tests.fuzz.requests import Requests, brief, operation_id
from tests.fuzz.tally import Tally, class_of
from tests.sampling import Sample

Json = Any

COURSES: Final = 4

STEPS: Final = 12

# What a link puts into a body may belong to no game that `knowledge` names, and still be valid.
CHECKING: Final = [*(check for check in CHECKS if check is not negative_data_rejection), use_after_free]

FOLLOWING: Final = [*CHECKING, ensure_resource_availability]


def _is_of_a_seat(response: schemathesis.Response) -> bool:
    """Whether a seat is refused that the match does not have: the match, which was created, is there."""
    return bool(response.status_code == 404 and response.json()["code"] == "unknown_seat")


async def test_requests_that_follow_from_a_reply_are_answered_as_published(
    sqlite_url: str, tally: Tally, sample: Sample
) -> None:
    async with prepared(sqlite_url) as ground:
        wrong = await asyncio.to_thread(_fuzz, ground, tally, sample.count(COURSES))

    assert not wrong, "\n".join(str(failures) for failures in wrong)
    if sample.is_whole:
        assert tally.total("2xx") > COURSES


def _fuzz(ground: Ground, tally: Tally, parts: int) -> list[FailureGroup]:
    requests = Requests(ground)
    callers = cycle(account for account in ground.stage.accounts.values() if account.player_id != "nobody")
    wrong = []

    class Course(requests.schema.as_state_machine()):  # type: ignore[misc]  # made at run time
        def setup(self) -> None:
            self.headers = {"Authorization": f"Bearer {next(callers).token}"}

        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:
            return {"base_url": ground.url, "session": requests.session, "headers": self.headers}

        def before_call(self, case: Case[Any]) -> None:
            brief(case)

        def validate_response(self, response: schemathesis.Response, case: Case[Any], **kwargs: Json) -> None:
            tally.add(operation_id(case.operation), class_of(response.status_code))
            try:
                checks = CHECKING if _is_of_a_seat(response) else FOLLOWING
                case.validate_response(response, checks=checks, transport_kwargs=kwargs, recorder=self.recorder)
            except FailureGroup as failures:
                wrong.append(failures)

    for part in range(parts):
        # Replies differ from attempt to attempt, because the server goes on: a part ends where it is tried again.
        with suppress(Flaky):
            bounds = settings(bounded(COURSES), stateful_step_count=STEPS)
            run_state_machine_as_test(drawn(Course, part), settings=bounds)
    return wrong
