"""The rules for people: all options and all things of each game, in both languages, with the numbers of a match."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from pydantic import TypeAdapter

from engines.catalogue import GAMES
from engines.divine_intervention.data import Mana
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.rooms import ROOM_DATA, WILD_INFERNO_FIRE
from moirai_client import Client
from server.runtime.words import words_of
from tests.clients.node import node
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.conftest import WEB
from tests.web.people import a_browser_of, match_for

if TYPE_CHECKING:
    from playwright.async_api import Browser

LANGUAGES: Final = ("en", "de")
TEXTS: Final = TypeAdapter(dict[str, Any])
SECTIONS: Final = ("aim", "round", "things", "secrets", "end", "asked", "match")

THINGS: Final = {
    "wizards_duel": {"spell", "item"},
    "apocalypse": {"card", "ability"},
    "threads_of_fate": {"ability"},
    "divine_intervention": {"room", "boon"},
    "hero_of_the_arena": {"card"},
}
"""The kinds of words that are things of a game."""

UNUSUAL: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "wizards_duel": {"wins_needed": (4, 5), "max_restarts": (7, 9), "max_replays": (6, 8), "daybreak_uses": (3, 5)},
    "apocalypse": {"heaven_size": (7, 6), "hell_size": (8, 4)},
    "threads_of_fate": {"heaven_size": (7, 8), "hell_size": (11, 12), "rounds": (13, 14)},
    "divine_intervention": {
        "deities": (2, 4),
        "shamans": (13, 16),
        "last_round": (6, 8),
        "pool": (408, 716),
        "start_piety": (43, 49),
        "worshiper_piety": (9, 10),
        "ascenders": (5, 1),
    },
    "hero_of_the_arena": {
        "rounds": (33, 44),
        "mana": (5, 6),
        "hand_size": (8, 9),
        "max_coins": (17, 18),
        "shop_size": (7, 4),
        "perk_stale_rounds": (21, 22),
    },
}
"""Two values for each option that is a number, neither of which is usual; times get others by themselves."""

FIXED: Final[Mapping[str, Mapping[str, str]]] = {
    "wizards_duel": {
        "aim": "9 two",
        "round": "1 five 9",
        "things": "0 1 2 3 4 5 6 7 8 9 two",
        "secrets": "2",
        "end": "1 2 9",
        "asked": "1 2 6",
        "match": "9",
    },
    "apocalypse": {
        "aim": "two 6 3",
        "round": "two 6 1",
        "things": "0 1 2 3 4 5 6 7 two three four six",
        "secrets": "two",
        "end": "1 2 3 4 5 6 two three",
        "asked": "2 3 5",
        "match": "2 3",
    },
    "threads_of_fate": {
        "aim": "two",
        "round": "1",
        "things": "0 1 2 3 4 5 6 7 8 9 10 two three six",
        "secrets": "two",
        "end": "two four",
        "asked": "3 6 10 two",
        "match": "",
    },
    "divine_intervention": {
        "aim": "0",
        "round": "1 0 2 4 6 two",
        # Those of rooms and boons, which a pack replaces together with their texts.
        "things": "0 1 2 3 4 5 6 7 8 9 10 13 15 20 30 500 two three four five six",
        "secrets": "two",
        "end": "25",
        "asked": "2 two",
        "match": "0",
    },
    "hero_of_the_arena": {
        "aim": "two 10 five",
        "round": "1 5 three",
        "things": "0 1 2 3 4 5 7 two three four five",
        "secrets": "two",
        "end": "",
        "asked": "0 1 two",
        "match": "1 2",
    },
}
"""By game and section: the numbers that its rulebook fixes, or that stand in an example; no option changes them."""

_NUMBERS: Final = dict(
    zip(
        ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        strict=True,
    )
)
_NUMBER: Final = re.compile(rf"\d+|\b(?:{'|'.join([*_NUMBERS, *_NUMBERS.values()])})\b", re.IGNORECASE)

_OTHERS: Final[Mapping[str, Any]] = {
    "items": {"athenas_wisdom": "a", "hestias_hearth": None, "apollos_daybreak": "b"},
    "item_draft": ["b"],
    "advantage_seat": "a",
    "marked": ["hell-1"],
    "layout": ["YWVUX", "FGHIJ", "KLMNO", "PQRST", "ABCDE"],
    "secret_element": "earth",
    "boon_offers": {"0": ["tithe", "harmony", "harvest"]},
    "pack": "sha256:0",
}
"""Another value for each option that is no number, no choice of a list, and neither true nor false."""

Said = dict[str, Any]
Rules = Callable[..., list[Said]]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """What the rules of a game say in a language, for each of these options."""
    folder = tmp_path_factory.mktemp("rules")
    bundled = folder / "rules_said.mjs"
    esbuild = WEB / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ("--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={bundled}")
    subprocess.run([node(), esbuild, Path(__file__).with_name("rules_said.ts"), *options], cwd=WEB, check=True)

    def said(game: str, language: str, options: Sequence[Mapping[str, Any]]) -> list[Said]:
        words = words_of(GAMES[game])
        texts = {"fields": dict(words.fields), "words": words.languages[language]}
        asked = {"language": language, "game": game, "texts": TEXTS.dump_python(texts, mode="json"), "options": options}
        done = subprocess.run(
            [node(), bundled], input=json.dumps(asked), cwd=folder, check=True, capture_output=True, encoding="utf-8"
        )
        found: list[Said] = json.loads(done.stdout)
        return found

    return said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_each_option_of_a_game_changes_what_its_rules_say(rules: Rules, game: str, language: str) -> None:
    """In one of the variants at least: an option may be about something that others do not have."""
    bases = [_options(game, variant) for variant in GAMES[game].variants]
    asked = [
        (option, base, base | {option: other})
        for option, others in _alternatives(game)
        for other in others
        for base in bases
    ]
    said = iter(rules(game, language, [options for _, base, changed in asked for options in (base, changed)]))

    told = {option for option, base, changed in asked if _text(next(said)) != _text(next(said))}

    assert told == {option for option, _ in _alternatives(game)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_no_number_is_written_that_a_match_could_change(rules: Rules, game: str, language: str) -> None:
    """A number that stays when every option has changed is one that the rules fix."""
    base = _options(game, next(iter(GAMES[game].variants)))
    times = [option for option in base if option.endswith("_seconds")]
    both = [
        base
        | {option: values[at] for option, values in UNUSUAL[game].items()}
        | {option: 60 * (31 + 2 * place + at) for place, option in enumerate(times)}
        for at in range(2)
    ]

    first, second = rules(game, language, both)

    for section in SECTIONS:
        assert _numbers(first[section]) & _numbers(second[section]) <= set(FIXED[game][section].split()), section
    assert set(UNUSUAL[game]) == {option for option, others in _alternatives(game) if type(others[0]) is int} - set(
        times
    ) - {"opponent_team"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_for_programs_is_said(rules: Rules, game: str, language: str) -> None:
    """No key, no null, no JSON, and no word that is missing."""
    said = "\n".join(map(_text, rules(game, language, _changed(game))))

    assert re.findall(r"\w+_\w+|\bnull\b|undefined|NaN|[{}\[\]`]|\(\s*\)| [.,;]|sha256|  ", said) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_each_thing_of_a_game_is_explained(rules: Rules, game: str, language: str) -> None:
    """Each is named with some options at least, and each that is not one of a long list has an example."""
    words = GAMES[game].words.languages[language]
    wanted = {
        word.title
        for key, word in words.items()
        if key.partition(".")[0] in THINGS[game] and key.rpartition(".")[2] not in ("null", "hidden")
    }

    said = rules(game, language, _changed(game))

    named = "\n".join(map(_text, said))
    assert len(wanted) > 5
    assert {title for title in wanted if title not in named} == set()
    assert [card["title"] for one in said for card in one["cards"] if not (card["says"] and card["example"])] == []


def test_the_examples_of_rooms_complete_them(rules: Rules) -> None:
    options = _options("divine_intervention", "standard")
    (said,) = rules("divine_intervention", "en", [options])

    for room, data in ROOM_DATA.items():
        example = said["rooms"][room]
        mana = Mana(*example["mana"])
        offering = Offering(mana, example.get("round", 1), start=mana, secret="air", inferno_fire=WILD_INFERNO_FIRE)
        others = {"twin": [mana], "most": [mana, mana]}.get(example.get("if", ""), [])
        assert data.form(offering), room
        assert data.rival is None or data.rival(mana, others), room


@pytest.mark.parametrize(("language", "summary"), [("en", "Rules"), ("de", "Regeln")])
@pytest.mark.parametrize("game", list(GAMES))
async def test_a_stranger_reads_the_rules_of_a_match(
    chromium: Browser, sqlite_url: str, game: str, language: str, summary: str
) -> None:
    """On a page of their own and beside the board, without a name, and with the numbers of this match."""
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        match = await match_for(host, game)
        context, errors = await a_browser_of(chromium, locale=language)
        page = await context.new_page()
        await page.goto(f"{url}/match/{match.id}")
        await page.get_by_text(summary, exact=True).click()
        beside = await page.locator(".rules .aim .big").inner_text()
        await page.locator(".rules a", has_text=summary).click()
        await page.wait_for_url("**/rules")
        aim = await page.locator(".aim .big").inner_text()
        pictures = await page.locator(".rounds-of .sketch").count()
        await page.goto(f"{url}/rules/{game}")
        usual = await page.locator(".aim .big").inner_text()
        for folded in await page.locator(".groups summary").all():
            await folded.click()
        await require_fit(page, f"rules-{game}-{language}")
        exact = await context.request.get(await page.locator(".this a").last.evaluate("(link) => link.href"))

    assert aim == beside
    assert (aim != usual) == (game in ("wizards_duel", "divine_intervention", "hero_of_the_arena"))
    assert pictures == 5
    assert exact.ok
    assert errors == []


async def test_rules_that_are_not_there_are_said_to_be_missing(chromium: Browser, sqlite_url: str) -> None:
    async with serving(sqlite_url) as (_, url):
        context, errors = await a_browser_of(chromium)
        page = await context.new_page()
        await page.goto(f"{url}/rules/chess")
        await page.get_by_text("There are no such rules here.").wait_for()

    assert errors == []


def _text(said: Said) -> str:
    return "\n".join(line for section in SECTIONS for line in said[section])


def _numbers(lines: list[str]) -> set[str]:
    found = (number.lower() for number in _NUMBER.findall("\n".join(lines)))
    return {_NUMBERS.get(number, number) for number in found}


def _options(game: str, variant: str) -> dict[str, Any]:
    options: dict[str, Any] = GAMES[game].options(variant, {}).model_dump(mode="json")
    return options


def _changed(game: str) -> list[dict[str, Any]]:
    """Return the options of each variant, with each option changed by itself."""
    bases = [_options(game, variant) for variant in GAMES[game].variants]
    return [base | {option: other} for base in bases for option, others in _alternatives(game) for other in others]


def _alternatives(game: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield each option, with other values for it."""
    schema = GAMES[game].options_type.model_json_schema()
    for option, field in schema["properties"].items():
        if option == "variant":
            continue
        if "$ref" in field and option not in _OTHERS:
            field = schema["$defs"][field["$ref"].rpartition("/")[2]]
        if field.get("type") == "boolean":
            yield option, [False, True]
        elif field.get("type") == "integer":
            yield option, [field["minimum"], field["maximum"]]
        elif "enum" in field:
            yield option, field["enum"]
        else:
            yield option, [_OTHERS[option]]
