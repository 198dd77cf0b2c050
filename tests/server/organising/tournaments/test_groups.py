"""Groups, then a bracket: who is in which group, who goes on, who meets whom, and which place that is in the end."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.cli.logs.logfile import read_logs
from server.logs.store.entry import EncodedFact, Entry
from server.organising.tournaments.groups import Groups, name_of_group
from server.organising.tournaments.pairing.brackets import seeds_in_line
from server.organising.tournaments.pairing.group_seeding import seed
from server.organising.tournaments.pairing.groups import pair_groups
from server.organising.tournaments.pairing.round_robin import Cycles
from server.organising.tournaments.pairing.round_robin import rounds as rounds_of
from server.organising.tournaments.rounds import EntrantId
from tests.sampling import Run, more
from tests.secrecy.verifiers.both_verifiers import file_of, first, second
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.organising.tournaments.directing import DUELS, Directed, directed
from tests.server.organising.tournaments.reports import parse, report_of
from tests.server.world import World

Json = Any

FIELDS = [
    (entrants, Groups(count, advance))
    for entrants in range(4, 65)
    for count in (2, 3, 4, 5, 8, 16)
    for advance in (1, 2, 3, 4)
    if entrants >= Groups(count, advance).fewest
]


def _field(size: int) -> list[EntrantId]:
    return [f"e{number}" for number in range(1, size + 1)]


def test_the_best_are_dealt_to_the_groups_one_by_one_and_back() -> None:
    assert Groups(3, 1).deal(_field(8)) == (("e1", "e6", "e7"), ("e2", "e5", "e8"), ("e3", "e4"))


@pytest.mark.parametrize("cycles", [1, 2])
def test_everyone_meets_everyone_of_the_group_and_nobody_else(cycles: Cycles) -> None:
    for entrants, terms in FIELDS:
        dealt = terms.deal(_field(entrants))
        groups = {name_of_group(at): members for at, members in enumerate(dealt)}
        sizes = list(map(len, dealt))
        met: Counter[frozenset[EntrantId]] = Counter()

        number = 1
        while tables := pair_groups(groups, number, (), cycles):
            seated = [entrant for each in tables for entrant in each.table.entrants]
            playing = [members for members in dealt if number <= rounds_of(len(members), cycles)]
            assert sorted(seated) == sorted(entrant for members in playing for entrant in members)
            assert [each.table.number for each in tables] == list(range(1, len(tables) + 1))
            assert [each.table.is_bye for each in tables] == sorted(each.table.is_bye for each in tables)
            met.update(frozenset(each.table.entrants) for each in tables if not each.table.is_bye)
            number += 1

        assert max(sizes) - min(sizes) <= 1
        assert number - 1 == terms.rounds(entrants, cycles) == max(rounds_of(size, cycles) for size in sizes)
        assert met == {frozenset(two): cycles for members in dealt for two in combinations(members, 2)}


class Seeded:
    """Those who advance, by seed; `places` are the groups in the order of those who are first, second and so on."""

    def __init__(self, places: Sequence[Sequence[str]]) -> None:
        named = [[f"{group}{place}" for group in groups] for place, groups in enumerate(places, 1)]
        self.seeds = seed(named, {entrant: entrant[0] for those in named for entrant in those})
        self.size = 1 << (len(self.seeds) - 1).bit_length()
        line = [self.seeds[number - 1] if number <= len(self.seeds) else None for number in seeds_in_line(self.size)]
        self.slots = {entrant: at for at, entrant in enumerate(line) if entrant is not None}

    def meetings(self) -> list[int]:
        """Return in which round each two of one group would meet."""
        return [
            (self.slots[one] ^ self.slots[other]).bit_length()
            for one, other in combinations(self.seeds, 2)
            if one[0] == other[0]
        ]

    @property
    def byes(self) -> list[str]:
        return self.seeds[: self.size - len(self.seeds)]


def _shuffled(random: Random, groups: int, advance: int) -> list[list[str]]:
    return [random.sample([name_of_group(at) for at in range(groups)], groups) for _ in range(advance)]


@pytest.mark.parametrize("groups", range(2, 27))
def test_who_met_in_a_group_does_not_meet_in_the_first_round_and_byes_go_to_the_best(groups: int) -> None:
    random = Random(f"{Run.seed} {groups}")
    for advance in range(1, 9):
        places = _shuffled(random, groups, advance)
        seeded = Seeded(places)

        in_order = [f"{group}{place}" for place, those in enumerate(places, 1) for group in those]
        assert [entrant[1:] for entrant in seeded.seeds] == [entrant[1:] for entrant in in_order]
        assert seeded.seeds[:groups] == in_order[:groups]
        assert 1 not in seeded.meetings()
        assert {entrant[1:] for entrant in seeded.byes} <= {str(place) for place in range(1, advance + 1)}
        if advance == 2:
            assert set(seeded.meetings()) == {(seeded.size - 1).bit_length()}, "they can meet in the final only"


def test_no_other_arrangement_of_the_seconds_and_thirds_is_better() -> None:
    """Of all arrangements, one place after another, that with the fewest early meetings, then the best seeds."""
    random = Random(f"{Run.seed} arrangements")
    for groups, advance in ((2, 2), (3, 2), (4, 2), (5, 2), (2, 3), (3, 3), (4, 3), (4, 4)):
        places = _shuffled(random, groups, advance)
        found = Seeded(places)
        start = found.seeds[: groups * (advance - 1)]

        def early(last: Sequence[str], start: list[str] = start, found: Seeded = found) -> tuple[int, ...]:
            slots = sorted(found.slots.values(), key=lambda slot: seeds_in_line(found.size)[slot])
            at = dict(zip([*start, *last], slots, strict=True))
            met = [(at[one] ^ at[other]).bit_length() for one in last for other in start if one[0] == other[0]]
            return tuple(met.count(number) for number in range(1, 10))

        named = [f"{group}{advance}" for group in places[-1]]
        best = min(permutations(named), key=lambda last: (early(last), [last.index(one) for one in named]))
        assert found.seeds[len(start) :] == list(best)


def test_groups_of_which_many_have_withdrawn_are_kept_apart_if_that_is_possible() -> None:
    """Whom the first round seats is fixed; a group of at most half of them can be kept apart."""
    random = Random(f"{Run.seed} withdrawn")
    for _ in range(300 * more()):
        groups = random.randint(2, 8)
        left = [random.randint(0, 4) for _ in range(groups)]
        places = [[name_of_group(at) for at, count in enumerate(left) if count >= place] for place in (1, 2, 3, 4)]
        for those in places:
            random.shuffle(those)
        if sum(left) < 2:
            continue
        seeded = Seeded([those for those in places if those])

        playing = [entrant for entrant in seeded.seeds if entrant not in seeded.byes]
        most = max(Counter(entrant[0] for entrant in playing).values())
        assert seeded.meetings().count(1) == max(0, most - len(playing) // 2)


async def _round(one: Directed, number: int, winner: Callable[[list[EntrantId]], EntrantId | None]) -> list[Json]:
    """Pair and play a round, in which these win, or with None nobody; return its tables; none if there is no round."""
    await one.act("pair")
    if len((await one.view())["rounds"]) < number:
        return []
    await one.act("start_round")
    while (known := await one.round(number))["status"] != "done":
        table = next(table for table in known["tables"] if not table["result"])
        won = winner(table["entrants"])
        ranks = (1, 1) if won is None else (1, 2) if won == table["entrants"][0] else (2, 1)
        await one.decide(table["match_id"], *ranks)
    tables: list[Json] = known["tables"]
    return tables


def _better(entrants: list[EntrantId]) -> EntrantId:
    return min(entrants, key=lambda entrant: int(entrant[1:]))


async def _rows(one: Directed, **query: int) -> dict[EntrantId, Json]:
    rows = (await one.director.get(f"{one.path}/standings", **query))["rows"]
    return {row["entrant"]: row for row in rows}


EIGHT = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
TWO_OF_TWO: Json = {"system": "groups", "rounds": 0, "groups": {"count": 2, "advance": 2}}


@pytest.mark.one_server
async def test_the_first_ones_of_each_group_play_a_bracket_and_both_verifiers_agree(world: World) -> None:
    """Eight in two groups, where the better number always wins: e1 and e2 win them, and meet in the final."""
    one = await directed(world, EIGHT, **TWO_OF_TWO)

    in_groups = [await _round(one, number, _better) for number in (1, 2, 3)]
    rows = await _rows(one)
    semifinals = await _round(one, 4, _better)
    final = await _round(one, 5, _better)
    assert await _round(one, 6, _better) == []
    await one.act("finish")

    groups = {name: [each for each, row in rows.items() if row["group"] == name] for name in "AB"}
    assert {name: sorted(members) for name, members in groups.items()} == {
        "A": ["e1", "e4", "e5", "e8"],
        "B": ["e2", "e3", "e6", "e7"],
    }
    assert all(
        any(set(table["entrants"]) <= set(members) for members in groups.values())
        for tables in in_groups
        for table in tables
    )
    assert [rows[each]["place_in_group"] for each in ("e1", "e4", "e5", "e8", "e2", "e3")] == [1, 2, 3, 4, 1, 2]
    assert {frozenset(table["entrants"]) for table in semifinals} == {frozenset(("e1", "e3")), frozenset(("e2", "e4"))}
    assert [set(table["entrants"]) for table in final] == [{"e1", "e2"}]
    places = {entrant: place for place, entrant in (await one.view())["places"]}
    assert places == {"e1": 1, "e2": 2, "e3": 3, "e4": 3, "e5": 5, "e6": 5, "e7": 7, "e8": 7}
    assert (await _rows(one, round=3)) == rows
    await one.require_genuine_to_both()


@pytest.mark.one_server
async def test_who_is_level_at_the_border_goes_on_by_lot_and_draws_in_the_bracket_are_played_again(
    world: World,
) -> None:
    one = await directed(world, EIGHT[:5], **TWO_OF_TWO)
    for number in (1, 2, 3):
        await _round(one, number, lambda entrants: None)

    rows = await _rows(one)
    semifinals = await _round(one, 4, lambda entrants: None)

    lots = (await one.told("round_published"))[0]["lots"]
    for name, count in (("A", 3), ("B", 2)):
        members = [row for row in rows.values() if row["group"] == name]
        by_lot = sorted(members, key=lambda row: lots.index(row["entrant"]))
        assert [row["place_in_group"] for row in by_lot] == list(range(1, count + 1))
    on = {entrant for table in semifinals for entrant in table["entrants"]}
    assert on == {each for each, row in rows.items() if row["place_in_group"] <= 2}
    for table in semifinals:
        assert rows[table["entrants"][0]]["group"] != rows[table["entrants"][1]]["group"]
        assert table["result"]["points"][table["entrants"].index(_better(table["entrants"]))] == 2
    assert sum(fact["round"] == 4 for fact in await one.told("table_replayed")) == 3 * len(semifinals)
    await one.require_genuine_to_both()


@pytest.mark.one_server
async def test_a_result_of_a_group_can_be_corrected_until_the_bracket_has_started(world: World) -> None:
    """The corrected one changes who goes on, so the first round of the bracket is paired anew."""
    one = await directed(world, EIGHT[:4], **{**TWO_OF_TWO, "groups": {"count": 2, "advance": 1}})
    tables = await _round(one, 1, _better)
    await one.act("pair")
    wrong = {"round": 1, "table": tables[0]["table"], "reason": "Seen."}
    before = (await one.round(2))["tables"]
    reversed_points = [2 - points for points in tables[0]["result"]["points"]]

    await one.act("correct_result", **wrong, points=reversed_points)
    assert len((await one.view())["rounds"]) == 1
    await one.act("pair")
    after = (await one.round(2))["tables"]
    await one.act("start_round")

    loser = next(each for each in tables[0]["entrants"] if each != _better(tables[0]["entrants"]))
    assert set(before[0]["entrants"]) == {"e1", "e2"}
    assert loser in after[0]["entrants"]
    await one.refused("dependents_started", 409, "correct_result", **wrong, points=[1, 1])
    await one.require_genuine_to_both()


@pytest.mark.one_server
async def test_who_withdraws_before_the_bracket_is_followed_by_the_next_and_afterwards_forfeits(world: World) -> None:
    one = await directed(world, EIGHT, **TWO_OF_TWO)
    for number in (1, 2, 3):
        await _round(one, number, _better)
    await one.entrants["e1"].delete(f"{one.path}/entrants/me")
    await one.act("pair")
    paired = (await one.round(4))["tables"]
    await one.entrants["e2"].delete(f"{one.path}/entrants/me")
    await one.act("start_round")

    started = (await one.round(4))["tables"]
    table = next(table for table in started if "e2" in table["entrants"])
    assert {entrant for table in paired for entrant in table["entrants"]} == {"e2", "e3", "e4", "e5"}
    assert table["result"]["how"] == "forfeit"
    assert table["result"]["points"][table["entrants"].index("e2")] == 0
    while len((await one.view())["rounds"]) < 5:
        for each in (await one.round(4))["tables"]:
            if not each["result"]:
                await one.decide(each["match_id"])
        await one.act("pair")
    await one.require_genuine_to_both()


_RESULTS: list[Json] = [
    {"points": [2, 0]},
    {"points": [1, 1]},
    {"points": [0, 0]},
    {"points": [0, 2], "how": "forfeit"},
    {"points": [0, 0], "how": "double_forfeit"},
]
_BYES: list[Json] = [{"points": [1], "how": "half_bye"}, {"points": [2], "how": "bye"}]


@pytest.mark.one_server
@pytest.mark.sampled(least=1)
@pytest.mark.parametrize("size", [4, 5, 7, 10, 13])
async def test_random_results_and_withdrawals_lead_to_places_on_which_both_verifiers_agree(
    world: World, size: int
) -> None:
    for run in range(more()):
        random = Random(f"{Run.seed} {size} {run}")
        count, advance = random.choice([(n, k) for n in (2, 3, 4) for k in (1, 2, 3) if Groups(n, k).fewest <= size])
        one = await directed(
            world,
            [f"Player {number}" for number in range(size)],
            system="groups",
            rounds=0,
            groups={"count": count, "advance": advance},
            cycles=random.choice((1, 2)),
            scores=random.choice((None, {"win": 6, "draw": 2, "bye": 2})),
            tie_breaks=random.choice((None, ["WON", "SB/C1", "TPN"], ["PS", "REP", "KS"], ["DE"], [])),
        )

        def winner(entrants: list[EntrantId], random: Random = random) -> EntrantId | None:
            return random.choice([*entrants, None])

        number = 1
        while tables := await _round(one, number, winner):
            if random.random() < 0.3:
                action = random.choice(("disqualify", "bring_back"))
                entrant = random.choice(list(one.entrants))
                await one.director.http.post(f"{one.path}/actions", json={"type": action, "entrant": entrant})
            if random.random() < 0.5:
                table = random.choice(tables)
                result = random.choice(_RESULTS if len(table["entrants"]) == 2 else _BYES)
                body = {"type": "correct_result", "round": random.randint(1, number), "table": table["table"], **result}
                await one.director.http.post(f"{one.path}/actions", json=body)
            if random.random() < 0.05:
                break
            number += 1
        await one.act("finish")
        await one.require_genuine_to_both()
        world.clock.advance(3600)


@pytest.mark.one_server
async def test_scores_that_change_before_the_first_round_count_in_the_groups(world: World) -> None:
    """With 3-1-0, a win and a draw are four points; both verifiers count the same."""
    one = await directed(world, EIGHT[:4], **{**TWO_OF_TWO, "groups": {"count": 2, "advance": 1}}, cycles=2)
    scores = {"win": 6, "draw": 2, "loss": 0, "bye": 2}
    await one.act("edit", scores=scores, tie_breaks=["SB"], reason="As announced.")
    await _round(one, 1, _better)
    await _round(one, 2, lambda entrants: None)

    rows = await _rows(one)
    final = await _round(one, 3, _better)
    await one.act("finish")

    assert sorted(row["points"] for row in rows.values()) == [2, 2, 8, 8]
    assert [set(table["entrants"]) for table in final] == [{"e1", "e2"}]
    await one.require_genuine_to_both()


@pytest.mark.one_server
async def test_too_few_entrants_and_pairings_by_hand_are_refused_and_nobody_comes_late(world: World) -> None:
    """How many there are is known when round 1 is paired."""
    one = await directed(world, EIGHT[:3], **TWO_OF_TWO)

    problem = await one.refused("no_pairing", 409, "pair")
    await one.enter(await world.player("Di"))
    await one.refused("bad_pairing", 422, "set_pairings", tables=[{"entrants": ["e1", "e2"]}])
    await one.start()

    assert "need 4 entrants" in problem["detail"]
    assert (await one.enter(await world.player("Late"), expect=409))["code"] == "not_open"
    await one.refused("not_open", 409, "excuse", entrant="e1")
    await one.require_genuine_to_both()


@pytest.mark.parametrize(
    "terms",
    [
        {"system": "groups"},
        {"system": "swiss", "groups": {"count": 2, "advance": 1}},
        {"system": "groups", "groups": {"count": 2, "advance": 1}, "match": {"game": "apocalypse"}},
    ],
)
async def test_the_system_needs_groups_and_tables_of_two(world: World, terms: Json) -> None:
    director = await world.player("Director")

    refused = await director.post("/v1/tournaments", {"label": "Duels", "match": DUELS, **terms}, expect=422)

    assert refused["code"] == "bad_system"


@pytest.mark.parametrize(
    "groups", [{"count": 1, "advance": 1}, {"count": 27, "advance": 1}, {"count": 2, "advance": 9}]
)
async def test_groups_are_named_by_letters_and_few_advance(world: World, groups: Json) -> None:
    director = await world.player("Director")
    body = {"label": "Duels", "system": "groups", "match": DUELS, "groups": groups}

    assert (await director.post("/v1/tournaments", body, expect=422))["code"] == "malformed_request"


@pytest.mark.one_server
async def test_sheets_name_the_groups_and_reports_have_the_rounds_of_the_bracket(world: World, tmp_path: Path) -> None:
    one = await directed(world, EIGHT[:5], **TWO_OF_TWO)
    for number in (1, 2, 3, 4):
        await _round(one, number, _better)
    rows = await _rows(one)
    http = one.director.http
    sheet = (await http.get(f"{one.path}/standings", headers={"Accept": "text/csv"})).text
    report = await report_of(one)

    parsed = parse(report, tmp_path)

    sheet_rows = csv.DictReader(sheet.removeprefix("\ufeff").splitlines())
    by_sheet = {each["entrant"]: (each["group"], each["place_in_group"]) for each in sheet_rows}
    assert by_sheet == {each: (row["group"], str(row["place_in_group"])) for each, row in rows.items()}
    played = [len([each for each in section.results if each.id]) for section in parsed.player_sections]
    assert sum(played) == 2 * (3 + 1 + 2)
    assert "092 Individual: Groups and Single Elimination" in report


def _others_meet(fact: Json) -> None:
    """Exchange the seconds of two tables, so that they would meet the winners of their own groups."""
    one, other = fact["tables"][0]["entrants"], fact["tables"][1]["entrants"]
    mine, theirs = (max(range(2), key=lambda at: int(entrants[at][1:])) for entrants in (one, other))
    one[mine], other[theirs] = other[theirs], one[mine]


def _other_places(fact: Json) -> None:
    fact["places"][-1][1], fact["places"][-3][1] = fact["places"][-3][1], fact["places"][-1][1]


@pytest.mark.one_server
async def test_both_verifiers_find_other_groups_other_seeds_and_other_places(world: World) -> None:
    one = await directed(world, EIGHT, **TWO_OF_TWO)
    for number in (1, 2, 3, 4, 5):
        await _round(one, number, _better)
    await one.act("finish")
    logs = {log_id: list(entries) for log_id, entries in read_logs((await one.logs()).splitlines()).items()}
    log, matches = logs.pop(one.id), list(logs.values())
    pairing = ("round_paired", "round_published")

    forged = [
        _with(log, pairing, 1, _others_meet),
        _with(log, pairing, 4, _others_meet),
        _with(log, ("tournament_over",), None, _other_places),
        _without_the_rest(log),
    ]

    files = [file_of(each, *matches) for each in (log, *forged)]
    assert [first(file).code for file in files] == [0, 1, 1, 1, 1]
    theirs = second(files)
    assert [opinion.code for opinion in theirs] == [0, 1, 1, 1, 1]
    assert theirs[0].unchecked == []


def _with(
    log: Sequence[Entry], types: Sequence[str], number: int | None, change: Callable[[Json], None]
) -> list[Entry]:
    """Change the facts of these types, of this round, in the log."""
    found: list[Entry] = []
    for entry in log:
        facts = []
        for told in entry.facts:
            fact = told.fact
            if told.type in types and fact.get("round") == number:
                change(fact)
            facts.append(EncodedFact.of(told.audience, fact))
        found.append(replace(entry, facts=tuple(facts)))
    return sealed_anew(found)


def _without_the_rest(log: Sequence[Entry]) -> list[Entry]:
    """Say after the second round that no round is left, and nothing else from then on."""
    found: list[Entry] = []
    for entry in log:
        found.append(entry)
        if any(told.type == "round_done" and told.fact["round"] == 2 for told in entry.facts):
            break
    left = EncodedFact.of(found[-1].facts[-1].audience, {"type": "no_round_left"})
    found[-1] = replace(found[-1], facts=(*found[-1].facts, left))
    return sealed_anew(found)
