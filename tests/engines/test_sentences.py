"""What happened can be said in every language, as people say it; no template is missing, broken or unused."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from random import Random
from string import Formatter
from typing import Final, get_args

import pytest

from engines.catalogue import GAMES
from engines.kit import HOST, SHARED_WORDS, AnyEngine, Consequence, Speaker, seat_id
from engines.new_game.engine import NEW_GAME
from server.matches.fact_encoding import is_server_fact
from server.matches.story import lines_of
from server.runtime.sentences import LANGUAGES
from tests.engines.table import Table
from tests.words import ID_LIKE

NAMES: Final = {seat_id("a"): "עדה", seat_id("b"): "Zoë"}
MATCHES: Final = 2
"""Random matches of each variant."""

ENGINES: Final = {**GAMES, NEW_GAME.name: NEW_GAME}

WRITTEN: Final = {
    name: engine for name, engine in ENGINES.items() if files(engine.package).joinpath("sentences").is_dir()
}
PACKAGES: Final = (
    "engines.kit",
    "server.runtime",
    *(engine.package for engine in WRITTEN.values()),
)


def _templates(package: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(files(package).joinpath("sentences", f"{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_templates_are_in_order_and_have_the_same_parts_in_every_language(package: str) -> None:
    english = _templates(package, "en")

    for language in LANGUAGES:
        templates = _templates(package, language)
        assert list(templates) == sorted(english), language
        assert {key: _parts(text) for key, text in templates.items()} == {
            key: _parts(text) for key, text in english.items()
        }


def _parts(template: str) -> set[str]:
    return {part for _, part, _, _ in Formatter().parse(template) if part is not None}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_template_is_unused(package: str) -> None:
    """A key, or what is before its last point, is a text in the code, or the name of a fact or consequence."""
    if package == "server.runtime":
        folder = Path(str(files("server")))
        sources = [path for path in folder.rglob("*") if path.suffix in (".py", ".html")]
        keys = [key.partition(".")[2] for key in _templates(package, "en")]
    else:
        sources = [
            path
            for path in (*Path(str(files(package))).iterdir(), Path(str(files("server.matches"))) / "story.py")
            if path.name in ("story.py", "reasons.py", "speaker.py")
        ]
        keys = list(_templates(package, "en"))
    code = "".join(path.read_text("utf-8") for path in sources)
    consequences = get_args(Consequence)

    unused = [
        key
        for key in keys
        for stem, _, last in [key.rpartition(".")]
        if not (f'"{key}"' in code or f'"{stem or last}"' in code)
        and not (f'"{key.partition(".")[0]}.{{' in code or f'"{stem}.{{' in code)
        and not (stem in ("consent", "error") and f'"{last}"' in code)
        and (stem or last) not in consequences
        and not is_server_fact(stem or last)
    ]

    assert unused == []


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", WRITTEN)
def test_no_sentence_shows_what_only_programs_read(game: str) -> None:
    """All facts of random matches of every variant, in both languages."""
    engine = WRITTEN[game]
    for variant in engine.variants:
        for seed in range(MATCHES):
            for lines in _told(engine, variant, seed).values():
                for line in lines:
                    assert not ID_LIKE.search(line), line
                    assert line[-1] in ".!?", line
                    assert "  " not in line, line


def _told(engine: AnyEngine, variant: str, seed: int) -> dict[str, list[str]]:
    """Return what the host is told of a random match, by language."""
    table = Table(engine, engine.options(variant, {}))
    said: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for _ in table.moments(Random(seed), 0.1):
        facts = [addressed.fact for addressed in table.facts]
        for language, lines in said.items():
            lines += lines_of(engine, facts, engine.speaker(language, table.views[HOST]))
    return said


@pytest.mark.parametrize("game", WRITTEN)
def test_players_are_called_by_their_names(game: str) -> None:
    """A seat whose player is known is never called by its title."""
    engine = WRITTEN[game]
    random = Random(3)
    table = Table(engine, engine.options(next(iter(engine.variants)), {}))
    players = {seat: f"Player{place}" for place, seat in enumerate(table.seats)}
    titles = {language: [engine.words.title(language, "seat", seat) for seat in table.seats] for language in LANGUAGES}
    while not table.over:
        table.close(table.sampled(random))
        for language in LANGUAGES:
            speaker = engine.speaker(language, table.views[HOST], players)
            said = " ".join(lines_of(engine, [addressed.fact for addressed in table.facts], speaker))
            assert not any(re.search(rf"\b{title}\b", said) for title in titles[language]), said


def test_names_from_right_to_left_leave_the_order_of_a_sentence_alone() -> None:
    """They are isolated (UAX #9), each once; other names stay as they are written."""
    speaker = Speaker("en", SHARED_WORDS, {"and": "{first} and {last}", "win": "{seats} win (2–1)."}, players=NAMES)

    assert speaker.say("win", seats=speaker.seats([seat_id("a"), seat_id("b")])) == "\u2068עדה\u2069 and Zoë win (2–1)."
