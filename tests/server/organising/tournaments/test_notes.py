"""Notes on tables: those who direct or judge write them for each other, and nobody else ever sees one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from engines.kit import EVERYONE
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.logs.store.entry import EncodedFact, Entry
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second, stream_of
from tests.secrecy.verifiers.tampering import changed, place_of, sealed_anew
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.people.forgetting.test_forgotten import ask, require_genuine
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any
Log = list[Entry]

TEXT: Final = "They asked for a quiet table."
AGAIN: Final = "They are loud."


async def _published(world: World, **terms: Json) -> Directed:
    """A tournament whose first round is published, at two tables."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), **terms)
    await one.act("pair")
    return one


async def _notes(one: Directed, by: Any = None, number: int = 1) -> list[str]:  # noqa: ANN401  # a client
    """Return what somebody reads at the tables of a round, which is the same in both calls."""
    in_view = (await one.view(by))["rounds"][number - 1]["tables"]
    in_round = (await (by or one.director).get(f"{one.path}/rounds/{number}"))["tables"]
    assert in_view == in_round
    return [table["note"] for table in in_view]


async def test_a_note_is_for_those_who_direct_or_judge_and_do_not_play(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy"))
    people = {role: await world.player(role) for role in ("director", "arbiter", "observer", "playing", "onlooker")}
    for role in ("director", "arbiter", "observer"):
        await one.act("give_role", player_id=people[role].player_id, role=role)
    await one.act("give_role", player_id=people["playing"].player_id, role="director")
    await one.enter(people["playing"])
    await one.act("pair")

    await one.act("note_table", round=1, table=2, text=TEXT, reason="For the arbiter.")

    readers = {"maker": one.director, **people, **one.entrants}
    know = {name for name, reader in readers.items() if await _notes(one, reader) == ["", TEXT]}
    told = {name for name, reader in readers.items() if await one.told("table_noted", by=reader)}
    acted = {name for name, reader in readers.items() if "For the arbiter." in str(await one.events(reader))}
    assert know == told == acted == {"maker", "director", "arbiter"}
    for name in readers.keys() - know:
        assert await _notes(one, readers[name]) == ["", ""]
    await one.require_genuine_to_both()


async def test_an_arbiter_writes_notes_and_a_director_who_plays_does_not(world: World) -> None:
    one = await directed(world, ("Ada", "Bo", "Cy"))
    arbiter, plays = await world.player("Judge"), await world.player("Both")
    await one.act("give_role", player_id=arbiter.player_id, role="arbiter")
    await one.act("give_role", player_id=plays.player_id, role="director")
    await one.enter(plays)
    await one.act("pair")

    await one.act("note_table", round=1, table=1, text=TEXT, by=arbiter)

    assert await _notes(one) == [TEXT, ""]
    await one.refused("director_plays", 403, "note_table", round=1, table=1, text=AGAIN, by=plays)
    await one.refused("directors_only", 403, "note_table", round=1, table=1, text=AGAIN, by=one.entrants["e1"])
    await one.require_genuine_to_both()


async def test_a_later_note_replaces_the_last_one_and_an_empty_one_takes_it_away(world: World) -> None:
    one = await _published(world)
    await one.act("note_table", round=1, table=1, text=TEXT)
    await one.act("note_table", round=1, table=1, text=AGAIN)
    assert await _notes(one) == [AGAIN, ""]
    before = await one.log()

    await one.act("note_table", round=1, table=1, text=AGAIN)
    await one.act("note_table", round=1, table=2, text="")

    assert await one.log() == before
    await one.act("note_table", round=1, table=1, text="")
    assert await _notes(one) == ["", ""]
    await one.require_genuine_to_both()


async def test_a_note_stays_through_publication_and_start_and_goes_with_its_pairing(world: World) -> None:
    one = await _published(world, schedule={"review_seconds": 600})
    await one.act("note_table", round=1, table=1, text=TEXT)

    for step in ("publish", "start_round"):
        await one.act(step)
        assert await _notes(one) == [TEXT, ""]
    for action in ("start_round", "publish"):
        await one.act("undo", action=action)
        assert await _notes(one) == [TEXT, ""]
    await one.act("pair")

    assert await _notes(one) == ["", ""]
    await one.require_genuine_to_both()


async def test_a_note_needs_a_table_and_a_tournament_that_is_not_over(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), rounds=1)
    await one.refused("unknown_table", 409, "note_table", round=1, table=1, text=TEXT)
    await one.start()
    await one.refused("unknown_table", 409, "note_table", round=2, table=1, text=TEXT)
    await one.refused("unknown_table", 409, "note_table", round=1, table=2, text=TEXT)
    await one.refused("malformed_request", 422, "note_table", round=1, table=1, text="x" * 501)
    await one.act("note_table", round=1, table=1, text="x" * 500)
    await one.act("cancel")
    await one.pass_time(0)

    await one.refused("tournament_over", 409, "note_table", round=1, table=1, text=TEXT)


async def _over(world: World) -> Directed:
    """A tournament with two notes that is over."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), rounds=1)
    tables = await one.start()
    await one.act("note_table", round=1, table=1, text=TEXT)
    for table in tables:
        await one.decide(table["match_id"])
    await one.act("note_table", round=1, table=2, text=AGAIN)
    await one.act("finish")
    return one


def _log_in(text: str) -> Log:
    (log,) = read_logs(text.splitlines()).values()
    return list(log)


async def _opened(one: Directed) -> Log:
    """Return the log as everyone gets it."""
    return _log_in((await one.entrants["e1"].http.get(f"{one.path}/log")).text)


async def test_the_opened_log_withholds_notes_and_is_good_to_both_verifiers(world: World) -> None:
    one = await _over(world)
    onlooker = await world.player("Onlooker")

    texts = [(await each.http.get(f"{one.path}/log")).text for each in (onlooker, *one.entrants.values())]

    assert all(TEXT not in text and AGAIN not in text and "note_table" not in text for text in texts)
    whole, opened = _log_in(await one.log()), _log_in(texts[0])
    assert [entry.hash for entry in opened] == [entry.hash for entry in whole]
    assert [entry.kind for entry in opened if entry.withheld] == ["table_noted", "table_noted"]
    ours, (theirs,) = first(file_of(opened)), second([file_of(opened)])
    assert (ours.code, theirs.code) == (0, 0)
    said = "  not checked: 2 notes on tables are withheld; only their kind and place were checked."
    assert said in ours.unchecked
    assert said in theirs.unchecked
    await one.require_genuine_to_both()


async def test_what_people_saved_fits_the_opened_log(world: World) -> None:
    """Directors know by their stream where notes were; for everyone else, no cursor is missing."""
    one = await _over(world)
    whole, opened = _log_in(await one.log()), await _opened(one)
    first_note = place_of(whole, "table_noted")
    other = changed(whole[first_note], "director_acted", reason="Late.")
    saved = [stream_of(whole, viewer) for viewer in ("host", "e1", "spectator")]
    shifted = stream_of([*whole[:first_note], *whole[first_note + 1 :]], "host")
    with_another = stream_of([*whole[:first_note], replace(other, facts=other.facts[:1]), *whole[first_note:]], "host")

    files = [file_of(opened, kept=kept) for kept in (*saved, shifted, with_another)]

    assert [first(file).code for file in files] == [0, 0, 0, 1, 1]
    assert [opinion.code for opinion in second(files)] == [0, 0, 0, 1, 1]


def _withheld_at(fact: str) -> Callable[[Log], Log]:
    """Withhold another entry."""

    def forge(log: Log) -> Log:
        at = place_of(log, fact)
        return [*log[:at], log[at].withhold(), *log[at + 1 :]]

    return forge


def _note_before(fact: str | None) -> Callable[[Log], Log]:
    """Add a withheld note before the entry with this fact; None: at the end."""

    def forge(log: Log) -> Log:
        at = len(log) if fact is None else place_of(log, fact)
        note = next(entry for entry in log if entry.withheld)
        return [*log[:at], note, *log[at:]]

    return forge


def _other_body(log: Log) -> Log:
    at = next(at for at, entry in enumerate(log) if entry.withheld)
    return [*log[:at], replace(log[at], body="0" * 64), *log[at + 1 :]]


def _without(log: Log) -> Log:
    at = next(at for at, entry in enumerate(log) if entry.withheld)
    return [*log[:at], *log[at + 1 :]]


FORGED_OPENED: Final[dict[str, Callable[[Log], Log]]] = {
    "another action": _withheld_at("round_started"),
    "a result": _withheld_at("table_done"),
    "before round 1 is paired": _note_before("round_paired"),
    "after the end": _note_before(None),
}
"""What is wrong although the chain is whole."""


async def test_both_verifiers_find_what_is_wrong_with_withheld_notes(world: World) -> None:
    one = await _over(world)
    log = await _opened(one)
    forged = {what: file_of(sealed_anew(forge(log))) for what, forge in FORGED_OPENED.items()}
    careless = {"another body": file_of(_other_body(log)), "dropped": file_of(_without(log))}
    files = careless | forged

    theirs = dict(zip(files, second(list(files.values())), strict=True))

    assert {what: first(file).code for what, file in files.items()} == dict.fromkeys(files, 1)
    assert {what: opinion.code for what, opinion in theirs.items()} == dict.fromkeys(files, 1)


def _noted(**changes: Json) -> Callable[[Log], Log]:
    def forge(log: Log) -> Log:
        at = place_of(log, "table_noted")
        return [*log[:at], changed(log[at], "table_noted", **changes), *log[at + 1 :]]

    return forge


def _told_to_everyone(log: Log) -> Log:
    at = place_of(log, "table_noted")
    facts = tuple(EncodedFact.of(EVERYONE, told.fact) for told in log[at].facts)
    return [*log[:at], replace(log[at], facts=facts), *log[at + 1 :]]


def _as_another_action(log: Log) -> Log:
    at = place_of(log, "table_noted")
    return [*log[:at], replace(log[at], kind="director_action"), *log[at + 1 :]]


def _by_an_entrant(log: Log) -> Log:
    at = place_of(log, "table_noted")
    entrant = next(told.fact["player"] for entry in log for told in entry.facts if told.type == "entered")
    by = changed(log[at], "director_acted", director=entrant)
    return [*log[:at], by, *log[at + 1 :]]


FORGED: Final[dict[str, Callable[[Log], Log]]] = {
    "another table": _noted(table=9),
    "another round": _noted(round=2),
    "too long": _noted(text="x" * 501),
    "told to everyone": _told_to_everyone,
    "as another action": _as_another_action,
    "by an entrant": _by_an_entrant,
}


async def test_both_verifiers_find_what_is_wrong_with_notes_in_the_log_of_directors(world: World) -> None:
    one = await _over(world)
    log = _log_in(await one.log())
    files = {what: file_of(sealed_anew(forge(log))) for what, forge in FORGED.items()}

    theirs = dict(zip(files, second(list(files.values())), strict=True))

    assert {what: first(file).code for what, file in files.items()} == dict.fromkeys(files, 1)
    assert {what: opinion.code for what, opinion in theirs.items()} == dict.fromkeys(files, 1)


async def test_what_a_director_noted_leaves_with_the_director(world: World) -> None:
    """Another one had taken the first note away, which is a step also if nobody knows any more that there was one."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), rounds=1)
    leaves = await world.player("Atropos")
    await one.act("give_role", player_id=leaves.player_id, role="arbiter")
    await one.start()
    await one.act("note_table", round=1, table=1, text=TEXT, by=leaves)
    await one.act("note_table", round=1, table=1, text="")
    await one.act("note_table", round=1, table=1, text=TEXT, by=leaves)
    await one.act("note_table", round=1, table=2, text=AGAIN)

    await ask(world, leaves, "Atropos")

    assert await _notes(one) == ["", AGAIN]
    assert TEXT not in str(await one.events())
    await one.act("cancel")
    text = await one.log()
    assert TEXT not in text
    assert "Atropos" not in text
    await require_genuine([text])
    await require_genuine([(await one.entrants["e1"].http.get(f"{one.path}/log")).text])


async def test_a_receipt_of_a_note_is_found_in_the_log_of_directors(world: World) -> None:
    one = await directed(world, ("Ada", "Bo"), rounds=1)
    await one.start()

    receipt = (await one.act("note_table", round=1, table=1, text=TEXT))["receipt"]

    file = File((await one.log()).encode(), Kept(receipts=[receipt]))
    assert first(file).code == 0
    assert second([file])[0].code == 0
