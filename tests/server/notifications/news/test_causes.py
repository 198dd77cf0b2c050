"""What entries cause in players' own streams: the table of docs/notifications.md, over matches of every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import pytest

from engines.catalogue import GAMES
from engines.kit import Viewer
from server.logs.aggregates.aggregate import Step
from server.logs.store.entry import Entry
from server.matches.causes import news_of
from server.matches.state import MatchState, step
from tests.secrecy.verifiers.scribe import ENDS, Scribe, eventful, invited, person
from tests.short import smallest_variant


def _steps(log: list[Entry]) -> Iterator[tuple[MatchState | None, Step[MatchState]]]:
    state = None
    for entry in log:
        after = step(state, entry)
        yield state, after
        state = after.state


def _as_told(after: Step[MatchState], viewer: Viewer) -> Step[MatchState]:
    """Return the step with the facts that the viewer is told, and no others."""
    pairs = zip(after.entry.facts, after.facts, strict=True)
    told = [(encoded, fact) for encoded, fact in pairs if encoded.audience.includes(viewer)]
    entry = replace(after.entry, facts=tuple(encoded for encoded, _ in told))
    return Step(entry, tuple(fact for _, fact in told), after.state)


EXPECTED = {
    "Ada": ["seated", "match_begun", "awaited", "deadline_moved", "awaited_no_more", "awaited", "replaced"],
    "Bo": ["seated", "unseated"],
    "Cy": [
        *("seated", "match_begun", "awaited", "host_line_message", "deadline_moved", "awaited"),
        *("deadline_moved", "awaited", "match_over"),
    ],
    "Di": ["seated", "awaited", "replaced"],
    "Host": ["match_begun", "host_line_message", "match_over"],
}
"""What each person hears, without repetitions."""


def _logs() -> Iterator[list[Entry]]:
    """Yield logs with all that people can do, and the first phases of each game."""
    yield from (eventful(end=end) for end in ENDS)
    yield invited()
    for name, engine in GAMES.items():
        scribe = Scribe(name, smallest_variant(engine))
        scribe.start()
        scribe.play(3)
        yield scribe.log


@pytest.mark.parametrize("log", list(_logs()), ids=lambda log: log[0].facts[0].fact["game"])
def test_a_player_hears_only_what_follows_from_facts_that_the_player_is_told(log: list[Entry]) -> None:
    heard: set[str] = set()
    for before, after in _steps(log):
        news = news_of(before, after)
        heard |= {fact.type for facts in news.values() for fact in facts}
        for seat, occupant in after.state.occupants.items():
            if occupant.player is not None:
                player = occupant.player.player_id
                assert news_of(before, _as_told(after, seat)).get(player) == news.get(player)

    assert heard >= {"seated", "match_begun", "awaited"}


def test_everything_that_happens_to_people_is_told_to_them() -> None:
    """Ada keeps her seat until Di takes it over, who loses it to a bot; Bo leaves; Cy plays to the end."""
    heard: dict[str, list[str]] = {}
    for before, after in _steps(eventful(end="void")):
        for player, facts in news_of(before, after).items():
            heard.setdefault(player, []).extend(fact.type for fact in facts)

    assert {name: _in_short(heard[person(name).player_id]) for name in ("Ada", "Bo", "Cy", "Di", "Host")} == EXPECTED


def _in_short(facts: list[str]) -> list[str]:
    """Return the facts without repetitions."""
    return [fact for fact, _ in groupby(facts)]
