"""What a viewer knew earlier equals what it would know if the log had ended there, however it is computed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random

import pytest

from engines.kit import EVERYONE, HOST, SPECTATOR, AddressedFact, SeatId, Viewer, seat_id
from server.access.costs import charged_to
from server.api.routes.playing import render_view
from server.logs.aggregates.aggregate import PAGE_BYTES
from server.logs.aggregates.checkpoints import MOST_CHECKPOINTS
from server.logs.aggregates.events import Event
from server.logs.store.entry import Entry
from server.matches import commands
from server.matches.facts import MessageSent
from server.matches.match import Match
from server.matches.projection import MatchProjection
from tests.secrecy.verifiers.scribe import eventful, simulated
from tests.server.matches.logs import chatty
from tests.server.stores import Ear

SEED = bytes(32)

VARIANTS = [
    ("wizards_duel", "gods_collide"),
    ("apocalypse", "classic"),
    ("threads_of_fate", "quick"),
    ("divine_intervention", "small"),
    ("hero_of_the_arena", "skirmish"),
]


def _shown(live: Match, known: MatchProjection) -> tuple[bytes, object]:
    """Return what is shown of a viewer's knowledge, and what its moves are checked against."""
    phase = 0 if known.phase is None else known.phase.number
    judging_views = [known.judging_view(number) for number in (phase - 1, phase)]
    return render_view(live.state.match_id, known, ""), judging_views


def _histories(entries: list[Entry], *viewers: Viewer) -> dict[Viewer, list[tuple[bytes, object]]]:
    """Return what each viewer knew after each of its events, from one fold entry by entry."""
    live = Match(entries[:1], SEED)
    shown: dict[Viewer, list[tuple[bytes, object]]] = {viewer: [] for viewer in viewers}
    for entry in [None, *entries[1:]]:
        if entry is not None:
            live.apply(entry)
        for viewer, before in shown.items():
            known = live.projection(viewer)
            if known.cursor > len(before):
                before.append(_shown(live, known))
    return shown


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
async def test_every_earlier_moment_is_as_it_was(game: str, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With checkpoints so dense that they are thinned out repeatedly."""
    monkeypatch.setattr("server.logs.aggregates.checkpoints.CHECKPOINT_WEIGHT", 2000)
    (entries,) = simulated(game, variant, 1)
    live = Match(entries, SEED)
    histories = _histories(entries, SPECTATOR, HOST, live.state.seat_ids[0])
    random = Random(1)

    for viewer, history in histories.items():
        cursors = range(1, len(history) + 1)
        for cursor in random.sample(cursors, min(len(cursors), 60)):
            assert _shown(live, await live.projection_at(viewer, cursor)) == history[cursor - 1], (viewer, cursor)
        past = live._onlookers[viewer]._past
        assert past is not None
        assert 1 < len(past) <= MOST_CHECKPOINTS


@pytest.mark.parametrize("end", ["played", "void"])
async def test_talk_and_hosts_change_nothing_about_earlier_moments(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.logs.aggregates.checkpoints.CHECKPOINT_WEIGHT", 3000)
    entries = eventful(end=end)
    live = Match(entries, SEED)

    for viewer, history in _histories(entries, SPECTATOR, HOST, seat_id("a"), seat_id("b")).items():
        for cursor in reversed(range(1, len(history) + 1)):
            assert _shown(live, await live.projection_at(viewer, cursor)) == history[cursor - 1], (viewer, cursor)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
async def test_the_view_that_judged_a_submission_is_remembered(game: str, variant: str) -> None:
    """A late repeat is distinguished from another move by it, without folding the log."""
    (entries,) = simulated(game, variant, 1)
    live = Match(entries[:1], SEED)
    found = 0
    for entry in entries[1:]:
        live.apply(entry)
        for phase, seat, submitted in _standing(live):
            before = await live.projection_at(seat, live.cursor_of(seat, submitted) - 1)
            assert live.projection(seat).judging_view(phase) == before.game
            found += 1

    assert found > 0


def _standing(live: Match) -> Iterator[tuple[int, SeatId, Entry]]:
    """Return, by phase and seat, the entries of submissions that may be repeated, for the first two seats."""
    closed, phase = live.state.closed, live.state.phase
    for number in [*([closed.phase] if closed else []), *([phase.number] if phase else [])]:
        for seat in live.state.seat_ids[:2]:
            pending = live.state.submission_for(number, seat)
            if pending is not None:
                yield number, seat, pending.entry


async def test_far_apart_moments_cost_a_stretch_each() -> None:
    """For 3,000 events, the first access to the past costs about all of them; every later one some hundred."""
    live = Match(chatty(3000).log, SEED)
    last = live.projection(SPECTATOR).cursor
    paid: list[float] = []
    charged_to.set(paid.append)
    await live.projection_at(SPECTATOR, last - 1)
    first, paid[:] = sum(paid), []

    for cursor in Random(1).sample(range(1, last), 50):
        await live.projection_at(SPECTATOR, cursor)

    assert first > 100
    assert max(paid) < 10


async def test_the_cost_of_the_past_reveals_nothing_of_others() -> None:
    """A spectator pays the same, however often a seat has resubmitted meanwhile."""
    paid: dict[bool, list[float]] = {}
    for busy in (False, True):
        duel = chatty(30)
        for number in range(100 if busy else 0):
            duel.submit("a", {"type": "cast", "spell": "12"[number % 2]})
        for _ in range(400):
            duel.wait(seconds=4)
            duel.say("b", "table", "Well?")
        charged_to.set(paid.setdefault(busy, []).append)
        live = Match(duel.log, SEED)
        await live.prepare(SPECTATOR)
        for cursor in (420, 5, 37, 300):
            await live.projection_at(SPECTATOR, cursor)

    assert paid[True] == paid[False]


async def test_a_match_may_grow_while_several_prepare_the_same_viewer() -> None:
    """They share the work, others have their turns meanwhile, and nothing is missed or folded twice."""
    duel = chatty(2500)
    entries = duel.log
    live = Match(entries[:2000], SEED)
    turns = 0
    preparing = [asyncio.create_task(live.prepare(viewer)) for viewer in (SPECTATOR, SPECTATOR, seat_id("a"))]

    while not all(task.done() for task in preparing):
        turns += 1
        if live.head.seq < len(entries):
            live.apply(entries[live.head.seq])
        await asyncio.sleep(0)
    await live.take_in(entries)  # Entries that it already has are not applied twice.

    whole = Match(entries, SEED)
    assert turns >= 5
    assert live.is_ready(SPECTATOR)
    for viewer in (SPECTATOR, seat_id("a")):
        assert _shown(live, live.projection(viewer)) == _shown(whole, whole.projection(viewer))
        assert live.events(viewer, 0) == whole.events(viewer, 0)


async def test_waiters_for_a_viewer_continue_in_order_of_arrival() -> None:
    """Also those who arrive when all is ready: of submissions sent one after the other, the last must count."""
    live = Match(chatty(1500).log, SEED)
    order: list[int] = []

    async def come(number: int) -> None:
        if not live.is_ready(SPECTATOR):
            await live.prepare(SPECTATOR)
        order.append(number)

    coming = [asyncio.create_task(come(number)) for number in range(5)]
    while not all(task.done() for task in coming):
        coming.append(asyncio.create_task(come(len(coming))))
        await asyncio.sleep(0)
        if len(coming) > 200:
            await asyncio.gather(*coming)

    assert order == sorted(order)
    assert len(order) == len(coming)


async def test_a_cancelled_caller_leaves_its_work_to_the_others() -> None:
    live = Match(chatty(1500).log, SEED)
    gone, stays = (asyncio.create_task(live.prepare(SPECTATOR)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()

    await stays

    assert live.is_ready(SPECTATOR)


def test_pages_end_by_bytes_and_give_everything() -> None:
    live = Match(chatty(400, "é" * 2000).log, SEED)
    told: list[Event] = []
    pages = 0
    while page := live.events(SPECTATOR, len(told), 500):
        pages += 1
        assert len(page) == 1 or sum(len(event.text()) for event in page) <= PAGE_BYTES
        told += page

    assert pages >= 3
    assert [event.cursor for event in told] == list(range(1, live.projection(SPECTATOR).cursor + 1))


def test_a_page_holds_one_event_however_long_it_is() -> None:
    """A pack of an old log can make an event that long."""
    duel = chatty(3, "x" * 2000)
    message = AddressedFact(EVERYONE, MessageSent("table", seat_id("a"), "x" * 300_000))
    duel.write(commands.decide(duel.live.state, "message", [message]))
    live = Match(duel.log, SEED)
    last = live.projection(SPECTATOR).cursor

    (page,) = live.events(SPECTATOR, last - 1, 100)
    before = live.events(SPECTATOR, last - 3, 100)

    assert len(page.text()) > PAGE_BYTES
    assert [event.cursor for event in before] == [last - 2, last - 1]


async def test_lagging_spectators_are_told_the_rest_in_slices() -> None:
    """In order and without a gap, while the match goes on."""
    duel = chatty(1500, terms={"spectator_lag": 1})
    live, ear = Match(duel.log, SEED), Ear()
    live.listen(SPECTATOR, ear)
    before = live.projection(SPECTATOR).cursor
    while duel.live.state.phase is not None and duel.live.state.phase.round == 1:
        duel.play(1)
    duel.say("a", "host:a", "Oh.")
    duel.act(commands.void, "enough", duel.seed)

    for entry in duel.log[live.head.seq :]:
        live.apply(entry)
    at_once, turns = len(ear.heard), 0
    while not live.is_ready(SPECTATOR):
        turns += 1
        await asyncio.sleep(0)

    cursors = [json.loads(event)["cursor"] for event in ear.heard]
    assert at_once == 0
    assert turns >= 3
    assert cursors == list(range(before + 1, live.projection(SPECTATOR).cursor + 1))
    assert len(cursors) > 1500
