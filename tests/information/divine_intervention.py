"""Divine Intervention, sections 7 and 9 of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from engines.divine_intervention.boons import BUNDLED
from engines.divine_intervention.data import ELEMENTS
from engines.divine_intervention.options import OFFER_SIZE, auction_rounds
from tests.information.rows import (
    EVERYONE,
    OPEN,
    Json,
    Row,
    Table,
    deities,
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


def _notice_readers(fact: Json, before: Sequence[Json], seats: Sequence[str]) -> Iterable[str]:
    """Return the last column of section 7, and the notice of the boon's user."""
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


def _is_its_prophet(fact: Json, before: Sequence[Json]) -> bool:
    return any(
        [told["seat"], told["prophet"]] == members(fact)
        for told in in_this_resolution(before, "divine_intervention.prophet_named")
    )


_realm_chat = option_is("realm_chat", value=True)
_across = either(option_is("cross_realm_chat", value=True), _is_its_prophet)


# Other secret options


def _layout(options: Any, random: Random) -> Json:  # noqa: ANN401  # a game's options
    """Return the same rooms in other places."""
    rows = options.layout or ()
    places = random.sample("".join(rows), sum(map(len, rows)))
    return ["".join(places.pop() for _ in row) for row in rows]


def _element(options: Any, random: Random) -> Json:  # noqa: ANN401  # as above
    return random.choice(ELEMENTS)


def _offers(options: Any, random: Random) -> Json:  # noqa: ANN401  # as above
    rounds = auction_rounds(options.last_round)
    ids: list[Json] = random.sample([boon.id for boon in BUNDLED], OFFER_SIZE * len(rounds))
    return {str(round_): [ids.pop() for _ in range(OFFER_SIZE)] for round_ in rounds}


_END: Final = ("play_ended", "phase_opened ascension", "shaman_raised", "match_ended")
_REPORTS: Final = ("deity_reported", "shaman_reported", "boon_noticed", *_END)
_NAMES: Final = ("prophet_named", "prophet_of", "channel_opened", "channel_closed", *_REPORTS)

TABLE: Final = Table(
    facts={
        "rooms_shown": Row(everyone, "layout rooms pink needs against"),
        "boons_offered": Row(
            if_option("boons_public", value=True, then=everyone, otherwise=deities),
            "round boons id name text kind parameter",
        ),
        "prophet_named": Row(its_seat, "round seat prophet"),
        "prophet_of": Row(its_seat, "round seat deities"),
        "decree_counted": Row(its_seat, "round seat decree element prophet bids boon id room number …"),
        "devotion_counted": Row(its_seat, "round seat devotion pray rituals room fire air earth water"),
        "deity_reported": Row(its_seat, "round seat worshipers prophet_worshiped piety won boon bid"),
        "shaman_reported": Row(its_seat, "round seat rituals mana fire air earth water"),
        "boon_noticed": Row(
            _notice_readers, "notice round boon room element until deity converted struck prayers own piety public"
        ),
        "play_ended": Row(everyone, "result heaven hell second_stays piety zeal rooms"),
        "shaman_raised": Row(everyone, "seat shaman"),
        "secret_element_set": Row(host),
        "key_granted": Row(host),
        "road_granted": Row(host),
        "altar_granted": Row(host),
        "inferno_tamed": Row(host),
        "rituals_judged": Row(host),
        "gains_counted": Row(host),
        "auction_held": Row(host),
    },
    channels={
        "heaven": of_a_realm(_realm_chat),
        "hell": of_a_realm(_realm_chat),
        "pair": of_a_pair(_realm_chat, _across),
    },
    moves={
        "anoint": shows_in(*_NAMES),
        "decree": shows_in(*_NAMES),
        "devote": shows_in(*_REPORTS),
        "raise": OPEN,
    },
    draws={
        "secret_element": shows_in(*_REPORTS),
        "boons:*": shows_in("boons_offered", *_REPORTS),
        "heaven_tie:*": OPEN,
        "hell_tie:*": OPEN,
    },
    options={
        "layout": (_layout, shows_in("rooms_shown", *_REPORTS)),
        "secret_element": (_element, shows_in(*_REPORTS)),
        "boon_offers": (_offers, shows_in("boons_offered", *_REPORTS)),
    },
    short={"last_round": 5},
    kept=frozenset({"pack"}),
)
