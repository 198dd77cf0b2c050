"""
A second implementation of section 7 and section 10, written from the rulebook: dictionaries, loops, nothing shared.

A state is a dictionary:
    heaven, hell: lists of seats. round: of the round to play. marked: a list of seats.
    twine, goldness: {seat: number}. abilities: {seat: {ability: level}}. x: {seat: number or None}.
    gilded: {seat: bool}. counts: {seat: {seat: number}}.
    threads: {(source, recipient): {strength, golden, extra}}.
    ends: a list with one {threads, goldness} for each finished round, first round first.
"""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Mapping
from typing import Any, TypeAlias

State: TypeAlias = dict[str, Any]
Weaves: TypeAlias = Mapping[str, Mapping[str, Any]]

AMOUNTS = {
    "gilding": [0, 1, 2, 3],
    "head_start": [1, 2, 3, 4],
    "boosting": [1, 2, 3, 4],
    "protection": [1, 2, 3, 10],
    "stronger_cutters": [1, 2, 4, 8],
}


def start(heaven_size: int, hell_size: int, marked: list[str]) -> State:
    heaven = ["heaven-" + str(n + 1) for n in range(heaven_size)]
    hell = ["hell-" + str(n + 1) for n in range(hell_size)]
    seats = heaven + hell
    return {
        "heaven": heaven,
        "hell": hell,
        "round": 1,
        "marked": marked,
        "twine": dict.fromkeys(seats, 0),
        "goldness": dict.fromkeys(seats, 0),
        "abilities": {seat: {} for seat in seats},
        "x": dict.fromkeys(seats),
        "gilded": dict.fromkeys(seats, False),
        "counts": {seat: dict.fromkeys(hell if seat in heaven else heaven, 0) for seat in seats},
        "threads": {},
        "ends": [],
    }


def play_round(state: State, weaves: Weaves) -> None:
    """Play one round; `weaves` has all fields and every seat."""
    threads, twine, abilities = state["threads"], state["twine"], state["abilities"]

    # 1
    for seat, weave in weaves.items():
        if weave["visit"] is not None:
            donation = weave["donate"]
            twine[seat] -= donation
            if donation < 3:
                level = 0
            elif donation <= 5:
                level = 1
            elif donation <= 9:
                level = 2
            else:
                level = 3
            abilities[seat][weave["visit"]] = level
            if weave["visit"] == "head_start":
                state["x"][seat] = 0

    # 2
    for seat, weave in weaves.items():
        if weave["boost"] is not None:
            boosted = tuple(weave["boost"].split(">"))
            if boosted in threads:
                threads[boosted]["strength"] += AMOUNTS["boosting"][abilities[seat]["boosting"]]
    _update_goldness(state)

    # 3
    before = copy.deepcopy(threads)
    for (source, recipient), thread in before.items():
        chosen = {source: recipient, recipient: source}
        cutting = [seat for seat, other in chosen.items() if weaves[seat]["cut"] == other]
        if thread["golden"] or not cutting:
            continue
        takers = set(cutting)
        for seat, weave in weaves.items():
            if weave["snip"] == source + ">" + recipient:
                takers.add(seat)
        for seat in takers:
            _pay(state, seat, math.ceil(thread["strength"] / len(takers)))
        del threads[source, recipient]

    # 4
    for (source, recipient), thread in copy.deepcopy(threads).items():
        total, snippers = 0, []
        for seat, weave in weaves.items():
            if weave["snip"] == source + ">" + recipient:
                snippers.append(seat)
                reduction = 1
                if "stronger_cutters" in abilities[seat]:
                    reduction += AMOUNTS["stronger_cutters"][abilities[seat]["stronger_cutters"]]
                if "protection" in abilities[source]:
                    reduction -= AMOUNTS["protection"][abilities[source]["protection"]]
                if reduction > 0:
                    total += reduction
        if snippers:
            left = thread["strength"] - total
            if left >= 0:
                for seat in snippers:
                    _pay(state, seat, 1)
            if left > 0:
                threads[source, recipient]["strength"] = left
            else:
                del threads[source, recipient]

    # 5
    for seat, weave in weaves.items():
        if weave["create"] is not None:
            state["counts"][seat][weave["create"]] += 1
            if weave["golden"]:
                state["gilded"][seat] = True
            if (seat, weave["create"]) not in threads:
                threads[seat, weave["create"]] = {
                    "strength": state["x"][seat] if weave["head_start"] else 0,
                    "golden": weave["golden"],
                    "extra": AMOUNTS["gilding"][abilities[seat]["gilding"]] if weave["golden"] else 0,
                }

    # 6
    for seat, weave in weaves.items():
        if "head_start" in abilities[seat]:
            if weave["head_start"]:
                state["x"][seat] = 0
            else:
                state["x"][seat] += AMOUNTS["head_start"][abilities[seat]["head_start"]]

    # 7
    for thread in threads.values():
        thread["strength"] += 1 + thread["extra"]
    _update_goldness(state)

    # 9
    state["ends"].append({"threads": copy.deepcopy(threads), "goldness": dict(state["goldness"])})
    state["round"] += 1


def open_pairs(state: State) -> set[tuple[str, str]]:
    """Step 8, with `cross_realm_talk: threads`, after a round was played."""
    ended = state["round"] - 1
    pairs = set()
    for angel in state["heaven"]:
        for demon in state["hell"]:
            for thread in _between(state["ends"][-1], angel, demon):
                if thread["golden"] or thread["strength"] >= ended:
                    pairs.add((angel, demon))
    return pairs


def outcome(state: State) -> dict[str, Any]:
    """Return the outcome by section 10, in its shape."""
    heaven, hell, ends = state["heaven"], state["hell"], state["ends"][::-1]

    best: tuple[str, str] | None = None
    for angel in heaven:
        for demon in hell:
            eligible = any(thread["golden"] for thread in _between(ends[0], angel, demon))
            if eligible and angel not in state["marked"] and demon not in state["marked"]:
                here = [_measures(_between(end, angel, demon)) for end in ends]
                if best is None or _better(here, [_measures(_between(end, *best)) for end in ends]) > 0:
                    best = (angel, demon)
    winners = list(best) if best else []

    def compare(first: str, second: str) -> int:
        sides = []
        for seat in (first, second):
            sides.append([[end["goldness"][seat], *_measures(_attached(end, seat))] for end in ends])
        return -_better(*sides)

    order = sorted(heaven + hell, key=functools.cmp_to_key(compare))
    placed = list(winners)
    for realm in (heaven, hell):
        for seat in order:
            if seat in realm and seat not in placed and len([place for place in placed if place in realm]) < 2:
                placed.append(seat)
    staying = [seat for seat in order if seat in hell and seat not in placed]
    falling = [seat for seat in order if seat in heaven and seat not in placed]

    rank = dict.fromkeys(winners, 1)
    number = 3 if winners else 1
    for seat in (
        [seat for seat in order if seat in placed and seat not in winners] + staying[:-1] + falling + staying[-1:]
    ):
        rank[seat] = number
        number += 1

    def in_seat_order(seats: list[str]) -> list[str]:
        return [seat for seat in heaven + hell if seat in seats]

    return {
        "rank": rank,
        "winner": in_seat_order(winners),
        "token_of_life": in_seat_order(winners),
        "ascends": in_seat_order(placed),
        "descends": in_seat_order(falling),
        "mark_of_elimination": in_seat_order(falling),
        "elimination_candidate": staying[-1:],
    }


def is_settled_without_seat_order(state: State) -> bool:
    """Return whether no two seats and no two pairs are tied throughout, so that seat order decides nothing."""
    ends, seats = state["ends"], state["heaven"] + state["hell"]
    by_seat = [[[end["goldness"][seat], *_measures(_attached(end, seat))] for end in ends] for seat in seats]
    golden_pairs = [
        [_measures(_between(end, angel, demon)) for end in ends]
        for angel in state["heaven"]
        for demon in state["hell"]
        if any(thread["golden"] for thread in _between(ends[-1], angel, demon))
    ]
    return all(one != other for group in (by_seat, golden_pairs) for n, one in enumerate(group) for other in group[:n])


def _pay(state: State, seat: str, base: int) -> None:
    level = state["abilities"][seat].get("recycling")
    bonus = {None: 0, 0: 1, 1: 2, 2: 3, 3: 3 + base}[level]
    state["twine"][seat] += base + bonus


def _update_goldness(state: State) -> None:
    for ends, thread in state["threads"].items():
        if thread["golden"]:
            for seat in ends:
                if state["goldness"][seat] < thread["strength"]:
                    state["goldness"][seat] = thread["strength"]


def _between(end: Mapping[str, Any], angel: str, demon: str) -> list[dict[str, Any]]:
    return [thread for ends, thread in end["threads"].items() if set(ends) == {angel, demon}]


def _attached(end: Mapping[str, Any], seat: str) -> list[dict[str, Any]]:
    return [thread for ends, thread in end["threads"].items() if seat in ends]


def _measures(threads: list[dict[str, Any]]) -> list[int]:
    golden = [thread["strength"] for thread in threads if thread["golden"]]
    return [max([0, *golden]), sum(golden), sum(thread["strength"] for thread in threads)]


def _better(first: list[list[int]], second: list[list[int]]) -> int:
    """Return 1 if the first is better at the first difference, -1 if the second is, 0 if they are equal throughout."""
    for one, other in zip(first, second, strict=True):
        for left, right in zip(one, other, strict=True):
            if left != right:
                return 1 if left > right else -1
    return 0
