"""The `Engine` record of New Game, which the server uses."""

from engines.kit import Engine, Seat, bearers, codes_in
from engines.new_game import codes, data, facts, legality, moves, options, rules, story, truth, view

NEW_GAME = Engine(
    name="new_game",
    title="New Game",
    summary="Two seats play a card each from hidden hands; the higher one scores.",
    rules_version=1,
    variants=options.VARIANTS,
    options_type=options.NewGameOptions,
    view_type=view.NewGameView,
    move=moves.NewGameMove,
    fact=facts.OwnFact,
    codes=codes_in(codes),
    seats=lambda _: tuple(map(Seat, data.SEATS)),
    bears=lambda _: {"winner": bearers(1, 2)},
    ranks_over="match",
    start=truth.start,
    begin=rules.begin,
    close=rules.close,
    evolve=truth.evolve,
    look=view.look,
    fold=view.fold,
    prompt=legality.prompt,
    check=legality.check,
    sample=legality.sample,
    narrate=story.narrate,
)
