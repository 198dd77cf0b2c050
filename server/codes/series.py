"""Codes about series."""

from __future__ import annotations

from functools import partial
from typing import Final

from server.codes.server_code import new_code

_series: Final = partial(new_code, "Series")

DOES_NOT_FIT: Final = _series(
    "does_not_fit",
    422,
    means="The season does not come out even; the `detail` says where, with both numbers.",
    do="Correct the place that the `pointer` names.",
)
