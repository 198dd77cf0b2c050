"""Section 7: the effect of every boon, and who is told."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from pydantic import JsonValue

from engines.divine_intervention.boons import BOON_BY_NAME, BOON_IDS, BUNDLED, EFFECTS
from engines.divine_intervention.data import DEFAULT_LAYOUT
from engines.divine_intervention.effects import ACTIONS
from tests.engines.divine_intervention.temple import OPEN_MAP, Moves, Temple, in_round, mana, ritual, seat

GRID: list[JsonValue] = [*DEFAULT_LAYOUT]
WORSHIP_ONLY = {
    "conversion",
    "harvest",
    "second_spring",
    "drought",
    "tithe",
    "covet",
    "silenced_prophet",
    "wrath",
    "constancy",
}


def _with_boon(boon: str, round_: int = 1, layout: list[JsonValue] | None = None) -> Temple:
    """Return a match in which heaven-1 holds a boon; everybody has mana, and hell-1 and hell-2 prayed to it before."""
    temple = in_round(0, layout=OPEN_MAP if layout is None else layout, secret_element="air")
    temple.arrange(round_=round_)
    temple.arrange(
        holds={"heaven-1": boon},
        mana={f"hell-{n}": mana(20, 20, 20, 20) for n in range(1, 9)},
        prayers={f"hell-{n}": {round_ - 1: "heaven-1"} for n in (1, 2)},
        piety=dict.fromkeys(("heaven-1", "heaven-2", "heaven-3"), 10),
    )
    return temple


def _use(temple: Temple, moves: Moves, **parameter: JsonValue) -> Temple:
    """Use the boon; hell-1 and hell-2 pray to heaven-1 unless `moves` says otherwise (not in the last round)."""
    held = temple.view("heaven-1").held
    assert held is not None
    full: dict[str, Mapping[str, JsonValue]] = dict(moves)
    full["heaven-1"] = {"boon": {"id": held.id, **parameter}, **full.get("heaven-1", {})}
    if temple.phase.round < 7:
        for name in ("hell-1", "hell-2"):
            full[name] = {"pray": "heaven-1", **full.get(name, {})}
    temple.play(full)
    return temple


def _own_piety(temple: Temple) -> int:
    """Return the piety in the user's own notice."""
    (notice,) = (notice for notice in temple.notices("heaven-1") if "own" in notice)
    return notice["piety"]


def _others(temple: Temple) -> dict[str, list[dict[str, object]]]:
    """Return the notices to others than the user, without round and boon."""
    return {
        viewer: [{name: value for name, value in notice.items() if name not in ("round", "boon")} for notice in notices]
        for viewer, notices in temple.noticed().items()
        if viewer != "heaven-1"
    }


def _completed(temple: Temple, name: str) -> set[str]:
    return set(temple.truth.completed[seat(name)])


EVERYONE = {*(f"heaven-{n}" for n in (2, 3)), *(f"hell-{n}" for n in range(1, 9)), "spectator"}
FIVE_WATER = ritual("Y", water=5)


def test_every_boon_of_the_catalogue_has_an_effect() -> None:
    """Section 7: ids in order; what each row says is tested with the page."""
    assert tuple(EFFECTS) == tuple(ACTIONS) == BOON_IDS == tuple(boon.id for boon in BUNDLED)
    assert {effect.id for effect in EFFECTS.values() if effect.needs_worship} == WORSHIP_ONLY


def test_a_skeleton_key_unlocks_a_room_for_the_flock_permanently() -> None:
    """Skeleton Key."""
    temple = _with_boon("skeleton_key", layout=GRID)
    _use(temple, {"hell-1": {"rituals": [ritual("M", fire=6)]}, "hell-3": {"rituals": [ritual("M", fire=6)]}}, room="M")

    assert (_completed(temple, "hell-1"), _completed(temple, "hell-3")) == ({"M"}, set())
    assert _others(temple) == {"hell-1": [{"room": "M"}], "hell-2": [{"room": "M"}]}
    assert _own_piety(temple) == 0
    assert (temple.view("hell-2").room_states or {})["M"] == "unlocked"
    assert (temple.view("hell-3").room_states or {})["M"] == "locked"

    assert temple.rites({"hell-2": {"fire": 6}, "hell-3": {"fire": 6}}, "M") == {"hell-2"}


def test_the_pilgrims_road_lasts_for_two_rounds() -> None:
    """Pilgrims' Road: B has three neighbours."""
    four = {"fire": 1, "air": 1, "earth": 1, "water": 1}
    temple = _with_boon("pilgrims_road", layout=GRID)
    _use(temple, {name: {"rituals": [ritual("B", **four)]} for name in ("hell-1", "hell-3")})

    assert (_completed(temple, "hell-1"), _completed(temple, "hell-3")) == ({"B"}, set())
    assert _others(temple) == {"hell-1": [{"until": 2}], "hell-2": [{"until": 2}]}
    assert (temple.view("hell-2").room_states or {})["B"] == "unlocked"
    assert temple.verdict("hell-3", "B") == "locked"

    # Room G has four neighbours, of which hell-1 has completed one.
    assert temple.rites({"hell-1": {"fire": 2, "water": 1, "air": 2, "earth": 1}}, "G") == {"hell-1"}
    assert (temple.view("hell-2").room_states or {})["B"] == "locked"
    assert temple.rites({"hell-2": four}, "B") == set()


def test_the_pilgrims_road_ends_with_the_final_round() -> None:
    """Pilgrims' Road: `until` is at most L."""
    temple = _with_boon("pilgrims_road", round_=7)
    _use(temple, {})

    assert _others(temple) == {"hell-1": [{"until": 7}], "hell-2": [{"until": 7}]}


def test_a_sealed_door_turns_all_but_the_flock_away() -> None:
    """Sealed Door: it earns piety for those for whom the room would be unlocked, with or without keys."""
    temple = _with_boon("sealed_door", layout=GRID)
    rituals: Moves = {f"hell-{n}": {"rituals": [FIVE_WATER]} for n in (1, 3, 4)}
    _use(temple, {**rituals, "hell-5": {"rituals": [ritual("U", fire=1)]}}, room="Y")

    assert [_completed(temple, f"hell-{n}") for n in (1, 3, 4, 5)] == [{"Y"}, set(), set(), {"U"}]
    assert temple.verdict("hell-3", "Y") == "locked"
    assert _own_piety(temple) == 2
    assert _others(temple) == {viewer: [{"room": "Y"}] for viewer in EVERYONE}
    assert temple.rites({"hell-3": {"water": 5}}, "Y") == {"hell-3"}

    locked = _with_boon("sealed_door", layout=GRID)
    _use(locked, {"hell-3": {"rituals": [ritual("M", fire=6)]}}, room="M")
    assert _own_piety(locked) == 0


def test_a_tamed_inferno_pays_in_this_round_and_later() -> None:
    """Tamed Inferno: for everyone; U is told again only when it brings something."""
    temple = _with_boon("tamed_inferno")
    _use(temple, {f"hell-{n}": {"rituals": [ritual("H", fire=fire)]} for n, fire in ((1, 10), (3, 10), (4, 9))})

    assert [_completed(temple, f"hell-{n}") for n in (1, 3, 4)] == [{"H"}, {"H"}, set()]
    assert _own_piety(temple) == 4
    assert _others(temple) == {viewer: [{}] for viewer in EVERYONE}

    temple.play()
    assert temple.noticed() == {}
    before = temple.truth.piety[seat("heaven-1")]
    temple.play({"hell-4": {"rituals": [ritual("H", fire=10)]}})
    assert temple.noticed() == {"heaven-1": [{"round": 3, "boon": "tamed_inferno", "own": True, "piety": 2}]}
    assert temple.truth.piety[seat("heaven-1")] == before + 2


def test_a_plain_altar_takes_any_four_mana_of_the_flock() -> None:
    """Plain Altar: from this round to the end; the room's own form stays."""
    temple = _with_boon("plain_altar")
    altar, own = ritual("W", fire=1, air=3), ritual("W", fire=7)
    _use(
        temple, {"hell-1": {"rituals": [altar]}, "hell-3": {"rituals": [altar]}, "hell-4": {"rituals": [own]}}, room="W"
    )

    assert [_completed(temple, f"hell-{n}") for n in (1, 3, 4)] == [{"W"}, set(), {"W"}]
    assert _others(temple) == {"hell-1": [{"room": "W"}], "hell-2": [{"room": "W"}]}
    assert temple.rites({"hell-2": {"air": 3}}, "W") == set()
    assert temple.rites({"hell-2": {"air": 4}, "hell-3": {"air": 4}}, "W") == {"hell-2"}


def test_harmony_keeps_rivals_from_the_flock_but_not_the_flock_from_rivals() -> None:
    """Harmony: entries of the flock still count against others."""
    temple = _with_boon("harmony")
    rituals: Moves = {f"hell-{n}": {"rituals": [ritual("A", fire=1)]} for n in (1, 2, 3)}
    _use(temple, rituals)

    assert [_completed(temple, f"hell-{n}") for n in (1, 2, 3)] == [{"A"}, {"A"}, set()]
    assert _others(temple) == {"hell-1": [{}], "hell-2": [{}]}
    assert _own_piety(temple) == 0


def test_an_eclipse_voids_what_holds_the_element() -> None:
    """Eclipse: such rituals do not even count as entries, except the flock's."""
    temple = _with_boon("eclipse")
    rituals: Moves = {
        "hell-1": {"rituals": [ritual("Y", water=5, fire=1)]},
        "hell-3": {"rituals": [ritual("A", fire=1), FIVE_WATER, ritual("M", earth=6, fire=1)]},
        "hell-4": {"rituals": [ritual("A", air=1)]},
    }
    _use(temple, rituals, element="fire")

    assert [_completed(temple, f"hell-{n}") for n in (1, 3, 4)] == [{"Y"}, {"Y"}, {"A"}]
    assert temple.verdict("hell-3", "A") == "eclipsed"
    assert _others(temple) == {viewer: [{"element": "fire"}] for viewer in EVERYONE}


@pytest.mark.parametrize(("pray", "converted"), [("heaven-2", True), (None, False), ("heaven-1", False)])
def test_conversion_takes_a_worshiper_from_another_deity(pray: str | None, converted: bool) -> None:
    """Conversion: only of one who prayed to another."""
    temple = _with_boon("conversion")
    _use(temple, {"hell-3": {"pray": pray}}, seat="hell-3")

    notice: JsonValue = {"round": 1, "boon": "conversion", "converted": converted, "own": True, "piety": 0}
    assert temple.notices("heaven-1") == [notice]
    assert _others(temple) == ({"hell-3": [{"deity": "heaven-1"}]} if converted else {})
    report = (temple.view("heaven-1").reports or ())[-1]
    assert getattr(report, "worshipers", None) == (2 if pray is None else 3)
    assert temple.view("hell-3").prayers == {0: None, 1: pray}


def test_revelation_tells_the_secret_element_to_the_flock() -> None:
    """Revelation: the flock after Conversion, which another deity may use in the same round."""
    temple = _with_boon("revelation")
    temple.arrange(holds={"heaven-2": "conversion"})
    _use(temple, {"heaven-2": {"boon": {"id": "conversion", "seat": "hell-2"}}})

    assert _others(temple) == {
        "hell-1": [{"element": "air"}],
        "hell-2": [{"deity": "heaven-2"}],
        "heaven-2": [{"converted": True, "own": True, "piety": 0}],
    }
    assert temple.notices("heaven-1") == [{"round": 1, "boon": "revelation", "element": "air", "own": True, "piety": 1}]


def test_harvest_comes_before_drought() -> None:
    """Harvest and Drought: 26 becomes 39, and 39 then 19."""
    temple = _with_boon("harvest")
    assert _use(temple, {}).mana_of("hell-1")[0] == 20 + 19
    assert temple.noticed() == {"heaven-1": [{"round": 1, "boon": "harvest", "own": True, "piety": 0}]}

    temple = _with_boon("harvest")
    temple.arrange(holds={"heaven-2": "drought"})
    _use(temple, {"heaven-2": {"boon": {"id": "drought", "seat": "heaven-1"}}})
    assert temple.mana_of("hell-1")[0] == 20 + 9


def test_second_spring_adds_mana_that_is_never_doubled() -> None:
    """Second Spring."""
    temple = _with_boon("second_spring")
    temple.arrange(prophets={"heaven-1": "hell-2"})
    _use(temple, {}, element="water")

    assert (temple.mana_of("hell-1"), temple.mana_of("hell-2")) == ((33, 20, 20, 23), (46, 20, 20, 23))
    assert set(temple.noticed()) == {"heaven-1"}


def test_drought_halves_the_pool_of_another() -> None:
    """Drought: its target is told, but not who used it."""
    temple = _with_boon("drought")
    _use(temple, {"hell-3": {"pray": "heaven-2"}}, seat="heaven-2")

    assert temple.mana_of("hell-3")[0] == 20 + 13
    assert _others(temple) == {"heaven-2": [{}]}


def test_covet_takes_one_piety_for_each_worshiper() -> None:
    """Covet: a prophet counts once."""
    temple = _with_boon("covet")
    temple.arrange(prophets={"heaven-2": "hell-3"})
    _use(temple, {f"hell-{n}": {"pray": "heaven-2"} for n in (3, 4)}, seat="heaven-2")

    assert temple.truth.piety == {"heaven-1": 10 + 6 + 2, "heaven-2": 10 + 9 - 2, "heaven-3": 10}
    assert _own_piety(temple) == 2
    assert _others(temple) == {"heaven-2": [{}]}


def test_a_silenced_prophet_counts_once_in_all() -> None:
    """Silenced Prophet: mana, piety, zeal and Tithe."""
    temple = _with_boon("silenced_prophet")
    temple.arrange(prophets={"heaven-2": "hell-3"}, holds={"heaven-2": "tithe"})
    _use(temple, {"hell-3": {"pray": "heaven-2"}, "heaven-2": {"boon": {"id": "tithe"}}}, seat="heaven-2")

    assert temple.mana_of("hell-3")[0] == 20 + 13
    assert temple.truth.piety[seat("heaven-2")] == 10 + 3 + 2
    assert temple.truth.zeal[seat("heaven-2")] == 1
    assert _others(temple)["heaven-2"] == [{"own": True, "piety": 2}, {}]


@pytest.mark.parametrize(("pray", "struck"), [("heaven-2", True), (None, True), ("heaven-1", False)])
def test_wrath_strikes_a_prophet_of_another_deity(pray: str | None, struck: bool) -> None:
    """Wrath: he counts as a worshiper, and receives nothing."""
    temple = _with_boon("wrath")
    temple.arrange(prophets={"heaven-1": "hell-3"})
    _use(temple, {"hell-3": {"pray": pray}, "hell-4": {"pray": "heaven-2"}})

    assert temple.notices("heaven-1") == [
        {"round": 1, "boon": "wrath", "struck": struck, "own": True, "piety": 5 if struck else 0}
    ]
    assert _others(temple) == ({"hell-3": [{"deity": "heaven-1"}]} if struck else {})
    assert temple.mana_of("hell-3")[0] == (20 if struck else 20 + 16)
    if pray == "heaven-2":
        assert temple.mana_of("hell-4")[0] == 20 + 13
        assert temple.truth.zeal[seat("heaven-2")] == 2


def test_wrath_without_a_prophet_has_no_effect() -> None:
    """Wrath."""
    temple = _use(_with_boon("wrath"), {})

    assert temple.notices("heaven-1")[0]["struck"] is False
    assert _own_piety(temple) == 0


def test_constancy_pays_for_those_who_prayed_before() -> None:
    """Constancy: present worshipers, including a converted one, by their prayer of the previous round."""
    temple = _use(_with_boon("constancy"), {"hell-3": {"pray": "heaven-1"}})

    assert _own_piety(temple) == 4
    assert set(temple.noticed()) == {"heaven-1"}


def test_the_eye_sees_whom_each_shaman_follows_before_conversion() -> None:
    """All-Seeing Eye."""
    temple = _with_boon("all_seeing_eye")
    temple.arrange(holds={"heaven-2": "conversion"})
    _use(temple, {"heaven-2": {"boon": {"id": "conversion", "seat": "hell-2"}}, "hell-3": {"pray": "heaven-3"}})

    prayers = {f"hell-{n}": None for n in range(1, 9)} | {
        "hell-1": "heaven-1",
        "hell-2": "heaven-1",
        "hell-3": "heaven-3",
    }
    assert temple.notices("heaven-1") == [
        {"round": 1, "boon": "all_seeing_eye", "prayers": prayers, "own": True, "piety": 2}
    ]


@pytest.mark.parametrize(("number", "piety"), [(0, 0), (1, 2), (2, 6), (3, 2), (4, 0)])
def test_a_prophecy_pays_if_it_is_right_or_nearly(number: int, piety: int) -> None:
    """Prophecy: rooms of the flock, in all."""
    temple = _with_boon("prophecy")
    rituals: Moves = {f"hell-{n}": {"rituals": [FIVE_WATER]} for n in (1, 2, 3)}
    _use(temple, rituals, number=number)

    assert _own_piety(temple) == piety
    assert set(temple.noticed()) == {"heaven-1"}


def test_last_rites_pay_for_rooms_of_the_flock_in_the_final_round() -> None:
    """Last Rites: in round L the flock is that of the last prayers; R8."""
    temple = _with_boon("last_rites", round_=7)
    _use(temple, {"hell-1": {"rituals": [FIVE_WATER, ritual("A", fire=1)]}, "hell-3": {"rituals": [FIVE_WATER]}})

    assert _own_piety(temple) == 1 + 2
    assert temple.truth.piety[seat("heaven-1")] == 13


@pytest.mark.parametrize(("shaman", "piety"), [("hell-1", 6), ("hell-3", 6), ("hell-4", 0), ("hell-5", 0)])
def test_judgement_pays_for_a_shaman_with_the_most_rooms(shaman: str, piety: int) -> None:
    """Judgement: ties count."""
    temple = _with_boon("judgement", round_=7)
    two = [FIVE_WATER, ritual("D", air=7)]
    rituals: Moves = {"hell-1": {"rituals": [*two]}, "hell-3": {"rituals": [*two]}, "hell-4": {"rituals": [FIVE_WATER]}}
    _use(temple, rituals, seat=shaman)

    assert _own_piety(temple) == piety


def test_judgement_of_nothing_done_pays_nothing() -> None:
    """Judgement: at least one room."""
    assert _own_piety(_use(_with_boon("judgement", round_=7), {}, seat="hell-1")) == 0


def test_congregation_counts_everyone_who_ever_prayed() -> None:
    """Congregation: each once, this round's prayers included."""
    temple = _use(
        _with_boon("congregation", round_=3), {"hell-5": {"pray": "heaven-1"}, "hell-6": {"pray": "heaven-2"}}
    )

    assert _own_piety(temple) == 3


def test_undying_zeal_counts_in_the_final_round() -> None:
    """Undying Zeal."""
    temple = _use(_with_boon("undying_zeal", round_=7), {})

    assert temple.result().zeal == {"heaven-1": 4, "heaven-2": 0, "heaven-3": 0}


PARAMETERS: dict[str, dict[str, JsonValue]] = {
    "conversion": {"seat": "hell-3"},
    "second_spring": {"element": "fire"},
    "drought": {"seat": "heaven-2"},
    "covet": {"seat": "heaven-2"},
    "silenced_prophet": {"seat": "heaven-2"},
}
DENIED = {"conversion": {"converted": False}, "wrath": {"struck": False}}


@pytest.mark.parametrize("boon", sorted(WORSHIP_ONLY))
def test_boons_of_worship_have_no_effect_in_the_final_round(boon: str) -> None:
    """Section 7, †: only U is told."""
    temple = _with_boon(boon, round_=7)
    temple.arrange(prayers={"hell-3": {6: "heaven-2"}}, prophets={"heaven-1": "hell-3"})
    _use(temple, {}, **PARAMETERS.get(boon, {}))

    own = {"round": 7, "boon": boon, "own": True, "piety": 0, **DENIED.get(boon, {})}
    assert temple.noticed() == {"heaven-1": [own]}
    assert temple.truth.piety == dict.fromkeys(("heaven-1", "heaven-2", "heaven-3"), 10)
    assert temple.mana_of("hell-3") == (20, 20, 20, 20)


@pytest.mark.parametrize("boon", ["skeleton_key", "pilgrims_road", "plain_altar", "harmony", "revelation"])
def test_a_flock_is_told_only_if_there_is_one(boon: str) -> None:
    """Section 7, last lines."""
    temple = _with_boon(boon)
    parameter: dict[str, JsonValue] = {"room": "B"} if EFFECTS[BOON_BY_NAME[boon]].parameter == "room" else {}
    _use(temple, {"hell-1": {"pray": None}, "hell-2": {"pray": "heaven-2"}}, **parameter)

    assert set(temple.noticed()) == {"heaven-1"}


def test_a_boon_used_is_gone_and_one_unused_expires_after_two_rounds() -> None:
    """Section 7, use; step 9."""
    temple = _with_boon("harvest", round_=3)
    temple.idle()
    assert temple.view("heaven-1").held is not None
    temple.idle()
    assert temple.view("heaven-1").held is None
    assert temple.truth.held[seat("heaven-1")] is None

    temple = _use(_with_boon("harvest"), {})
    assert temple.view("heaven-1").held is None
    (used,) = temple.truth.used
    assert (used.round, used.user, used.use.id) == (1, "heaven-1", "harvest")
