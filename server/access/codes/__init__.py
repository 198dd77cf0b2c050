# ruff: noqa: F403
"""
The error codes that the server itself raises: each with its HTTP statuses, its meaning and what to do about it.

The OpenAPI document and docs/troubleshooting.md are generated from them. The games declare the codes of moves;
`server.api.streams.close_codes` declares the reasons for closing a socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from server.access.codes.accounts import *
from server.access.codes.calls import *
from server.access.codes.matches import *
from server.access.codes.packs import *
from server.access.codes.playing import *
from server.access.codes.series import *
from server.access.codes.server_code import ServerCode as ServerCode
from server.access.codes.server_code import of_game as of_game
from server.access.codes.sockets import *
from server.access.codes.tournaments import *

_AREAS: Final = (
    "Calls",
    "Matches and seats",
    "Playing and watching",
    "Hosting",
    "Channels",
    "Packs",
    "WebSockets",
    "Tournaments",
    "Series",
    "Accounts",
)

AREAS: Final[Mapping[str, tuple[ServerCode, ...]]] = {
    area: tuple(code for code in globals().values() if isinstance(code, ServerCode) and code.area == area)
    for area in _AREAS
}
"""The codes of refused calls and frames, by what they are about."""
