"""
Redacted entries: something personal is withheld from them for ever, because a player left (docs/people.md).

Their hashes cover what is no longer there, so nothing in them can be checked against these. What a server could pretend
with them is limited: only entries that name somebody who left, or contain what such a person wrote, may be redacted,
and who left has no name in the whole log.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engines.kit import HOST, Viewer
from server.cli.logs.request_bounds import ImpossibleError
from server.cli.logs.verdict import Verdict
from server.logs.store.entry import EncodedFact, Entry
from server.logs.store.personal import LEFT, WRITTEN, people_of
from server.matches.state import MatchState

_BODY: Final = re.compile("[0-9a-f]{64}")

_NAMED: Final = 20
"""How many redacted entries are named; there can be thousands."""

_NEVER: Final = ("submitted", "withdrawn")
"""Facts of moves, whose entries are never redacted."""


def check_redactions(entries: Sequence[Entry], verdict: Verdict) -> None:
    """Check what holds for redacted entries of logs of any kind, and say that they cannot be checked completely."""
    has_left: dict[str, bool] = {}
    redacted: list[int] = []
    for entry in entries:
        people = [person for told in entry.facts for person in people_of(told)]
        if any(has_left.setdefault(player_id, name == LEFT) != (name == LEFT) for player_id, name in people):
            verdict.fault(entry.seq, "a player has left the server in some entries, and has a name in others")
        if not entry.redacted:
            continue
        redacted.append(entry.seq)
        if not _BODY.fullmatch(entry.body or ""):
            verdict.fault(entry.seq, "the hash of its content is not 32 bytes in hexadecimal")
        if any(told.type in _NEVER for told in entry.facts):
            verdict.fault(entry.seq, "is redacted, which is never done with moves")
    if redacted:
        some = ", ".join(map(str, redacted[:_NAMED])) + (", …" if len(redacted) > _NAMED else "")
        verdict.unchecked.append(
            f"{len(redacted)} entries are redacted, because players left the server. They were checked as steps, but "
            f"not against their hashes: {some}."
        )


def require_personal(entry: Entry) -> None:
    """
    Refuse a redacted entry that names nobody who left; for logs of tournaments and series.

    Raises:
        ImpossibleError: It does not.
    """
    if entry.redacted and not _names_who_left(entry.facts):
        raise ImpossibleError("it is redacted, although it names nobody who left.")


def require_personal_in_match(entry: Entry, state: MatchState) -> None:
    """
    Refuse a redacted entry from which nothing can have been withheld; `state` is that of the match before it.

    Raises:
        ImpossibleError: Nobody who left is named in it, or wrote anything in it.
    """
    if not entry.redacted or _names_who_left(entry.facts):
        return
    # A reaction has no text that could be withheld.
    written = [
        told
        for told in entry.facts
        if told.type in WRITTEN and told.fact.get(WRITTEN[told.type]) == LEFT and "sign" not in told.fact
    ]
    senders = [Viewer(str(told.fact.get("sender", HOST))) for told in written]
    if not senders or not all(has_left(state, sender) for sender in senders):
        raise ImpossibleError("it is redacted, although it contains nothing of anybody who left.")


def has_left(state: MatchState, sender: Viewer) -> bool:
    """Whether the host, or the player of a seat, has left the server."""
    if sender == HOST:
        return state.created.host.name == LEFT
    players = {str(seat): player for seat, player in state.players}
    return sender in players and players[sender].name == LEFT


def _names_who_left(facts: Sequence[EncodedFact]) -> bool:
    return any(name == LEFT for told in facts for _, name in people_of(told))
