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
from engines.kit import ChannelOpened, MatchEnded, Outcome, Phase, SeatId, Telling, seat_id

Moves: TypeAlias = Mapping[SeatId, ArenaMove | None]

_DRAFT_PHASES: Final = {"draft_first": 1, "draft_second": 2, "draft_third": 2, "draft_fourth": 1}
"""The drafting phases of a round, in order, with the number of decisions in each."""

ABSENT: Final = {"turn": NO_DISCARD, "play": END_OF_PLAY, "shop": LEAVE}
"""The default moves of an absent fighter, by phase."""


def begin(telling: Telling[Truth]) -> None:
    """Open the initial channels, then the phase that chooses the first drafter."""
    options = telling.truth.options
    for realm in ("heaven", "hell"):
        _talk(telling, realm, tuple(seat.id for seat in data.SEATS if seat.realm == realm))
    if options.partner_channel == "always":
        _let_partners_talk(telling)
    drafter, fighter = data.TEAMS[str(options.opponent_team)]
    _open(telling, "starter", 0, must=(drafter,), may=(fighter,), seconds=options.starter_seconds)


def close(telling: Telling[Truth], phase: Phase, moves: Moves) -> None:
    """Close the open phase; sections 2 and 3 define the defaults for absent submissions."""
    _CLOSE[phase.name](telling, phase, moves)


def _talk(telling: Telling[Truth], channel: str, members: tuple[SeatId, ...]) -> None:
    telling.tell(ChannelOpened(channel, members))


def _let_partners_talk(telling: Telling[Truth]) -> None:
    for team, members in data.TEAMS.items():
        _talk(telling, f"team:{team}", members)


def _open(
    telling: Telling[Truth],
    name: str,
    round_: int,
    must: tuple[SeatId, ...],
    seconds: int,
    may: tuple[SeatId, ...] = (),
    *,
    keeps_deadline: bool = False,
) -> None:
    telling.open_phase(name, round_, seconds, must=must, may=may, keeps_deadline=keeps_deadline, early_close=True)


# The draft


def _close_starter(telling: Telling[Truth], phase: Phase, moves: Moves) -> None:
    (drafter,) = phase.must
    # The seat in `must` comes before the seat in `may`: the partner's move counts only if the drafter is absent (R1).
    named = (move.seat for seat in phase.seats if isinstance(move := moves.get(seat), ChooseStarterMove))
    starter = seat_id(next(named, drafter))
    telling.tell(facts.DraftStarterTold(starter, moves_first=data.PARTNER[data.RIVAL[starter]]))
    _open_draft_round(telling, 1)


def _open_draft_round(telling: Telling[Truth], round_: int) -> None:
    draft, options = telling.truth.draft, telling.truth.options
    cards = options.cards.tables.cards
    if round_ < data.DRAFT_ROUNDS:
        revealed = {card.id for card in draft.cards}
        offer: list[str] = []
        for kind, all_cards in (("units", options.cards.draft_units), ("items", options.cards.draft_items)):
            candidates = [card.id for card in all_cards if card.id not in revealed]
            offer += telling.chance.pick(f"draft.{round_}.{kind}", candidates, data.OFFER_OF_A_KIND)
    else:
        offer = [unit for unit, _ in draft.set_aside] + [item for _, item in draft.set_aside]
    telling.tell(facts.OfferRevealed(round_, tuple(cards[card] for card in offer)))
    _open(telling, "draft_review", round_, must=data.DRAFTERS, seconds=options.review_seconds)


def _close_review(telling: Telling[Truth], phase: Phase, moves: Moves) -> None:
    _open_decision(telling, "draft_first", phase.round)


def _open_decision(telling: Telling[Truth], name: str, round_: int) -> None:
    truth = telling.truth
    starts = name in ("draft_first", "draft_third")
    begins = truth.begins_drafting if round_ % 2 == 1 else data.RIVAL[truth.begins_drafting]
    seconds = _DRAFT_PHASES[name] * truth.options.decision_seconds
    _open(telling, name, round_, must=(begins if starts else data.RIVAL[begins],), seconds=seconds)


def _close_decision(telling: Telling[Truth], phase: Phase, moves: Moves) -> None:
    (seat,) = phase.must
    move = moves.get(seat)
    if not isinstance(move, HeroDraftMove):
        move = default_draft(telling.truth.draft, phase.name, seat)
    telling.tell(facts.DraftDecided(DraftDecision(phase.round, seat, move.pick, move.ban)))
    names = list(_DRAFT_PHASES)
    if phase.name != names[-1]:
        _open_decision(telling, names[names.index(phase.name) + 1], phase.round)
        return
    # The open cards are in the order of the offer, in which units come first.
    unit, item = telling.truth.draft.open
    telling.tell(facts.CardsSetAside(phase.round, unit, item))
    if phase.round < data.DRAFT_ROUNDS:
        _open_draft_round(telling, phase.round + 1)
    else:
        _hand_over(telling)


def _hand_over(telling: Telling[Truth]) -> None:
    """Tell everyone the pack, and each fighter its deck, sorted because the order of the picks is secret."""
    truth = telling.truth
    options, tables = truth.options, truth.options.cards.tables
    telling.tell(facts.ArenaPackRevealed(options.cards))
    for fighter in data.FIGHTERS:
        picks = sorted(picks_of(truth.draft, data.PARTNER[fighter]), key=tables.order.__getitem__)
        deck = tuple(HeldCard(card, tables.cards[card].durability) for card in picks)
        telling.tell(facts.OwnCardsTold(fighter, OwnCards(hand=(), deck=deck, pile=())))
    if options.partner_channel == "after_draft":
        _let_partners_talk(telling)
    _open(telling, "preparation", 0, must=data.FIGHTERS, seconds=options.preparation_seconds)


# The fight


def _close_preparation(telling: Telling[Truth], phase: Phase, moves: Moves) -> None:
    truth, chance = telling.truth, telling.chance
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
        telling.tell,
        turn=0,
        active=truth.first_fighter,
        sides=sides,
        durability=durability,
    )
    deal(board, chance, options.shop_size)
    _next_turn(telling, board)


def _close_turn(telling: Telling[Truth], phase: Phase, moves: Moves) -> None:
    """Close a `turn`, `play` or `shop`: carry out the move, then continue the turn or end it."""
    truth, options = telling.truth, telling.truth.options
    (seat,) = phase.must
    move = moves.get(seat) or ABSENT[phase.name]
    board = board_from(
        truth.fight,
        truth.own,
        truth.decks,
        options.cards.tables,
        options.max_coins,
        options.bought_cards_to,
        telling.tell,
    )
    match move:
        case ArenaPlayMove(actions=actions, then=then):
            for action in actions:
                play_card(board, action)
            if not actions:
                board.tell(FighterPassed(seat, "play"))
            if then == "more":
                _tell_state(telling, board)
                _open(telling, "play", phase.round, must=(seat,), seconds=0, keeps_deadline=True)
                return
        case ArenaDiscardMove():
            discard(board, move, face_down=options.hidden_discards)
        case ArenaShopMove(buy=wanted, then=then):
            for id_ in wanted:
                buy(board, id_)
            if then == "refresh":
                refresh(board, telling.chance, options.shop_size)
                _tell_state(telling, board)
                seconds = options.refresh_seconds
                _open(telling, "shop", phase.round, must=(seat,), seconds=seconds, keeps_deadline=True)
                return
            if not wanted:
                board.tell(FighterPassed(seat, "shop"))
    end_turn(board, options, telling.chance, shopped=isinstance(move, ArenaShopMove))
    if board.turn < len(data.FIGHTERS) * options.rounds:
        _next_turn(telling, board)
    else:
        _tell_state(telling, board)
        _end(telling, board)


def _next_turn(telling: Telling[Truth], board: Board) -> None:
    """Begin the next turn and open its phase."""
    options = telling.truth.options
    turn = board.turn + 1
    first = telling.truth.first_fighter
    seat = first if turn % len(data.FIGHTERS) == 1 else data.RIVAL[first]
    begin_turn(board, options, turn, seat)
    _tell_state(telling, board)
    round_ = (turn + 1) // len(data.FIGHTERS)
    _open(telling, "turn", round_, must=(seat,), seconds=options.turn_seconds)


def _tell_state(telling: Telling[Truth], board: Board) -> None:
    """
    Tell the state after all changes: the public board, each fighter's own cards, and the secret order of the decks.

    A fighter is told its cards only if they changed. This reveals nothing, because it knows when they change.
    """
    truth = telling.truth
    telling.tell(facts.ArenaBoardTold(board.record()))
    for seat, side in board.sides.items():
        own = board.own_record(side)
        if own != truth.own[seat]:
            telling.tell(facts.OwnCardsTold(seat, own))
    decks = board.deck_record()
    if decks != truth.decks:
        telling.tell(facts.DecksStacked(decks))


def _end(telling: Telling[Truth], board: Board) -> None:
    """Section 10: the winner has more points, or was the last in the lead, or otherwise moved second."""
    points = {seat: side.points for seat, side in board.sides.items()}
    second = data.RIVAL[telling.truth.first_fighter]
    decided_by: DecidedBy = "score"
    winner = max(data.FIGHTERS, key=points.__getitem__)
    if points[winner] == points[data.RIVAL[winner]]:
        decided_by = "never_led" if board.lead is None else "last_lead"
        winner = board.lead or second
    winners = (data.PARTNER[winner], winner)
    telling.tell(ArenaDecided(winners, decided_by, points))
    outcome = Outcome(
        rank={seat.id: 1 if seat.id in winners else 2 for seat in data.SEATS},
        consequences={seat.id: ["winner"] if seat.id in winners else [] for seat in data.SEATS},
    )
    telling.tell(MatchEnded(outcome))


_CLOSE: Final[dict[str, Callable[[Telling[Truth], Phase, Moves], None]]] = {
    "starter": _close_starter,
    "draft_review": _close_review,
    **dict.fromkeys(_DRAFT_PHASES, _close_decision),
    "preparation": _close_preparation,
    **dict.fromkeys(ABSENT, _close_turn),
}
