"""What the server does by itself in tournaments and series: it calls off what has not begun, and notes what is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from engines.kit import EVERYONE, HOST_ONLY, Audience
from server.cli.logs.logfile import read_logs
from server.logs.store.entry import EncodedFact, Entry, EntryKind
from tests.databases import execute, rows
from tests.secrecy.verifiers.both_verifiers import agreed, file_of
from tests.secrecy.verifiers.tampering import Log, changed, sealed_anew, told_to
from tests.server.events import Event
from tests.server.organising.series.seasons import begun, season
from tests.server.organising.tournaments.directing import directed
from tests.server.world import World, running_world
from tests.waiting import patience

Json = Any
KINDS: Final = ("tournament", "series")

LOST: Final = {"type": "entries_lost", "last": 9, "head": "66" * 32}


async def _event(world: World, kind: str) -> Event:
    """Return an event that has not begun."""
    return await (directed(world, ["Ada"]) if kind == "tournament" else season(world, ["Ada", "Bo"]))


async def _begun(world: World, kind: str) -> Event:
    if kind == "series":
        return await begun(world)
    one = await directed(world, ["Ada", "Bo"])
    await one.start()
    return one


async def _lost_in_a_restore(world: World, database: str, one: Event) -> None:
    """Write down a loss as a restore does, and let the server find it."""
    tail = f"'{one.id}', {LOST['last']}, '{LOST['head']}'"
    await execute(database, f"INSERT INTO lost_tails (log_id, seq, hash) VALUES ({tail})")
    await world.app.state.server.losses.note()


@pytest.mark.parametrize("kind", KINDS)
async def test_directors_are_told_once_what_a_restore_has_lost_and_entrants_are_not(
    database_url: str, kind: str
) -> None:
    async with running_world(database_url) as world:
        one = await _begun(world, kind)
        entrant = next(iter(one.entrants.values()))
        known = await one.events(entrant)

        await _lost_in_a_restore(world, database_url, one)
        await _lost_in_a_restore(world, database_url, one)

        assert await one.told("entries_lost") == [LOST]
        page = await one.director.get(f"{one.path}/events", limit=500, lines="en")
        assert page["events"][-1]["lines"] == [
            f"The database has lost the latest steps of the {kind}. What was done in them did not happen."
        ]
        assert await one.events(entrant) == known
        assert await rows(database_url, "SELECT * FROM lost_tails") == []
        await one.require_genuine()


@pytest.mark.parametrize("kind", KINDS)
async def test_directors_are_told_what_was_lost_while_the_server_ran(database_url: str, kind: str) -> None:
    async with running_world(database_url) as world:
        one, bo = await _event(world, kind), await world.player("Watcher")
        await one.act("give_role", player_id=bo.player_id, role="observer")
        last = f"FROM entries WHERE log_id = '{one.id}'"
        (*_, (seq, hash_)) = await rows(database_url, f"SELECT seq, hash {last} ORDER BY seq")
        await execute(database_url, f"DELETE {last} AND seq = {seq}")

        await one.act("cancel", expect=503)
        await one.act("cancel")

        async with patience():
            while True:
                if told := await one.told("entries_lost"):
                    break
                await asyncio.sleep(0.05)
        assert told == [{"type": "entries_lost", "last": seq, "head": hash_}]
        await one.require_genuine()


def _added(kind: EntryKind, *facts: Json, audience: Audience = EVERYONE, at: int | None = None) -> Callable[[Log], Log]:
    """Add an entry at the end, or before another."""

    def forge(log: Log) -> Log:
        where = len(log) if at is None else at
        told = tuple(EncodedFact.of(audience, fact) for fact in facts)
        return [*log[:where], replace(log[where - 1], kind=kind, facts=told), *log[where:]]

    return forge


def _last(change: Callable[[Entry], Entry]) -> Callable[[Log], Log]:
    return lambda log: [*log[:-1], change(log[-1])]


def _with_facts(*facts: Json) -> Callable[[Entry], Entry]:
    told = tuple(EncodedFact.of(EVERYONE, fact) for fact in facts)
    return lambda entry: replace(entry, facts=(*entry.facts, *told))


def _forgeries_of_the_end(kind: str) -> dict[str, Callable[[Log], Log]]:
    """Return what cannot be in place of the last entry, by which the server has called the event off."""
    cancelled = {"type": f"{kind}_cancelled", "because": "never_begun"}
    acted = {"type": "director_acted", "action": "cancel", "reason": ""}

    def by_a_director(log: Log) -> Log:
        director = next(told.fact["maker"] for told in log[0].facts if "maker" in told.fact)
        told = tuple(EncodedFact.of(EVERYONE, fact) for fact in ({**acted, "director": director}, cancelled))
        return [*log[:-1], replace(log[-1], kind="director_action", facts=told)]

    return {
        "for another reason": _last(lambda entry: changed(entry, cancelled["type"], because="late")),
        "without a reason": _last(lambda entry: replace(entry, facts=_encoded({"type": cancelled["type"]}))),
        "with something else": _last(_with_facts({"type": f"{kind}_resumed"})),
        "told to directors only": _last(lambda entry: told_to(entry, cancelled["type"], HOST_ONLY)),
        "as another step": _last(lambda entry: replace(entry, kind="results_taken")),
        "by a director, for the reason of the server": by_a_director,
        "twice": lambda log: [*log, log[-1]],
        "as nothing": _last(lambda entry: replace(entry, facts=_encoded({"type": "entries_opened"}))),
    }


def _encoded(*facts: Json) -> tuple[EncodedFact, ...]:
    return tuple(EncodedFact.of(EVERYONE, fact) for fact in facts)


def _forgeries_of_the_loss() -> dict[str, Callable[[Log], Log]]:
    """Return what cannot be in place of the last entry, which notes a loss."""
    return {
        "told to everyone": _last(lambda entry: told_to(entry, "entries_lost", EVERYONE)),
        "twice": lambda log: [*log, log[-1]],
        "of a head that is none": _last(lambda entry: changed(entry, "entries_lost", head="x")),
        "of an entry without a number": _last(lambda entry: changed(entry, "entries_lost", last="9")),
        "with more to say": _last(lambda entry: changed(entry, "entries_lost", because="restored")),
        "with something else": _last(lambda entry: replace(entry, facts=(*entry.facts, *entry.facts))),
        "as another step": _last(lambda entry: replace(entry, kind="results_taken")),
    }


async def _log(one: Event) -> Log:
    return list(read_logs((await one.log()).splitlines())[one.id])


def _refused(log: Log, forgeries: dict[str, Callable[[Log], Log]]) -> None:
    files = [file_of(sealed_anew(forge(log))) for forge in forgeries.values()]
    (true, *opinions) = agreed([file_of(log), *files])
    assert true.code == 0, true.lines
    assert {what: opinion.code for what, opinion in zip(forgeries, opinions, strict=True)} == dict.fromkeys(
        forgeries, 1
    )


@pytest.mark.parametrize("kind", KINDS)
async def test_both_verifiers_refuse_events_that_the_server_cannot_have_called_off(world: World, kind: str) -> None:
    one = await _event(world, kind)
    server = world.app.state.server
    logs = server.tournament_logs if kind == "tournament" else server.series_logs
    live = await logs.repository.get(one.id)
    await logs.repository.advance(live, lambda live, _: logs.kind.call_off(live.state))

    _refused(await _log(one), _forgeries_of_the_end(kind))


@pytest.mark.parametrize("kind", KINDS)
async def test_both_verifiers_refuse_events_that_were_called_off_after_they_had_begun(world: World, kind: str) -> None:
    """Paused or not, or ended by a director before."""
    cancelled = _added("called_off", {"type": f"{kind}_cancelled", "because": "never_begun"})
    running = await _begun(world, kind)
    log = await _log(running)
    await running.act("pause")
    paused = await _log(running)
    await running.act("cancel")
    ended = await _log(running)

    for each in (log, paused, ended):
        _refused(each, {"called off": cancelled})


@pytest.mark.parametrize("kind", KINDS)
async def test_both_verifiers_refuse_losses_that_the_server_cannot_have_noted(
    world: World, sqlite_url: str, kind: str
) -> None:
    """Also in an event that is over, in whose log a loss can still be noted."""
    one = await _event(world, kind)
    await one.act("cancel")
    await _lost_in_a_restore(world, sqlite_url, one)

    _refused(await _log(one), _forgeries_of_the_loss())
