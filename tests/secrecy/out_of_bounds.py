"""
What no request can have put into a log, and neither the server of itself: tampering as data, as in `forgeries`.
"""

from __future__ import annotations

from dataclasses import replace

from server.matches import commands
from tests.secrecy.scribe import Scribe, eventful
from tests.secrecy.tampering import (
    Forger,
    Json,
    Log,
    Tampering,
    of_log,
    person_json,
    place_of,
    to_everyone,
    with_fact,
)

REASONS = {
    "too long": "é" * 501,
    "of two lines": "tea\ntime",
    "with a line's end": "tea\n",
    "that steers the terminal": "\x1b[2J",
    "that turns the writing around": "tea\u202e",
}

NAMES = {
    **REASONS,
    "too long": "é" * 41,
    "without a letter": "",
    "of nothing to see": "\u2003\u3164",
    "that looks like another": "A\u200bda",
}

IDS = {"too short": "0" * 25, "too long": "0" * 27, "of other letters": "o" * 26, "in capitals": "A" * 26}


def _played() -> Log:
    return eventful(2)


def _adjudicated() -> Log:
    return eventful(2, "adjudicated")


def _voided() -> Log:
    return eventful(2, "void")


def _ranked(place: Json) -> Forger:
    outcome = {"rank": {"a": 1, "b": place}, "consequences": {"a": [], "b": []}}
    return of_log(_adjudicated, with_fact("match_adjudicated", outcome=outcome))


def _seated_at_first(player: Json) -> Forger:
    sits = to_everyone("seat_taken", seat="a", player=player, entropy=None)
    return lambda log: Tampering([replace(log[0], facts=(*log[0].facts, sits)), *log[1:]], 1)


def _closed_as_if_early(_: Log) -> Tampering:
    """All have submitted, but the time was up before anybody closed the phase."""
    match = Scribe("wizards_duel", "colosseum", terms={"pace": "eager"})
    match.start()
    for seat in match.seats:
        match.submit(seat)
    assert match.live.state.closes_at is not None
    match.now = match.live.state.closes_at
    match.write(commands.close(match.live.state, match.seed, "all_submitted", match.now))
    match.play_out()
    return Tampering(match.log, place_of(match.log, "phase_closed") + 1)


_BY_REASON: dict[str, Forger] = {
    f"a {fact} for a reason {what}": of_log(log, with_fact(fact, reason=reason))
    for what, reason in REASONS.items()
    for fact, log in (
        ("match_paused", _played),
        ("seat_muted", _played),
        ("match_adjudicated", _adjudicated),
        ("match_voided", _voided),
    )
}

_BY_PERSON: dict[str, Forger] = {
    f"{role} with {part} {what}": forger
    for field, part, values in (("name", "a name", NAMES), ("player_id", "an id", IDS))
    for what, value in values.items()
    for player in ({**person_json("Ada"), field: value},)
    for role, forger in (
        ("a host", with_fact("match_created", host=player)),
        ("a player from the beginning", _seated_at_first(player)),
        ("a player", with_fact("seat_taken", player=player)),
        ("a player who takes over", with_fact("seat_taken", 4, player=player)),
    )
}

OUT_OF_BOUNDS: dict[str, Forger] = {
    **_BY_REASON,
    **_BY_PERSON,
    **{f"a match with an id {what}": with_fact("match_created", match_id=value) for what, value in IDS.items()},
    **{f"a lag of {lag} rounds": with_fact("match_created", spectator_lag=lag) for lag in (-1, 101, 2**53 - 1)},
    **{f"a seat of rank {place}": _ranked(place) for place in (-1, 0, 65)},
    "a phase closed as if early": _closed_as_if_early,
}
