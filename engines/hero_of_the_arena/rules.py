"""Setting up a match and closing its phases (section 2 of the rulebook)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engines.hero_of_the_arena import data, facts
from engines.hero_of_the_arena.board import Board, Side, board_from
from engines.hero_of_the_arena.drafting import default_draft, picks_of
from engines.hero_of_the_arena.fight import play_card
from engines.hero_of_the_arena.fight_facts import ArenaDecided, FighterPassed
from engines.hero_of_the_arena.moves import (
    END_OF_PLAY,
    LEAVE,
    NO_DISCARD,
    ArenaDiscardMove,
    ArenaMove,
    ArenaPlayMove,
    ArenaShopMove,
    ChooseStarterMove,
    HeroDraftMove,
)
from engines.hero_of_the_arena.records import DecidedBy, DraftDecision, HeldCard, OwnCards
from engines.hero_of_the_arena.shop import buy, deal, refresh
from engines.hero_of_the_arena.truth import Truth
from engines.hero_of_the_arena.turns import begin_turn, discard, end_turn
from engines.kit import ChannelOpened, MatchEnded, Outcome, Phase, Resolution, SeatId, seat_id

Moves: TypeAlias = Mapping[SeatId, ArenaMove | None]

_DRAFT_PHASES: Final = {"draft_first": 1, "draft_second": 2, "draft_third": 2, "draft_fourth": 1}
"""The drafting phases of a round, in order, with the number of decisions in each."""

ABSENT: Final = {"turn": NO_DISCARD, "play": END_OF_PLAY, "shop": LEAVE}
"""The default moves of an absent fighter, by phase."""


def begin(resolution: Resolution[Truth]) -> None:
    """Open the initial channels, then the phase that chooses the first drafter."""
    options = resolution.truth.options
    for realm in ("heaven", "hell"):
        _talk(resolution, realm, tuple(seat.id for seat in data.SEATS if seat.realm == realm))
    if options.partner_channel == "always":
        _let_partners_talk(resolution)
    drafter, fighter = data.TEAMS[str(options.opponent_team)]
    _open(resolution, "starter", 0, must=(drafter,), may=(fighter,), seconds=options.starter_seconds)


def close(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    """Close the open phase; sections 2 and 3 define the defaults for absent submissions."""
    _CLOSE[phase.name](resolution, phase, moves)


def _talk(resolution: Resolution[Truth], channel: str, members: tuple[SeatId, ...]) -> None:
    resolution.address(ChannelOpened(channel, members))


def _let_partners_talk(resolution: Resolution[Truth]) -> None:
    for team, members in data.TEAMS.items():
        _talk(resolution, f"team:{team}", members)


def _open(
    resolution: Resolution[Truth],
    name: str,
    round_: int,
    must: tuple[SeatId, ...],
    seconds: int,
    may: tuple[SeatId, ...] = (),
    *,
    keeps_deadline: bool = False,
) -> None:
    resolution.open_phase(name, round_, seconds, must=must, may=may, keeps_deadline=keeps_deadline, early_close=True)


# The draft


def _close_starter(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    (drafter,) = phase.must
    # The seat in `must` comes before the seat in `may`: the partner's move counts only if the drafter is absent (R1).
    named = (move.seat for seat in phase.seats if isinstance(move := moves.get(seat), ChooseStarterMove))
    starter = seat_id(next(named, drafter))
    resolution.address(facts.DraftStarterTold(starter, moves_first=data.PARTNER[data.RIVAL[starter]]))
    _open_draft_round(resolution, 1)


def _open_draft_round(resolution: Resolution[Truth], round_: int) -> None:
    draft, options = resolution.truth.draft, resolution.truth.options
    cards = options.cards.tables.cards
    if round_ < data.DRAFT_ROUNDS:
        revealed = {card.id for card in draft.cards}
        offer: list[str] = []
        for kind, all_cards in (("units", options.cards.draft_units), ("items", options.cards.draft_items)):
            candidates = [card.id for card in all_cards if card.id not in revealed]
            offer += resolution.chance.pick(f"draft.{round_}.{kind}", candidates, data.OFFER_OF_A_KIND)
    else:
        offer = [unit for unit, _ in draft.set_aside] + [item for _, item in draft.set_aside]
    resolution.address(facts.OfferRevealed(round_, tuple(cards[card] for card in offer)))
    _open(resolution, "draft_review", round_, must=data.DRAFTERS, seconds=options.review_seconds)


def _close_review(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    _open_decision(resolution, "draft_first", phase.round)


def _open_decision(resolution: Resolution[Truth], name: str, round_: int) -> None:
    truth = resolution.truth
    starts = name in ("draft_first", "draft_third")
    begins = truth.begins_drafting if round_ % 2 == 1 else data.RIVAL[truth.begins_drafting]
    seconds = _DRAFT_PHASES[name] * truth.options.decision_seconds
    _open(resolution, name, round_, must=(begins if starts else data.RIVAL[begins],), seconds=seconds)


def _close_decision(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    (seat,) = phase.must
    move = moves.get(seat)
    if not isinstance(move, HeroDraftMove):
        move = default_draft(resolution.truth.draft, phase.name, seat)
    resolution.address(facts.DraftDecided(DraftDecision(phase.round, seat, move.pick, move.ban)))
    names = list(_DRAFT_PHASES)
    if phase.name != names[-1]:
        _open_decision(resolution, names[names.index(phase.name) + 1], phase.round)
        return
    # The open cards are in the order of the offer, in which units come first.
    unit, item = resolution.truth.draft.open
    resolution.address(facts.CardsSetAside(phase.round, unit, item))
    if phase.round < data.DRAFT_ROUNDS:
        _open_draft_round(resolution, phase.round + 1)
    else:
        _hand_over(resolution)


def _hand_over(resolution: Resolution[Truth]) -> None:
    """Tell everyone the pack, and each fighter its deck, sorted because the order of the picks is secret."""
    truth = resolution.truth
    options, tables = truth.options, truth.options.cards.tables
    resolution.address(facts.ArenaPackRevealed(options.cards))
    for fighter in data.FIGHTERS:
        picks = sorted(picks_of(truth.draft, data.PARTNER[fighter]), key=tables.order.__getitem__)
        deck = tuple(HeldCard(card, tables.cards[card].durability) for card in picks)
        resolution.address(facts.OwnCardsTold(fighter, OwnCards(hand=(), deck=deck, pile=())))
    if options.partner_channel == "after_draft":
        _let_partners_talk(resolution)
    _open(resolution, "preparation", 0, must=data.FIGHTERS, seconds=options.preparation_seconds)


# The fight


def _close_preparation(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    truth, chance = resolution.truth, resolution.chance
    options, tables = truth.options, truth.options.cards.tables
    sides = {seat: Side(seat) for seat in data.FIGHTERS}
    durability: dict[str, int] = {}
    for seat, side in sides.items():
        picks = picks_of(truth.draft, data.PARTNER[seat])
        side.deck = list(chance.pick(f"deck.{seat}", picks, data.DECK_SIZE))
        durability.update((card, tables.cards[card].durability) for card in picks)
    board = Board(
        tables,
        options.max_coins,
        options.bought_cards_to,
        resolution.address,
        turn=0,
        active=truth.first_fighter,
        sides=sides,
        durability=durability,
    )
    deal(board, chance, options.shop_size)
    _next_turn(resolution, board)


def _close_turn(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    """Close a `turn`, `play` or `shop`: carry out the move, then continue the turn or end it."""
    truth, options = resolution.truth, resolution.truth.options
    (seat,) = phase.must
    move = moves.get(seat) or ABSENT[phase.name]
    board = board_from(
        truth.fight,
        truth.own,
        truth.decks,
        options.cards.tables,
        options.max_coins,
        options.bought_cards_to,
        resolution.address,
    )
    match move:
        case ArenaPlayMove(actions=actions, then=then):
            for action in actions:
                play_card(board, action)
            if not actions:
                board.address(FighterPassed(seat, "play"))
            if then == "more":
                _tell_state(resolution, board)
                _open(resolution, "play", phase.round, must=(seat,), seconds=0, keeps_deadline=True)
                return
        case ArenaDiscardMove():
            discard(board, move, face_down=options.hidden_discards)
        case ArenaShopMove(buy=wanted, then=then):
            for id_ in wanted:
                buy(board, id_)
            if then == "refresh":
                refresh(board, resolution.chance, options.shop_size)
                _tell_state(resolution, board)
                seconds = options.refresh_seconds
                _open(resolution, "shop", phase.round, must=(seat,), seconds=seconds, keeps_deadline=True)
                return
            if not wanted:
                board.address(FighterPassed(seat, "shop"))
    end_turn(board, options, resolution.chance, shopped=isinstance(move, ArenaShopMove))
    if board.turn < len(data.FIGHTERS) * options.rounds:
        _next_turn(resolution, board)
    else:
        _tell_state(resolution, board)
        _end(resolution, board)


def _next_turn(resolution: Resolution[Truth], board: Board) -> None:
    """Begin the next turn and open its phase."""
    options = resolution.truth.options
    turn = board.turn + 1
    first = resolution.truth.first_fighter
    seat = first if turn % len(data.FIGHTERS) == 1 else data.RIVAL[first]
    begin_turn(board, options, turn, seat)
    _tell_state(resolution, board)
    round_ = (turn + 1) // len(data.FIGHTERS)
    _open(resolution, "turn", round_, must=(seat,), seconds=options.turn_seconds)


def _tell_state(resolution: Resolution[Truth], board: Board) -> None:
    """
    Tell the state after all changes: the public board, each fighter's own cards, and the secret order of the decks.

    A fighter's cards are sent to it only if they changed. This reveals nothing, because it knows when they change.
    """
    truth = resolution.truth
    resolution.address(facts.ArenaBoardTold(board.record()))
    for seat, side in board.sides.items():
        own = board.own_record(side)
        if own != truth.own[seat]:
            resolution.address(facts.OwnCardsTold(seat, own))
    decks = board.deck_record()
    if decks != truth.decks:
        resolution.address(facts.DecksStacked(decks))


def _end(resolution: Resolution[Truth], board: Board) -> None:
    """Section 10: the winner has more points, or was the last in the lead, or otherwise moved second."""
    points = {seat: side.points for seat, side in board.sides.items()}
    second = data.RIVAL[resolution.truth.first_fighter]
    decided_by: DecidedBy = "score"
    winner = max(data.FIGHTERS, key=points.__getitem__)
    if points[winner] == points[data.RIVAL[winner]]:
        decided_by = "never_led" if board.lead is None else "last_lead"
        winner = board.lead or second
    winners = (data.PARTNER[winner], winner)
    resolution.address(ArenaDecided(winners, decided_by, points))
    outcome = Outcome(
        rank={seat.id: 1 if seat.id in winners else 2 for seat in data.SEATS},
        consequences={seat.id: ["winner"] if seat.id in winners else [] for seat in data.SEATS},
    )
    resolution.address(MatchEnded(outcome))


_CLOSE: Final[dict[str, Callable[[Resolution[Truth], Phase, Moves], None]]] = {
    "starter": _close_starter,
    "draft_review": _close_review,
    **dict.fromkeys(_DRAFT_PHASES, _close_decision),
    "preparation": _close_preparation,
    **dict.fromkeys(ABSENT, _close_turn),
}
