"""The table of information of Hidden Stakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tests.information.rows import (
    OPEN,
    Channel,
    Json,
    Row,
    Table,
    everyone,
    host,
    in_this_resolution,
    its_seat,
    members,
    shows_in,
)


def _whispers(fact: Json, before: Sequence[Json]) -> bool:
    """Return whether one of the two has just asked to whisper to the other."""
    pair = members(fact)
    return any(
        told["seat"] in pair and told["whisper_to"] in pair
        for told in in_this_resolution(before, "hidden_stakes.staked")
    )


def _bounty(options: Any, random: Random) -> Json:  # noqa: ANN401  # a game's options
    return (options.bounty + random.randint(1, 9)) % 10


_IN_THE_END: Final = ("purses_opened", "match_ended")

TABLE: Final = Table(
    facts={
        "crier_drawn": Row(everyone, "seat"),
        "favourite_drawn": Row(host),
        "purse_counted": Row(its_seat, "seat coins"),
        "staked": Row(its_seat, "seat coins whisper_to"),
        "round_held": Row(everyone, "round total side"),
        "stakes_booked": Row(host),
        "toasted": Row(everyone, "to"),
        "purses_opened": Row(everyone, "coins favourite"),
    },
    channels={"pair": Channel(lambda fact, before, seats: members(fact), _whispers)},
    moves={
        "stake": shows_in("round_held", "purse_counted", "channel_opened", "channel_closed", *_IN_THE_END),
        "toast": OPEN,
    },
    draws={
        "crier": OPEN,
        "coin": OPEN,
        "favourite": shows_in(*_IN_THE_END),
        "purse.*": shows_in("purse_counted", *_IN_THE_END),
        "thief": shows_in("purse_counted", *_IN_THE_END),
    },
    options={"bounty": (_bounty, shows_in(*_IN_THE_END))},
)
