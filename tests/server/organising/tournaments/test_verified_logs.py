"""Both verifiers find what was changed in a tournament's log, though its chain is whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from server.cli.logs.logfile import read_logs
from server.logs.store.entry import EncodedFact, Entry
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import World

Json = Any


async def _played(world: World) -> Directed:
    """A Swiss of five to its end."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di", "Ed"))
    for number in (1, 2, 3):
        for table in await one.start(number):
            if table["match_id"]:
                await one.decide(table["match_id"])
    await one.act("finish")
    return one


def _swapped(fact: Json) -> None:
    """Exchange opponents, between the first table and the second."""
    one, other = fact["tables"][0]["entrants"], fact["tables"][1]["entrants"]
    one[0], other[0] = other[0], one[0]


def _turned(fact: Json) -> None:
    fact["tables"][0]["entrants"].reverse()


def _without_reasons(fact: Json) -> None:
    fact["reasons"][0]["scores"][0] += 1


def _other_lots(fact: Json) -> None:
    for name in ("picks", "lots", "numbered"):
        if name in fact:
            fact[name][:2] = fact[name][1::-1]


def _other_points(fact: Json) -> None:
    fact["points"].reverse()


def _other_places(fact: Json) -> None:
    fact["places"][0][1], fact["places"][1][1] = fact["places"][1][1], fact["places"][0][1]


def _other_seed(fact: Json) -> None:
    fact["seed"] = fact["seed"][::-1]


def _other_orders(fact: Json) -> None:
    fact["orders"] += 1


_PAIRING = ("round_paired", "round_published")

FORGERIES: dict[str, tuple[tuple[str, ...], Callable[[Json], None]]] = {
    "other opponents": (_PAIRING, _swapped),
    "other seats": (_PAIRING, _turned),
    "another reason": (("round_paired",), _without_reasons),
    "other lots": (("drawn", *_PAIRING), _other_lots),
    "another result": (("table_done",), _other_points),
    "played, though adjudicated": (("table_done",), lambda fact: fact.update(how="played") or fact.pop("by")),
    "adjudicated by somebody else": (("table_done",), lambda fact: fact["by"].update(name="Someone")),
    "other places": (("tournament_over",), _other_places),
    "another seed": (("tournament_over",), _other_seed),
    "orders that nobody gave": (("tables_set",), _other_orders),
}


def _forged(log: list[Entry], types: tuple[str, ...], change: Callable[[Json], None]) -> list[Entry]:
    """Change the facts of these types in the last entry that has one."""
    at = max(place for place, entry in enumerate(log) if any(told.type == types[-1] for told in entry.facts))
    facts = []
    for told in log[at].facts:
        fact = told.fact
        if told.type in types and (told.type != "drawn" or fact["label"] == "lots"):
            change(fact)
        facts.append(EncodedFact.of(told.audience, fact))
    return sealed_anew([*log[:at], replace(log[at], facts=tuple(facts)), *log[at + 1 :]])


async def test_whatever_is_changed_is_found_by_the_first_and_draws_and_results_by_both(world: World) -> None:
    one = await _played(world)
    text = await one.logs()
    logs = {log_id: list(entries) for log_id, entries in read_logs(text.splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())
    forged = {what: file_of(_forged(log, *how), *matches) for what, how in FORGERIES.items()}
    careless = [file_of(log[:3] + log[4:]), file_of([replace(log[0], nonce=log[1].nonce), *log[1:]])]

    ours = {what: first(file).code for what, file in forged.items()}
    theirs = second([File(text.encode()), file_of(log), *careless, *forged.values()])

    assert first(File(text.encode())).unchecked == []
    assert first(file_of(log)).code == 0
    assert f"The outcomes of {len(matches)} matches" in first(file_of(log)).unchecked[0]
    assert ours == dict.fromkeys(FORGERIES, 1)
    assert [first(file).code for file in careless] == [1, 1]
    assert [opinion.code for opinion in theirs[:4]] == [0, 0, 1, 1]
    assert "were not checked: `moirai verify`" in theirs[1].unchecked[0]
    found = [what for what, opinion in zip(FORGERIES, theirs[4:], strict=True) if opinion.code]
    assert found == [
        "other opponents",
        "other seats",
        "other lots",
        "another result",
        "played, though adjudicated",
        "adjudicated by somebody else",
        "another seed",
    ]


async def test_a_place_for_who_was_disqualified_or_never_played_is_found_by_both(world: World) -> None:
    """A tournament of an earlier server, which does not say what becomes of them, goes on to give places to all."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"))
    absent, played = await one.start()
    await one.act("forfeit", round=1, table=absent["table"], entrants=absent["entrants"][:1])
    await one.decide(played["match_id"])
    gone = (absent["entrants"][0], played["entrants"][0])
    await one.entrants[gone[0]].delete(f"{one.path}/entrants/me")
    await one.act("disqualify", entrant=gone[1])
    await one.act("finish")
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())

    def given(entrant: str) -> Callable[[Json], None]:
        return lambda fact: fact["places"].append([3, entrant])

    files = [file_of(log, *matches), *(file_of(_forged(log, ("tournament_over",), given(each))) for each in gone)]

    assert [first(file).code for file in files] == [0, 1, 1]
    assert [opinion.code for opinion in second(files)] == [0, 1, 1]


CLAIMS: dict[str, tuple[tuple[str, ...], Callable[[Json], None]]] = {
    "claimed without a link": (("entrant_replaced",), lambda fact: fact.pop("invitation")),
    "claimed with a link that is none": (("entrant_replaced",), lambda fact: fact.update(invitation="mine")),
    "a place that somebody has": (("entrant_replaced",), lambda fact: fact.update(entrant="e1")),
    "entered for nobody": (("entered",), lambda fact: fact.pop("unclaimed")),
    "a club that nobody named": (("entered",), lambda fact: fact.update(club="")),
}


async def test_a_place_that_was_not_claimed_as_the_log_says_is_found_by_both(world: World) -> None:
    one = await directed(world, ("Bo",))
    (line,) = (await one.director.post(f"{one.path}/entrants", {"people": [{"name": "Anna"}]}))["lines"]
    await (await world.player("Anna")).post(f"/v1/invitations/{line['token']}/accept", {})
    text = await one.log()
    (log,) = (list(entries) for entries in read_logs(text.splitlines()).values())
    forged = {what: file_of(_forged(log, *how)) for what, how in CLAIMS.items()}

    ours = {what: first(file).code for what, file in forged.items()}
    theirs = dict(zip(forged, second(list(forged.values())), strict=True))

    assert first(File(text.encode())).code == 0
    assert second([File(text.encode())])[0].code == 0
    assert ours == dict.fromkeys(CLAIMS, 1)
    assert {what: opinion.code for what, opinion in theirs.items()} == dict.fromkeys(CLAIMS, 1)


def _fewer_tables(fact: Json) -> None:
    gone = fact["tables"].pop()
    del fact["matches"][str(gone["table"])]


def _at_once(fact: Json) -> None:
    fact["ends_at"] = fact["ready_until"]


WAVES: dict[str, tuple[tuple[str, ...], Callable[[Json], None]]] = {
    "other opponents": (("tables_added",), _swapped),
    "other seats": (("tables_added",), _turned),
    "fewer tables": (("tables_added",), _fewer_tables),
    "another time to wait": (("tables_added",), lambda fact: fact.update(ready_until=None)),
    "another end": (("round_started",), _at_once),
    "another length": (("tournament_created",), lambda fact: fact["arena"].update(minutes=9)),
}


async def test_tables_of_an_arena_that_were_changed_are_found_by_both(world: World) -> None:
    """Five meet in two waves, of which the second one has two tables, and comes before its time in one more log."""
    one = await directed(
        world, ("Ada", "Bo", "Cy", "Di", "Ed"), system="arena", rounds=0, arena={"minutes": 10}, absence=_READY
    )
    await one.start()
    for _ in range(2):
        for table in (await one.round(1))["tables"]:
            if not table["result"]:
                for entrant in table["entrants"]:
                    await one.entrants[entrant].put(f"{one.path}/tables/{table['table']}/ready", {})
                await world.settle()
                await one.decide(table["match_id"])
        await one.pass_time(15)
    log = [*next(iter(read_logs((await one.log()).splitlines()).values()))]
    files = {what: file_of(_forged(log, *how)) for what, how in WAVES.items()}
    wave = max(at for at, entry in enumerate(log) if entry.facts[0].type == "tables_added")
    early = [*log[:wave], replace(log[wave], at=log[wave - 1].at), *log[wave + 1 :]]
    files["before its time"] = file_of(sealed_anew(early))

    ours = {what: first(file).code for what, file in files.items()}
    theirs = dict(zip(files, second(list(files.values())), strict=True))

    assert (first(file_of(log)).code, second([file_of(log)])[0].code) == (0, 0)
    assert ours == dict.fromkeys(files, 1)
    assert {what: opinion.code for what, opinion in theirs.items()} == dict.fromkeys(files, 1)


_READY = {"ready_seconds": 30}
