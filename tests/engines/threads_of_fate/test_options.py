"""The option table of section 2."""

from __future__ import annotations

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.kit import SPECTATOR, BadOptionsError, Seat
from tests.engines.threads_of_fate.loom import ENGINE, Loom

DEFAULTS: dict[str, JsonValue] = {
    "heaven_size": 3,
    "hell_size": 6,
    "rounds": 7,
    "round_seconds": 86400,
    "marked": [],
    "realm_talk": True,
    "cross_realm_talk": "threads",
    "reveal_at_end": "outcome",
}
VARIANTS: dict[str, dict[str, JsonValue]] = {
    "classic": {},
    "quick": {"heaven_size": 2, "hell_size": 4, "rounds": 5},
    "even": {"heaven_size": 4, "hell_size": 4},
    "grand": {"heaven_size": 4, "hell_size": 8, "rounds": 9},
    "open_table": {"cross_realm_talk": "always"},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_only_sets_the_options_of_its_row(variant: str) -> None:
    """Section 2."""
    options = ENGINE.options(variant, {}).model_dump(mode="json")

    assert options == {"variant": variant, **DEFAULTS, **VARIANTS[variant]}


def test_there_are_five_variants_and_classic_is_the_default() -> None:
    """Section 2; they are the defaults of the schema."""
    assert list(ENGINE.variants) == list(VARIANTS)
    assert ENGINE.options("classic", {}) == ENGINE.options_type()


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "overrides",
    [
        {
            "heaven_size": 2,
            "hell_size": 3,
            "rounds": 3,
            "round_seconds": 30,
            "marked": ["hell-3", "heaven-2"],
            "realm_talk": False,
            "cross_realm_talk": "never",
            "reveal_at_end": "full",
        },
        {
            "heaven_size": 8,
            "hell_size": 12,
            "rounds": 14,
            "round_seconds": 1_209_600,
            "marked": ["hell-12", "heaven-8"],
            "realm_talk": True,
            "cross_realm_talk": "always",
            "reveal_at_end": "outcome",
        },
    ],
)
def test_every_option_reaches_both_its_bounds_in_every_variant(variant: str, overrides: dict[str, JsonValue]) -> None:
    """Section 2; `variant` itself can only be repeated."""
    options = ENGINE.options(variant, {"variant": variant, **overrides})

    assert options.model_dump(mode="json") == {"variant": variant, **overrides}
    assert Draft202012Validator(ENGINE.options_type.model_json_schema()).is_valid(options.model_dump(mode="json"))


@pytest.mark.parametrize(
    ("overrides", "pointer"),
    [
        ({"size": 2}, "/size"),
        ({"variant": "quick"}, "/variant"),
        ({"variant": None}, "/variant"),
        ({"heaven_size": 1}, "/heaven_size"),
        ({"heaven_size": 9}, "/heaven_size"),
        ({"heaven_size": 3.0}, "/heaven_size"),
        ({"heaven_size": "3"}, "/heaven_size"),
        ({"heaven_size": True}, "/heaven_size"),
        ({"heaven_size": None}, "/heaven_size"),
        ({"hell_size": 2}, "/hell_size"),
        ({"hell_size": 13}, "/hell_size"),
        ({"hell_size": 10**5000}, "/hell_size"),
        ({"rounds": 2}, "/rounds"),
        ({"rounds": 15}, "/rounds"),
        ({"round_seconds": 29}, "/round_seconds"),
        ({"round_seconds": 1_209_601}, "/round_seconds"),
        ({"marked": None}, "/marked"),
        ({"marked": "heaven-1"}, "/marked"),
        ({"marked": {"heaven-1": True}}, "/marked"),
        ({"marked": [1]}, "/marked/0"),
        ({"marked": ["heaven-4"]}, "/marked"),
        ({"marked": ["hell-7"]}, "/marked"),
        ({"marked": ["Heaven-1"]}, "/marked"),
        ({"marked": ["heaven-1", "heaven-1"]}, "/marked"),
        ({"heaven_size": 2, "marked": ["heaven-3"]}, "/marked"),
        ({"heaven_size": 1, "marked": ["heaven-3"]}, "/heaven_size"),
        ({"realm_talk": 1}, "/realm_talk"),
        ({"realm_talk": "true"}, "/realm_talk"),
        ({"cross_realm_talk": "sometimes"}, "/cross_realm_talk"),
        ({"cross_realm_talk": True}, "/cross_realm_talk"),
        ({"reveal_at_end": "nothing"}, "/reveal_at_end"),
        ({"reveal_at_end": None}, "/reveal_at_end"),
    ],
)
def test_a_bad_option_is_refused_and_pointed_at(overrides: dict[str, JsonValue], pointer: str) -> None:
    """Section 2: unknown, wrong type, out of bounds."""
    with pytest.raises(BadOptionsError) as caught:
        ENGINE.options("classic", overrides)

    assert (caught.value.code.name, caught.value.pointer) == ("bad_options", pointer)


def test_seats_are_numbered_by_realm_and_described_with_it() -> None:
    """Sections 1 and 2: seat order is by number, not by text."""
    seats = ENGINE.seats(ENGINE.options("classic", {"heaven_size": 2, "hell_size": 11}))

    assert seats[:3] == (Seat("heaven-1", "heaven"), Seat("heaven-2", "heaven"), Seat("hell-1", "hell"))  # type: ignore[arg-type]
    assert [seat.id for seat in seats[3:]] == [f"hell-{number}" for number in range(2, 12)]


def test_the_match_starts_with_nothing_and_one_phase_for_all() -> None:
    """Sections 3 and 4."""
    loom = Loom(rounds=4, round_seconds=120, marked=["hell-2", "heaven-3"])

    phase = loom.phase
    assert (phase.number, phase.name, phase.round, phase.seconds) == (1, "weave", 1, 120)
    assert (phase.must, phase.may) == (tuple(loom.seats), ())
    view = loom.view("hell-1")
    assert (view.round, view.rounds, view.over, view.marked) == (1, 4, False, ("heaven-3", "hell-2"))
    assert (view.twine, view.abilities, view.gilding_used, view.head_start_x) == (0, {}, False, None)
    assert (view.threads, view.can_talk_to, view.reports) == ({}, (), ())
    assert view.create_counts == {"heaven-1": 0, "heaven-2": 0, "heaven-3": 0}
    assert loom.views[SPECTATOR].seats == {"heaven": tuple(loom.seats[:3]), "hell": tuple(loom.seats[3:])}


def test_round_after_round_is_a_phase_and_after_the_last_there_is_none() -> None:
    """Section 4; `round` stays at the last."""
    loom = Loom("quick")
    rounds = []
    while not loom.over:
        rounds.append((loom.phase.number, loom.phase.round))
        loom.weave()

    assert rounds == [(number, number) for number in range(1, 6)]
    for view in loom.views.values():
        assert (view.phase, view.over, view.round) == (None, True, 5)


def test_a_log_is_never_open_to_all() -> None:
    """Section 9: only the host ever sees who cut, snipped and boosted, even where all else is revealed."""
    for reveal in ("outcome", "full"):
        assert not ENGINE.opens_log(ENGINE.options("classic", {"reveal_at_end": reveal}))
