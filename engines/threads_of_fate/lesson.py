"""The lesson: a match of three rounds, in which a thread is cut for twine, and a golden one is boosted and wins."""

from typing import Final

from engines.kit import Lesson, seat_id

_ANGEL = seat_id("heaven-2")
_ONE, _TWO, _THREE = seat_id("hell-1"), seat_id("hell-2"), seat_id("hell-3")

LESSON: Final = Lesson(
    seat=seat_id("heaven-1"),
    variant="quick",
    options={"hell_size": 3, "rounds": 3, "round_seconds": 600, "realm_talk": False, "reveal_at_end": "full"},
    moves={
        (1, _ANGEL): {"type": "weave", "visit": "gilding", "create": "hell-3", "golden": True},
        (1, _ONE): {"type": "weave", "visit": "boosting", "create": "heaven-1"},
        (1, _TWO): {"type": "weave", "visit": "protection", "create": "heaven-2"},
        (1, _THREE): {"type": "weave", "visit": "head_start", "create": "heaven-2"},
        (2, _ANGEL): {"type": "weave", "visit": "recycling", "create": "hell-1"},
        (2, _ONE): {"type": "weave", "boost": "hell-1>heaven-1", "create": "heaven-2"},
        (2, _TWO): {"type": "weave", "visit": "recycling", "create": "heaven-1"},
        (2, _THREE): {"type": "weave", "visit": "recycling", "create": "heaven-1"},
        (3, _ANGEL): {"type": "weave", "visit": "boosting", "boost": "heaven-2>hell-3", "create": "hell-2"},
        (3, _ONE): {"type": "weave", "visit": "protection", "create": "heaven-1"},
        (3, _TWO): {"type": "weave", "visit": "gilding"},
        (3, _THREE): {"type": "weave", "visit": "stronger_cutters"},
    },
)
"""
Who learns weaves to `hell-1`, cuts that pair and gilds a thread to `hell-2`, then boosts it and snips that of `hell-3`.

The boost of `hell-1` makes the cut pay 3 twine. The snip decides: without it, both golden threads would have 4.
"""
