"""
Non-interference: whatever a viewer was not told changes nothing that the viewer can observe.

Promised: take two worlds of one match in which a viewer did the same and was told the same, and change in one of them
anything else, over and over: what others have submitted, whether they have, what they say elsewhere, secret options,
what was drawn in secret and what is still to be drawn. All that the viewer sees stays the same to the byte.

Who may be told what is taken from the rulebooks' tables of information (`tests/information`), never from the
audiences that the code gives. `twins.py` plays the worlds, `search.py` finds the changes, `observe.py` is what is
compared: the stream, read and pushed, cursors, views now and earlier, prompts, ETags, the match's details and listing,
messages of every channel, and the answers and refusals to good and bad requests of all kinds. `test_planted_leaks.py`
shows that the property bites.

Not compared: how long an answer takes; what goes on under an `eager` pace, where an early close tells that all have
submitted (where a phase closes early by itself, the same seats are complete in both worlds); and what comes after
the end of a match whose log opens. Hashes of entries and of the seed stand for what is hidden and differ by nature;
they are named instead, in the three fields where they belong. Whether a fact that may be told holds too much is asked
by `test_what_games_tell.py`; here, such a fact would keep what it gives away from ever being different, and each kind
of fact and each draw that is secret must have been different.

More matches: `make secrecy`, or `MOIRAI_SECRECY_TIMES`, how many times as many as by default.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, count, zip_longest
from typing import Final

import pytest

from engines.catalogue import GAMES
from engines.kit import HOST, SPECTATOR, Viewer
from tests.secrecy.cases import Case, Tally
from tests.secrecy.minimise import report
from tests.secrecy.twins import run
from tests.secrecy.world import seats_of

TIMES: Final = int(os.environ.get("MOIRAI_SECRECY_TIMES", "1"))

STATES: Final = 120 * TIMES
"""How many states of each variant are compared at least, in `FEWEST` matches or more."""

FEWEST: Final = 3

DIFFERING: Final = 0.25
"""In which share of the states something hidden differs at least: submissions, or the game's truth."""

ENOUGH: Final = 8 * TIMES
"""So many times a secret must have been told at least to say that it never differed; what is rare is hard to vary."""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_viewer_was_not_told_changes_nothing_that_it_can_observe(game: str) -> None:
    """Random matches of every variant, each looked at by one viewer; a failure says how to see it again."""
    whole = Tally()
    print(f"\n{_HEADING}")
    for variant in GAMES[game].variants:
        tally = Tally()
        for case in cases_of(game, variant):
            if tally.matches >= FEWEST and tally.states >= STATES:
                break
            result = run(case)
            if result.difference is not None:
                pytest.fail(report(case, result), pytrace=False)
            tally.add(result.tally)
        print(_row(game, variant, tally))
        whole.add(tally)
    print(_row(game, "all", whole))

    assert whole.either >= DIFFERING * whole.states
    assert never_differed(game, whole) == []


def never_differed(game: str, tally: Tally) -> list[str]:
    """Secrets that were the same in both worlds however often they were told, so that nothing was seen of them."""
    return [
        f"The {secret} of {game} never differed between the twins, though it was told {times} times in secret: what "
        "is public gives it away, or it follows from what is."
        for secret, times in sorted(tally.secrets.items())
        if times >= ENOUGH and not tally.differing[secret]
    ]


def cases_of(game: str, variant: str) -> Iterator[Case]:
    """One case after another; viewers take turns, from variant to variant too, so that a few cases have all kinds."""
    viewers = _in_turns(game, variant)
    first = list(GAMES[game].variants).index(variant) * FEWEST
    return (Case(game, variant, viewers[(first + seed) % len(viewers)], seed) for seed in count())


def _in_turns(game: str, variant: str) -> list[Viewer]:
    """Each viewer once: seats from both ends, for realms stand one after the other, a spectator and the host early."""
    seats = seats_of(game, variant)
    half = (len(seats) + 1) // 2
    mixed = [seat for seat in chain(*zip_longest(seats[:half], seats[half:])) if seat is not None]
    return [*mixed[:2], SPECTATOR, *mixed[2:4], HOST, *mixed[4:]]


_HEADING: Final = f"{'':40}{'matches':>9}{'states':>9}{'differ':>9}{'pending':>9}{'truth':>9}{'resets':>9}"


def _row(game: str, variant: str, tally: Tally) -> str:
    numbers = (tally.matches, tally.states, tally.either, tally.pending, tally.truth, tally.resets)
    return f"{game + ' ' + variant:40}" + "".join(f"{number:9}" for number in numbers)
