"""The lesson: an arena is held, a hero is burnt and challenged, and a perk decides a fight of three rounds."""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue

from engines.hero_of_the_arena.data import DRAFTERS
from engines.kit import Lesson, SeatId, seat_id

_OURS, _THEIRS = (seat_id(seat) for seat in ("heaven-1", "heaven-2"))
_LEARNER, _RIVAL = (seat_id(seat) for seat in ("hell-1", "hell-2"))

_DRAFT: Final[Sequence[tuple[int, SeatId, str, str | None]]] = (
    (3, _THEIRS, "centurion", None),
    (4, _OURS, "fallen_seraph", "field_medic"),
    (5, _THEIRS, "tower_shield", "adrenaline"),
    (6, _OURS, "scrying_bowl", None),
    (8, _OURS, "shield_maiden", None),
    (9, _THEIRS, "blood_knight", "ash_seer"),
    (10, _OURS, "throwing_knife", "divine_verdict"),
    (11, _THEIRS, "grappling_hook", None),
    (13, _THEIRS, "ember_imp", None),
    (14, _OURS, "fire_pot", "colossus"),
    (15, _THEIRS, "bandage", "hourglass"),
    (16, _OURS, "pit_brawler", None),
    (18, _OURS, "lucky_purse", None),
    (19, _THEIRS, "whetstone", "war_drum"),
    (20, _OURS, "lancer", "storm_archer"),
    (21, _THEIRS, "net_fighter", None),
    (23, _THEIRS, "rain_of_arrows", None),
    (24, _OURS, "duelist", "torch_bearer"),
    (25, _THEIRS, "javelin_thrower", "writ_of_exile"),
    (26, _OURS, "swift_sandals", None),
)
"""What the drafters pick and ban, by phase: the order of the picks decides what is drawn from the decks."""

_REVIEWS: Final = (2, 7, 12, 17, 22)


def _play(**arenas: int) -> JsonValue:
    return {"type": "play", "actions": [{"card": card, "arena": arena} for card, arena in arenas.items()]}


LESSON: Final = Lesson(
    seat=_LEARNER,
    variant="standard",
    options={"rounds": 3, "opponent_team": 2, "preparation_seconds": 600, "turn_seconds": 600},
    moves={
        (1, _THEIRS): {"type": "choose_starter", "seat": "heaven-2"},
        **{(phase, drafter): {"type": "ready"} for phase in _REVIEWS for drafter in DRAFTERS},
        **{(phase, drafter): {"type": "draft", "pick": pick, "ban": ban} for phase, drafter, pick, ban in _DRAFT},
        (27, _RIVAL): {"type": "ready"},
        (29, _RIVAL): _play(ember_imp=5, blood_knight=4),
        (31, _RIVAL): _play(centurion=2, javelin_thrower=3),
        (33, _RIVAL): _play(net_fighter=5),
    },
)
"""
Who learns plays the Fallen Seraph in arena 1 and the Lucky Purse, then the Fire Pot and the Duelist in arena 4, and
then buys Crowd Favour: 1 : 2, 3 : 4 and 8 : 7 points.
"""
