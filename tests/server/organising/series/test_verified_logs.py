"""Both verifiers find what was changed in the log of a series, though its chain is whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.logs.store.entry import EncodedFact, Entry
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.organising.series.seasons import RANKS, SHORT, begun, season
from tests.server.world import World

Json = Any

_PLAYED: Json = {**SHORT, "pick": {"seconds": 3600, "silent": "draw"}}


def _other_seats(fact: Json) -> None:
    seats = fact["seats"]
    one, other = sorted(seats)[-2:]
    seats[one], seats[other] = seats[other], seats[one]


def _without_lots(fact: Json) -> None:
    fact["label"] = "nothing"


def _other_choice(fact: Json) -> None:
    fact["choice"] = next(each for each in ("e1", "e2", "e3", "e4", "e5") if each != fact["choice"])


def _other_candidate(fact: Json) -> None:
    fact["candidate"] = next(each for each in fact["hell"] if each != fact["candidate"])


def _other_realms(fact: Json) -> None:
    fact["heaven"][0], fact["hell"][0] = fact["hell"][0], fact["heaven"][0]


def _other_loser(fact: Json) -> None:
    fact["loser"] = "e9"


def _other_places(fact: Json) -> None:
    fact["places"][1][1], fact["places"][-1][1] = fact["places"][-1][1], fact["places"][1][1]


def _other_seed(fact: Json) -> None:
    fact["seed"] = fact["seed"][::-1]


FORGERIES: dict[str, tuple[str, Callable[[Json], None]]] = {
    "other seats": ("episode_begun", _other_seats),
    "other lots": ("drawn", _without_lots),
    "another choice": ("decision_closed", _other_choice),
    "another candidate": ("realms_settled", _other_candidate),
    "other realms": ("realms_settled", _other_realms),
    "other choices": ("decision_asked", lambda fact: fact["choices"].pop()),
    "another loser": ("death_match_done", _other_loser),
    "somebody else leaves": ("entrant_left", lambda fact: fact.update(entrant="e9")),
    "other places": ("series_over", _other_places),
    "another seed": ("series_over", _other_seed),
}


def _forged(log: list[Entry], fact_type: str, change: Callable[[Json], None]) -> list[Entry]:
    """Change the first fact of this type."""
    at = next(place for place, entry in enumerate(log) if any(told.type == fact_type for told in entry.facts))
    facts = list(log[at].facts)
    number = next(place for place, told in enumerate(facts) if told.type == fact_type)
    fact = facts[number].fact
    change(fact)
    facts[number] = EncodedFact.of(facts[number].audience, fact)
    return sealed_anew([*log[:at], replace(log[at], facts=tuple(facts)), *log[at + 1 :]])


@pytest.mark.sampled(of="whole seasons")
async def test_whatever_is_changed_is_found_by_both(world: World) -> None:
    one = await season(world, plan=_PLAYED, start="when_done")
    await one.act("start")
    text = await one.logs()
    logs = {log_id: list(entries) for log_id, entries in read_logs(text.splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())
    forged = {what: file_of(_forged(log, *how), *matches) for what, how in FORGERIES.items()}
    undrawn = [replace(entry, facts=tuple(told for told in entry.facts if told.type != "drawn")) for entry in log]
    forged["no lots"] = file_of(sealed_anew(undrawn), *matches)
    careless = [file_of(log[:3] + log[4:]), file_of([replace(log[0], nonce=log[1].nonce), *log[1:]])]

    ours = {what: first(file).code for what, file in forged.items()}
    theirs = second([File(text.encode()), file_of(log), *careless, *forged.values()])

    assert first(File(text.encode())).unchecked == []
    assert f"The outcomes of {len(matches)} matches" in first(file_of(log)).unchecked[0]
    assert ours == dict.fromkeys(forged, 1)
    assert [first(file).code for file in careless] == [1, 1]
    assert [opinion.code for opinion in theirs[:4]] == [0, 0, 1, 1], theirs[0].lines
    assert "was not checked: `moirai verify`" in theirs[1].unchecked[0]
    assert {what: opinion.code for what, opinion in zip(forged, theirs[4:], strict=True)} == dict.fromkeys(forged, 1)


async def test_the_commitment_to_the_seed_of_a_series_is_found_in_its_log(world: World) -> None:
    one = await season(world)
    commitment = (await one.view())["settings"]["seed_commitment"]
    log = (await one.log()).encode()

    found, missing = (File(log, Kept(commitments=[kept])) for kept in (commitment, commitment[::-1]))

    assert [opinion.code for opinion in (first(found), *second([found]))] == [0, 0]
    assert [opinion.code for opinion in (first(missing), *second([missing]))] == [1, 1]


async def test_a_main_match_that_was_adjudicated_is_taken_as_such_and_the_log_names_who_did_it(world: World) -> None:
    one = await begun(world, ("Ada", "Bo", "Cy", "Di", "Ed"))
    await one.end(RANKS, {"e5": ["elimination_candidate"]})
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())

    (done,) = await one.told("main_match_done")
    forged = [
        file_of(_forged(log, "main_match_done", change), *matches)
        for change in (
            lambda fact: fact.update(how="played"),
            lambda fact: fact.update(how="played") or fact.pop("by"),
            lambda fact: fact["by"].update(name="Someone"),
            lambda fact: fact["rank"].update(e1=2, e2=1),
        )
    ]

    person = {"player_id": one.director.player_id, "name": "Director"}
    assert (done["how"], done["by"]) == ("adjudicated", person)
    assert [opinion.code for opinion in second([file_of(log, *matches)])] == [0]
    assert [first(file).code for file in forged] == [1] * 4
    assert [opinion.code for opinion in second(forged)] == [1] * 4
