"""The lesson: three rounds, in which a low number wins, a bonus is prepared, and the bonus wins."""

from typing import Final

from engines.kit import Lesson, seat_id

_A, _B = seat_id("a"), seat_id("b")

LESSON: Final = Lesson(
    seat=_A,
    variant="genius_3_3",
    options={"wins_needed": 1, "timeout": "lose_duel", "cast_seconds": 600, "charm_seconds": 600, "table_talk": False},
    moves={
        (1, _B): {"type": "cast", "spell": "4"},
        (2, _B): {"type": "cast", "spell": "1"},
        (3, _B): {"type": "cast", "spell": "8"},
        (4, _B): {"type": "charm", "spell": "6"},
    },
)
"""Who learns casts `6`, `5` and `7`: 6 against Confusion, 5 against 1, and 7 + 2 against 8."""
