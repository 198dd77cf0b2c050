"""Threads of Fate, section 9 of its rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.information.rows import (
    Json,
    Row,
    Table,
    either,
    everyone,
    host,
    if_option,
    in_this_resolution,
    its_seat,
    members,
    of_a_pair,
    of_a_realm,
    option_is,
    shows_in,
)


def _are_joined(fact: Json, before: Sequence[Json]) -> bool:
    """Return whether after this round a thread between the two is golden, or as strong as the round's number."""
    if before[0]["options"]["cross_realm_talk"] != "threads":
        return False
    round_ = next(told["phase"]["round"] for told in reversed(before) if told["type"] == "phase_opened")
    return any(
        sorted(thread.split(">")) == sorted(members(fact)) and (spun["golden"] or spun["strength"] >= round_)
        for told in in_this_resolution(before, "threads_of_fate.own_threads")
        for thread, spun in told["threads"].items()
    )


_realm_talk = option_is("realm_talk", value=True)
_across = either(option_is("cross_realm_talk", "always"), _are_joined)

TABLE: Final = Table(
    facts={
        "woven": Row(its_seat, "round seat weave visit donate boost cut snip create golden head_start head_start_x"),
        "visited": Row(its_seat, "seat ability donated level"),
        "twine": Row(its_seat, "seat total"),
        "own_threads": Row(its_seat, "seat threads strength golden"),
        "can_talk_to": Row(its_seat, "seat seats"),
        "thread_boosted": Row(host),
        "thread_cut": Row(host),
        "thread_snipped": Row(host),
        "thread_created": Row(host),
        "create_failed": Row(host),
        "threads_grown": Row(host),
        "goldness": Row(host),
        "final_state": Row(
            if_option("reveal_at_end", "full", everyone), "final threads strength golden goldness twine abilities"
        ),
    },
    channels={
        "heaven": of_a_realm(_realm_talk),
        "hell": of_a_realm(_realm_talk),
        "pair": of_a_pair(_realm_talk, _across),
    },
    short={"rounds": 3},
    moves={
        "weave": shows_in(
            "twine", "own_threads", "can_talk_to", "channel_opened", "channel_closed", "final_state", "match_ended"
        )
    },
)
