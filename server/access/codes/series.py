"""Codes about series."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.access.codes.server_code import NOTHING, new_code

_series: Final = partial(new_code, "Series")

UNKNOWN_SERIES: Final = _series(
    "unknown_series",
    404,
    means="There is no series with this id, or the caller has no access to it.",
    do="Check the id; only entrants and directors have access to a private series.",
)
DOES_NOT_FIT: Final = _series(
    "does_not_fit",
    422,
    means="The numbers of players in the season do not add up; the `detail` says where, with both numbers.",
    do="Correct the place that the `pointer` names.",
)
TOO_MANY_SERIES: Final = _series(
    "too_many_series", 409, means="The caller directs too many series that are not over.", do="Finish or cancel one."
)
SERIES_FULL: Final = _series("series_full", 409, means="All places of the series are taken.", do=NOTHING)
EPISODE_OPEN: Final = _series(
    "episode_open", 409, means="An episode is not done, or all are done.", do="Wait until it is done."
)
UNKNOWN_EPISODE: Final = _series(
    "unknown_episode", 409, means="The episode has not begun, or has no such match so far.", do="Read the view again."
)
NOTHING_OPEN: Final = _series("nothing_open", 409, means="No decision and no match is open.", do="Read the view again.")
NOT_STOPPED: Final = _series(
    "not_stopped",
    409,
    means="The series does not wait for a director.",
    do="Decide the open match as its host, or wait until it is over.",
)
UNKNOWN_DECISION: Final = _series(
    "unknown_decision", 404, means="There is no decision with this number.", do="Read the view again."
)
NOT_YOURS_TO_DECIDE: Final = _series(
    "not_yours_to_decide", 403, means="Somebody else is asked to decide this.", do=NOTHING
)
DECISION_CLOSED: Final = _series(
    "decision_closed", 409, means="The decision is closed, or its time is over.", do="Read the view again."
)
NOT_A_CHOICE: Final = _series(
    "not_a_choice", 422, means="This entrant cannot be chosen.", do="Choose one of `choices` of the decision."
)
TOO_MANY_CHANGES: Final = _series(
    "too_many_changes", 409, means="The decision, or the leave, was changed too often.", do="The last one counts."
)
SERIES_PAUSED: Final = _series("series_paused", 409, means="The series is paused.", do="Resume it first.")
SERIES_OVER: Final = _series("series_over", 409, means="The series is over.", do=NOTHING)
