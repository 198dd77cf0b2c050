"""What a seat is asked for and may submit: all of it from nothing but its own view."""

from random import Random

from pydantic import JsonValue

from engines.kit import DIALECT, JsonSchema, known, move_of, one_of, read_move, refuse
from engines.new_game import codes
from engines.new_game.moves import NewGameMove
from engines.new_game.view import NewGameView


def prompt(view: NewGameView) -> JsonSchema | None:
    """The JSON Schema of the move that the viewer is asked for, every choice listed; None if it is asked for none."""
    if view.phase is None or view.hand is None:
        return None
    return DIALECT | move_of("play", {"card": one_of(view.hand)}, "card")


def check(view: NewGameView, move: JsonValue) -> NewGameMove:
    """
    Judge a move and give it in canonical form; `move` is any JSON value.

    Raises:
        IllegalMoveError: With the first check that fails. The message says what would be legal, and repeats nothing.
    """
    if view.phase is None or view.hand is None:
        refuse(codes.NOT_YOUR_PHASE, "Only the seats play, and only while a phase is open.")
    play = read_move(NewGameMove, move, codes.BAD_MOVE)
    if play.card not in view.hand:
        refuse(codes.CARD_NOT_IN_HAND, f"Play one of {', '.join(map(str, view.hand))}.", "/card")
    return play


def sample(view: NewGameView, random: Random) -> NewGameMove:
    """A random legal move of a seat that is asked for one: bots, simulations and tests play with it."""
    return NewGameMove(type="play", card=random.choice(known(view.hand)))
