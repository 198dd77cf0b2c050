"""Words for people: the catalogue of a game, and titles in prompts, in the language asked for."""

from __future__ import annotations

from typing import Any

import pytest

from engines.catalogue import GAMES
from server.api.routes.playing import _cursor_of
from server.runtime.words import language_of
from tests.server.world import World

pytestmark = pytest.mark.one_server

Json = Any

GERMAN = {"Accept-Language": "de"}
TEXTS = "/v1/games/wizards_duel/texts"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("*", "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-de, en;q=0.5", "de"),
        ("fr, de;q=0.4, en;q=0.6", "en"),
        ("fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5", "de"),
        ("de;q=0", "en"),
        ("de;q=2, ;;, -, d e", "en"),
        ("x," * 100_000 + "de", "en"),
    ],
)
def test_the_preferred_language_that_there_is_is_chosen(accepted: str | None, language: str) -> None:
    assert language_of(accepted, ("de", "en")) == language


async def test_texts_are_in_the_language_asked_for_and_fall_back_to_english(world: World) -> None:
    """They need no token; the parameter goes before the header, and what is stored is stored by language."""
    http = (await world.player("Ada")).http
    del http.headers["Authorization"]

    german = await http.get(TEXTS, headers={"Accept-Language": "de-AT, en;q=0.5"})
    named = await http.get(TEXTS, params={"language": "de"}, headers={"Accept-Language": "en"})
    other = await http.get(TEXTS, params={"language": "fr"})

    assert german.json()["words"]["spell.5"]["title"] == "Segen"
    assert german.headers["Content-Language"] == "de"
    assert german.headers["Vary"] == "Accept-Encoding, Accept-Language"
    assert named.content == german.content
    assert other.json()["language"] == "en"
    assert other.json()["words"]["spell.5"]["title"] == "Bless"
    assert other.json()["words"].keys() == german.json()["words"].keys()
    assert other.headers["ETag"] != german.headers["ETag"]


async def test_texts_that_a_client_has_are_not_sent_again(world: World) -> None:
    http = (await world.player("Ada")).http
    first = await http.get(TEXTS)

    again = await http.get(TEXTS, headers={"If-None-Match": first.headers["ETag"]})
    in_german = await http.get(TEXTS, params={"language": "de"}, headers={"If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    assert in_german.status_code == 200


@pytest.mark.parametrize("game", list(GAMES))
async def test_rules_are_in_the_language_asked_for_and_fall_back_to_english(world: World, game: str) -> None:
    """Everything else of the game is the same in all languages."""
    http = (await world.player("Ada")).http
    path = f"/v1/games/{game}"

    plain = await http.get(path)
    german = await http.get(path, headers={"Accept-Language": "de-AT, en;q=0.5"})
    named = await http.get(path, params={"language": "de"}, headers={"Accept-Language": "en"})
    other = await http.get(path, params={"language": "fr"})
    held = await http.get(path, headers={**GERMAN, "If-None-Match": german.headers["ETag"]})
    stale = await http.get(path, headers={**GERMAN, "If-None-Match": plain.headers["ETag"]})

    rules = GAMES[game].rules
    assert (plain.json()["rules"], plain.json()["rules_language"]) == (rules["en"], "en")
    assert german.json() == {**plain.json(), "rules": rules["de"], "rules_language": "de"}
    assert (german.headers["Content-Language"], plain.headers["Content-Language"]) == ("de", "en")
    assert german.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding, Accept-Language"
    assert named.content == german.content
    assert other.content == plain.content
    assert (held.status_code, stale.status_code) == (304, 200)


async def test_unknown_games_have_no_texts(world: World) -> None:
    ada = await world.player("Ada")

    refused = await ada.get("/v1/games/chess/texts", 404)

    assert refused["code"] == "unknown_game"


async def test_titles_in_the_prompt_are_in_the_language_and_the_theme_asked_for(world: World) -> None:
    """A view in another language is another version of it: its `ETag` does not stand for the English one."""
    ada, _, match_id = await world.ada_and_bo(options={"theme": "olympians"})
    path = f"/v1/matches/{match_id}/view"

    english = await ada.http.get(path)
    german = await ada.http.get(path, headers=GERMAN)
    held = await ada.http.get(path, headers={**GERMAN, "If-None-Match": german.headers["ETag"]})
    other = await ada.http.get(path, headers={"If-None-Match": german.headers["ETag"]})

    assert _spells(english.json())["5"] == "Forge"
    assert _spells(german.json())["5"] == "Schmiede"
    assert german.json()["prompt"]["title"] == "Zauber wirken"
    assert german.headers["Vary"] == "Authorization, On-Behalf-Of, Accept-Language"
    assert held.status_code == 304
    assert other.status_code == 200
    assert _spells(other.json()) == _spells(english.json())


async def test_the_etag_of_a_view_in_another_language_also_counts_as_a_cursor(world: World) -> None:
    """A process that lags behind catches up before it replies."""
    ada = await world.player("Ada")
    match_id = await world.duel(ada, await world.player("Bo"))
    view = await ada.http.get(f"/v1/matches/{match_id}/view", headers=GERMAN)

    assert _cursor_of(match_id, view.headers["ETag"]) == view.json()["cursor"]


def _spells(view: Json) -> dict[str, str]:
    return {choice["const"]: choice["title"] for choice in view["prompt"]["properties"]["spell"]["oneOf"]}


async def test_a_game_says_over_which_seats_its_ranks_count(world: World) -> None:
    """A client that shows an outcome compares only what the rules compare."""
    ada = await world.player("Ada")

    told = {game: (await ada.get(f"/v1/games/{game}"))["ranks_over"] for game in GAMES}

    assert told == {name: game.ranks_over for name, game in GAMES.items()}
    assert told["divine_intervention"] == "realm"
