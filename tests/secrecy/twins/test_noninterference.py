"""
Non-interference: what a viewer was not told changes nothing that the viewer can observe.

The property: take two worlds of one match in which a viewer did the same and was told the same, and change anything
else in one of them, repeatedly: what others have submitted, whether they have, what they say elsewhere, secret options,
past secret draws and future draws. All that the viewer sees stays the same to the byte.

Who may be told what is taken from the rulebooks' tables of information (`tests/information`), never from the audiences
that the code gives. `twins.py` plays the worlds, `search.py` finds the changes, `observe.py` is what is compared: the
stream, read and pushed, cursors, views now and earlier, prompts, ETags, the match's details and listing, messages of
every channel, and the replies and refusals to valid and invalid requests of all kinds. `test_planted_leaks.py` shows
that the property finds leaks.

Not compared: response times; play under an `eager` pace, where an early close tells that all have submitted (where a
phase closes early by itself, the same seats are complete in both worlds); and what follows the end of a match whose log
opens. Hashes of entries and of the seed commit to hidden content and differ by nature; they are replaced by numbers, in
the three fields where they belong. `test_what_games_tell.py` checks whether a permitted fact contains too much; here
such a fact would prevent the value that it reveals from ever differing, so each kind of secret fact and each secret
draw must have differed.

A short run tries some variants, each in one match; only a whole one tries enough to ask what has never differed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, zip_longest
from typing import Final

import pytest

from engines.catalogue import GAMES
from engines.kit import HOST, SPECTATOR, Viewer
from server.matches.facts import OBSERVER
from tests.match_in_process import seats_of
from tests.sampling import Sample, more
from tests.secrecy.twins.cases import Case, Tally
from tests.secrecy.twins.minimise import report
from tests.secrecy.twins.twins import run

STATES: Final = 120
"""The minimum of compared states of each variant, over at least `FEWEST` matches."""

FEWEST: Final = 3

DIFFERING: Final = 0.25
"""The minimum share of the states in which something hidden differs: submissions, or the game's truth."""

ENOUGH: Final = 8 * more()
"""A secret must be told at least this often before it is reported as never differing; rare secrets are hard to vary."""


@pytest.mark.parametrize("game", GAMES)
def test_facts_hidden_from_a_viewer_change_nothing_that_it_can_observe(game: str, sample: Sample) -> None:
    """Random matches of every variant, each observed by one viewer; a failure says how to repeat it."""
    whole = Tally()
    print(f"\n{_HEADING}")
    for variant in sample.of(list(GAMES[game].variants)):
        tally = Tally()
        for case in cases_of(game, variant, sample.seeds(FEWEST)[0]):
            if tally.matches >= sample.count(FEWEST) and tally.states >= sample.count(STATES):
                break
            result = run(case)
            if result.difference is not None:
                pytest.fail(report(case, result), pytrace=False)
            tally.add(result.tally)
        print(_row(game, variant, tally))
        whole.add(tally)
    print(_row(game, "all", whole))

    if sample.is_whole:
        assert whole.either >= DIFFERING * whole.states
        assert never_differed(game, whole) == []


def never_differed(game: str, tally: Tally) -> list[str]:
    """Return secrets that were equal in both worlds however often they were told, so that they were not tested."""
    return [
        f"The {secret} of {game} never differed between the twins, though it was told {times} times in secret: what "
        "is public gives it away, or it follows from what is."
        for secret, times in sorted(tally.secrets.items())
        if times >= ENOUGH and not tally.differing[secret]
    ]


def cases_of(game: str, variant: str, seed: int = 0) -> Iterator[Case]:
    """Return one case after another; viewers take turns, also across variants, so that a few cases cover all kinds."""
    viewers = _in_turns(game, variant)
    first = list(GAMES[game].variants).index(variant) * FEWEST
    return (Case(game, variant, viewers[(first + seed) % len(viewers)], seed) for seed in count(seed))


def _in_turns(game: str, variant: str) -> list[Viewer]:
    """
    Return each viewer once: seats from both ends (the seats of a realm are adjacent), early a spectator, an observer
    and the host.
    """
    seats = seats_of(game, variant)
    half = (len(seats) + 1) // 2
    mixed = [seat for seat in chain(*zip_longest(seats[:half], seats[half:])) if seat is not None]
    return [*mixed[:2], SPECTATOR, OBSERVER, *mixed[2:4], HOST, *mixed[4:]]


_HEADING: Final = f"{'':40}{'matches':>9}{'states':>9}{'differ':>9}{'pending':>9}{'truth':>9}{'resets':>9}"


def _row(game: str, variant: str, tally: Tally) -> str:
    numbers = (tally.matches, tally.states, tally.either, tally.pending, tally.truth, tally.resets)
    return f"{game + ' ' + variant:40}" + "".join(f"{number:9}" for number in numbers)
