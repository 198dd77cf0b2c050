"""
The roles in series (`server/logs/directing/roles.py`).
"""

from __future__ import annotations

from typing import Final

from server.access.rights import UNKNOWN_SERIES
from server.logs.directing.roles import Roles
from server.organising.series.series import Series

IN_SERIES: Final[Roles[Series]] = Roles(UNKNOWN_SERIES)
