"""Matches that move to newer rules while they are played."""

from __future__ import annotations

from typing import Any, Final

from server.logs.store.entry import Entry
from server.matches.hosting import newer_rules
from tests.secrecy.verifiers.scribe import Scribe, person

Json = Any

OPTIONS: Final[Json] = {"items": {"hestias_hearth": "a"}, "wins_needed": 1}


def moved() -> list[Entry]:
    """Return the log of a duel that moves to version 2 after its first phase, in which a is silent ever after."""
    match = Scribe("wizards_duel", "gods_collide", OPTIONS, {"rules_version": 1})
    match.start()
    for version in (2, None, 2):
        match.act(newer_rules.propose, version, person("Host"))
    match.act(newer_rules.agree, match.seats[0], 2)
    match.act(newer_rules.agree, match.seats[1], 2)
    match.submit("a", {"type": "cast", "spell": "5"})
    match.submit("b", {"type": "cast", "spell": "4"})
    match.close()
    while match.state.phase is not None:
        if "b" in match.state.phase.must:
            match.submit("b")
        match.close()
    return match.log
