"""
A second scoring of a round, from the point of view of each seat.

Written from the rulebook alone and without any of the game's tables, so that the two can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.apocalypse.facts import AbilityUse, CardsPlayed
from engines.apocalypse.options import ApocalypseOptions

Plays: TypeAlias = Mapping[str, CardsPlayed]
Time: TypeAlias = tuple[str, str, str, int, int]
"""Seat, cause, by, base and extra."""


def times_of_round(
    options: ApocalypseOptions, before: Plays | None, now: Plays, hurt_before: Sequence[set[str]]
) -> tuple[Counter[Time], set[str]]:
    """Return all gains and losses of a round, and who is hurt in it; `before` are the plays of the previous round."""
    booked: Counter[Time] = Counter()
    losses: dict[str, int] = {}
    for me in now:
        extra = 1 if _ability(now[me], "war") == "passive" else 0
        mine = [*(_from_before(options, before, now, me) if before else ()), *_now(now, me)]
        amounts = []
        for cause, by, base in mine:
            sign = 1 if base > 0 else -1
            booked[me, cause, by, base, sign * extra] += 1
            amounts.append(base + sign * extra)
        lost = -sum(amount for amount in amounts if amount < 0)
        gained = sum(amount for amount in amounts if amount > 0)
        losses[me] = lost - gained if options.loss_counting == "net" else lost
    hurt = {seat for seat, points in losses.items() if points >= 2}
    for me in now:
        if _ability(now[me], "famine") == "passive":
            count = len([seat for seat in hurt if _realm(seat) == _realm(me)])
            if count:
                booked[me, "famine_passive", me, count, 0] += 1
        for cause, by, base in _at_the_end(now, me, hurt_before):
            booked[me, cause, by, base, 0] += 1
    return booked, hurt


def _from_before(options: ApocalypseOptions, before: Plays, now: Plays, me: str) -> Iterator[tuple[str, str, int]]:
    for user, play in before.items():
        for card, use in play.cards.items():
            if use.ability != "communications":
                continue
            for target in use.targets:
                if me not in (user, target):
                    continue
                partner = target if me == user else user
                if card == "famine":
                    yield "famine_communications", user, 3
                gains = me == user or options.pestilence_bonus == "both"
                if card == "pestilence" and gains and set(now[me].cards) == set(now[partner].cards):
                    yield "pestilence_communications", user, 3
                if card == "death":
                    i_betray, it_betrays = _betrays(now[me], partner), _betrays(now[partner], me)
                    if not i_betray and not it_betrays:
                        yield "death_communications", user, 2
                    if i_betray and not it_betrays:
                        yield "death_communications", user, 4
                    if not i_betray and it_betrays:
                        yield "death_communications", user, -2


def _now(now: Plays, me: str) -> Iterator[tuple[str, str, int]]:
    for user, card, use, target in _uses(now):
        cause = f"{card}_{use.ability}"
        if cause == "war_communications":
            if me == target:
                yield cause, user, -3
            if me == user:
                yield cause, user, 3
        if cause == "famine_communications" and me in (user, target):
            yield cause, user, -2
        if cause == "pestilence_active" and me == user:
            opposing = [now[other].pair for other in now if _realm(other) != _realm(user)]
            if target in opposing:
                yield cause, user, 5
        if cause == "war_active":
            if me != user and target in now[me].cards:
                yield cause, user, -1
            if me == user:
                for other in now:
                    if other != me and target in now[other].cards:
                        yield cause, user, 1
        if cause == "death_active" and me == target:
            yield cause, user, 3
        if cause == "famine_active":
            if _realm(me) == target:
                yield cause, user, -1
            if me == user:
                yield cause, user, 3
    if _ability(now[me], "pestilence") == "passive":
        others = [seat for seat in now if seat != me and _realm(seat) == _realm(me)]
        count = len([seat for seat in others if _ability(now[seat], "pestilence") == "passive"])
        if count:
            yield "pestilence_passive", me, 2 * count


def _at_the_end(now: Plays, me: str, hurt_before: Sequence[set[str]]) -> Iterator[tuple[str, str, int]]:
    for user, play in now.items():
        for card, use in play.cards.items():
            if use.ability != "endgame":
                continue
            hits = [seat for seat, guess in use.guesses.items() if now[seat].pair == guess]
            if card == "pestilence" and me == user and hits:
                yield "pestilence_endgame", user, len(hits)
            if card == "war" and hits and me == user:
                yield "war_endgame", user, 5
            if card == "war" and me in hits:
                yield "war_endgame", user, -5
            if card == "death" and me in use.targets:
                yield "death_endgame", user, 2
            if card == "famine" and me == user:
                rounds = len([hurt for hurt in hurt_before if me in hurt])
                if rounds:
                    yield "famine_endgame", user, 7 if rounds == 5 else rounds


def _uses(now: Plays) -> Iterator[tuple[str, str, AbilityUse, str]]:
    """Return every use that has a target, of an ability other than Endgame."""
    for user, play in now.items():
        for card, use in play.cards.items():
            if use.ability != "endgame":
                for target in use.targets:
                    yield user, card, use, target


def _ability(play: CardsPlayed, card: str) -> str | None:
    for own, use in play.cards.items():
        if own == card:
            return use.ability
    return None


def _betrays(play: CardsPlayed, partner: str) -> bool:
    (choice,) = [choice for seat, choice in play.ab.items() if seat == partner]
    return choice == "betray"


def _realm(seat: str) -> str:
    return seat.split("-")[0]
