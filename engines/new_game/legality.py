"""Prompts, checks and random moves. Each function uses only the seat's own view."""

from random import Random

from pydantic import JsonValue

from engines.kit import DIALECT, JsonSchema, move_of, not_null, one_of, read_move, refuse
from engines.new_game import codes
from engines.new_game.moves import NewGameMove
from engines.new_game.view import NewGameView


def prompt(view: NewGameView) -> JsonSchema | None:
    """Return the JSON Schema of the move that the viewer can submit now, with every choice listed, or None."""
    if view.phase is None or view.hand is None:
        return None
    return DIALECT | move_of("play", {"card": one_of(view.hand)}, "card")


def check(view: NewGameView, move: JsonValue) -> NewGameMove:
    """
    Check a move and return it in canonical form; `move` is any JSON value.

    Raises:
        IllegalMoveError: With the first check that fails. The message says what is legal and never repeats the input.
    """
    if view.phase is None or view.hand is None:
        refuse(codes.NOT_YOUR_PHASE, "Only the seats play, and only while a phase is open.")
    play = read_move(NewGameMove, move, codes.BAD_MOVE)
    if play.card not in view.hand:
        refuse(codes.CARD_NOT_IN_HAND, f"Play one of {', '.join(map(str, view.hand))}.", "/card")
    return play


def sample(view: NewGameView, random: Random) -> NewGameMove:
    """Return a random legal move of a seat of the open phase, for bots, simulations and tests."""
    return NewGameMove(type="play", card=random.choice(not_null(view.hand)))
