"""
Scopes: what a token lets its holder do for the player (docs/access.md). They never give more than the player has.

What each means, in words for people, is in the server's catalogue as `scope.NAME` (server/runtime/words).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

Scope: TypeAlias = Literal["watch", "play", "talk", "host", "organise", "notify", "account", "administer"]
"""
`watch` reads what the player may know. `play` takes seats, enters events and submits moves, and chooses
friends and whom to block. `talk` sends messages.
`host` makes matches and decides about them; `organise` does so with tournaments and series. `notify` sends the player's
news elsewhere. `account` changes the account and its tokens. `administer` is for administrators.
"""

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

Scopes: TypeAlias = frozenset[Scope]

EVERY_SCOPE: Final[Scopes] = frozenset(SCOPES)

GRANTABLE: Final[tuple[Scope, ...]] = ("watch", "play", "talk", "host", "organise", "notify")
"""
What programs of others, and bridges, can get. With `account` they could make tokens that outlive the consent, and
nobody should administer a server with a program that is not registered.
"""


def scope_text(scopes: Iterable[Scope]) -> str:
    """Return scopes as tables and OAuth write them: names with a space between them, in the order of `SCOPES`."""
    held = frozenset(scopes)
    return " ".join(scope for scope in SCOPES if scope in held)


def read_scopes(text: str) -> Scopes:
    """
    Read scopes as `scope_text` writes them, in any order.

    Raises:
        ValueError: A name is not one of a scope.
    """
    named = frozenset(text.split())
    scopes = frozenset(scope for scope in SCOPES if scope in named)
    if len(scopes) != len(named):
        raise ValueError("unknown scope")
    return scopes
