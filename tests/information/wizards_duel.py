"""Wizard's Duel, section 8 of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tests.information.rows import (
    EVERYONE,
    NOBODY,
    OPEN,
    Channel,
    Json,
    Row,
    Table,
    everyone,
    host,
    its_seat,
    option_is,
    shows_in,
)


def _once_fog_lifts(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    """Return whether hidden spells are revealed now: at the end of a duel or of the match, or never."""
    after = {"duel_end": "duel_ended", "match_end": "match_decided"}.get(before[0]["options"]["hidden_reveal"])
    return EVERYONE if before[-1]["type"] == f"wizards_duel.{after}" else NOBODY


_CAST: Final = shows_in(
    *("round_played", "withheld", "round_missed", "charmed", "round_undone", "duel_ended", "duel_started"),
    *("phase_opened cast", "phase_opened charm", "phase_opened daybreak"),
    *("match_decided", "hidden_revealed", "channel_closed", "match_ended"),
)

TABLE: Final = Table(
    facts={
        "item_drafted": Row(everyone, "seat item"),
        "duel_started": Row(everyone, "duel extra replay"),
        "round_played": Row(everyone, "round attempt absent spells winner gain points instant restored"),
        "withheld": Row(its_seat, "seat spell restored"),
        "round_explained": Row(host),
        "round_missed": Row(everyone, "round attempt absent restarted"),
        "cast_voided": Row(host),
        "charmed": Row(everyone, "named"),
        "round_undone": Row(everyone, "seat round attempt"),
        "duel_ended": Row(everyone, "duel extra replay winner reason points wins"),
        "match_decided": Row(everyone, "winner reason wins"),
        "hidden_revealed": Row(_once_fog_lifts, "secrets duel replay round attempt seat spell restored"),
    },
    channels={"table": Channel(everyone, option_is("table_talk", value=True))},
    moves={"cast": _CAST, "charm": OPEN, "daybreak": OPEN, "draft": OPEN},
    draws={"absent_cast.*": OPEN, "tie_break": OPEN},
    short={"wins_needed": 1},
    also=({"item_draft": ["a", "b", "b"]},),
)
