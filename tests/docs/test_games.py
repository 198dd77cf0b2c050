"""The pages of the games are correct and complete: every move on them is legal where they say so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator

from engines.catalogue import GAMES
from engines.kit import AnyEngine, IllegalMoveError
from tests.docs.printed import DOCS, PrintedMove, moves
from tests.docs.simulation import moments
from tests.prompts import answer
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

MOST_MATCHES: Final = 20
"""How many matches must reach a phase in which the moves are legal."""

games = pytest.mark.parametrize("game", GAMES)


def _page(game: str) -> Path:
    page = DOCS / "games" / f"{game}.md"
    assert page.exists(), f"docs/games/{game}.md is missing: the page for authors of clients."
    return page


def _printed(game: str, how: str) -> list[PrintedMove]:
    return [move for move in moves(_page(game)) if move.terms.get("how", "play") == how]


@games
def test_every_type_of_move_is_shown_and_fits_the_schema(game: str) -> None:
    engine = GAMES[game]
    shown = moves(_page(game))
    schema = Draft202012Validator(engine.moves.json_schema())
    # In the endgame of The Apocalypse the ability may be omitted, which only the prompt can say.
    complete = [move for move in shown if not (game == "apocalypse" and move.phase == "endgame")]

    assert [move for move in complete if not schema.is_valid(move.move)] == []
    assert {move.move["type"] for move in shown} == {_tag(type_) for type_ in engine.move_types}


@pytest.mark.sampled(least=2)
@games
async def test_moves_are_accepted_in_matches_over_http(game: str, world: World) -> None:
    """Those that do not depend on draws, in a match played up to their phase."""
    printed = _printed(game, "play")
    random = Random(0)
    host = await world.player()

    for terms, alike in groupby(printed, key=lambda move: json.dumps(move.terms, sort_keys=True)):
        waiting = list(alike)
        for _ in range(MOST_MATCHES):
            if waiting:
                waiting = await _try_in_a_match(world, host, GAMES[game], json.loads(terms), waiting, random)
        assert waiting == []

    assert printed


@pytest.mark.sampled(least=2)
@games
def test_moves_are_legal_in_simulated_matches(game: str) -> None:
    """Those that depend on draws, in the first match of a fixed sequence in which they are legal."""
    engine = GAMES[game]
    waiting = _printed(game, "simulation")
    for phase, seat, view in moments(engine, engine.options(next(iter(engine.variants)), {})):
        asked = [move for move in waiting if (move.phase, move.terms["seat"]) == (phase.name, seat)]
        legal = [move for move in asked if _is_legal(engine, view, move.move)]
        waiting = [move for move in waiting if move not in legal]
        if not waiting:
            break

    assert waiting == []


@games
def test_variants_are_described_as_the_game_does(game: str) -> None:
    section = _page(game).read_text(encoding="utf-8").partition("## Variants")[2].partition("\n## ")[0]

    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", section, re.M)

    assert rows == [(each.name, each.title, each.summary) for each in GAMES[game].variants.values()]


@games
def test_every_phase_fact_and_code_of_the_game_is_named(game: str) -> None:
    engine = GAMES[game]
    named = set(re.findall(r"`([^`\n]+)`", _page(game).read_text(encoding="utf-8")))
    phases = {phase.name for phase, _ in zip(_phases(engine), range(500), strict=False)}
    facts = {tag for tag in map(_tag, engine.fact_types) if tag.startswith(game)}

    assert phases - named == set()
    assert facts - named == set()
    assert _codes(game) - named == set()


@games
def test_no_fact_or_code_is_named_that_the_game_does_not_have(game: str) -> None:
    page = _page(game).read_text(encoding="utf-8")
    refusals = page.partition("## Refusals")[2].partition("\n## ")[0]
    codes = {code for row in re.findall(r"^\| (`.*?`) \|", refusals, re.M) for code in re.findall(r"`(\w+)`", row)}

    assert codes == _codes(game)
    assert set(re.findall(rf"`({game}\.\w+)`", page)) <= {_tag(type_) for type_ in GAMES[game].fact_types}


async def _try_in_a_match(
    world: World, host: Client, engine: AnyEngine, terms: dict[str, str], waiting: list[PrintedMove], random: Random
) -> list[PrintedMove]:
    """Play one match from the moves' seat against bots, and try each in its phase; return those not accepted so far."""
    variant = terms.get("variant", next(iter(engine.variants)))
    options = json.loads(terms.get("options", "{}"))
    seats = engine.seats(engine.options(variant, options))
    sitters: dict[str, Client | None] = {seat.id: host if seat.id == terms["seat"] else None for seat in seats}
    match_id = await world.match(engine.name, host, sitters, options, variant=variant, pace="eager")
    while waiting and (view := await host.view(match_id))["phase"]:
        phase = view["phase"]
        if view["prompt"]:
            waiting = [
                move
                for move in waiting
                if move.phase != phase["name"] or not await _is_taken(host, match_id, phase["number"], move.move)
            ]
            await _move(host, match_id, phase["number"], view["prompt"], random)
        await world.pass_time(0 if view["prompt"] else phase["seconds"])
    if waiting:
        return waiting
    await host.act(match_id, {"type": "void", "reason": "Tried."}, expect=200)
    return []


async def _is_taken(player: Client, match_id: str, phase: int, move: Json) -> bool:
    reply = await player.http.put(
        f"/v1/matches/{match_id}/submission", params={"dry_run": True}, json={"phase": phase, "move": move}
    )
    assert reply.status_code in (204, 422), reply.text
    return reply.status_code == 204


async def _move(player: Client, match_id: str, phase: int, prompt: Json, random: Random) -> None:
    """Submit any move; a move that fits its prompt may break a rule on sums that no schema can express."""
    status = 422
    while status == 422:
        body = {"phase": phase, "move": answer(prompt, random)}
        status = (await player.http.put(f"/v1/matches/{match_id}/submission", json=body)).status_code
    assert status == 200
    await player.world.settle()


def _is_legal(engine: AnyEngine, view: Any, move: Json) -> bool:  # noqa: ANN401  # any game's
    try:
        engine.check(view, move)
    except IllegalMoveError:
        return False
    return True


def _phases(engine: AnyEngine) -> Iterator[Any]:
    for variant in engine.variants:
        for place, (phase, _, _) in enumerate(moments(engine, engine.options(variant, {}))):
            yield phase
            if place > 100:
                break


def _tag(type_: Any) -> str:  # noqa: ANN401  # a model or a dataclass
    fields = getattr(type_, "model_fields", None)
    if fields is not None:
        tag: str = fields["type"].annotation.__args__[0]
        return tag
    return str(type_.__dataclass_fields__["type"].default)


def _codes(game: str) -> set[str]:
    return {code.name for code in GAMES[game].codes}
