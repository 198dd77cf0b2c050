"""
Two servers run the same match but for what one player may not know; that player cannot tell them apart.

Everything the player can fetch or receive is compared byte by byte: every call, allowed and refused, with its status,
headers and body; lists; all frames and closings of the WebSockets; server-sent events. Masked are the time of day in
headers, and the hashes of log entries (receipts and heads), which bind what is hidden under random nonces.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from sqlalchemy import true

from engines.contract import Viewer
from server.access import Role
from server.api import play
from server.errors import UnknownError
from server.log.entry import Entry
from server.matches import channels, directory
from server.matches.commands import Decision
from server.matches.live import LiveMatch
from server.matches.projection import Projection
from server.matches.state import MatchState
from tests.published import document
from tests.secrecy.courses import indistinguishable
from tests.secrecy.search import Course
from tests.secrecy.sides import Side
from tests.secrecy.wire import Dice, Wire
from tests.server.world import running_world

Json = Any

PHASES = 4
TRIES = 10

Case: TypeAlias = tuple[str, str, str]
"""Game, variant, and who looks."""

CASES: list[Case] = [
    ("wizards_duel", "archwizard", "a"),
    ("wizards_duel", "gods_collide", "spectator"),
    ("apocalypse", "skirmish", "hell-3"),
    ("apocalypse", "skirmish", "spectator"),
    ("threads_of_fate", "quick", "hell-4"),
    ("threads_of_fate", "quick", "spectator"),
    ("divine_intervention", "small", "hell-5"),
    ("divine_intervention", "small", "spectator"),
    ("hero_of_the_arena", "skirmish", "hell-2"),
    ("hero_of_the_arena", "skirmish", "spectator"),
]


async def _both(case: Case, template: Path, folder: Path, dice: Dice) -> tuple[Side, Wire, Wire]:
    """What came over the viewer's wires to either server."""
    game, variant, viewer = case
    wires: list[Wire] = []
    for name, course in zip(("one", "other"), _courses(*case), strict=True):
        database = shutil.copyfile(template, folder / f"{name}.db")
        dice.rethrow("set-up")
        async with running_world(f"sqlite:///{database}", heartbeat_seconds=3600) as world:
            side = Side(world, dice, other=name == "other")
            wires.append(await side.play(game, variant, viewer, course))
    return side, wires[0], wires[1]


def _courses(game: str, variant: str, viewer: str) -> tuple[list[Course], list[Course]]:
    """The two courses, among some, that differ in most phases."""
    some = [indistinguishable(game, variant, Viewer(viewer), Random(seed), PHASES) for seed in range(TRIES)]
    best = max(some, key=_hidden)
    assert _hidden(best), "nothing is hidden on any course"
    return best


def _hidden(courses: tuple[list[Course], list[Course]]) -> int:
    """In how many phases the others' moves differ."""
    return sum(_moves(one) != _moves(other) for one, other in zip(*courses, strict=True))


def _moves(course: Course) -> list[Json]:
    return [final.move for final in course.finals.values()]


def _difference(one: Wire, other: Wire) -> str | None:
    """The first thing that came over one wire otherwise than over the other."""
    for (name, data), (other_name, other_data) in zip(one.record, other.record, strict=False):
        if (name, data) != (other_name, other_data):
            return f"{name}\n{data!r}\n{other_name}\n{other_data!r}"
    return None if len(one.record) == len(other.record) else "there is more on one than on the other"


@pytest.mark.parametrize("case", CASES, ids="-".join)
async def test_a_player_cannot_tell_two_servers_apart(
    case: Case, sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side, one, other = await _both(case, sqlite_template, tmp_path, Dice(monkeypatch))

    assert _difference(one, other) is None
    published = {operation["operationId"] for path in document()["paths"].values() for operation in path.values()}
    assert published - set(side.tried) == set(), "a call of the API is not tried"
    assert side.tried["socket"]


def _list_private(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(directory, "_listed_for", lambda player, own: true())
    return "listMatches"


def _stir(patch: pytest.MonkeyPatch) -> str:
    """Send something to all readers with every entry, whatever it tells them."""

    def apply(live: LiveMatch, entry: Entry, state: MatchState | None = None) -> None:
        honest(live, entry, state)
        for listeners in live._listeners.values():
            for listener in listeners:
                listener.tell('{"type":"stir","cursor":0}')

    honest = LiveMatch.apply
    patch.setattr(LiveMatch, "apply", apply)
    return "frame on stream"


def _say_whether_a_channel_is(patch: pytest.MonkeyPatch) -> str:
    """Refuse a channel in other words if messages were sent in this match."""

    def say(state: MatchState, known: Projection, role: Role, name: str, text: str, now: datetime) -> Decision:
        try:
            return honest(state, known, role, name, text, now)
        except UnknownError as error:
            raise UnknownError(error.code, f"{error.message} {len(state.spoken)}") from error

    honest = channels.say
    patch.setattr(channels, "say", say)
    return "sendMessage"


def _tag_the_truth(patch: pytest.MonkeyPatch) -> str:
    """An ETag that changes with every entry."""

    def projection(live: LiveMatch, viewer: Viewer) -> Projection:
        known = honest(live, viewer)
        known.tag = live.head.seq  # type: ignore[attr-defined]
        return known

    honest = LiveMatch.projection
    patch.setattr(LiveMatch, "projection", projection)
    patch.setattr(play, "etag_of", lambda match_id, known: f'W/"{match_id}.{getattr(known, "tag", 0)}"')
    return "etag"


@pytest.mark.parametrize("leak", [_list_private, _stir, _say_whether_a_channel_is, _tag_the_truth])
async def test_a_planted_leak_shows_on_the_wire(
    leak: Callable[[pytest.MonkeyPatch], str], sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the comparison is one that can fail."""
    where = leak(monkeypatch)

    _, one, other = await _both(CASES[4], sqlite_template, tmp_path, Dice(monkeypatch))

    assert where in (_difference(one, other) or "")
