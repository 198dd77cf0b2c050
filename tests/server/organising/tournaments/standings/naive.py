"""Tie-breaks computed again from their definitions, by code that shares nothing with the server's and is slow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from server.organising.tournaments.rounds import EntrantId, Round
from server.organising.tournaments.scores import STANDARD, Scores

HALF = Fraction(1, 2)


class Day(NamedTuple):
    """What an entrant did in a round. `how`: win, draw, loss; bye, half, zero; `+` and `-` for forfeits."""

    how: str
    points: Fraction
    opponent: EntrantId | None


class Naive:
    """A tournament at tables of two, of which all have results."""

    def __init__(
        self, entrants: Sequence[EntrantId], rounds: Sequence[Round], round_robin: bool, scores: Scores = STANDARD
    ) -> None:
        self.round_robin = round_robin
        self.win, self.draw = Fraction(scores.win, 2), Fraction(scores.draw, 2)
        self.worth = {
            **dict.fromkeys(("win", "+"), self.win),
            **dict.fromkeys(("draw", "half"), self.draw),
            **dict.fromkeys(("-", "zero"), Fraction(0)),
            "loss": Fraction(scores.loss, 2),
            "bye": Fraction(scores.bye, 2),
        }
        self.days = {entrant: [self._day(entrant, each) for each in rounds] for entrant in entrants}
        self.score = {entrant: sum(day.points for day in days) for entrant, days in self.days.items()}

    def _day(self, entrant: EntrantId, round_: Round) -> Day:
        for table in round_.tables:
            if entrant in table.entrants:
                assert table.result is not None
                halves = table.result.points[table.entrants.index(entrant)]
                if len(table.entrants) == 1:
                    how = {"bye": "bye", "half_bye": "half", "zero_bye": "zero"}[table.result.how]
                    return Day(how, self.worth[how], None)
                (opponent,) = (other for other in table.entrants if other != entrant)
                if table.result.how in ("forfeit", "double_forfeit"):
                    how = "+" if halves else "-"
                else:
                    how = ("loss", "draw", "win")[halves]
                return Day(how, self.worth[how], opponent)
        return Day("zero", Fraction(0), None)

    def met(self, day: Day) -> bool:
        return day.how in ("win", "draw", "loss") or (self.round_robin and day.how in "+-")

    def value(self, code: str, entrant: EntrantId) -> Fraction:
        days = self.days[entrant]
        if code == "WIN":
            return Fraction(sum(day.points == self.win for day in days))
        if code == "WON":
            return Fraction(sum(day.how == "win" for day in days))
        if code == "REP":
            return Fraction(sum(day.how not in ("half", "zero", "-") for day in days))
        if code == "PS":
            return Fraction(sum(sum(day.points for day in days[: end + 1]) for end in range(len(days))))
        if code == "KS":
            strong = [day for day in days if self.met(day) and day.opponent and self._has_half(day.opponent)]
            return Fraction(sum(day.points for day in strong))
        name, _, cut = code.partition("/")
        gifts = [(score if name == "BH" else score * day.points, score, day) for day, score in self._scores(entrant)]
        for _ in range({"": 0, "C1": 1, "C2": 2, "M1": 1}[cut]):
            gifts = self._without_lowest(gifts)
        if cut == "M1" and gifts:
            gifts.remove(max(gifts, key=lambda gift: gift[0]))
        return Fraction(sum(gift[0] for gift in gifts))

    def _scores(self, entrant: EntrantId) -> list[tuple[Day, Fraction]]:
        scores = []
        for day in self.days[entrant]:
            if self.met(day):
                assert day.opponent
                scores.append((day, self._for_opponents(day.opponent)))
            elif not self.round_robin:
                cap = self._for_opponents(day.opponent) if day.opponent else len(self.days[entrant]) * self.draw
                scores.append((day, min(Fraction(self.score[entrant]), cap)))
        return scores

    def _for_opponents(self, entrant: EntrantId) -> Fraction:
        score = Fraction(self.score[entrant])
        if self.round_robin:
            return score
        days = self.days[entrant]
        for at, day in enumerate(days):
            if day.how in ("half", "zero") and all(later.how in ("half", "zero", "-") for later in days[at:]):
                score += self.draw - day.points
        return score

    def _without_lowest(self, gifts: list[tuple[Fraction, Fraction, Day]]) -> list[tuple[Fraction, Fraction, Day]]:
        if not gifts:
            return []
        lowest = sorted(gifts, key=lambda gift: (gift[1], gift[0]))[0]
        avoided = sorted(gift for gift in gifts if gift[2].how in ("half", "zero", "-") and not self.met(gift[2]))
        cut = avoided[0] if avoided and avoided[0][0] >= lowest[0] else lowest
        rest = list(gifts)
        rest.remove(cut)
        return rest

    def _has_half(self, entrant: EntrantId) -> bool:
        days = self.days[entrant]
        return self.score[entrant] >= HALF * self.win * len(
            [day for day in days if not self.round_robin or self.met(day) or day.points]
        )

    def direct_encounter(self, level: Sequence[EntrantId]) -> list[set[EntrantId]]:
        """Return those who are level as the mutual tables order them."""
        made: dict[EntrantId, Fraction] = {}
        at_best: dict[EntrantId, Fraction] = {}
        for entrant in level:
            made[entrant] = at_best[entrant] = Fraction(0)
            for other in level:
                points = [day.points for day in self.days[entrant] if self.met(day) and day.opponent == other]
                if points:
                    average = Fraction(sum(points), len(points))
                    made[entrant] += average
                    at_best[entrant] += average
                elif other != entrant:
                    at_best[entrant] += self.win
        if made == at_best:
            order = sorted(level, key=lambda each: made[each], reverse=True)
            groups = [list(group) for _, group in groupby(order, key=lambda each: made[each])]
        else:
            rest, groups = list(level), []
            while len(rest) > 1:
                leader = max(rest, key=lambda each: made[each])
                others = [each for each in rest if each != leader]
                if any(at_best[each] >= made[leader] for each in others):
                    break
                groups.append([leader])
                rest = others
            groups.append(rest)
        if len(groups) == 1:
            return [set(level)]
        return [part for group in groups for part in self.direct_encounter(group)]
