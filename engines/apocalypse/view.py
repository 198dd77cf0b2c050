"""A viewer's knowledge of the match: the fold of the facts addressed to it."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from engines import kit
from engines.apocalypse import facts
from engines.apocalypse.data import PAIRS, Card, Pair
from engines.apocalypse.options import ApocalypseOptions


@kit.record
class ApocalypseResult:
    """
    How the match ended; lists other than `ranking` are in seat order.

    `totals` is null if the match was ended before its last round was scored.
    """

    totals: dict[kit.SeatId, int] | None
    ranking: tuple[kit.SeatId, ...]
    """All seats, best first."""
    rank: dict[kit.SeatId, int]
    winner: tuple[kit.SeatId, ...]
    """The seats that won."""
    ascends: tuple[kit.SeatId, ...]
    """The seats that go to heaven, or stay there."""
    descends: tuple[kit.SeatId, ...]
    """The seats that go to hell, or stay there."""
    mark_of_elimination: tuple[kit.SeatId, ...]
    """The seats that bear a mark of elimination."""
    elimination_candidate: tuple[kit.SeatId, ...]
    """The seats that are candidates for elimination."""


class ApocalypseView(kit.GameView):
    """A match of The Apocalypse, as one viewer knows it. The fields from `plays` on are null except for seats."""

    game: Literal["apocalypse"]
    options: ApocalypseOptions
    """The public options of the match."""
    seats: tuple[kit.Seat, ...] = Field(description="In seat order.")
    round: int = Field(description="1 to 6; stays 6 when the match is over.")
    phase: kit.Phase | None = Field(description="The open phase; null once the match is over.")
    over: bool = Field(description="Whether the match is over.")
    card_counts: dict[int, dict[Card, int]] = Field(description="By round: how many seats played each card.")
    final_totals: dict[kit.SeatId, int] | None = Field(description="Null until the match is over.")
    outcome: ApocalypseResult | None = Field(description="Null until the match is over.")
    record: tuple[facts.ApocalypseRound, ...] | None = Field(
        description="The whole match, if it was revealed at the end."
    )
    plays: dict[int, facts.CardsPlayed] | None = Field(description="The plays that counted, by round.")
    totals: dict[int, int] | None = Field(description="Points after each round.")
    pairs_left: tuple[Pair, ...] | None = Field(description="Pairs not played yet.")
    targeted: tuple[kit.SeatId, ...] | None = Field(
        description="Opponents that this seat has targeted with Communications."
    )
    targets_left: tuple[kit.SeatId, ...] | None = Field(
        description="Opponents that this seat can still target with Communications."
    )
    selected: tuple[kit.SeatId, ...] | None = Field(description="Mates that this seat chose with Death's Active.")
    mates_left: tuple[kit.SeatId, ...] | None = Field(
        description="Mates that this seat can still choose with Death's Active."
    )
    opened: dict[int, tuple[kit.SeatId, ...]] | None = Field(
        description="Opponents whose chat with this seat was opened for the round, by round, from the second."
    )
    can_talk_to: tuple[kit.SeatId, ...] | None = Field(description="Opponents whose chat with this seat is open now.")
    ab_games: dict[int, tuple[kit.SeatId, ...]] | None = Field(
        description="Opponents with an AB game, by round, from the second; null unless games are announced."
    )


def look(viewer: kit.Viewer, options: ApocalypseOptions) -> ApocalypseView:
    """Return the view before the first fact."""
    realms = options.realms
    seat = next((seat for seat in realms.seats if seat == viewer), None)
    return ApocalypseView(
        viewer=viewer,
        game="apocalypse",
        options=options,
        seats=realms.seat_records(),
        round=0,
        phase=None,
        over=False,
        card_counts={},
        final_totals=None,
        outcome=None,
        record=None,
        plays=None if seat is None else {},
        totals=None if seat is None else {},
        pairs_left=None if seat is None else PAIRS,
        targeted=None if seat is None else (),
        targets_left=None if seat is None else realms.opponents[seat],
        selected=None if seat is None else (),
        mates_left=None if seat is None else realms.mates[seat],
        opened=None if seat is None else {},
        can_talk_to=None if seat is None else (),
        ab_games={} if seat is not None and options.announce_ab_games else None,
    )


def fold(view: ApocalypseView, fact: kit.Fact) -> ApocalypseView:
    """
    Return the view after one more fact. Facts that the view does not use change nothing.

    A seat gets only its own private facts. The host gets those of all seats, but its view only shows public ones.
    """
    match fact:
        case facts.CardsPlayed() if view.plays is not None:
            return _play(view, fact, view.plays)
        case facts.PointsTold(round=round_, total=total) if view.totals is not None:
            return view.model_copy(update={"totals": {**view.totals, round_: total}})
        case facts.ChatOpened(round=round_, seats=seats) if view.opened is not None:
            return view.model_copy(update={"opened": _with_opponent(view, view.opened, round_, seats)})
        case facts.AbGameOpened(round=round_, seats=seats) if view.ab_games is not None:
            return view.model_copy(update={"ab_games": _with_opponent(view, view.ab_games, round_, seats)})
        case kit.ChannelOpened(members=members) if view.can_talk_to is not None:
            return _talk(view, {*view.can_talk_to, *members})
        case kit.ChannelClosed(channel=channel) if view.can_talk_to is not None:
            return _talk(view, {seat for seat in view.can_talk_to if _channel(view, seat) != channel})
        case facts.CardCounts(round=round_, counts=counts):
            return view.model_copy(update={"card_counts": {**view.card_counts, round_: counts}})
        case facts.FinalTotals(totals=totals):
            return view.model_copy(update={"final_totals": totals})
        case facts.MatchRecorded(rounds=rounds):
            return view.model_copy(update={"record": rounds})
        case kit.PhaseOpened(phase=phase):
            return _open(view, phase)
        case kit.MatchEnded(outcome=outcome):
            ended: dict[str, object] = {"phase": None, "over": True, "outcome": _result(view, outcome)}
            return view.model_copy(update=ended if view.can_talk_to is None else {**ended, "can_talk_to": ()})
        case _:
            return view


def _play(view: ApocalypseView, played: facts.CardsPlayed, before: dict[int, facts.CardsPlayed]) -> ApocalypseView:
    """Add the viewer's own play, and update its remaining choices."""
    realms, own = view.options.realms, played.seat
    plays = {**before, played.round: played}
    pairs = {play.pair for play in plays.values()}
    targeted = _targets(plays.values(), "communications")
    selected = _targets(plays.values(), "active")
    return view.model_copy(
        update={
            "plays": plays,
            "pairs_left": tuple([pair for pair in PAIRS if pair not in pairs]),
            "targeted": tuple([seat for seat in realms.opponents[own] if seat in targeted]),
            "targets_left": tuple([seat for seat in realms.opponents[own] if seat not in targeted]),
            "selected": tuple([seat for seat in realms.mates[own] if seat in selected]),
            "mates_left": tuple([seat for seat in realms.mates[own] if seat not in selected]),
        }
    )


def _targets(plays: Iterable[facts.CardsPlayed], ability: Literal["communications", "active"]) -> set[str]:
    """Return all targets of the ability. Seats among the targets of Actives are always targets of Death's Active."""
    return {target for play in plays for use in play.cards.values() if use.ability == ability for target in use.targets}


def _with_opponent(
    view: ApocalypseView, by_round: dict[int, tuple[kit.SeatId, ...]], round_: int, seats: facts.SeatPair
) -> dict[int, tuple[kit.SeatId, ...]]:
    first, second = seats
    opponent = second if first == view.viewer else first
    return {**by_round, round_: (*by_round.get(round_, ()), opponent)}


def _talk(view: ApocalypseView, seats: set[kit.SeatId]) -> ApocalypseView:
    """Set the opponents that the viewer can talk to: those among these seats."""
    opponents = view.options.realms.opponents[kit.SeatId(view.viewer)]
    can_talk_to = tuple([seat for seat in opponents if seat in seats])
    return view if can_talk_to == view.can_talk_to else view.model_copy(update={"can_talk_to": can_talk_to})


def _channel(view: ApocalypseView, opponent: kit.SeatId) -> str:
    return kit.pair_channel(*view.options.realms.in_order((kit.SeatId(view.viewer), opponent)))


def _open(view: ApocalypseView, phase: kit.Phase) -> ApocalypseView:
    """Begin the next round; a seat's lists by round get an entry even if nothing was opened."""
    update: dict[str, object] = {"phase": phase, "round": phase.round}
    if phase.round > 1:
        for name, by_round in (("opened", view.opened), ("ab_games", view.ab_games)):
            if by_round is not None:
                update[name] = {**by_round, phase.round: by_round.get(phase.round, ())}
    return view.model_copy(update=update)


def _result(view: ApocalypseView, outcome: kit.Outcome) -> ApocalypseResult:
    seats = view.options.realms.seats
    ranking = tuple(sorted(seats, key=outcome.rank.__getitem__))
    return kit.by_consequence(ApocalypseResult, outcome, seats, totals=view.final_totals, ranking=ranking)
