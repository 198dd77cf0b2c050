"""The option table and the variants of section 2."""

from __future__ import annotations

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.kit import BadOptionsError
from tests.engines.apocalypse.match import ENGINE, Match

DEFAULTS: dict[str, JsonValue] = {
    "heaven_size": 5,
    "hell_size": 5,
    "realm_talk": True,
    "cross_realm_talk": "opened",
    "chat_lifetime": "next_round",
    "announce_ab_games": False,
    "pestilence_bonus": "user",
    "loss_counting": "gross",
    "reveal_at_end": "outcome",
    "round_seconds": 86_400,
}
VARIANTS: dict[str, dict[str, JsonValue]] = {
    "classic": {},
    "aftermath": {"heaven_size": 3, "hell_size": 6},
    "skirmish": {"heaven_size": 3, "hell_size": 3, "round_seconds": 43_200},
    "open_seals": {
        "chat_lifetime": "rest_of_match",
        "announce_ab_games": True,
        "pestilence_bonus": "both",
        "reveal_at_end": "full",
    },
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_only_sets_options(variant: str) -> None:
    """Section 2: all others have the defaults of the table."""
    options = ENGINE.options(variant, {}).model_dump(mode="json")

    assert options == {"variant": variant, **DEFAULTS, **VARIANTS[variant]}


def test_classic_is_the_default_variant_and_its_defaults_are_the_schemas() -> None:
    """Section 2."""
    assert list(ENGINE.variants) == list(VARIANTS)
    assert ENGINE.options("classic", {}) == ENGINE.options_type()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_can_be_overridden_in_every_variant(variant: str) -> None:
    """Section 2; `variant` itself can only be repeated."""
    overrides: dict[str, JsonValue] = {
        "variant": variant,
        "heaven_size": 8,
        "hell_size": 3,
        "realm_talk": False,
        "cross_realm_talk": "always",
        "chat_lifetime": "next_round",
        "announce_ab_games": False,
        "pestilence_bonus": "user",
        "loss_counting": "net",
        "reveal_at_end": "outcome",
        "round_seconds": 60,
    }

    assert ENGINE.options(variant, overrides).model_dump(mode="json") == overrides


@pytest.mark.parametrize(
    ("overrides", "pointer"),
    [
        ({"size": 5}, "/size"),
        ({"variant": "skirmish"}, "/variant"),
        ({"variant": None}, "/variant"),
        ({"heaven_size": 2}, "/heaven_size"),
        ({"heaven_size": 9}, "/heaven_size"),
        ({"heaven_size": True}, "/heaven_size"),
        ({"heaven_size": 5.0}, "/heaven_size"),
        ({"heaven_size": "5"}, "/heaven_size"),
        ({"heaven_size": 10**5000}, "/heaven_size"),
        ({"hell_size": 2}, "/hell_size"),
        ({"hell_size": 9}, "/hell_size"),
        ({"hell_size": None}, "/hell_size"),
        ({"realm_talk": 1}, "/realm_talk"),
        ({"realm_talk": "true"}, "/realm_talk"),
        ({"cross_realm_talk": "never"}, "/cross_realm_talk"),
        ({"chat_lifetime": "round"}, "/chat_lifetime"),
        ({"announce_ab_games": 0}, "/announce_ab_games"),
        ({"pestilence_bonus": "target"}, "/pestilence_bonus"),
        ({"loss_counting": ""}, "/loss_counting"),
        ({"reveal_at_end": "nothing"}, "/reveal_at_end"),
        ({"round_seconds": 59}, "/round_seconds"),
        ({"round_seconds": 1_209_601}, "/round_seconds"),
        ({"\ud800": 1}, ""),
        ({"x" * 100: 1}, ""),
    ],
)
def test_an_option_out_of_bounds_makes_no_match(overrides: dict[str, JsonValue], pointer: str) -> None:
    """Section 2: unknown options, wrong types and values out of bounds are `bad_options`."""
    with pytest.raises(BadOptionsError) as caught:
        ENGINE.options("classic", overrides)

    assert (caught.value.code.name, caught.value.pointer) == ("bad_options", pointer)
    assert len(caught.value.message) < 300


def test_the_options_schema_says_what_the_engine_accepts() -> None:
    """Clients can check their options before they send them."""
    schema = Draft202012Validator(ENGINE.options_type.model_json_schema())

    for bad in ({"heaven_size": 2}, {"hell_size": 9}, {"round_seconds": 59}, {"reveal_at_end": "x"}, {"size": 5}):
        assert not schema.is_valid(bad)
    assert all("description" in field for field in ENGINE.options_type.model_json_schema()["properties"].values())


@pytest.mark.parametrize("size", range(3, 9))
def test_seats_are_heaven_by_number_then_hell_by_number(size: int) -> None:
    """Sections 1 and 2."""
    seats = ENGINE.seats(ENGINE.options("classic", {"heaven_size": size}))

    assert [(seat.id, seat.realm) for seat in seats] == [
        *((f"heaven-{number}", "heaven") for number in range(1, size + 1)),
        *((f"hell-{number}", "hell") for number in range(1, 6)),
    ]


def test_a_match_is_six_phases_of_all_seats() -> None:
    """Section 3."""
    match = Match("classic", round_seconds=77)

    phases = []
    while not match.over:
        phases.append(match.phase)
        match.play({})

    assert [phase.name for phase in phases] == ["opening", *["middlegame"] * 4, "endgame"]
    assert [(phase.number, phase.round) for phase in phases] == [(round_, round_) for round_ in range(1, 7)]
    for phase in phases:
        assert (phase.must, phase.may, phase.seconds) == (tuple(match.seats), (), 77)
        assert (phase.keeps_deadline, phase.early_close, phase.withdrawable) == (False, False, True)
    assert match.view("hell-1").phase is None
    assert match.view("hell-1").round == 6


def test_the_log_is_open_only_where_everything_is_revealed() -> None:
    """Section 8: otherwise the record is never shown to anyone but the host."""
    assert not ENGINE.opens_log(ENGINE.options("classic", {}))
    assert ENGINE.opens_log(ENGINE.options("classic", {"reveal_at_end": "full"}))
