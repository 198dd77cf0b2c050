"""
Who is told what, as the rulebooks' tables of information say it: worked out from the host's stream, without an engine.

A reader of these functions should be able to put them beside the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

Json = Any

Readers: TypeAlias = Callable[[Json, Sequence[Json], Sequence[str]], Iterable[str]]
"""Who besides the host is told a fact, given all facts before it and the seats; `EVERYONE` holds anybody."""


class _Everyone:
    def __contains__(self, viewer: object) -> bool:
        return True

    def __iter__(self) -> Any:  # noqa: ANN401
        raise TypeError("everyone cannot be listed")


EVERYONE: Final = _Everyone()
NOBODY: Final = ()


def is_told(viewer: str, fact: Json, before: Sequence[Json], seats: Sequence[str]) -> bool:
    """Whether a viewer may know a fact; `before` are all facts that were told before it, `match_created` first."""
    if viewer == "host":
        return True
    game, _, name = fact["type"].rpartition(".")
    readers = GAMES[game][name] if game else _SERVER.get(name, everyone)
    return viewer in readers(fact, before, seats)


def everyone(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return EVERYONE


def _host(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return NOBODY


def _its_seat(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return [fact["seat"]]


def _its_pair(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return list(fact["seats"])


def _if(option: str, value: Json, then: Readers, otherwise: Readers) -> Readers:
    """One row of a table that an option of the match changes."""

    def readers(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
        chosen = then if before[0]["options"][option] == value else otherwise
        return chosen(fact, before, seats)

    return readers


# The server's own facts


def _members(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    kind, *named = fact["channel"].split(":")
    if kind == "table":
        return EVERYONE
    if kind == "team":
        return [seat for seat in seats if seat.endswith(f"-{named[0]}")]
    return named if kind in ("pair", "host") else [seat for seat in seats if seat.startswith(f"{kind}-")]


def _if_the_log_opens(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return EVERYONE if before[0]["open_log"] else NOBODY


def _if_the_match_shows_it(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return EVERYONE if before[0]["show_submitted"] else NOBODY


_SERVER: Final[dict[str, Readers]] = {
    "submitted": _its_seat,
    "withdrawn": _its_seat,
    "submission_counted": _its_seat,
    "seat_submitted": _if_the_match_shows_it,
    "drawn": _host,
    "secret_options": _host,
    "failure_noted": _host,
    "seed_revealed": _if_the_log_opens,
    "channel_opened": _members,
    "channel_closed": _members,
    "message_sent": _members,
}


# Divine Intervention: notices of boons


def _deities(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    return [seat for seat in seats if seat.startswith("heaven-")]


def _noticed(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    """The last column of section 7, and the own notice of the boon's user."""
    notice = fact["notice"]
    round_, boon = notice["round"], notice["boon"]
    used = [
        (told["seat"], told["decree"]["boon"], told["round"])
        for told in before
        if told["type"] == "divine_intervention.decree_counted" and (told["decree"]["boon"] or {}).get("id") == boon
    ]
    ((user, choice, _),) = used
    if notice.get("own"):
        return [user]
    if boon in ("sealed_door", "tamed_inferno", "eclipse"):
        return EVERYONE
    if boon in ("conversion", "drought", "covet", "silenced_prophet"):
        return [choice["seat"]]
    if boon == "wrath":
        return [
            told["prophet"]
            for told in before
            if told["type"] == "divine_intervention.prophet_named" and (told["round"], told["seat"]) == (round_, user)
        ]
    return _flock(user, round_, before, after_conversion=boon == "revelation")


def _flock(deity: str, round_: int, before: Sequence[Json], *, after_conversion: bool) -> list[str]:
    last = before[0]["options"]["last_round"]
    prayed = {
        told["seat"]: told["devotion"]["pray"]
        for told in before
        if told["type"] == "divine_intervention.devotion_counted" and told["round"] == min(round_, last - 1)
    }
    for told in before if after_conversion and round_ < last else ():
        if told["type"] == "divine_intervention.decree_counted" and told["round"] == round_:
            used = told["decree"]["boon"]
            if used and used["id"] == "conversion" and prayed[used["seat"]] is not None:
                prayed[used["seat"]] = told["seat"]
    return [shaman for shaman, follows in prayed.items() if follows == deity]


# Wizard's Duel: hidden spells


def _once_fog_lifts(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    """At the end of a duel or of the match, whatever else is told then, or never."""
    after = {"duel_end": "duel_ended", "match_end": "match_decided"}.get(before[0]["options"]["hidden_reveal"])
    return EVERYONE if before[-1]["type"] == f"wizards_duel.{after}" else NOBODY


# The tables


def _rows(**rows: Readers) -> dict[str, Readers]:
    return rows


GAMES: Final[dict[str, dict[str, Readers]]] = {
    # Wizard's Duel, section 8
    "wizards_duel": _rows(
        item_drafted=everyone,
        duel_started=everyone,
        round_played=everyone,
        withheld=_its_seat,
        round_explained=_host,
        round_missed=everyone,
        cast_voided=_host,
        charmed=everyone,
        round_undone=everyone,
        duel_ended=everyone,
        match_decided=everyone,
        hidden_revealed=_once_fog_lifts,
    ),
    # The Apocalypse, section 8
    "apocalypse": _rows(
        played=_its_seat,
        points=_its_seat,
        card_counts=everyone,
        chat_opened=_its_pair,
        ab_game_open=_if("announce_ab_games", True, _its_pair, _host),
        chat_used=_host,
        ab_settled=_host,
        ledger=_host,
        hurt=_host,
        final_totals=everyone,
        record=_if("reveal_at_end", "full", everyone, _host),
    ),
    # Threads of Fate, section 9
    "threads_of_fate": _rows(
        woven=_its_seat,
        visited=_its_seat,
        twine=_its_seat,
        own_threads=_its_seat,
        can_talk_to=_its_seat,
        thread_boosted=_host,
        thread_cut=_host,
        thread_snipped=_host,
        thread_created=_host,
        create_failed=_host,
        threads_grown=_host,
        goldness=_host,
        final_state=_if("reveal_at_end", "full", everyone, _host),
    ),
    # Divine Intervention, sections 7 and 9
    "divine_intervention": _rows(
        rooms_shown=everyone,
        boons_offered=_if("boons_public", True, everyone, _deities),
        prophet_named=_its_seat,
        prophet_of=_its_seat,
        decree_counted=_its_seat,
        devotion_counted=_its_seat,
        deity_reported=_its_seat,
        shaman_reported=_its_seat,
        boon_noticed=_noticed,
        play_ended=everyone,
        shaman_raised=everyone,
        secret_element_set=_host,
        key_granted=_host,
        road_granted=_host,
        altar_granted=_host,
        inferno_tamed=_host,
        rituals_judged=_host,
        gains_counted=_host,
        auction_held=_host,
    ),
    # Hero of the Arena, section 9
    "hero_of_the_arena": _rows(
        draft_starter=everyone,
        offer_revealed=_deities,
        draft_decided=_deities,
        cards_set_aside=_deities,
        pack_revealed=everyone,
        board=everyone,
        own_cards=_its_seat,
        decks_stacked=_host,
        turn_began=everyone,
        hand_filled=everyone,
        passed=everyone,
        card_played=everyone,
        effect_happened=everyone,
        combat_fought=everyone,
        unit_struck=everyone,
        challenger_fell=everyone,
        combat_won=everyone,
        card_worn=everyone,
        cards_released=everyone,
        story_cut=everyone,
        hand_discarded=everyone,
        shop_sold=everyone,
        shop_refreshed=everyone,
        shop_restocked=everyone,
        perks_rotated=everyone,
        turn_scored=everyone,
        decided=everyone,
    ),
}
