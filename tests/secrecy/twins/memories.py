"""Check that a game keeps no state: its answers in one match must not depend on other matches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pydantic import JsonValue

from engines.kit import Chance, IllegalMoveError
from tests.secrecy.twins.plays import Match, Moves, Play

Json = Any


def wrong_memories(matches: Sequence[Match]) -> list[str]:
    """Return the prompts, refusals and facts of a seat that change while another match is played in step."""
    wrong = []
    for match, other in pairwise(matches[:: max(1, len(matches) // 8)]):
        for phase, (alone, beside) in enumerate(zip(_answers(match, None), _answers(match, other), strict=True), 1):
            if alone != beside:
                what = next(name for name in alone if alone[name] != beside[name])
                between = f"while another match is played ({match.name}, beside {other.name})"
                wrong.append(f"In phase {phase} of {match.engine.name} {what} is not the same {between}.")
                break
    return wrong


def _answers(match: Match, other: Match | None) -> list[dict[str, Json]]:
    """Return, phase by phase, the game's answers to the submitted moves, and the facts."""
    play, beside = _started(match), other and _started(other)
    found = []
    for phase, step in enumerate(match.steps[1:], start=1):
        if other and beside and phase < len(other.steps):
            beside.close(other.steps[phase].moves)
        found.append({**_observed(play, step.moves), "what is told": play.steps[-1].facts})
        play.close(step.moves)
    return found


def _started(match: Match) -> Play:
    return Play(match.engine, match.options, lambda phase: Chance(match.seed, phase))


def _observed(play: Play, moves: Moves) -> dict[str, Json]:
    said: dict[str, Json] = {}
    for seat, view in play.views.items():
        said[f"the prompt of {seat}"] = play.engine.prompt(view)
        for move in (None, *moves.values()):
            said[f"what is said to {seat} of {move}"] = _judged(play, view, move)
    return said


def _judged(play: Play, view: Any, move: JsonValue) -> Json:  # noqa: ANN401  # any game's view
    try:
        return play.engine.check(view, move)
    except IllegalMoveError as error:
        return error.code, error.message, error.pointer
