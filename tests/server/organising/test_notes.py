"""Notes in tournaments and series: those who direct or judge write them, and nobody else ever sees one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from engines.kit import EVERYONE
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.logs.store.entry import EncodedFact, Entry, EntryKind
from tests.secrecy.verifiers.both_verifiers import File, both, file_of, first, second, stream_of
from tests.secrecy.verifiers.tampering import changed, place_of, sealed_anew, with_entry
from tests.server.events import Event
from tests.server.organising.series.seasons import RANKS, begun, to_the_pick
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.test_forgotten import ask, require_genuine
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any
Log = list[Entry]

TEXT: Final = "They asked for a quiet table."
AGAIN: Final = "They are loud."


@dataclass(frozen=True)
class Noting:
    """
    How one kind of event has notes.

    Attributes:
        fact: The type of the fact and the kind of the entry.
        places: The two places to note something about.
        read: Returns the notes on them, as in a view.
        begin: Makes an event that has both.
        over: Makes an event with `TEXT` on the first and `AGAIN` on the second that has ended.
        begins: The fact with which there is the first place.
        result: A fact about how a match ended.
        enters: The fact by which somebody enters.
        elsewhere: Places that there are not.
    """

    action: str
    fact: EntryKind
    places: tuple[Json, Json]
    read: Callable[[Json], list[str]]
    begin: Callable[[World], Awaitable[Event]]
    over: Callable[[World], Awaitable[Event]]
    begins: str
    result: str
    enters: str
    elsewhere: Mapping[str, Json]


ROUND: Final[tuple[Json, Json]] = ({"round": 1, "table": 1}, {"round": 1, "table": 2})
EPISODE: Final[tuple[Json, Json]] = ({"episode": 1, "match": "main"}, {"episode": 1, "match": "death"})


async def _round(world: World) -> Event:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), rounds=1)
    await one.start()
    return one


async def _tournament_over(world: World) -> Event:
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), rounds=1)
    tables = await one.start()
    await one.act("note_table", **ROUND[0], text=TEXT)
    for table in tables:
        await one.decide(table["match_id"])
    await one.act("note_table", **ROUND[1], text=AGAIN)
    await one.act("finish")
    return one


async def _death_match(world: World) -> Event:
    one = await to_the_pick(world)
    await one.decide(one.entrants["e5"], 1, "e4")
    return one


async def _series_over(world: World) -> Event:
    one = await begun(world)
    await one.act("note_match", **EPISODE[0], text=TEXT)
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    await one.decide(one.entrants["e5"], 1, "e4")
    await one.act("note_match", **EPISODE[1], text=AGAIN)
    await one.act("cancel")
    return one


TOURNAMENT: Final = Noting(
    "note_table",
    "table_noted",
    ROUND,
    lambda view: [table["note"] for table in view["rounds"][0]["tables"]],
    _round,
    _tournament_over,
    "round_paired",
    "table_done",
    "entered",
    {"another table": {"table": 9}, "another round": {"round": 2}},
)

SERIES: Final = Noting(
    "note_match",
    "match_noted",
    EPISODE,
    lambda view: [view["episodes"][0][which]["note"] for which in ("main", "death")],
    _death_match,
    _series_over,
    "episode_begun",
    "main_match_done",
    "place_taken",
    {"another match": {"match": "death"}, "another episode": {"episode": 2}, "no such match": {"match": "final"}},
)

KINDS: Final = pytest.mark.parametrize("kind", [TOURNAMENT, SERIES], ids=["tournament", "series"])


def _log_in(text: str) -> Log:
    (log,) = read_logs(text.splitlines()).values()
    return list(log)


async def _opened(one: Event) -> Log:
    """Return the log as everyone gets it."""
    return _log_in((await one.entrants["e1"].http.get(f"{one.path}/log")).text)


def _require_faults(files: Mapping[str, File]) -> None:
    """Require that both verifiers find something in each file."""
    theirs = dict(zip(files, second(list(files.values())), strict=True))
    assert {what: first(file).code for what, file in files.items()} == dict.fromkeys(files, 1)
    assert {what: opinion.code for what, opinion in theirs.items()} == dict.fromkeys(files, 1)


@KINDS
async def test_the_opened_log_withholds_notes_and_is_good_to_both_verifiers(world: World, kind: Noting) -> None:
    one = await kind.over(world)
    onlooker = await world.player("Onlooker")

    texts = [(await each.http.get(f"{one.path}/log")).text for each in (onlooker, *one.entrants.values())]

    assert all(TEXT not in text and AGAIN not in text and kind.action not in text for text in texts)
    whole, opened = _log_in(await one.log()), _log_in(texts[0])
    assert [entry.hash for entry in opened] == [entry.hash for entry in whole]
    assert [entry.kind for entry in opened if entry.withheld] == [kind.fact, kind.fact]
    files = [file_of(opened), File((await one.logs()).encode())]
    ours, theirs = [first(file) for file in files], second(files)
    assert [opinion.code for opinion in (*ours, *theirs)] == [0, 0, 0, 0]
    said = "  not checked: 2 notes of directors are withheld; only their kind and place were checked."
    assert said in ours[0].unchecked
    assert said in theirs[0].unchecked


@KINDS
async def test_what_people_saved_fits_the_opened_log(world: World, kind: Noting) -> None:
    """Directors know by their stream where notes were; for everyone else, no cursor is missing."""
    one = await kind.over(world)
    whole, opened = _log_in(await one.log()), await _opened(one)
    first_note = place_of(whole, kind.fact)
    other = changed(whole[first_note], "director_acted", reason="Late.")
    saved = [stream_of(whole, viewer) for viewer in ("host", "e1", "spectator")]
    shifted = stream_of([*whole[:first_note], *whole[first_note + 1 :]], "host")
    with_another = stream_of([*whole[:first_note], replace(other, facts=other.facts[:1]), *whole[first_note:]], "host")

    files = [file_of(opened, kept=kept) for kept in (*saved, shifted, with_another)]

    assert [first(file).code for file in files] == [0, 0, 0, 1, 1]
    assert [opinion.code for opinion in second(files)] == [0, 0, 0, 1, 1]


def _withheld(log: Log, fact: str) -> Log:
    """Withhold another entry."""
    at = place_of(log, fact)
    return with_entry(log, at, log[at].withhold())


def _note_at(log: Log, at: int) -> Log:
    """Add a withheld note."""
    note = next(entry for entry in log if entry.withheld)
    return [*log[:at], note, *log[at:]]


def _instead_of_a_note(log: Log, **changes: Json) -> Log:
    """Change a withheld note."""
    at = next(at for at, entry in enumerate(log) if entry.withheld)
    return with_entry(log, at, replace(log[at], **changes))


@KINDS
async def test_both_verifiers_find_what_is_wrong_with_withheld_notes(world: World, kind: Noting) -> None:
    """Also if the chain is whole."""
    one = await kind.over(world)
    log = await _opened(one)
    other_kind = next(each.fact for each in (TOURNAMENT, SERIES) if each is not kind)
    at = next(at for at, entry in enumerate(log) if entry.withheld)
    forged = {
        "another entry": _withheld(log, kind.begins),
        "a result": _withheld(log, kind.result),
        "before there is such a place": _note_at(log, place_of(log, kind.begins)),
        "after the end": _note_at(log, len(log)),
        "of another kind of event": _instead_of_a_note(log, kind=other_kind),
    }
    careless = {"another body": _instead_of_a_note(log, body="0" * 64), "dropped": with_entry(log, at)}

    files = {what: file_of(sealed_anew(log)) for what, log in forged.items()}

    _require_faults(files | {what: file_of(log) for what, log in careless.items()})


@KINDS
async def test_both_verifiers_find_what_is_wrong_with_notes_in_the_log_of_directors(world: World, kind: Noting) -> None:
    one = await kind.over(world)
    log = _log_in(await one.log())
    at = place_of(log, kind.fact)
    note, other_kind = log[at], next(each.fact for each in (TOURNAMENT, SERIES) if each is not kind)
    to_everyone = tuple(EncodedFact.of(EVERYONE, told.fact) for told in note.facts)
    entrant = next(told.fact["player"] for entry in log for told in entry.facts if told.type == kind.enters)
    forged = {
        **{what: changed(note, kind.fact, **place) for what, place in kind.elsewhere.items()},
        "too long": changed(note, kind.fact, text="x" * 501),
        "told to everyone": replace(note, facts=to_everyone),
        "as another action": replace(note, kind="director_action"),
        "of another kind of event": replace(note, kind=other_kind),
        "without a note": replace(note, facts=note.facts[:1]),
        "by an entrant": changed(note, "director_acted", director=entrant),
    }

    _require_faults({what: file_of(sealed_anew(with_entry(log, at, entry))) for what, entry in forged.items()})


@KINDS
async def test_what_a_director_noted_leaves_with_the_director(world: World, kind: Noting) -> None:
    """Another one had taken the first note away, which is a step also if nobody knows any more that there was one."""
    one = await kind.begin(world)
    leaves = await world.player("Atropos")
    await one.act("give_role", player_id=leaves.player_id, role="arbiter")
    here, there = kind.places
    await one.act(kind.action, **here, text=TEXT, by=leaves)
    await one.act(kind.action, **here, text="")
    await one.act(kind.action, **here, text=TEXT, by=leaves)
    await one.act(kind.action, **there, text=AGAIN)

    await ask(world, leaves, "Atropos")

    assert kind.read(await one.view()) == ["", AGAIN]
    assert TEXT not in str(await one.events())
    await one.act("cancel")
    text = await one.log()
    assert TEXT not in text
    assert "Atropos" not in text
    await require_genuine([text])
    await require_genuine([(await one.entrants["e1"].http.get(f"{one.path}/log")).text])


@KINDS
async def test_a_receipt_of_a_note_is_found_in_the_log_of_directors(world: World, kind: Noting) -> None:
    one = await kind.begin(world)

    receipt = (await one.act(kind.action, **kind.places[0], text=TEXT))["receipt"]

    file = File((await one.log()).encode(), Kept(receipts=[receipt]))
    assert first(file).code == 0
    assert second([file])[0].code == 0


@KINDS
async def test_a_later_note_replaces_the_last_one_and_an_empty_one_takes_it_away(world: World, kind: Noting) -> None:
    one = await kind.begin(world)
    here, there = kind.places
    await one.act(kind.action, **here, text=TEXT)
    await one.act(kind.action, **here, text=AGAIN)
    assert kind.read(await one.view()) == [AGAIN, ""]
    before = await one.log()

    await one.act(kind.action, **here, text=AGAIN)
    await one.act(kind.action, **there, text="")

    assert await one.log() == before
    await one.act(kind.action, **here, text="")
    assert kind.read(await one.view()) == ["", ""]
    await one.refused("malformed_request", 422, kind.action, **here, text="x" * 501)
    await one.act(kind.action, **here, text="x" * 500)
    await one.act("cancel")
    code = "tournament_over" if kind is TOURNAMENT else "series_over"
    await one.refused(code, 409, kind.action, **here, text=TEXT)
    ((ours, theirs),) = both([File((await one.logs()).encode())])
    assert (ours.code, theirs.code) == (0, 0)
