"""Hero of the Arena, section 9 of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tests.information.rows import (
    OPEN,
    Channel,
    Json,
    Row,
    Table,
    deities,
    everyone,
    host,
    its_seat,
    members,
    of_a_realm,
    shows_in,
)


def _team(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    (team,) = members(fact)
    return [seat for seat in seats if seat.endswith(f"-{team}")]


def _partners_may_talk(fact: Json, before: Sequence[Json]) -> bool:
    """Return whether partners may talk: from the start, once the draft is over, or never."""
    when = before[0]["options"]["partner_channel"]
    drafted = any(told["type"] == "hero_of_the_arena.pack_revealed" for told in before)
    return when == "always" or (when == "after_draft" and drafted)


def _always(fact: Json, before: Sequence[Json]) -> bool:
    return True


_CARD: Final = (
    "id name text kind cost attack hp durability aim cooldown "
    "effects on do amount target until adjacent whose condition per"
)

_FIGHT: Final = {
    "board": Row(
        everyone,
        "board turn active lead arenas card owner attack bonus hp max_hp durability "
        "fighters coins mana points perks removed hand_size deck_size pile left start face_down "
        "shop row perk bought_by leaves_after sold refreshes idle_rounds perk_bought",
    ),
    "turn_began": Row(everyone, "turn seat"),
    "hand_filled": Row(everyone, "seat drawn"),
    "passed": Row(everyone, "seat move"),
    "card_played": Row(everyone, "seat card arena to"),
    "effect_happened": Row(everyone, "seat source do amount units card arena attack hp max_hp durability cards"),
    "combat_fought": Row(everyone, "arena first card attack hp hp_left second strikes fell"),
    "unit_struck": Row(everyone, "arena striker struck attack hp"),
    "challenger_fell": Row(everyone, "arena card"),
    "combat_won": Row(everyone, "arena seat card"),
    "card_worn": Row(everyone, "seat card died_in durability cooldown"),
    "cards_released": Row(everyone, "seat cards face_down"),
    "story_cut": Row(everyone, ""),
    "hand_discarded": Row(everyone, "seat cards card arena"),
    "shop_sold": Row(everyone, "seat bought price"),
    "shop_refreshed": Row(everyone, "seat cost row"),
    "shop_restocked": Row(everyone, "cards"),
    "perks_rotated": Row(everyone, "left entered stale"),
    "turn_scored": Row(everyone, "turn seat scored points lead"),
    "decided": Row(everyone, "winners decided_by points"),
}

_IN_THE_FIGHT: Final = ("own_cards", *_FIGHT, "phase_opened turn", "match_ended")
_IN_THE_DRAFT: Final = ("offer_revealed", "draft_decided", "cards_set_aside")

TABLE: Final = Table(
    facts={
        "draft_starter": Row(everyone, "starter moves_first"),
        "offer_revealed": Row(deities, f"round cards {_CARD}"),
        "draft_decided": Row(deities, "decision round seat pick ban"),
        "cards_set_aside": Row(deities, "round unit item"),
        "pack_revealed": Row(everyone, "pack …"),
        "own_cards": Row(its_seat, "seat cards hand card durability deck pile left start face_down"),
        "decks_stacked": Row(host),
        **_FIGHT,
    },
    channels={
        "heaven": of_a_realm(_always),
        "hell": of_a_realm(_always),
        "team": Channel(_team, _partners_may_talk),
    },
    moves={
        "choose_starter": OPEN,
        "ready": shows_in(),
        "draft": shows_in(*_IN_THE_DRAFT, *_IN_THE_FIGHT),
        "play": OPEN,
        "discard": OPEN,
        "shop": OPEN,
    },
    draws={
        "draft.*": shows_in(*_IN_THE_DRAFT, *_IN_THE_FIGHT),
        "deck.*": shows_in(*_IN_THE_FIGHT),
        "shop.*": OPEN,
        "perks.*": OPEN,
    },
    kept=frozenset({"pack"}),
    short={"rounds": 2},
    rare=frozenset({"story_cut", "unit_struck", "challenger_fell"}),
)
