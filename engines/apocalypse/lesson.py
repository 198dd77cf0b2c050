"""The lesson: a round that lends, a round that War's Passive makes larger, and a round of counting."""

from typing import Final

from pydantic import JsonValue

from engines.kit import Lesson, seat_id

_ME, _HEAVEN_2, _HEAVEN_3 = (seat_id(f"heaven-{number}") for number in (1, 2, 3))
_HELL_1, _HELL_2, _HELL_3 = (seat_id(f"hell-{number}") for number in (1, 2, 3))


def _play(**cards: tuple[str, *tuple[str, ...]]) -> JsonValue:
    """Return a move: by card, its ability and then its targets."""
    return {
        "type": "play",
        "plays": [
            {"card": card, "ability": ability, "targets": [*targets]} for card, (ability, *targets) in cards.items()
        ],
    }


LESSON: Final = Lesson(
    seat=_ME,
    variant="skirmish",
    options={"round_seconds": 600, "realm_talk": False, "reveal_at_end": "full"},
    moves={
        # Nobody but who learns plays Famine in round 1, so that all opponents still have War and Famine.
        (1, _HEAVEN_2): _play(war=("communications", _HELL_2), death=("communications", _HELL_3)),
        (1, _HEAVEN_3): _play(war=("communications", _HELL_3), death=("communications", _HELL_2)),
        (1, _HELL_1): _play(pestilence=("communications", _HEAVEN_2), war=("communications", _HEAVEN_3)),
        (1, _HELL_2): _play(war=("communications", _HEAVEN_2), death=("communications", _HEAVEN_3)),
        (1, _HELL_3): _play(war=("communications", _ME), death=("communications", _HEAVEN_2)),
        (2, _HEAVEN_2): _play(war=("active", "death"), famine=("passive",)),
        (2, _HEAVEN_3): _play(pestilence=("passive",), death=("active", _HEAVEN_2)),
        (2, _HELL_1): _play(war=("passive",), death=("active", _HELL_2)),
        (2, _HELL_2): _play(war=("active", "death"), famine=("passive",)),
        (2, _HELL_3): _play(pestilence=("passive",), death=("active", _HELL_1)),
        # Pestilence and Famine, which were seldom played so far, come 3 and 4 times.
        (3, _HEAVEN_2): _play(death=("active", _HEAVEN_3), famine=("passive",)),
        (3, _HEAVEN_3): _play(war=("passive",), famine=("communications", _HELL_1)),
        (3, _HELL_1): _play(pestilence=("active", "war_famine"), famine=("passive",)),
        (3, _HELL_2): _play(pestilence=("active", "pestilence_death"), famine=("passive",)),
        (3, _HELL_3): _play(pestilence=("passive",), war=("communications", _HEAVEN_3)),
    },
)
"""
Who learns has -5, 10 and 17 points.

Round 1 costs 2 by Famine at `hell-2` and 3 by the War of `hell-3`, with an AB game at `hell-1`. Round 2 brings 4 of
Famine, 5 of the game that is betrayed, and 6 of Pestilence's guess, each with 1 by War's Passive. Round 3 steals 3 with
the name of Pestilence and 4 with that of Famine.
"""
