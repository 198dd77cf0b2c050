"""
Setting up a match and closing its rounds.

The facts of a round are in the order of section 8: the plays that counted, the scoring, what each seat may know of it,
and the chats and games opened for the next round.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from engines import kit
from engines.apocalypse import facts
from engines.apocalypse.data import CARDS, PAIR_OF, ROUNDS, Choice, phase_name
from engines.apocalypse.defaults import default_cards
from engines.apocalypse.moves import PlayMove
from engines.apocalypse.outcome import decide
from engines.apocalypse.scoring import score
from engines.apocalypse.truth import Truth

Moves: TypeAlias = Mapping[kit.SeatId, PlayMove | None]


def begin(resolution: kit.Resolution[Truth]) -> None:
    """Open the initial channels, then round 1."""
    options, realms = resolution.truth.options, resolution.truth.realms
    if options.realm_talk:
        resolution.address_all(kit.talk_within(realms))
    if options.cross_realm_talk == "always":
        resolution.address_all(kit.talk_in_pair(*pair) for pair in _pairs_of_opponents(realms))
    _open_round(resolution, 1)


def close(resolution: kit.Resolution[Truth], phase: kit.Phase, moves: Moves) -> None:
    """Close the open round; section 3 defines the default for absent submissions."""
    _address_plays(resolution, moves)
    _score_round(resolution)
    if phase.round < ROUNDS:
        _open_chats(resolution)
        _open_round(resolution, phase.round + 1)
    else:
        _end(resolution)


def _address_plays(resolution: kit.Resolution[Truth], moves: Moves) -> None:
    """Address to every seat the cards that it played, chosen or by default."""
    truth = resolution.truth
    opened = _opponents(truth.chats_of_round(truth.round))
    for seat in truth.realms.seats:
        move = moves.get(seat)
        if move is None:
            cards = default_cards(truth, seat, resolution.chance)
            ab: dict[kit.SeatId, Choice] = dict.fromkeys(opened.get(seat, ()), "ally")
        else:
            cards = {play.card: facts.AbilityUse(play.ability, play.targets, play.guesses) for play in move.plays}
            ab = move.ab
        first, second = cards
        pair = PAIR_OF[first, second]
        resolution.address(facts.CardsPlayed(truth.round, seat, pair, cards, ab, defaulted=move is None))


def _score_round(resolution: kit.Resolution[Truth]) -> None:
    """Score the round, and address to each seat only its total."""
    truth = resolution.truth
    round_ = truth.round
    plays = truth.plays()
    scored = score(truth)
    resolution.address(facts.ChatsUsed(round_, _uses(plays)))
    resolution.address(facts.AbGamesSettled(round_, scored.games))
    resolution.address(facts.LedgerBooked(round_, scored.ledger))
    resolution.address(facts.SeatsHurt(round_, scored.hurt))
    counts = {card: sum(card in play.cards for play in plays.values()) for card in CARDS}
    resolution.address(facts.CardCounts(round_, counts))
    totals = {seat: truth.total(seat) for seat in plays}
    for record in scored.ledger:
        totals[record.seat] += record.amount
    for seat, total in totals.items():
        resolution.address(facts.PointsTold(round_, seat, total))


def _uses(plays: Mapping[kit.SeatId, facts.CardsPlayed]) -> tuple[facts.ChatUse, ...]:
    return tuple(
        facts.ChatUse(seat, kit.seat_id(target), card)
        for seat, play in plays.items()
        for card, use in play.cards.items()
        if use.ability == "communications"
        for target in use.targets
    )


def _open_chats(resolution: kit.Resolution[Truth]) -> None:
    """Close the chats whose round is over, and open those of this round's Communications."""
    truth = resolution.truth
    options, next_round = truth.options, truth.round + 1
    uses = truth.used[-1].uses
    opened = _between(truth.realms, uses)
    if options.cross_realm_talk == "opened" and options.chat_lifetime == "next_round":
        _close_chats(resolution, staying=opened)
    resolution.address_all(kit.talk_in_pair(*pair) for pair in opened if kit.pair_channel(*pair) not in truth.channels)
    resolution.address_all(facts.ChatOpened(next_round, pair) for pair in opened)
    with_game = _between(truth.realms, [use for use in uses if use.card == "death"])
    resolution.address_all(facts.AbGameOpened(next_round, pair) for pair in with_game)


def _pairs_of_opponents(realms: kit.Realms) -> list[facts.SeatPair]:
    """Return all pairs of opponents, in seat order."""
    return [(first, second) for first in realms.by_realm["heaven"] for second in realms.by_realm["hell"]]


def _between(realms: kit.Realms, uses: Iterable[facts.ChatUse]) -> list[facts.SeatPair]:
    """Return the pairs of opponents with at least one of these uses in either direction, each pair once."""
    used = {(use.by, use.target) for use in uses}
    return [
        (first, second) for first, second in _pairs_of_opponents(realms) if used & {(first, second), (second, first)}
    ]


def _close_chats(resolution: kit.Resolution[Truth], staying: Sequence[facts.SeatPair] = ()) -> None:
    for opened in kit.open_across(resolution.truth.realms, resolution.truth.channels):
        if opened.members not in staying:
            resolution.address(kit.ChannelClosed(opened.channel))


def _opponents(pairs: Iterable[facts.SeatPair]) -> dict[kit.SeatId, list[kit.SeatId]]:
    """Return the partners of each seat that occurs in the pairs, in seat order."""
    opponents: dict[kit.SeatId, list[kit.SeatId]] = {}
    for first, second in pairs:
        opponents.setdefault(first, []).append(second)
        opponents.setdefault(second, []).append(first)
    return opponents


def _open_round(resolution: kit.Resolution[Truth], round_: int) -> None:
    options = resolution.truth.options
    resolution.open_phase(phase_name(round_), round_, options.round_seconds, must=options.realms.seats)


def _end(resolution: kit.Resolution[Truth]) -> None:
    """Address the facts that the end reveals, close the chats between the realms, and rank the seats."""
    truth = resolution.truth
    resolution.address(facts.FinalTotals({seat: truth.total(seat) for seat in truth.realms.seats}))
    resolution.address(facts.MatchRecorded(truth.record()))
    _close_chats(resolution)
    resolution.address(kit.MatchEnded(decide(truth.realms, truth.totals, resolution.chance)))
