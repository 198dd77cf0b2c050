"""New Game as the server sees it."""

from typing import Final

from engines.kit import Engine, Seat
from engines.new_game.codes import CODES
from engines.new_game.data import SEATS
from engines.new_game.facts import OwnFact
from engines.new_game.legality import check, prompt, sample
from engines.new_game.moves import NewGameMove
from engines.new_game.options import VARIANTS, NewGameOptions
from engines.new_game.rules import begin, close
from engines.new_game.story import narrate
from engines.new_game.truth import evolve, start
from engines.new_game.view import NewGameView, fold, look

NEW_GAME: Final = Engine(
    name="new_game",
    title="New Game",
    summary="Two seats play a card each from hidden hands; the higher one scores.",
    rules_version=1,
    variants=VARIANTS,
    options_type=NewGameOptions,
    view_type=NewGameView,
    move=NewGameMove,
    fact=OwnFact,
    codes=CODES,
    seats=lambda _: tuple(map(Seat, SEATS)),
    start=start,
    begin=begin,
    close=close,
    evolve=evolve,
    look=look,
    fold=fold,
    prompt=prompt,
    check=check,
    sample=sample,
    narrate=narrate,
)
