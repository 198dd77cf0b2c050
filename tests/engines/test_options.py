"""The tables of options in the rulebooks: defaults, bounds, choices and variants of every game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import Seat, seat_id
from tests.engines.divine_intervention.temple import OFFERS, OPEN_MAP
from tests.engines.table import refused_options

Options = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class OptionTable:
    """
    The options of a game, each with its default first.

    `numbers` have their default, least and most, `choices` all values that there are, `others` one more value.
    `variants` are the options that each variant sets, the default variant first.
    """

    numbers: dict[str, tuple[int, int, int]]
    choices: dict[str, tuple[JsonValue, ...]]
    variants: dict[str, Options]
    others: dict[str, tuple[JsonValue, JsonValue]] = field(default_factory=dict)
    code: str = "bad_options"

    @property
    def defaults(self) -> Options:
        parts = (self.numbers, self.choices, self.others)
        return {option: values[0] for part in parts for option, values in part.items()}


TABLES: Final = {
    "apocalypse": OptionTable(
        numbers={"heaven_size": (5, 3, 8), "hell_size": (5, 3, 8), "round_seconds": (86_400, 60, 1_209_600)},
        choices={
            "realm_talk": (True, False),
            "cross_realm_talk": ("opened", "always"),
            "chat_lifetime": ("next_round", "rest_of_match"),
            "announce_ab_games": (False, True),
            "pestilence_bonus": ("user", "both"),
            "loss_counting": ("gross", "net"),
            "reveal_at_end": ("outcome", "full"),
        },
        variants={
            "classic": {},
            "aftermath": {"heaven_size": 3, "hell_size": 6},
            "skirmish": {"heaven_size": 3, "hell_size": 3, "round_seconds": 43_200},
            "open_seals": {
                "chat_lifetime": "rest_of_match",
                "announce_ab_games": True,
                "pestilence_bonus": "both",
                "reveal_at_end": "full",
            },
        },
    ),
    "divine_intervention": OptionTable(
        numbers={
            "deities": (3, 2, 4),
            "shamans": (8, 5, 16),
            "last_round": (7, 5, 9),
            "pool": (26, 1, 1000),
            "start_piety": (3, 0, 50),
            "worshiper_piety": (3, 1, 10),
            "ascenders": (3, 1, 6),
            "round_seconds": (86_400, 10, 604_800),
            "choice_seconds": (43_200, 10, 604_800),
        },
        choices={
            "secret_element": (None, "fire", "air", "earth", "water"),
            "boons_public": (False, True),
            "realm_chat": (True, False),
            "cross_realm_chat": (False, True),
        },
        others={
            "pack": (None, None),
            "layout": (["ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY"], OPEN_MAP),
            "boon_offers": (None, OFFERS),
        },
        variants={
            "standard": {},
            "small": {"deities": 2, "shamans": 5, "last_round": 5, "pool": 20, "ascenders": 1},
            "grand": {"deities": 4, "shamans": 12, "last_round": 9, "ascenders": 4},
            "open_altar": {"boons_public": True},
        },
    ),
    "hero_of_the_arena": OptionTable(
        numbers={
            "opponent_team": (2, 1, 2),
            "rounds": (25, 1, 50),
            "mana": (3, 1, 6),
            "hand_size": (5, 1, 10),
            "max_coins": (5, 1, 20),
            "shop_size": (6, 1, 10),
            "perk_stale_rounds": (5, 1, 25),
            "starter_seconds": (120, 5, 86_400),
            "review_seconds": (180, 5, 86_400),
            "decision_seconds": (60, 5, 86_400),
            "preparation_seconds": (86_400, 0, 604_800),
            "turn_seconds": (90, 5, 86_400),
            "refresh_seconds": (30, 0, 86_400),
        },
        choices={
            "bought_cards_to": ("hand", "deck_bottom"),
            "hidden_discards": (False, True),
            "partner_channel": ("closed", "after_draft", "always"),
        },
        others={"pack": (None, None)},
        variants={
            "standard": {},
            "skirmish": {"rounds": 10, "perk_stale_rounds": 3},
            "shadow": {"hidden_discards": True, "bought_cards_to": "deck_bottom"},
            "high_rollers": {"max_coins": 10, "mana": 4, "partner_channel": "after_draft"},
        },
    ),
    "threads_of_fate": OptionTable(
        numbers={
            "heaven_size": (3, 2, 8),
            "hell_size": (6, 3, 12),
            "rounds": (7, 3, 14),
            "round_seconds": (86_400, 30, 1_209_600),
        },
        choices={
            "realm_talk": (True, False),
            "cross_realm_talk": ("threads", "always", "never"),
            "reveal_at_end": ("outcome", "full"),
        },
        others={"marked": ([], ["hell-3", "heaven-2"])},
        variants={
            "classic": {},
            "quick": {"heaven_size": 2, "hell_size": 4, "rounds": 5},
            "even": {"heaven_size": 4, "hell_size": 4},
            "grand": {"heaven_size": 4, "hell_size": 8, "rounds": 9},
            "open_table": {"cross_realm_talk": "always"},
        },
    ),
    "wizards_duel": OptionTable(
        numbers={
            "wins_needed": (2, 1, 5),
            "max_restarts": (3, 0, 10),
            "max_replays": (3, 0, 10),
            "daybreak_uses": (1, 1, 5),
            "cast_seconds": (60, 10, 604_800),
            "charm_seconds": (60, 10, 604_800),
            "daybreak_seconds": (30, 10, 604_800),
            "draft_seconds": (60, 10, 604_800),
            "break_seconds": (0, 0, 604_800),
        },
        choices={
            "phantasmal_killer": (False, True),
            "tied_duel": ("holder_wins", "replay", "draw"),
            "advantage_seat": ("b", "a", None),
            "timeout": ("random_penalty", "lose_duel"),
            "hidden_reveal": ("match_end", "duel_end", "never"),
            "theme": ("wizards", "olympians"),
            "early_close": (False, True),
            "table_talk": (True, False),
        },
        others={
            "items": (
                {"athenas_wisdom": None, "hestias_hearth": None, "apollos_daybreak": None},
                {"athenas_wisdom": "b", "hestias_hearth": None, "apollos_daybreak": None},
            ),
            "item_draft": ([], ["b", "a"]),
        },
        variants={
            "genius_3_3": {},
            "colosseum": {"tied_duel": "replay", "advantage_seat": None, "max_replays": 10},
            "archwizard": {
                "phantasmal_killer": True,
                "wins_needed": 3,
                "tied_duel": "draw",
                "timeout": "lose_duel",
                "cast_seconds": 90,
                "charm_seconds": 30,
                "break_seconds": 90,
            },
            "puzzler": {"tied_duel": "draw", "timeout": "lose_duel", "cast_seconds": 90, "charm_seconds": 30},
            "gods_collide": {
                "advantage_seat": None,
                "timeout": "lose_duel",
                "item_draft": ["a", "a", "a"],
                "theme": "olympians",
                "cast_seconds": 90,
                "charm_seconds": 30,
            },
        },
        code="bad_option",
    ),
}

every_game = pytest.mark.parametrize("game", TABLES)
every_variant = pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game, table in TABLES.items() for variant in table.variants]
)


def _schema(game: str) -> Draft202012Validator:
    return Draft202012Validator(GAMES[game].options_type.model_json_schema())


@every_variant
def test_a_variant_only_sets_the_options_of_its_row(game: str, variant: str) -> None:
    """The table lists all options that there are."""
    options = GAMES[game].options(variant, {}).model_dump(mode="json")

    assert options == {"variant": variant, **TABLES[game].defaults, **TABLES[game].variants[variant]}


@every_game
def test_the_first_variant_is_the_default_and_its_defaults_are_the_schemas(game: str) -> None:
    engine, variants = GAMES[game], list(TABLES[game].variants)

    assert list(engine.variants) == variants
    assert engine.options(variants[0], {}) == engine.options_type()


@every_variant
@pytest.mark.parametrize("bound", ["least", "most"])
def test_every_option_can_be_set_in_every_variant(game: str, variant: str, bound: str) -> None:
    """To both bounds; `variant` itself can only be repeated. The schema says the same, and the log keeps them."""
    engine, table, is_least = GAMES[game], TABLES[game], bound == "least"
    chosen: Options = {"variant": variant}
    chosen |= {option: least if is_least else most for option, (_, least, most) in table.numbers.items()}
    chosen |= {option: values[0 if is_least else -1] for option, values in table.choices.items()}
    chosen |= {option: another for option, (_, another) in table.others.items() if is_least}

    options = engine.options(variant, chosen)

    stored = options.model_dump(mode="json")
    assert stored == {**table.defaults, **table.variants[variant], **chosen}
    assert _schema(game).is_valid(stored)
    assert engine.read_options(json.loads(json.dumps(stored))) == options


@pytest.mark.parametrize(
    ("game", "option"),
    [(game, option) for game, table in TABLES.items() for option in (*table.numbers, *table.choices)],
)
def test_an_option_takes_what_its_row_lists_and_no_more(game: str, option: str) -> None:
    """The schema says the same, so that clients can check their options; wrong types are tested with other junk."""
    engine, table, schema = GAMES[game], TABLES[game], _schema(game)
    listed: tuple[JsonValue, ...] = table.choices.get(option, ())
    unlisted: tuple[JsonValue, ...] = ("other",)
    if option in table.numbers:
        _, least, most = table.numbers[option]
        listed, unlisted = (least, most), (least - 1, most + 1)

    for value in listed:
        assert engine.options(next(iter(engine.variants)), {option: value}).model_dump()[option] == value
        assert schema.is_valid({option: value})
    for value in unlisted:
        assert refused_options(engine, {option: value}) == (table.code, f"/{option}")
        assert not schema.is_valid({option: value})


@every_game
def test_unknown_options_and_another_variant_are_refused(game: str) -> None:
    engine, table = GAMES[game], TABLES[game]
    _, other, *_ = table.variants

    for unknown, pointer in (("colour", "/colour"), ("\ud800", ""), ("x" * 100, "")):
        assert refused_options(engine, {unknown: "red"}) == (table.code, pointer)
    assert refused_options(engine, {"variant": other}) == (table.code, "/variant")
    assert not _schema(game).is_valid({"colour": "red"})


@every_game
def test_every_option_is_described(game: str) -> None:
    properties = GAMES[game].options_type.model_json_schema()["properties"]

    assert all("description" in option for option in properties.values())


@pytest.mark.parametrize(
    ("game", "sizes", "heaven", "hell"),
    [
        *(("apocalypse", {"heaven_size": size}, size, 5) for size in range(3, 9)),
        ("divine_intervention", {"deities": 2, "shamans": 5}, 2, 5),
        ("threads_of_fate", {"heaven_size": 2, "hell_size": 11}, 2, 11),
    ],
)
def test_seats_are_those_of_heaven_then_of_hell_by_number(game: str, sizes: Options, heaven: int, hell: int) -> None:
    """By number, not by text."""
    engine = GAMES[game]

    seats = engine.seats(engine.options(next(iter(engine.variants)), sizes))

    assert [*seats] == [
        *(Seat(seat_id(f"heaven-{number}"), "heaven") for number in range(1, heaven + 1)),
        *(Seat(seat_id(f"hell-{number}"), "hell") for number in range(1, hell + 1)),
    ]
