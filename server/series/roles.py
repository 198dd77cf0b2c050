"""
The roles in series (`server/directing/roles.py`).
"""

from __future__ import annotations

from typing import Final

from server.access import UNKNOWN_SERIES
from server.directing.roles import Roles
from server.series.series import Series

IN_SERIES: Final[Roles[Series]] = Roles(UNKNOWN_SERIES)
