"""The Apocalypse, section 8 of its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.information.rows import (
    OPEN,
    Json,
    Row,
    Table,
    either,
    everyone,
    host,
    if_option,
    in_this_resolution,
    its_pair,
    its_seat,
    members,
    of_a_pair,
    of_a_realm,
    option_is,
    shows_in,
)


def _communicated(fact: Json, before: Sequence[Json]) -> bool:
    """Return whether one of the two has just aimed Communications at the other."""
    pair = members(fact)
    return any(
        use["ability"] == "communications" and set(use["targets"]) & set(pair)
        for told in in_this_resolution(before, "apocalypse.played")
        if told["seat"] in pair
        for use in told["cards"].values()
    )


_realm_talk = option_is("realm_talk", value=True)
_across = either(option_is("cross_realm_talk", "always"), _communicated)

_PLAYED: Final = shows_in(
    *("points", "card_counts", "chat_opened", "ab_game_open", "channel_opened", "channel_closed", "played"),
    *("final_totals", "record", "match_ended"),
)

TABLE: Final = Table(
    facts={
        "played": Row(its_seat, "round seat pair cards ability targets guesses ab defaulted"),
        "points": Row(its_seat, "round seat total"),
        "card_counts": Row(everyone, "round counts"),
        "chat_opened": Row(its_pair, "round seats"),
        "ab_game_open": Row(if_option("announce_ab_games", value=True, then=its_pair), "round seats"),
        "chat_used": Row(host),
        "ab_settled": Row(host),
        "ledger": Row(host),
        "hurt": Row(host),
        "final_totals": Row(everyone, "totals"),
        "record": Row(if_option("reveal_at_end", "full", everyone), "rounds …"),
    },
    channels={
        "heaven": of_a_realm(_realm_talk),
        "hell": of_a_realm(_realm_talk),
        "pair": of_a_pair(_realm_talk, _across),
    },
    moves={"play": _PLAYED},
    draws={"default_*": _PLAYED, "tie_lots": OPEN},
    rare=frozenset({"tie_lots"}),
)
