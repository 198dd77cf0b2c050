"""New Game, section 4 of its rulebook."""

from __future__ import annotations

from typing import Final

from tests.information.rows import OPEN, Row, Table, everyone, its_seat, shows_in

TABLE: Final = Table(
    facts={
        "hand_dealt": Row(its_seat, "seat cards"),
        "cards_played": Row(everyone, "round cards winner points"),
    },
    channels={},
    moves={"play": OPEN},
    draws={"hand.*": shows_in("hand_dealt", "cards_played", "match_ended")},
)
