"""Whose turn it is: no player and no target takes all places, and nobody waits for who is slow."""

from __future__ import annotations

import pytest

from server.runtime.outside.places import SLOW_SECONDS, Taken, Waiting, choose, full, target_of


def _waiting(*whose: tuple[str, str]) -> list[Waiting]:
    return [Waiting(f"{number} {player} {target}", player, target) for number, (player, target) in enumerate(whose)]


def _players(chosen: list[str]) -> list[str]:
    return [key.split()[1] for key in chosen]


@pytest.mark.parametrize(
    ("host", "target"),
    [
        ("bots.example.org", "example.org"),
        ("A.B.Example.ORG.", "example.org"),
        ("example.org", "example.org"),
        ("localhost", "localhost"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
    ],
)
def test_a_target_is_what_one_owner_has_for_nothing(host: str, target: str) -> None:
    assert target_of(host) == target


def test_places_go_round_by_player() -> None:
    """Who waits longest comes first in each round."""
    chosen = choose(_waiting(*[("ada", "a.example")] * 9, ("bo", "b.example"), ("cy", "c.example")), [], 10)

    assert _players(chosen)[:4] == ["ada", "bo", "cy", "ada"]


@pytest.mark.parametrize("what", ["player", "target"])
def test_one_player_or_target_takes_no_more_places_than_are_free(what: str) -> None:
    """So one is always left for somebody else, however few are free."""
    many = [("ada", f"{n}.example") if what == "player" else (f"p{n}", "one.example") for n in range(100)]
    taken: list[Taken] = []

    chosen = choose(_waiting(*many), taken, 40)
    taken = [Taken(*many[int(key.split()[0])], was_slow=False, since=0) for key in chosen]
    more = choose(_waiting(*many), taken, 40 - len(taken))
    other = choose(_waiting(*many, ("bo", "b.example")), taken, 40 - len(taken))

    assert len(chosen) == 20
    assert more == []
    assert _players(other) == ["bo"]
    of_each = [taken_by.player_id if what == "player" else taken_by.target for taken_by in taken]
    assert full(of_each, 20) == ["ada" if what == "player" else "one.example"]
    assert full(of_each, 21) == []


def test_without_free_places_nobody_is_chosen() -> None:
    assert choose(_waiting(("ada", "a.example")), [], 0) == []


def test_who_takes_long_is_slow_from_then_on() -> None:
    quick, slow = (Taken("ada", "a.example", was_slow=was_slow, since=100.0) for was_slow in (False, True))

    assert [quick.is_slow(100 + seconds) for seconds in (0, SLOW_SECONDS, SLOW_SECONDS + 1)] == [False, False, True]
    assert slow.is_slow(100)
    assert not slow.took_long(100)
