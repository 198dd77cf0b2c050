"""Events of bots: how they are directed to their end, and what must be true of them then."""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar

from server.organising.tournaments.rounds import Result, Round, Table
from tests.faults.players import Addresses, Caller
from tests.server.organising.tournaments.standings.naive import Naive

Json = Any

_POLL_SECONDS = 0.2


class Event(ABC):
    """
    An event, and once it was played: the logs of it and of its matches, what the list says of these, and how it ended.
    """

    kind: ClassVar[str]
    id_field: ClassVar[str]
    ends: ClassVar[frozenset[str]] = frozenset({"over"})
    """How matches can end."""

    def __init__(self, **terms: Json) -> None:
        self.terms: Json = {"label": "Night of kills", **terms}
        self.text = ""
        self.listed: list[Json] = []
        self.end: Json = None

    async def play(self, addresses: Addresses) -> None:
        """Direct the event to its end, and read everything about it."""
        director = Caller(addresses)
        await director.sign_up("Director")
        self.id: str = (await director.post(f"/v1/{self.kind}", self.terms))[self.id_field]
        path = f"/v1/{self.kind}/{self.id}"
        await self.direct(director, path)
        query: dict[str, Json] = {self.id_field.removesuffix("_id"): self.id, "limit": 100}
        page: list[Json] = []
        while not self.listed or len(page) == query["limit"]:
            page = (await director.get("/v1/matches", **query))["matches"]
            self.listed += page
            query["before"] = page[-1]["match_id"]
        paths = [path, *(f"/v1/matches/{match['match_id']}" for match in self.listed)]
        self.text = "".join([(await director.call("GET", f"{each}/log")).reply.text for each in paths])
        await director.close()
        assert not director.complaints, director.complaints

    @abstractmethod
    async def direct(self, director: Caller, path: str) -> None:
        """Let the event be played, and note how it ended."""

    def check(self) -> None:
        """No match is made twice and none is forgotten, each outcome is taken once, and the list knows the same."""
        ordered = sorted(self.ordered)
        assert ordered == sorted(match["match_id"] for match in self.listed)
        assert ordered == sorted(fact["match_id"] for _, fact in self.facts if fact["type"] == "match_created")
        assert {match["status"] for match in self.listed} <= self.ends
        self.check_outcomes()
        self.check_places()

    @property
    @abstractmethod
    def ordered(self) -> list[str]:
        """The matches that the log of the event names."""

    @abstractmethod
    def check_outcomes(self) -> None:
        """Each outcome in the logs of the matches is taken once."""

    @abstractmethod
    def check_places(self) -> None:
        """The final places follow from the results in the logs."""

    @cached_property
    def facts(self) -> list[tuple[str, Json]]:
        """Each fact, with the id of its log."""
        entries = [json.loads(line) for line in self.text.splitlines()]
        return [(entry["match_id"], told["fact"]) for entry in entries for told in entry["facts"]]

    def told(self, *types: str) -> list[Json]:
        """Return the facts of these types in the log of the event."""
        return [fact for log_id, fact in self.facts if log_id == self.id and fact["type"] in types]


class Tournament(Event):
    """A tournament of so many bots. It ends with its standings."""

    kind = "tournaments"
    id_field = "tournament_id"
    start: ClassVar[str] = "when_done"

    def __init__(self, bots: int, **terms: Json) -> None:
        super().__init__(**terms, schedule={"start": self.start})
        self.bots = bots
        self.entrants: list[str] = []

    async def direct(self, director: Caller, path: str) -> None:
        async def act(action: str, **more: Json) -> None:
            await director.post(f"{path}/actions", {"type": action, **more})

        async def is_told(fact_type: str) -> bool:
            told = (await director.get(f"{path}/events", limit=500))["events"]
            return any(fact["type"] == fact_type for event in told for fact in event["facts"])

        async def wait_until_done(rounds: int | None) -> Json:
            while True:
                view = await director.get(f"{path}/view")
                done = [each["status"] == "done" for each in view["rounds"]]
                if all(done) and (len(done) == rounds if rounds else await is_told("no_round_left")):
                    return view
                await asyncio.sleep(_POLL_SECONDS)

        await act("open")
        await act("add_bots", count=self.bots)
        rounds = self.terms.get("rounds")
        if self.start == "when_done":
            await act("pair")
        else:
            for number in range(1, rounds + 1):
                await act("pair")
                await act("start_round")
                await wait_until_done(number)
        self.entrants = [each["entrant"] for each in (await wait_until_done(rounds))["entrants"]]
        await act("finish")
        self.end = await director.get(f"{path}/standings")

    @property
    def ordered(self) -> list[str]:
        begun = self.told("round_started", "tables_added")
        started = [match_id for fact in begun for match_id in fact["matches"].values()]
        return started + [fact["match_id"] for fact in self.told("table_replayed")]

    def check_outcomes(self) -> None:
        tables = [(each.number, table.number) for each in self.rounds for table in each.tables if not table.is_bye]
        assert sorted((fact["round"], fact["table"]) for fact in self.told("table_done")) == sorted(tables)

    @cached_property
    def rounds(self) -> list[Round]:
        results = {(fact["round"], fact["table"]): fact for fact in self.told("table_done")}

        def table(number: int, paired: Json) -> Table:
            result = paired["result"] or results[number, paired["table"]]
            return Table(paired["table"], tuple(paired["entrants"]), Result(result["how"], tuple(result["points"])))

        published = self.told("round_published")
        return [
            Round(fact["round"], tuple(table(fact["round"], each) for each in fact["tables"])) for fact in published
        ]

    @property
    def ranked(self) -> list[set[str]]:
        """The entrants of each rank."""
        return [{row["entrant"] for row in rows} for _, rows in groupby(self.end["rows"], key=lambda row: row["rank"])]


class Swiss(Tournament):
    """Duels, in which nobody meets the same opponent twice."""

    def check_places(self) -> None:
        naive = Naive(self.entrants, self.rounds, round_robin=False)
        key = {
            each: (naive.score[each], *(naive.value(code, each) for code in ("BH/C1", "BH", "SB")))
            for each in naive.score
        }
        ranked: list[set[str]] = []
        for _, level in groupby(sorted(key, key=lambda each: key[each], reverse=True), key=lambda each: key[each]):
            for part in naive.direct_encounter(list(level)):
                wins = sorted({naive.value("WIN", each) for each in part}, reverse=True)
                ranked += [{each for each in part if naive.value("WIN", each) == count} for count in wins]
        assert self.ranked == ranked
        met = [frozenset(table.entrants) for round_ in self.rounds for table in round_.tables]
        assert len(set(met)) == len(met)


class Heats(Tournament):
    """Heats of equal size, whose rounds begin by the director's word."""

    start = "by_word"

    def check_places(self) -> None:
        points = dict.fromkeys(self.entrants, 0)
        for round_ in self.rounds:
            sizes = [len(table.entrants) for table in round_.tables]
            assert max(sizes) - min(sizes) <= 1
            for table in round_.tables:
                assert table.result is not None
                for entrant, made in zip(table.entrants, table.result.points, strict=True):
                    points[entrant] += made
        rows = self.end["rows"]
        assert {row["entrant"]: row["points"] for row in rows} == points
        assert [row["points"] for row in rows] == sorted(points.values(), reverse=True)


class Bracket(Tournament):
    """Double elimination: everyone but the winner loses twice, and is ranked by the round of the second loss."""

    def check_places(self) -> None:
        lost: dict[str, list[int]] = {each: [] for each in self.entrants}
        for round_ in self.rounds:
            for table in round_.tables:
                assert table.result is not None
                if not table.is_bye:
                    lost[table.entrants[table.result.points.index(min(table.result.points))]].append(round_.number)
        left = {each: rounds[1] if len(rounds) == 2 else len(self.rounds) + 1 for each, rounds in lost.items()}
        assert sorted(map(len, lost.values()))[1:] == [2] * (len(lost) - 1)
        by_round = sorted(set(left.values()), reverse=True)
        assert self.ranked == [{each for each in left if left[each] == number} for number in by_round]


class Arena(Tournament):
    """Two more waves of tables, then a director ends it, also those that are added just then."""

    ends = frozenset({"over", "void"})

    async def direct(self, director: Caller, path: str) -> None:
        async def act(action: str, **more: Json) -> None:
            await director.post(f"{path}/actions", {"type": action, **more})

        await act("open")
        await act("add_bots", count=self.bots)
        await act("pair")
        has_ended = False
        while (view := await director.get(f"{path}/view"))["status"] != "over":
            # A server that has not yet heard of the first tables shows no round.
            tables = [table for round_ in view["rounds"] for table in round_["tables"]]
            if len(tables) > self.bots and not has_ended and all(table["result"] for table in tables):
                await act("end_round")
                has_ended = True
            await asyncio.sleep(_POLL_SECONDS)
        self.entrants = [each["entrant"] for each in view["entrants"]]
        self.end = await director.get(f"{path}/standings")

    @cached_property
    def rounds(self) -> list[Round]:
        paired = [each for fact in self.told("round_published", "tables_added") for each in fact["tables"]]
        results = {fact["table"]: Result(fact["how"], tuple(fact["points"])) for fact in self.told("table_done")}
        tables = (Table(each["table"], tuple(each["entrants"]), results[each["table"]]) for each in paired)
        return [Round(1, tuple(tables))]

    def check_places(self) -> None:
        """Two points for a win, one for a draw, twice as many after two wins in a row; nobody meets at once again."""
        points: dict[str, list[int]] = {each: [] for each in self.entrants}
        won: dict[str, list[bool]] = {each: [] for each in self.entrants}
        last: dict[str, str] = {}
        for table in self.rounds[0].tables:
            assert table.result is not None
            for entrant, other, made in zip(table.entrants, table.entrants[::-1], table.result.points, strict=True):
                assert last.get(entrant) != other
                points[entrant].append(made * (2 if won[entrant][-2:] == [True, True] else 1))
                won[entrant].append(made == 2)
            last |= dict(zip(table.entrants, table.entrants[::-1], strict=True))
        rows = self.end["rows"]
        assert {row["entrant"]: row["points"] for row in rows} == {each: 2 * sum(made) for each, made in points.items()}
        assert [row["points"] for row in rows] == sorted((row["points"] for row in rows), reverse=True)


class Season(Event):
    """A season by this plan. It ends with the final view."""

    kind = "series"
    id_field = "series_id"

    def __init__(self, plan: Json) -> None:
        super().__init__(**plan, start="when_done", match={"open_log": True})

    async def direct(self, director: Caller, path: str) -> None:
        await director.post(f"{path}/actions", {"type": "start"})
        while (view := await director.get(f"{path}/view"))["status"] != "over":
            assert view["stopped"] is None
            await asyncio.sleep(_POLL_SECONDS)
        self.end = view

    @property
    def ordered(self) -> list[str]:
        return [fact["match_id"] for fact in self.told("episode_begun", "death_match_begun")]

    def check_outcomes(self) -> None:
        assert len(self.told("main_match_done", "death_match_done")) == len(self.ordered)

    def check_places(self) -> None:
        """They follow from the plan, the outcomes in the logs of matches, and what was decided."""
        outcomes = {log_id: fact["outcome"] for log_id, fact in self.facts if fact["type"] == "match_ended"}
        mains = {fact["episode"]: fact for fact in self.told("episode_begun")}
        deaths = {fact["episode"]: fact for fact in self.told("death_match_begun")}
        heaven, hell = set(mains[1]["heaven"]), set(mains[1]["hell"])
        gone: list[set[str]] = []
        for number, plan in enumerate(self.terms["episodes"], start=1):
            main = mains[number]
            assert (set(main["heaven"]), set(main["hell"])) == (heaven, hell), number
            seats, outcome = main["seats"], outcomes[main["match_id"]]

            def having(consequence: str, seats: Json = seats, outcome: Json = outcome) -> set[str]:
                return {seats[seat] for seat, met in outcome["consequences"].items() if consequence in met}

            if number == len(self.terms["episodes"]):
                gone.append({seats[seat] for seat, rank in outcome["rank"].items() if rank != 1})
                (winner,) = {*seats.values()} - gone[-1]
            elif "finalists" in plan:
                gone.append((heaven | hell) - having("winner"))
                heaven, hell = heaven & having("winner"), hell & having("winner")
            else:
                rises = {"ascends": having("ascends"), "winner": having("winner"), "stays": heaven}[plan["heaven"]]
                heaven, hell = rises, (heaven | hell) - rises
                death, rank = deaths[number], outcomes[deaths[number]["match_id"]]["rank"]
                rivals = [seat for seat, entrant in death["seats"].items() if entrant in hell]
                (candidate,) = having("elimination_candidate")
                assert candidate in {death["seats"][seat] for seat in rivals}
                assert len(rivals) == 2
                gone.append({death["seats"][max(rivals, key=lambda seat: rank[seat])]})
                hell -= gone[-1]
        places: list[Json] = [[1, winner]]
        for left in reversed(gone):
            place = len(places) + 1
            places += [[place, entrant] for entrant in sorted(left, key=lambda each: int(each[1:]))]
        assert self.end["places"] == places
